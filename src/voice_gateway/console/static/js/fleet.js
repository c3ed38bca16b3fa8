// Gateways that are joined with this one: which homes they serve, who owns each, and who is behind.

import { json } from "./api.js";
import { element } from "./element.js";
import { count, left } from "./words.js";

const MOST = 50;

/** A part of the settings; it fills itself. */
export function fleet() {
  const box = element("div", {}, element("p", { class: "muted" }, "Looking …"));
  look(box);
  return element("section", { class: "group", "aria-label": "Fleet" }, element("h2", {}, "Fleet"), box);
}

async function look(box) {
  try {
    const { home, homes } = await json("/api/fleet");
    const ours = (one) => (one.name === home ? 0 : 1);
    const shown = homes.sort((one, other) => ours(one) - ours(other)).slice(0, MOST);
    const rest = homes.length - shown.length;
    box.replaceChildren(
      element("div", { class: "rows" }, ...shown.map((one) => row(one, one.name === home))),
      element("p", { class: "muted" }, rest > 0 ? `And ${count(rest, "more home")}: voice-gateway fleet status shows all.` : count(homes.length, "home")));
  } catch (error) {
    box.replaceChildren(element("p", { class: "problem" }, error.message));
  }
}

function row(home, ours) {
  const server = home.leader && `kept first at ${home.leader}, ${home.lag ? `behind by ${count(home.lag, "message")}` : "all in step"}`;
  return element("details", { class: "row", open: ours },
    element("summary", {},
      element("span", { class: "label" }, home.name),
      ours && element("span", { class: "pill" }, "this home"),
      element("span", { class: `pill ${home.owner ? "good" : "warn"}` }, home.owner ? `owned by ${home.owner}` : "owned by nobody"),
      element("span", { class: "push" }, count(home.gateways.length, "gateway"))),
    element("div", { class: "inside" },
      element("dl", {}, ...home.gateways.flatMap((one) => [element("dt", {}, one.name), element("dd", {}, gateway(one))])),
      server && element("p", {}, server)));
}

function gateway(one) {
  const behind = one.behind ? `behind by ${count(one.behind, "write")}` : "has seen everything";
  return `${one.version}, up ${left(one.up)}, ${count(one.turns, "turn")}, ${behind}`;
}
