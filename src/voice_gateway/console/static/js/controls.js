// What can be done with a device beside switching it: one small control for each thing it can do.

import { element } from "./element.js";
import { icon } from "./icons.js";
import { number } from "./words.js";

const SWATCHES = [
  ["red", 0, 100], ["orange", 30, 100], ["yellow", 55, 100], ["green", 120, 100],
  ["cyan", 180, 100], ["blue", 240, 100], ["purple", 280, 100], ["pink", 330, 60],
];

/** The controls of a tile, in order: what is used often. `whole` adds what belongs into the details. */
export function controls(device, command, whole = false) {
  const { abilities: able, choices, kind, state } = device;
  const can = (name) => able.includes(name);
  const tell = (action) => (value = null) => command(device, action, value);
  const slide = (part, what, value, action, low = 0, high = 100, step = 5, unit = "in percent") =>
    slider({ part, label: `${device.name}, ${what} ${unit}`, value, low, high, step, told: tell(action) });
  const pick = (part, options, now, action) => options?.length
    && choice({ part, label: `${device.name}, ${part}`, options, now, told: tell(action) });
  return [
    ["media_player", "vacuum", "lawn_mower"].includes(kind) && buttons(device, command),
    kind === "alarm_panel" && arming(device, command),
    can("level") && slide("level", kind === "fan" ? "speed" : "brightness", state.level ?? 0, "set_level"),
    can("position") && !["garage_door", "valve"].includes(kind) && slide("level", "how far open", state.position ?? 0, "set_level"),
    can("volume") && slide("volume", "volume", state.volume ?? 0, "set_volume"),
    whole && can("tilt") && slide("tilt", "slats", state.tilt ?? 0, "tilt"),
    can("humidity") && slide("humidity", "humidity", state.humidity ?? 0, "set_humidity", ...(choices.humidities ?? [0, 100])),
    can("number") && slide("number", "set", state.number ?? 0, "set_level", ...(choices.numbers ?? [0, 100]), 1, choices.unit ?? ""),
    can("target") && target(device, command),
    can("mode") && pick("mode", device.modes, state.mode, "set_mode"),
    can("option") && pick("option", choices.options, state.option, "set_mode"),
    can("source") && (whole || kind === "media_player") && pick("source", choices.sources, state.source, "set_source"),
    ...(whole ? [
      can("color") && colours(device, command),
      can("kelvin") && white(device, command),
      pick("effect", choices.effects, state.effect, "set_color"),
      pick("preset", choices.presets, state.preset, "set_preset"),
      pick("fan mode", choices.fan_modes, state.fan_mode, "set_fan_mode"),
      pick("swing", choices.swings, state.swing, "set_swing"),
      can("mute") && press(state.muted ? "sound" : "silent", state.muted ? "Unmute" : "Mute", () => command(device, state.muted ? "unmute" : "mute")),
    ] : []),
  ].filter(Boolean);
}

/** The colour that a light shines in; nothing where it has none. */
export function tint({ state }) {
  if (state.hue !== undefined && state.saturation > 10) return `hsl(${state.hue} ${state.saturation}% ${72 - state.saturation * 0.2}%)`;
  if (state.kelvin !== undefined) return shade(state.kelvin);
  return "";
}

function shade(kelvin) {
  const cool = Math.min(1, Math.max(0, (kelvin - 2000) / 4500));
  return `color-mix(in oklab, #ffb14e ${Math.round((1 - cool) * 100)}%, #d4e6ff)`;
}

/** A slider. It says its value while it moves, and tells it once it stands. */
function slider({ part, label, value, low, high, step, told, look = "" }) {
  const input = element("input", {
    type: "range", min: low, max: high, step, value, "data-part": part,
    oninput: () => fill(input),
    onchange: () => told(Number(input.value)),
  });
  fill(input);
  return element("label", { class: `slider ${look}` }, element("span", { class: "hidden" }, label), input);
}

/** Colour the track up to the thumb, whose middle never quite reaches the ends. */
function fill(input) {
  const share = (Number(input.value) - Number(input.min)) / (Number(input.max) - Number(input.min) || 1);
  input.style.setProperty("--level", `calc(${share * 100}% + ${(0.5 - share) * 1.1}rem)`);
}

function choice({ part, label, options, now, told }) {
  const same = (name) => String(name).toLowerCase() === String(now ?? "").toLowerCase();
  return element("select", { class: "mode", "aria-label": label, "data-part": part, onchange: (event) => event.target.value && told(event.target.value) },
    !options.some(same) && element("option", { value: "", selected: true }, part[0].toUpperCase() + part.slice(1)),
    ...options.map((name) => element("option", { value: name, selected: same(name) }, name)));
}

function press(drawn, label, onclick, part = label.toLowerCase()) {
  return element("button", { class: "key", type: "button", "aria-label": label, title: label, "data-part": part, onclick }, icon(drawn));
}

function row(device, what, ...keys) {
  return element("div", { class: "keys", role: "group", "aria-label": `${device.name}, ${what}` }, ...keys.filter(Boolean));
}

/** A player or a robot: what it does next. */
function buttons(device, command) {
  const can = (name) => device.abilities.includes(name);
  const { activity } = device.state;
  const tell = (action) => () => command(device, action);
  if (device.kind === "media_player") {
    const playing = activity === "playing";
    return row(device, "playing",
      can("previous") && press("previous", "Previous", tell("previous")),
      (playing ? can("pause") : can("play")) && press(playing ? "pause" : "play", playing ? "Pause" : "Play", tell(playing ? "pause" : "play"), "play"),
      can("next") && press("next", "Next", tell("next")));
  }
  const busy = activity === "cleaning" || activity === "mowing";
  return row(device, "what it does",
    busy ? can("pause") && press("pause", "Pause", tell("pause"), "clean") : can("clean") && press("play", "Start", tell("clean"), "clean"),
    can("dock") && press("dock", "Send it home", tell("dock"), "dock"),
    can("locate") && press("bell", "Find it", tell("locate"), "locate"));
}

function arming(device, command) {
  const armed = String(device.state.activity ?? "").startsWith("arm");
  const ways = device.choices.arms?.length ? device.choices.arms : ["away"];
  const key = (words, action, value) => element("button", { class: "key wordy", type: "button", "data-part": words, onclick: () => command(device, action, value) }, words);
  return row(device, "watching", ...(armed ? [key("Disarm", "disarm", null)] : ways.map((way) => key(way[0].toUpperCase() + way.slice(1), "arm", way))));
}

function target(device, command) {
  const now = device.state.target;
  const [low, high] = device.target_range;
  const fahrenheit = device.degrees === "°F";
  const step = fahrenheit ? 1 : 0.5;
  const change = (by) => () => command(device, "set_temperature", Math.min(high, Math.max(low, (now ?? (fahrenheit ? 68 : 20)) + by)));
  return element("div", { class: "stepper", role: "group", "aria-label": `${device.name}, wanted temperature` },
    element("button", { type: "button", "aria-label": "Cooler", "data-part": "cooler", onclick: change(-step) }, "−"),
    element("output", {}, now === undefined ? "–" : `${number(now)} ${device.degrees}`),
    element("button", { type: "button", "aria-label": "Warmer", "data-part": "warmer", onclick: change(step) }, "+"));
}

function colours(device, command) {
  const { hue, saturation } = device.state;
  const dots = SWATCHES.map(([name, h, s]) => {
    const dot = element("button", {
      class: "swatch", type: "button", "aria-label": name, title: name, "data-part": name,
      "aria-pressed": String(hue === h && saturation === s), onclick: () => command(device, "set_color", `${h}/${s}`),
    });
    dot.style.setProperty("--dot", `hsl(${h} ${s}% ${s < 100 ? 70 : 52}%)`);
    return dot;
  });
  const wheel = slider({
    part: "hue", label: `${device.name}, colour`, value: hue ?? 0, low: 0, high: 360, step: 5, look: "rainbow",
    told: (value) => command(device, "set_color", `${value}/100`),
  });
  return element("div", { class: "colours", role: "group", "aria-label": `${device.name}, colours` }, element("div", { class: "swatches" }, ...dots), wheel);
}

function white(device, command) {
  const [low, high] = device.choices.kelvins ?? [2000, 6500];
  return slider({
    part: "white", label: `${device.name}, white from warm to cool`, value: device.state.kelvin ?? 2700, low, high, step: 100, look: "whites",
    told: (value) => command(device, "set_color", value),
  });
}
