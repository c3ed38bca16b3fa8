// One device in detail: what it is called, what is special about it, and what changed it in the last day.

import { json } from "./api.js";
import { byId, element } from "./element.js";

const DAY = 86_400;

/** Show it above the page. */
export async function showDetail(device) {
  const dialog = byId("device");
  byId("device-title").textContent = device.name;
  const facts = [
    ["It is", device.status === "dead" ? "not answering" : device.condition],
    ["Room", [device.room, device.floor].filter(Boolean).join(", ") || "none"],
    ["Also called", device.aliases.join(", ") || "nothing else"],
    ["Kind", device.kind.replaceAll("_", " ")],
    device.battery !== null && ["Battery", `${device.battery} %`],
    ["Guarded", device.guarded ? "yes: it asks before it opens, heats or is loud" : "no"],
    ["Kept on", device.keep_on ? "yes: “all off” leaves it on" : "no"],
  ].filter(Boolean);
  byId("device-facts").replaceChildren(...facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
  const list = byId("device-journal");
  list.replaceChildren(element("li", { class: "muted" }, "Looking it up …"));
  if (!dialog.open) dialog.showModal();
  try {
    const { entries } = await json(`/api/home/devices/${encodeURIComponent(device.id)}/journal`);
    const today = entries.filter((entry) => entry.at > Date.now() / 1000 - DAY);
    list.replaceChildren(...(today.length ? today.map(row) : [element("li", { class: "muted" }, "Nothing changed it in the last day, as far as I know.")]));
  } catch (error) {
    list.replaceChildren(element("li", { class: "problem" }, error.message));
  }
}

function row(entry) {
  const when = new Date(entry.at * 1000).toLocaleTimeString("en", { hour: "numeric", minute: "2-digit" });
  const plan = entry.plan === null ? "" : ", by a plan";
  const why = entry.sentence ? `because of “${entry.sentence}”${plan}` : plan ? "by a plan" : "by hand, on this page";
  return element("li", {}, element("time", {}, when), element("span", {}, element("code", {}, entry.line), ` ${why}`));
}

/** Make it close. */
export function startDetail() {
  byId("device-close").addEventListener("click", () => byId("device").close());
}
