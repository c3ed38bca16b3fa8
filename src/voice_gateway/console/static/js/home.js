// The home, live.

import { Problem, json } from "./api.js";
import { byId, element, notice } from "./element.js";
import { tile } from "./tile.js";

const tiles = new Map();

/** Show all rooms. */
export function showHome(home) {
  const rooms = byId("rooms");
  tiles.clear();
  const sources = home.sources.length ? home.sources : [home];
  byId("home-source").textContent = home.present ? sources.map(health).join(" · ") : home.note;
  if (!home.present) return rooms.replaceChildren();
  const parts = [];
  let floor = null;
  const floors = new Set(home.rooms.map((room) => room.floor));
  for (const room of home.rooms) {
    if (floors.size > 1 && room.floor && room.floor !== floor) parts.push(element("p", { class: "floor" }, room.floor));
    floor = room.floor;
    parts.push(showRoom(room));
  }
  rooms.replaceChildren(...parts);
  if (!home.rooms.length) rooms.append(element("p", { class: "muted" }, "There are no devices yet."));
}

/** One of the sources that a home comes from. */
function health({ name, source, connected }) {
  const called = name ? name.replace(/^the /, "") : source;
  return connected ? called : `${called} is not reachable`;
}

function showRoom(room) {
  const name = room.name || "Everywhere else";
  const heading = element("h3", {}, name);
  const list = element("div", { class: "tiles" });
  for (const device of room.devices) {
    const made = tile(device, command);
    tiles.set(device.id, made);
    list.append(made);
  }
  return element("section", { class: "room", "aria-label": name }, heading, list);
}

/** A device changed: put a new tile in the place of the old one, and keep the focus where it was. */
export function showDevice(device) {
  const old = tiles.get(device.id);
  if (!old) return;
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

let asking = Promise.resolve();

/** Ask; one question after the other, so that a yes is only ever to the question that is seen. */
function confirmed(question, yes) {
  const answer = asking.then(() => ask(question, yes));
  asking = answer;
  return answer;
}

function ask(question, yes) {
  const dialog = byId("confirm");
  byId("confirm-question").textContent = question;
  byId("confirm-yes").textContent = yes;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
