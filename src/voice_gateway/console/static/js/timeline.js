// The trace of a turn as a timeline.

import { element } from "./element.js";
import { icon } from "./icons.js";
import { WENT_WRONG, count, milliseconds, outcome, percent, plain } from "./words.js";

/** One line that sums up a turn: kind, certainty, time, and what was out of the ordinary. */
export function summary(trace) {
  const { events } = trace;
  const of = (name) => events.filter((event) => event.event === name);
  const last = events.at(-1);
  const asked = of("asked").length;
  return [
    element("span", {}, asked ? count(asked, "question to the model", "questions to the model") : "No model needed"),
    last && element("span", {}, `${(Math.max(last.at, 0.05)).toFixed(1)} s`),
    of("recovered").some((event) => event.success) && element("span", { class: "pill warn" }, "recovered"),
    of("corrected").length > 0 && element("span", { class: "pill warn" }, "false claim stopped"),
  ].filter(Boolean);
}

/** All steps in order, each with its place in time. */
export function timeline(events) {
  const list = element("ol", { class: "timeline", "aria-label": "How this answer came about" });
  const whole = Math.max(...events.map((event) => event.at), 0.001);
  list.append(...events.map((event) => step(event, whole)));
  return list;
}

/** One step. Bars show when it ran; the same is said in words. */
export function step(event, whole) {
  const told = TELL[event.event]?.(event) ?? { title: plain(event.event) };
  const seconds = event.seconds ?? 0;
  const began = Math.max(0, event.at - seconds);
  const bar = element("span", { class: "bar-of-time" });
  bar.style.setProperty("--from", Math.min(0.99, began / whole));
  bar.style.setProperty("--share", Math.min(1 - began / whole, seconds / whole));
  const kind = `step ${event.event}${told.failed ? " failed" : ""}`;
  return element("li", { class: kind },
    icon(event.event),
    element("strong", {}, told.title),
    element("span", { class: "track", "aria-hidden": "true" }, bar),
    element("time", {}, seconds ? milliseconds(seconds) : `at ${milliseconds(event.at)}`),
    ...(told.details ?? []).filter(Boolean).map((detail) => element("span", { class: "detail" }, detail)),
  );
}

/** What was sent and what came back, word for word. */
function exactly({ prompt, reply }) {
  return element("details", { class: "exactly" }, element("summary", {}, "The exact prompt and reply"),
    ...prompt.map(([role, text]) => element("div", {}, element("strong", {}, role), element("pre", { tabindex: 0 }, text))),
    element("div", {}, element("strong", {}, "reply"), element("pre", { tabindex: 0 }, reply || "(nothing)")));
}

const TELL = {
  classified: (event) => ({
    title: `Taken as ${event.intent}`,
    details: [`${percent(event.confidence)} sure${event.close.length ? `, close to ${event.close.join(", ")}` : ""}`],
  }),
  understood: (event) => ({
    title: event.by === "rules" ? "Could mean one thing only" : `Understood by the ${event.by}`,
    details: [element("code", {}, event.wish), event.confidence < 1 && `${percent(event.confidence)} sure`],
  }),
  bound: (event) => ({
    title: event.tools.length ? `Offered ${count(event.tools.length, "tool")}` : "Offered no tools",
    details: [event.tools.length && `${event.tools.join(", ")} (about ${event.tokens} tokens)`],
  }),
  asked: (event) => ({
    title: `Asked the model: ${plain(event.purpose)}`,
    failed: Boolean(event.problem),
    details: [
      event.prompt_tokens !== null && `${event.prompt_tokens} tokens in, ${event.reply_tokens ?? 0} out`,
      event.problem && `Its reply could not be used: ${plain(event.problem)}`,
      event.prompt?.length && exactly(event),
    ],
  }),
  called: (event) => ({
    title: `${event.tool}${event.outcome === "ok" ? "" : ` (${event.outcome})`}`,
    failed: ["error", "timeout", "unknown"].includes(event.outcome),
    details: [
      element("code", {}, Object.entries(event.arguments).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(", ")),
      element("span", { class: "result" }, event.result),
    ],
  }),
  recovered: (event) => ({
    title: event.success ? `Recovered: ${plain(event.cause)}` : `Not recovered: ${plain(event.cause)}`,
    failed: !event.success,
    details: [`Cured by: ${plain(event.cure)}${event.attempt > 1 ? `, attempt ${event.attempt}` : ""}`],
  }),
  notice: (event) => ({ title: event.text }),
  corrected: (event) => ({
    title: "A false claim was not said",
    details: [`The model said: “${event.claim}”`],
  }),
  answered: (event) => ({
    title: outcome(event.outcome),
    failed: WENT_WRONG.includes(event.outcome),
    details: [event.text],
  }),
};
