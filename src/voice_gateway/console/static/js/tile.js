// One device: what it is, how it is, and what can be done with it.

import { showDetail } from "./device.js";
import { controls, tint } from "./controls.js";
import { element } from "./element.js";
import { icon } from "./icons.js";
import { number } from "./words.js";

const RUN = { scene: "activate", script: "activate", button: "press" };
const OPENING = ["cover", "garage_door", "valve"];

/** A tile for a device. `command(device, action, value)` is called when it is used. */
export function tile(device, command) {
  const { state } = device;
  const dead = device.status === "dead";
  const on = !dead && state.on === true && !OPENING.includes(device.kind);
  const open = !dead && isOpen(device);
  const classes = ["tile", on && "on", on && tint(device) && "tinted", open && "open", dead && "dead"].filter(Boolean).join(" ");
  const shade = on && tint(device);
  const box = element("article", { class: classes, "data-device": device.id, "aria-label": device.name });
  if (shade) box.style.setProperty("--shade", shade);
  box.append(head(device, command, dead), element("button", {
    class: "quiet small more", type: "button", "aria-label": `${device.name}, details`, "data-part": "more",
    onclick: () => showDetail(device),
  }, icon("notice")));
  if (device.battery !== null && device.battery <= 20) {
    box.append(element("span", { class: "pill warn low", title: "Battery" }, `${device.battery} %`));
  }
  const parts = controls(device, command);
  if (parts.length) box.append(element("div", { class: "controls" }, ...parts));
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
    class: "flip", type: "button", "data-part": "flip", role: flip.word ? null : "switch",
    "aria-checked": flip.word ? null : String(flip.checked),
    "aria-label": flip.word ? `${device.name}, ${flip.word}` : `${device.name}, ${condition(device, dead)}`,
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
  if (device.kind === "media_player" && device.state.playing) return device.state.playing;
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
  if (RUN[device.kind]) return { action: RUN[device.kind], word: device.kind === "button" ? "press" : "start" };
  if (device.kind === "media_player" && !("on" in device.state)) return null;
  if (device.abilities.includes("on")) {
    return { checked: device.state.on === true, action: device.state.on ? "off" : "on" };
  }
  return null;
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

