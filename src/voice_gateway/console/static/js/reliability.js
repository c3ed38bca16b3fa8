// How reliable the assistant was.

import { json } from "./api.js";
import { chart, line, lying, stacked, table } from "./charts.js";
import { byId, element, notice } from "./element.js";
import { summary, timeline } from "./timeline.js";
import { WENT_WRONG, count, day, milliseconds, outcome, percent, plain } from "./words.js";

const PERIODS = [[1, "Today"], [7, "7 days"], [30, "30 days"]];
let days = 7;
let waiting = null;

/** Show the figures as they are now. */
export async function showReliability() {
  choosePeriod();
  try {
    const [stats, latest] = await Promise.all([json(`/api/stats?days=${days}`), json("/api/traces?limit=12")]);
    byId("figures").replaceChildren(
      cards(stats.whole),
      element("div", { class: "charts" }, ...charts(stats), models(stats), turns(latest.traces)),
    );
  } catch (error) {
    notice(error.message);
  }
}

/** Somewhere a turn ended: show the new figures, but not more often than once a second. */
export function turnEnded() {
  if (byId("reliability").hidden || waiting) return;
  waiting = setTimeout(() => {
    waiting = null;
    if (!byId("figures").querySelector("details[open]")) showReliability();
  }, 1000);
}

function choosePeriod() {
  const box = byId("period");
  if (box.querySelector("input")) return;
  box.append(...PERIODS.map(([length, words]) => element("label", {},
    element("input", {
      type: "radio", name: "period", value: length, checked: length === days,
      onchange: () => {
        days = length;
        showReliability();
      },
    }), words)));
}

function cards(whole) {
  const card = (name, figure, unit, note) => element("div", { class: "card", "data-figure": name },
    element("dt", {}, name),
    element("dd", {},
      element("p", { class: "figure" }, figure, unit && element("small", {}, unit)),
      element("p", { class: "note" }, note)));
  const share = (value) => (value === null ? ["–", ""] : [String(Math.round(value * 1000) / 10), "%"]);
  const time = (seconds) => (seconds === undefined ? ["–", ""] : milliseconds(seconds).split(" "));
  const stopped = whole.outcomes["cut off"];
  return element("dl", { class: "cards" },
    card("First query answered", ...share(whole.first_query_rate), `of ${count(whole.first_queries, "conversation")}`),
    card("Done or answered", ...share(whole.success_rate), `${whole.answered} of ${count(whole.turns - stopped, "turn")}${stopped ? `, ${stopped} stopped by you` : ""}`),
    card("Recovered", String(whole.recovered), "", whole.retries ? `${percent(whole.retry_rate)} of ${count(whole.retries, "retry", "retries")} helped` : "no retry was needed"),
    card("False claims stopped", String(whole.corrected), "", whole.corrected ? "the truth was said instead" : "none was made"),
    card("Half of answers within", ...time(whole.seconds.p50), whole.seconds.p95 === undefined ? "" : `95 % within ${milliseconds(whole.seconds.p95)}`));
}

function charts(stats) {
  const held = (one) => one.outcomes["asked back"] + one.outcomes.declined;
  const wrong = (one) => WENT_WRONG.reduce((sum, name) => sum + one.outcomes[name], 0);
  const perDay = stats.per_day.map((one) => [day(one.day), one.answered - one.recovered, one.recovered, held(one), wrong(one)]);
  const outcomes = Object.entries(stats.whole.outcomes).filter(([, number]) => number).map(([name, number]) => [outcome(name), number]);
  const rates = stats.per_day.map((one) => [day(one.day), one.first_query_rate]);
  const causes = Object.entries(stats.whole.causes).map(([cause, number]) => [plain(cause), number]);
  const names = { p50: "half", p90: "90 %", p95: "95 %", p99: "99 %" };
  const times = Object.entries(stats.whole.seconds).map(([name, seconds]) => [names[name], seconds]);
  const kinds = ["once", "recovered", "held", "failed"];
  const heads = ["At once", "Recovered", "Asked first or left alone", "Went wrong"];
  const legend = kinds.map((kind, index) => [kind, heads[index].toLowerCase()]);
  const told = (label, parts) => `${label}: ${parts.map((part, index) => `${part} ${heads[index].toLowerCase()}`).join(", ")}`;
  return [
    withTable(chart("Turns per day", perDay, stacked(perDay, kinds, told), legend),
      "Turns per day", ["Day", ...heads], perDay),
    withTable(chart("What came of it", outcomes, lying(outcomes, (label, number) => `${label} ${number}`)),
      "What came of it", ["Outcome", "Turns"], outcomes),
    withTable(chart("First query answered, per day", rates, line(rates, (label, share) => `${label}: ${percent(share)}`)),
      "First query answered, per day", ["Day", "Share"], rates.map(([label, share]) => [label, percent(share)])),
    withTable(chart("Why replies could not be used", causes, lying(causes, (label, number) => `${label} ${number}`, "recovered")),
      "Why replies could not be used", ["Cause", "Times"], causes),
    withTable(chart("Time to answer", times, lying(times, (label, seconds) => `${label} ${milliseconds(seconds)}`)),
      "Time to answer", ["Share of turns", "Within"], times.map(([label, seconds]) => [label, milliseconds(seconds)])),
  ];
}

function withTable(panel, ...figures) {
  panel.append(table(...figures));
  return panel;
}

function models(stats) {
  const rows = Object.entries(stats.per_model).map(([name, one]) => element("tr", {},
    element("th", { scope: "row" }, name),
    ...[one.turns, percent(one.first_query_rate), percent(one.success_rate), one.recovered, one.corrected,
      one.seconds.p50 === undefined ? "–" : milliseconds(one.seconds.p50),
      one.seconds.p95 === undefined ? "–" : milliseconds(one.seconds.p95)].map((cell) => element("td", {}, String(cell)))));
  const head = ["Model", "Turns", "First query", "Done or answered", "Recovered", "False claims stopped", "Half within", "95 % within"];
  return element("section", { class: "panel full", "aria-label": "By model" },
    element("h2", {}, "By model"),
    rows.length
      ? element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "By model, table" }, element("table", { class: "grid-table" },
        element("thead", {}, element("tr", {}, ...head.map((cell) => element("th", { scope: "col" }, cell)))),
        element("tbody", {}, ...rows)))
      : element("p", { class: "nothing" }, "Nothing yet."));
}

function turns(latest) {
  const rows = latest.map((turn) => {
    const details = element("details", {}, element("summary", {},
      element("span", { class: "asked" }, turn.text),
      element("span", { class: "meta" },
        turn.recovered && element("span", { class: "pill warn" }, "recovered"),
        turn.corrected && element("span", { class: "pill warn" }, "false claim stopped"),
        !turn.success && element("span", { class: WENT_WRONG.includes(turn.outcome) ? "pill bad" : "pill" }, outcome(turn.outcome).toLowerCase()),
        element("span", {}, milliseconds(turn.seconds))),
      element("span", { class: "got" }, turn.answer)));
    details.addEventListener("toggle", () => details.open && details.childElementCount === 1 && open(details, turn.id));
    return element("li", {}, details);
  });
  return element("section", { class: "panel full", "aria-label": "Latest turns" },
    element("h2", {}, "Latest turns"),
    rows.length ? element("ul", { class: "latest" }, ...rows) : element("p", { class: "nothing" }, "Nothing was said since the gateway was started."));
}

async function open(details, id) {
  try {
    const trace = await json(`/api/traces/${id}`);
    details.append(element("p", { class: "muted" }, ...summary(trace).flatMap((part, index) => (index ? [" · ", part] : [part]))), timeline(trace.events));
  } catch (error) {
    notice(error.message);
  }
}
