// One device: what it is, how it is, and what can be done with it.

import { showDetail } from "./device.js";
import { element } from "./element.js";
import { icon } from "./icons.js";

const OPENING = ["cover", "garage_door", "valve"];

/** A tile for a device. `command(device, action, value)` is called when it is used. */
export function tile(device, command) {
  const { state } = device;
  const dead = device.status === "dead";
  const on = !dead && state.on === true && !OPENING.includes(device.kind);
  const open = !dead && isOpen(device);
  const classes = ["tile", on && "on", open && "open", dead && "dead"].filter(Boolean).join(" ");
  const box = element("article", { class: classes, "data-device": device.id, "aria-label": device.name });
  box.append(head(device, command, dead), element("button", {
    class: "quiet small more", type: "button", "aria-label": `${device.name}, details`, "data-part": "more",
    onclick: () => showDetail(device),
  }, icon("notice")));
  if (device.battery !== null && device.battery <= 20) {
    box.append(element("span", { class: "pill warn low", title: "Battery" }, `${device.battery} %`));
  }
  const slider = level(device, command);
  if (slider) box.append(slider);
  if (device.abilities.includes("target")) box.append(target(device, command));
  if (device.abilities.includes("mode") && device.modes.length) box.append(mode(device, command));
  if (device.kind === "sensor" && device.readings.length) box.append(readings(device));
  return box;
}

function isOpen(device) {
  if (device.kind === "lock") return device.state.locked === false;
  if (!OPENING.includes(device.kind)) return false;
  return device.state.position !== undefined ? device.state.position > 0 : device.state.on === true;
}

function head(device, command, dead) {
  const shown = device.kind === "lock" && isOpen(device) ? "unlocked" : device.kind;
  const inside = [
    element("span", { class: "badge" }, icon(shown)),
    element("span", {},
      element("span", { class: "name" }, device.name),
      element("span", { class: "condition" }, condition(device, dead))),
  ];
  const flip = flipping(device);
  if (!flip) return element("div", { class: "flip" }, ...inside);
  return element("button", {
    class: "flip", type: "button", role: "switch", "aria-checked": String(flip.checked), "data-part": "flip",
    "aria-label": `${device.name}, ${condition(device, dead)}`,
    onclick: () => command(device, flip.action),
  }, ...inside);
}

function condition(device, dead) {
  if (dead) return "does not answer";
  if (device.kind === "sensor") return device.status === "asleep" ? "asleep" : "measures";
  if (device.kind === "thermostat") {
    const measured = device.readings.find((reading) => reading.name === "temperature");
    return measured ? `${number(measured.value)} ${measured.unit} now` : device.condition;
  }
  return device.condition.replaceAll(" percent", " %");
}

/** What a press on the tile does, and whether the switch is drawn as on. */
function flipping(device) {
  if (device.abilities.includes("locked")) {
    const { locked } = device.state;
    return { checked: locked === true, action: locked ? "unlock" : "lock" };
  }
  if (OPENING.includes(device.kind)) {
    const open = isOpen(device);
    return { checked: open, action: open ? "close" : "open" };
  }
  if (device.abilities.includes("on")) {
    return { checked: device.state.on === true, action: device.state.on ? "off" : "on" };
  }
  return null;
}

function level(device, command) {
  const graded = device.abilities.includes("level") ? "level" : device.abilities.includes("position") ? "position" : null;
  if (!graded || device.kind === "garage_door" || device.kind === "valve") return null;
  const what = graded === "position" ? "how far open" : device.kind === "fan" ? "speed" : "brightness";
  const value = device.state[graded] ?? 0;
  const input = element("input", {
    type: "range", min: 0, max: 100, step: 5, value, "data-part": "level",
    oninput: () => fill(input),
    onchange: () => command(device, "set_level", Number(input.value)),
  });
  fill(input);
  return element("label", { class: "slider" }, element("span", { class: "hidden" }, `${device.name}, ${what} in percent`), input);
}

/** Colour the track up to the thumb, whose middle never quite reaches the ends. */
function fill(input) {
  const share = Number(input.value) / 100;
  input.style.setProperty("--level", `calc(${share * 100}% + ${(0.5 - share) * 1.1}rem)`);
}

function target(device, command) {
  const now = device.state.target;
  const [low, high] = device.target_range;
  const change = (by) => () => command(device, "set_temperature", Math.min(high, Math.max(low, (now ?? 20) + by)));
  return element("div", { class: "stepper", role: "group", "aria-label": `${device.name}, wanted temperature` },
    element("button", { type: "button", "aria-label": "Cooler", "data-part": "cooler", onclick: change(-0.5) }, "−"),
    element("output", {}, now === undefined ? "–" : `${number(now)} °C`),
    element("button", { type: "button", "aria-label": "Warmer", "data-part": "warmer", onclick: change(0.5) }, "+"));
}

function mode(device, command) {
  const options = device.modes.map((name) => element("option", { value: name, selected: name === device.state.mode }, name));
  return element("select", {
    class: "mode", "aria-label": `${device.name}, mode`, "data-part": "mode",
    onchange: (event) => command(device, "set_mode", event.target.value),
  }, ...options);
}

function readings(device) {
  return element("ul", { class: "readings" }, device.readings.map((reading) => {
    const alarm = reading.value === true;
    return element("li", { class: `reading${alarm ? " alarm" : ""}`, "data-name": reading.name },
      element("span", {}, reading.name),
      element("span", { class: "value" }, said(reading)));
  }));
}

function said(reading) {
  if (typeof reading.value === "boolean") return reading.value ? "yes" : "no";
  if (typeof reading.value === "number") return `${number(reading.value)} ${reading.unit}`.trim();
  return String(reading.value);
}

function number(value) {
  return (Math.round(value * 10) / 10).toString();
}
