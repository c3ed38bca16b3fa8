// What is planned, and lists.

import { Problem, json } from "./api.js";
import { announce, byId, element, notice } from "./element.js";
import { icon } from "./icons.js";
import { count, left } from "./words.js";

const KINDS = { wish: "understood", timer: "timer", reminder: "bell", alarm: "bell" };
let clocks = [];

/** Show everything that waits, and all lists; keeps the focus where it was. */
export function showKept({ plans, lists }) {
  const focused = document.activeElement?.dataset?.plan;
  clocks = [];
  byId("plans-sum").textContent = plans.length ? `${count(plans.length, "plan")}, the next one first` : "";
  byId("plans-list").replaceChildren(
    group("Waiting", plans.map(row), "Nothing is planned. Say “set a timer for five minutes”, or “close the blinds at sunset”."),
    group("Lists", lists.map(list), "There are no lists yet. Say “put milk on the shopping list”."),
  );
  if (focused) byId("plans-list").querySelector(`[data-plan="${focused}"]`)?.focus({ preventScroll: true });
}

/** What is left of everything, from second to second. */
export function startPlans() {
  setInterval(() => {
    if (!byId("plans").hidden) for (const show of clocks) show();
  }, 1000);
}

function group(name, rows, nothing) {
  return element("section", { class: "group", "aria-label": name },
    element("h2", {}, name),
    rows.length ? element("div", { class: "rows" }, ...rows) : element("p", { class: "muted" }, nothing));
}

function row(plan) {
  const words = plan.what.replace(/^the /, "");
  return element("div", { class: "plan", "data-id": plan.id },
    element("span", { class: "mark" }, icon(KINDS[plan.kind] ?? "understood")),
    element("div", { class: "about" },
      element("p", { class: "label" }, words[0].toUpperCase() + words.slice(1)),
      element("p", { class: "muted" }, [plan.time, plan.room && `from the ${plan.room.toLowerCase()}`].filter(Boolean).join(" · "))),
    clock(plan),
    element("button", {
      class: "plain", type: "button", "data-plan": plan.id, "aria-label": `Cancel: ${plan.words}`, onclick: () => cancel(plan),
    }, "Cancel"));
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

function list({ name, items }) {
  return element("details", { class: "row", open: items.length > 0 },
    element("summary", {},
      element("span", { class: "label" }, name[0].toUpperCase() + name.slice(1)),
      element("span", { class: "push" }, count(items.length, "thing"))),
    element("ul", { class: "items" }, ...items.map((item) => element("li", {}, item))));
}

async function cancel(plan) {
  try {
    const gone = await json(`/api/plans/${plan.id}`, { method: "DELETE" });
    announce(`Cancelled: ${gone.words}.`);
  } catch (error) {
    notice(error instanceof Problem ? error.message : "Something went wrong on this page.");
  }
}
