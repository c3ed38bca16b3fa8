// What is planned, lists, and what happened.

import { Problem, json } from "./api.js";
import { confirmed } from "./confirm.js";
import { announce, byId, element, notice } from "./element.js";
import { icon } from "./icons.js";
import { line, wish } from "./lines.js";
import { showRoutines, startRoutines } from "./routines.js";
import { count, left } from "./words.js";

const KINDS = { wish: "understood", timer: "timer", reminder: "bell", alarm: "bell" };
let clocks = [];
let names = new Map();

/** Show everything that waits, all lists and all routines; keeps the focus where it was. */
export function showKept({ plans, lists, routines }) {
  const focused = document.activeElement?.dataset?.plan;
  const typing = document.activeElement?.dataset?.list;
  const typed = document.activeElement?.value;
  clocks = [];
  byId("plans-sum").textContent = plans.length ? `${count(plans.length, "plan")}, the next one first` : "";
  byId("plans-list").replaceChildren(
    group("Waiting", plans.map(row), "Nothing is planned. Say “set a timer for five minutes”, or “close the blinds at sunset”."),
    group("Lists", [...lists.map(list), newList()], "There are no lists yet. Say “put milk on the shopping list”."),
  );
  showRoutines(routines);
  if (focused) byId("plans-list").querySelector(`[data-plan="${focused}"]`)?.focus({ preventScroll: true });
  const field = typing !== undefined && [...byId("plans-list").querySelectorAll("[data-list]")].find((one) => one.dataset.list === typing);
  if (field) {
    field.value = typed;
    field.focus({ preventScroll: true });
  }
}

/** What is left of everything, from second to second. */
export function startPlans() {
  startRoutines();
  startAdding();
  setInterval(() => {
    if (!byId("plans").hidden) for (const show of clocks) show();
  }, 1000);
}

/** What was done in the home, the last one first, and on whose word. */
export async function showHappened() {
  try {
    const [{ entries }, home] = await Promise.all([json("/api/journal?limit=40"), json("/api/home")]);
    names = new Map(home.rooms.flatMap((room) => room.devices.map((one) => [one.id, one.name])));
    byId("happened").replaceChildren(entries.length
      ? element("ul", { class: "rows happened" }, ...entries.map(happened))
      : element("p", { class: "muted" }, "Nothing was done yet."));
  } catch (error) {
    notice(error.message);
  }
}

function happened(entry) {
  const when = new Date(entry.at * 1000).toLocaleString("en", { weekday: "short", hour: "numeric", minute: "2-digit" });
  const who = entry.changes.map((one) => names.get(one.device) ?? one.device).join(", ");
  const why = entry.sentence ? `because of “${entry.sentence}”` : "by hand, on the page";
  return element("li", {}, element("time", {}, when),
    element("span", {}, element("strong", {}, who || entry.line), ` ${why}${entry.plan === null ? "" : ", by a plan"}${entry.room ? `, in the ${entry.room.toLowerCase()}` : ""}`),
    element("code", {}, entry.line));
}

function startAdding() {
  const form = byId("plans-add");
  const kinds = element("fieldset", { class: "choice" }, element("legend", { class: "hidden" }, "What to add"),
    ...["Timer", "Reminder", "Plan"].map((kind, index) => element("label", {},
      element("input", { type: "radio", name: "kind", value: kind, checked: index === 0, onchange: () => show(kind) }), kind)));
  const fields = element("div", { class: "fields" });
  let written = null;
  const input = (label, properties) => element("label", {}, element("span", { class: "hidden" }, label), element("input", { autocomplete: "off", "aria-label": label, placeholder: label, ...properties }));
  const show = (kind) => {
    written = kind === "Plan" ? line("When, and what", "") : null;
    if (written) written.field.placeholder = "daily 07:00: open blinds";
    fields.replaceChildren(...(
      kind === "Timer" ? [input("Minutes", { name: "minutes", type: "number", min: 1, max: 1440, required: true, value: 10 }), input("For what", { name: "what", type: "text", maxlength: 60 })]
        : kind === "Reminder" ? [input("Time", { name: "time", type: "time", required: true }), input("Remind me of", { name: "what", type: "text", maxlength: 200, required: true })]
          : [written.box]));
  };
  show("Timer");
  form.append(kinds, fields, element("button", { class: "primary", type: "submit" }, "Add"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const what = (given.get("what") ?? "").trim();
    const text = { Timer: () => `timer ${given.get("minutes")}m ${what}`, Reminder: () => `remind ${given.get("time")} ${what}`, Plan: () => written.value() }[given.get("kind")]();
    if (text && await wish(text.trim())) show(given.get("kind"));
  });
}

function group(name, rows, nothing) {
  return element("section", { class: "group", "aria-label": name },
    element("h2", {}, name),
    rows.length ? element("div", { class: "rows" }, ...rows) : element("p", { class: "muted" }, nothing));
}

function row(plan) {
  const words = plan.what.replace(/^the /, "");
  const button = (label, onclick, part) => element("button", { class: "plain", type: "button", "data-plan": part ?? `${label}-${plan.id}`, "aria-label": `${label}: ${plan.words}`, onclick }, label);
  const timed = plan.seconds !== null;
  return element("div", { class: "plan", "data-id": plan.id },
    element("span", { class: "mark" }, icon(KINDS[plan.kind] ?? "understood")),
    element("div", { class: "about" },
      element("p", { class: "label" }, words[0].toUpperCase() + words.slice(1)),
      element("p", { class: "muted" }, [plan.time, plan.room && `from the ${plan.room.toLowerCase()}`].filter(Boolean).join(" · "))),
    clock(plan),
    element("div", { class: "acts" },
      plan.kind === "timer" && timed && button("+1 min", () => wish(`timer #${plan.id} +1m`)),
      (plan.paused ? button("Go on", () => pause(plan, false), `pause-${plan.id}`) : button("Pause", () => pause(plan, true), `pause-${plan.id}`)),
      plan.kind !== "timer" && plan.text && button("Change", () => change(plan)),
      button("Cancel", () => cancel(plan), plan.id)));
}

function clock(plan) {
  const shown = element("span", { class: plan.paused ? "left still" : "left" });
  // By this machine's own time: the gateway's clock may differ, and the span is what counts.
  const end = plan.seconds === null ? null : performance.now() + plan.seconds * 1000;
  const show = () => {
    const seconds = plan.paused || end === null ? plan.seconds : Math.max(0, (end - performance.now()) / 1000);
    shown.textContent = seconds === null ? "" : left(seconds);
  };
  show();
  if (end !== null && !plan.paused) clocks.push(show);
  return shown;
}

/** Another line in the place of a plan. Where it is refused, the plan waits as it did. */
function change(plan) {
  const form = byId("editor-form");
  byId("editor-title").textContent = "Change a plan";
  const written = line("When, and what", plan.text);
  const problem = element("p", { class: "problem", role: "alert" });
  form.replaceChildren(written.box, problem, element("div", { class: "ends" }, element("button", { class: "primary", type: "submit" }, "Save")));
  form.onsubmit = async (event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      if (await rewritten(plan, written.value())) byId("editor").close();
    } catch (error) {
      problem.textContent = error instanceof Problem ? error.message : "Something went wrong on this page.";
    }
  };
  byId("editor").showModal();
  written.field.focus();
}

async function rewritten(plan, line, agreed = false) {
  try {
    return await json(`/api/plans/${plan.id}`, { body: { line, confirmed: agreed } });
  } catch (error) {
    if (error.status !== 428 || agreed) throw error;
    return await confirmed(error.question, error.yes) && rewritten(plan, line, true);
  }
}

function list({ name, items }) {
  const add = element("input", { type: "text", maxlength: 200, placeholder: "Add something", "aria-label": `Add to ${name}`, autocomplete: "off", "data-list": name });
  return element("details", { class: "row", open: true },
    element("summary", {},
      element("span", { class: "label" }, name[0].toUpperCase() + name.slice(1)),
      element("span", { class: "push" }, count(items.length, "thing"))),
    element("ul", { class: "items" }, ...items.map((item) => element("li", {}, element("span", {}, item),
      element("button", { class: "quiet small", type: "button", "aria-label": `Take ${item} off ${name}`, title: "Take it off", onclick: () => onList(name, { remove: [item] }) }, icon("answered"))))),
    element("form", { class: "wanted", onsubmit: (event) => {
      event.preventDefault();
      const things = add.value.split(",").map((one) => one.trim()).filter(Boolean);
      add.value = "";
      if (things.length) onList(name, { add: things });
    } }, add, element("button", { class: "plain", type: "submit" }, "Add"),
    element("button", { class: "link", type: "button", "aria-label": `Delete the list ${name}`, onclick: () => attempt(`/api/lists/${encodeURIComponent(name)}`, { method: "DELETE" }) }, "Delete the list")));
}

function newList() {
  const name = element("input", { type: "text", maxlength: 60, placeholder: "A new list", "aria-label": "The name of a new list", autocomplete: "off", "data-list": "" });
  return element("form", { class: "wanted new", onsubmit: (event) => {
    event.preventDefault();
    const called = name.value.trim();
    name.value = "";
    if (called) onList(called, {});
  } }, name, element("button", { class: "plain", type: "submit" }, "Make it"));
}

function onList(name, body) {
  return attempt(`/api/lists/${encodeURIComponent(name)}`, { body });
}

function pause(plan, paused) {
  return attempt(`/api/plans/${plan.id}`, { body: { paused } });
}

async function cancel(plan) {
  const gone = await attempt(`/api/plans/${plan.id}`, { method: "DELETE" });
  if (gone) announce(`Cancelled: ${gone.words}.`);
}

async function attempt(path, options) {
  try {
    return await json(path, options);
  } catch (error) {
    notice(error instanceof Problem ? error.message : "Something went wrong on this page.");
    return null;
  }
}
