// The same page on a phone: its link as a code to be photographed.

import { json } from "./api.js";
import { element } from "./element.js";

/** A box that shows the code when it is opened. */
export function phone() {
  const inside = element("div", { class: "phone" });
  const box = element("details", { class: "group rare", ontoggle: () => box.open && show(inside) },
    element("summary", {}, element("h2", {}, "On your phone"), element("span", { class: "muted" }, "The link and a code to photograph")), inside);
  return box;
}

async function show(inside) {
  try {
    const { url, reachable, note } = await json("/api/link");
    inside.replaceChildren(
      reachable && element("img", { src: "/api/link/code.svg", alt: `A code with the link ${url.replace(/token=.*/, "token=…")}`, width: 200, height: 200 }),
      element("div", {}, reachable && element("p", {}, element("a", { href: url }, url.replace(/token=.*/, "token=…"))), element("p", { class: "muted" }, note)));
  } catch (error) {
    inside.replaceChildren(element("p", { class: "problem" }, error.message));
  }
}
