// One device in detail: everything it can do, what changed it in the last day, and what the household says of it.

import { Problem, json } from "./api.js";
import { controls } from "./controls.js";
import { announce, byId, element, notice } from "./element.js";

const DAY = 86_400;
let shown = null;
let tell = null;

/** Make it close, and let it command devices as the tiles do. */
export function startDetail(command) {
  tell = command;
  byId("device-close").addEventListener("click", () => byId("device").close());
  byId("device").addEventListener("close", () => {
    shown = null;
  });
}

/** Show it above the page. */
export async function showDetail(device) {
  shown = device.id;
  fill(device);
  byId("device-journal").replaceChildren(element("li", { class: "muted" }, "Looking it up …"));
  byId("device-day").replaceChildren();
  byId("device-words").replaceChildren();
  if (!byId("device").open) byId("device").showModal();
  await Promise.all([journal(device), words(device)]);
}

/** A device changed: if it is the one that is seen here, show how it is now. */
export function refreshDetail(device) {
  if (device.id !== shown) return;
  const part = document.activeElement?.dataset?.part;
  const inside = byId("device-controls").contains(document.activeElement);
  fill(device);
  if (inside && part) byId("device-controls").querySelector(`[data-part="${part}"]`)?.focus({ preventScroll: true });
  journal(device);
}

function fill(device) {
  byId("device-title").textContent = device.name;
  const dead = device.status === "dead";
  const facts = [
    dead ? "Not answering" : (device.condition ?? "").replace(/^./, (first) => first.toUpperCase()).replaceAll(" percent", " %"),
    [device.room, device.floor].filter(Boolean).join(", "),
    device.kind?.replaceAll("_", " "),
    device.battery != null && `battery ${device.battery} %`,
  ];
  byId("device-facts").textContent = facts.filter(Boolean).join(" · ");
  byId("device-controls").replaceChildren(...(device.abilities ? controls(device, tell, true) : []));
}

async function journal(device) {
  const list = byId("device-journal");
  try {
    const { entries } = await json(`/api/home/devices/${encodeURIComponent(device.id)}/journal?limit=200`);
    if (device.id !== shown) return;
    const today = entries.filter((entry) => entry.at > Date.now() / 1000 - DAY);
    byId("device-day").replaceChildren(...(today.length ? [day(device, today)] : []));
    list.replaceChildren(...(today.length ? today.slice(0, 30).map(row) : [element("li", { class: "muted" }, "Nothing changed it in the last day, as far as I know.")]));
  } catch (error) {
    list.replaceChildren(element("li", { class: "problem" }, error.message));
  }
}

/** A strip of the last 24 hours: filled while it was on, open or unlocked. */
function day(device, entries) {
  const now = Date.now() / 1000;
  const strip = element("div", { class: "day", role: "img", "aria-label": `The last day: ${entries.length} changes` });
  const state = (entry, side) => entry.changes.find((one) => one.device === device.id)?.[side] ?? {};
  let from = now - DAY;
  let active = isActive(state(entries.at(-1), "before"));
  const add = (until) => {
    if (!active) return;
    const bar = element("span");
    bar.style.setProperty("--from", (from - (now - DAY)) / DAY);
    bar.style.setProperty("--share", (until - from) / DAY);
    strip.append(bar);
  };
  for (const entry of [...entries].reverse()) {
    add(entry.at);
    from = entry.at;
    active = isActive(state(entry, "after"));
  }
  add(now);
  return element("div", {}, strip, element("div", { class: "hours", "aria-hidden": "true" }, ...["24 h ago", "18", "12", "6", "now"].map((words) => element("span", {}, words))));
}

function isActive({ on, position, locked, activity }) {
  return on === true || position > 0 || locked === false || ["playing", "cleaning", "mowing"].includes(activity);
}

function row(entry) {
  const when = new Date(entry.at * 1000).toLocaleTimeString("en", { hour: "numeric", minute: "2-digit" });
  const plan = entry.plan === null ? "" : ", by a plan";
  const why = entry.sentence ? `because of “${entry.sentence}”${plan}` : plan ? "by a plan" : "by hand, on this page";
  return element("li", {}, element("time", {}, when), element("span", {}, element("code", {}, entry.line), ` ${why}`));
}

async function words(device) {
  const path = `/api/home/devices/${encodeURIComponent(device.id)}/settings`;
  try {
    const told = await json(path);
    if (device.id === shown) byId("device-words").replaceChildren(form(told, path));
  } catch {
    // Where there is no settings file to write to, it is shown and not changed.
    byId("device-words").replaceChildren(element("p", { class: "muted" },
      `Also called: ${device.aliases?.join(", ") || "nothing else"}. ${device.guarded ? "It asks first." : ""} ${device.keep_on ? "“All off” leaves it on." : ""}`));
  }
}

function form(told, path) {
  const field = (label, name, value, hint, list = null) => element("label", {}, label,
    element("input", { name, type: "text", value, placeholder: hint, maxlength: 200, autocomplete: "off", list }));
  const tick = (name, checked, label, hint) => element("label", { class: "tick" },
    element("input", { name, type: "checkbox", checked }), element("span", {}, label, element("span", { class: "muted" }, hint)));
  const made = element("form", { class: "words-of", "aria-label": `What you say of ${told.name}` },
    field("Name", "name", told.name, told.found.name),
    field("Also called", "aliases", told.aliases.join(", "), "other names, with commas between them"),
    field("Room", "room", told.room, "none", "all-rooms"),
    element("datalist", { id: "all-rooms" }, ...told.rooms.map((name) => element("option", { value: name }))),
    tick("exposed", told.exposed, "The assistant knows it", "Without this nobody can speak of it, and plans leave it alone."),
    tick("guarded", told.guarded ?? told.watched, "Asks first", "Opening it or switching it on needs a yes."),
    tick("keep_on", told.keep_on, "Keep on", "“Everything off” leaves it on."),
    element("p", { class: "said-so", role: "status" }),
    element("div", { class: "ends" },
      element("button", { class: "primary", type: "submit" }, "Save"),
      element("span", { class: "muted" }, `Written to ${told.file}; your comments in it stay.`)));
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = made.querySelector(".said-so");
    said.classList.remove("problem");
    try {
      const now = await json(path, { body: changed(made, told) });
      if (byId("device").open) byId("device-words").replaceChildren(form(now, path));
      byId("device-title").textContent = now.name;
      announce("Saved.");
      notice(now.exposed ? `Saved: ${now.name}.` : `Saved: the assistant no longer knows ${now.name}.`);
    } catch (error) {
      said.textContent = error instanceof Problem ? error.message : "Something went wrong on this page.";
      said.classList.add("problem");
    }
  });
  return made;
}

/** What differs from how it was; a word that is the source's own again is taken back. */
function changed(made, told) {
  const given = new FormData(made);
  const aliases = given.get("aliases").split(",").map((one) => one.trim()).filter(Boolean);
  const now = {
    name: given.get("name").trim() || told.found.name, aliases, room: given.get("room").trim(),
    exposed: given.has("exposed"), guarded: given.has("guarded"), keep_on: given.has("keep_on"),
  };
  const before = { ...told, guarded: told.guarded ?? told.watched };
  const body = {};
  for (const [name, value] of Object.entries(now)) {
    if (JSON.stringify(value) === JSON.stringify(before[name])) continue;
    body[name] = JSON.stringify(value) === JSON.stringify(told.found[name]) || (name === "exposed" && value) ? null : value;
  }
  return body;
}
