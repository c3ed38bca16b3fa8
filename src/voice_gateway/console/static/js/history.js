// All conversations that are kept: found, opened, named, exported and deleted.

import { json } from "./api.js";
import { announce, byId, element, notice } from "./element.js";
import { begin, current, open } from "./talk.js";

let asked = 0;

/** Make the list work. */
export function startHistory() {
  const dialog = byId("history");
  byId("history-open").addEventListener("click", () => {
    byId("history-search").value = "";
    dialog.showModal();
    find("");
  });
  byId("history-close").addEventListener("click", () => dialog.close());
  byId("history-search").addEventListener("input", (event) => find(event.target.value));
}

async function find(words) {
  const number = ++asked;
  try {
    const { conversations } = await json(`/api/conversations?search=${encodeURIComponent(words.trim())}`);
    // Somebody who types on is not shown what was asked before.
    if (number === asked) show(conversations, words);
  } catch (error) {
    notice(error.message);
  }
}

function show(conversations, words) {
  const list = byId("history-list");
  const none = words ? "Nothing was said like that." : "Nothing was said yet.";
  list.replaceChildren(...(conversations.length ? conversations.map(row) : [element("li", { class: "muted" }, none)]));
  byId("history-sum").textContent = conversations.length ? `${conversations.length} found` : none;
}

function row(one) {
  const when = new Date(one.last * 1000).toLocaleString("en", { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
  const item = element("li", { class: "row", "aria-current": one.id === current() ? "true" : null },
    element("button", { class: "name", type: "button", onclick: () => choose(one) },
      element("span", {}, one.name), element("span", { class: "muted" }, `${when} · ${one.turns}`)),
    action("Rename", one, () => rename(item, one)),
    action("Export", one, () => save(one)),
    action("Delete", one, () => remove(item, one)));
  return item;
}

function action(label, one, onclick) {
  return element("button", { class: "link", type: "button", "aria-label": `${label} “${one.name}”`, onclick }, label);
}

async function choose(one) {
  byId("history").close();
  await open(one.id).catch((error) => notice(error.message));
}

function rename(item, one) {
  const field = element("input", { type: "text", maxlength: 80, value: one.name, "aria-label": "Its name" });
  const form = element("form", { class: "wanted", onsubmit: async (event) => {
    event.preventDefault();
    try {
      item.replaceWith(row(await json(`/api/conversations/${one.id}`, { body: { name: field.value.trim() } })));
    } catch (error) {
      notice(error.message);
    }
  } }, field, element("button", { class: "plain", type: "submit" }, "Save"));
  item.replaceChildren(form);
  field.select();
}

async function save(one) {
  const whole = await json(`/api/conversations/${one.id}?limit=20000`);
  const link = element("a", {
    href: URL.createObjectURL(new Blob([JSON.stringify(whole, null, 2)], { type: "application/json" })),
    download: `conversation-${one.id}.json`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function remove(item, one) {
  await json(`/api/chat/${one.id}`, { method: "DELETE" });
  item.remove();
  announce(`“${one.name}” is deleted.`);
  if (one.id === current()) begin();
}
