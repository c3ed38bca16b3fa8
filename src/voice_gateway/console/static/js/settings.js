// Every setting: what it does, what it is, and where that came from. Tried before it is written.

import { Problem, json } from "./api.js";
import { announce, byId, element, notice } from "./element.js";
import { fleet } from "./fleet.js";
import { phone } from "./phone.js";

/** Show all of them. */
export async function showSettings() {
  const box = byId("settings-list");
  if (box.querySelector("form.dirty")) return;
  try {
    const { file, groups, joined } = await json("/api/settings");
    byId("settings-file").textContent = file;
    box.replaceChildren(phone(), ...(joined ? [fleet()] : []), ...groups.map(group));
  } catch (error) {
    box.replaceChildren(phone(), element("p", { class: "muted" }, error.status === 404 ? "Settings are changed where voice-gateway run was started." : error.message));
  }
}

function group({ title, meaning, settings }) {
  const rare = title === "Everything else";
  const said = element("p", { class: "said-so", role: "status" });
  const fields = settings.map(field);
  const save = element("button", { class: "primary", type: "submit", disabled: true }, "Save and begin anew");
  const form = element("form", { class: "setting-group", "aria-label": title }, ...fields.map((one) => one.box), said, element("div", { class: "ends" }, save));
  form.addEventListener("input", () => {
    save.disabled = !fields.some((one) => one.changed());
    form.classList.toggle("dirty", !save.disabled);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    write(form, fields.filter((one) => one.changed()), said, save);
  });
  const head = [element("h2", {}, title), element("p", { class: "muted" }, meaning)];
  return rare
    ? element("details", { class: "group rare" }, element("summary", {}, element("h2", {}, title), element("span", { class: "muted" }, meaning)), form)
    : element("section", { class: "group", "aria-label": title }, ...head, form);
}

const SECTIONS = { ollama: " of Ollama", anthropic: " of Claude", engine: " of the built-in model", search: " of the search", turn: " of a turn" };
const SPELT = { "api key": "API key", "home assistant": "Home Assistant", mqtt: "MQTT", zwave: "Z-Wave", searxng: "SearXNG", duckduckgo: "DuckDuckGo", brave: "Brave", tavily: "Tavily", " url": " address", "base address": "address", otlp: "OpenTelemetry", https: "HTTPS" };

/** What a setting is called on the page. */
function called(key) {
  const [section, leaf] = key.includes(".") ? key.split(".") : ["", key];
  let words = leaf.replaceAll("_", " ");
  for (const [word, spelt] of Object.entries(SPELT)) words = words.replace(word, spelt);
  return words[0].toUpperCase() + words.slice(1) + (SECTIONS[section] ?? "");
}

function field(one) {
  const name = called(one.key);
  const id = `set-${one.key.replace(".", "-")}`;
  const common = { id, name: one.key, disabled: one.fixed, "aria-describedby": `${id}-does` };
  let input;
  if (one.choices.length) input = element("select", common, ...one.choices.map((word) => element("option", { value: word, selected: word === one.value }, word)));
  else if (one.kind === "truth") input = element("input", { ...common, type: "checkbox", checked: one.value === "true" });
  else {
    input = element("input", {
      ...common, value: one.value, autocomplete: one.kind === "secret" ? "new-password" : "off", spellcheck: "false",
      type: one.kind === "secret" ? "password" : one.kind === "number" ? "number" : "text", step: one.kind === "number" ? "any" : null,
      list: one.offers.length ? `${id}-offers` : null,
      placeholder: one.kind === "secret" ? (one.given ? "hidden; type to change it" : "not set") : one.kind === "list" ? "with commas between" : "not set",
    });
  }
  const now = () => (one.kind === "truth" ? String(input.checked) : input.value.trim());
  const first = now();
  const does = one.meaning ? `${one.meaning[0].toUpperCase()}${one.meaning.slice(1)}.` : "";
  const strong = /^(environment|command)/.test(one.origin);
  const from = !one.fixed ? "" : strong ? ` Set by: ${one.origin}, which is stronger than the file.` : " Only changed in the settings file itself.";
  const box = element("div", { class: one.kind === "truth" ? "setting truth" : "setting" },
    element("label", { for: id }, name), input,
    one.offers.length > 0 && element("datalist", { id: `${id}-offers` }, ...one.offers.map((word) => element("option", { value: word }))),
    element("p", { class: "muted", id: `${id}-does` }, does + from));
  return { box, key: one.key, changed: () => !one.fixed && now() !== first, value: () => now() || null };
}

async function write(form, changed, said, save) {
  const told = (text, bad = false) => {
    said.textContent = text;
    said.classList.toggle("problem", bad);
    announce(text);
  };
  save.disabled = true;
  told("Trying it …");
  try {
    await json("/api/settings", { body: { values: Object.fromEntries(changed.map((one) => [one.key, one.value()])) } });
    form.classList.remove("dirty");
    told("Saved. It begins anew …");
    notice("Saved. It begins anew …");
  } catch (error) {
    told(error instanceof Problem ? error.message : "Something went wrong on this page.", true);
    save.disabled = false;
  }
}
