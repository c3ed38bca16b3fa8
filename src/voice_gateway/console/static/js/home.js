// The home, live.

import { Problem, json } from "./api.js";
import { confirmed } from "./confirm.js";
import { byId, element, notice } from "./element.js";
import { refreshDetail, showDetail, startDetail } from "./device.js";
import { tile } from "./tile.js";
import { count } from "./words.js";

const LIGHTS = ["light", "dimmer"];
const tiles = new Map();
const rooms = new Map();

/** What came while a finger was on the home: nothing is rebuilt under it, so that no tap and no drag is lost. */
const waiting = new Map();
let held = false;

/** Make the home work. */
export function startHome() {
  startDetail(command);
  for (const id of ["rooms", "device-controls"]) {
    byId(id).addEventListener("pointerdown", () => {
      held = true;
    });
  }
  for (const name of ["pointerup", "pointercancel"]) {
    // The click comes after the pointer has gone up.
    document.addEventListener(name, () => setTimeout(release, 0));
  }
}

function release() {
  held = false;
  const come = [...waiting.values()];
  waiting.clear();
  for (const show of come) show();
}

/** Show all rooms. */
export function showHome(home) {
  if (held) return void waiting.set("", () => showHome(home));
  const box = byId("rooms");
  const unfolded = box.querySelector(".unseen")?.open ?? false;
  tiles.clear();
  rooms.clear();
  const sources = home.sources.length ? home.sources : [home];
  byId("home-source").textContent = home.present ? sources.map(health).join(" · ") : home.note;
  if (!home.present) return box.replaceChildren();
  const parts = [];
  let floor = null;
  const floors = new Set(home.rooms.map((room) => room.floor));
  for (const room of home.rooms) {
    if (floors.size > 1 && room.floor && room.floor !== floor) parts.push(element("p", { class: "floor" }, room.floor));
    floor = room.floor;
    parts.push(showRoom(room));
  }
  box.replaceChildren(...parts);
  for (const room of home.rooms) room.devices.forEach(refreshDetail);
  if (home.hidden.length) box.append(hidden(home.hidden, unfolded));
  if (!home.rooms.length) box.append(element("p", { class: "muted" }, "There are no devices yet."));
}

/** What the assistant is not to know of; it can be made known again. Whoever unfolded it finds it so. */
function hidden(devices, unfolded) {
  const list = element("details", { class: "unseen" }, element("summary", {}, `${count(devices.length, "device")} the assistant does not know`),
    element("ul", {}, ...devices.map((one) => element("li", {},
      element("button", { class: "link", type: "button", onclick: () => showDetail(one) }, [one.name, one.room].filter(Boolean).join(", "))))));
  list.open = unfolded;
  return list;
}

/** One of the sources that a home comes from. */
function health({ name, source, connected }) {
  const called = name ? name.replace(/^the /, "") : source;
  return connected ? called : `${called} is not reachable`;
}

function showRoom(room) {
  const name = room.name || "Everywhere else";
  const list = element("div", { class: "tiles" });
  const sum = element("p", { class: "sum" });
  const off = element("button", { class: "link", type: "button", "aria-label": `Turn off the lights in ${name}` }, "Lights off");
  const known = { devices: new Map(), sum, off };
  off.addEventListener("click", () => litIn(known).forEach((device) => command(device, "off")));
  for (const device of room.devices) {
    const made = tile(device, command);
    tiles.set(device.id, made);
    rooms.set(device.id, known);
    known.devices.set(device.id, device);
    list.append(made);
  }
  summarise(known);
  const heading = element("div", { class: "room-head" }, element("h2", {}, name), sum, off);
  return element("section", { class: "room", "aria-label": name }, heading, list);
}

/** Lights that are on, but for those that are to stay on. */
function litIn({ devices }) {
  return [...devices.values()].filter((one) =>
    LIGHTS.includes(one.kind) && one.state.on === true && one.status !== "dead" && !one.keep_on);
}

/** "3 lights on · 21 °C" */
function summarise(room) {
  const lit = litIn(room).length;
  const warm = [...room.devices.values()].flatMap((one) => one.readings)
    .find((reading) => reading.name === "temperature" && typeof reading.value === "number");
  const words = [lit && count(lit, "light") + " on", warm && `${Math.round(warm.value * 10) / 10} ${warm.unit}`];
  const playing = [...room.devices.values()].find((one) => one.state.activity === "playing");
  if (playing) words.push(playing.state.playing ? `playing ${playing.state.playing}` : "playing");
  room.sum.textContent = words.filter(Boolean).join(" · ");
  room.off.hidden = !lit;
}

/** A device changed: put a new tile in the place of the old one, and keep the focus where it was. */
export function showDevice(device) {
  if (held) return void waiting.set(device.id, () => showDevice(device));
  refreshDetail(device);
  const old = tiles.get(device.id);
  if (!old) return;
  const room = rooms.get(device.id);
  room.devices.set(device.id, device);
  summarise(room);
  const focused = old.contains(document.activeElement) && document.activeElement.dataset.part;
  const made = tile(device, command);
  made.classList.add("changed");
  tiles.set(device.id, made);
  old.replaceWith(made);
  if (focused) made.querySelector(`[data-part="${focused}"]`)?.focus({ preventScroll: true });
}

/** Tell a device something; a guarded one is asked about first. */
async function command(device, action, value = null) {
  const box = tiles.get(device.id);
  box?.setAttribute("aria-busy", "true");
  const order = { action, value };
  try {
    await tell(device, order);
  } catch (error) {
    if (error.status === 428 && error.question) {
      if (await confirmed(error.question, error.yes)) {
        await tell(device, { ...order, confirmed: true }).catch((problem) => notice(problem.message));
      }
    } else {
      notice(error instanceof Problem ? error.message : "Something went wrong on this page.");
    }
    // A slider that was moved in vain goes back.
    const now = tiles.get(device.id);
    if (now === box && box) {
      tiles.set(device.id, tile(device, command));
      box.replaceWith(tiles.get(device.id));
    }
  } finally {
    box?.removeAttribute("aria-busy");
  }
}

function tell(device, order) {
  return json(`/api/home/devices/${encodeURIComponent(device.id)}/command`, { body: order });
}
