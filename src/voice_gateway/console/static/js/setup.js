// The first minutes: a model, the home, a microphone and a speaker.

import { events, json } from "./api.js";
import { announce, byId, element } from "./element.js";

const SUGGESTED = "qwen3:0.6b";
let shown = false;

/** Offer it, where it is possible; open, where nobody has set anything yet. */
export function startSetup(about) {
  const box = byId("setup");
  box.hidden = !about.setup;
  if (!about.setup || shown) return;
  shown = true;
  box.addEventListener("toggle", () => box.open && look());
  if (about.setup === "wanted") box.open = true;
}

async function look() {
  const form = byId("setup-form");
  form.replaceChildren(element("p", { class: "muted" }, "Looking around: Ollama, your network, the sound server …"));
  try {
    const around = await json("/api/setup");
    form.replaceChildren(model(around), home(around), ...sounds(around),
      element("p", { class: "muted" }, `Written to ${around.file}; your comments in it stay.`),
      element("p", { id: "setup-said", role: "status" }),
      element("button", { class: "primary", type: "submit" }, "Save and begin"));
    form.onsubmit = (event) => {
      event.preventDefault();
      save(form);
    };
  } catch (error) {
    form.replaceChildren(element("p", { class: "problem" }, error.message));
  }
}

function part(title, ...children) {
  return element("fieldset", {}, element("legend", {}, title), ...children);
}

function model({ models, model: now, ollama_url: where, builtin }) {
  if (!models) {
    return part("Who answers", element("p", {}, `Ollama does not answer at ${where}. `,
      builtin ? "The built-in model does: good for commands, not for talk." : "Nobody else can."),
    element("p", { class: "muted" }, "For talk, install it from ollama.com, then open this again."));
  }
  const names = [...new Set([...models, SUGGESTED])];
  const chosen = models.includes(now) ? now : models[0] ?? SUGGESTED;
  return part("Who answers", element("label", {}, "Model of Ollama",
    element("select", { name: "model" }, names.map((name) =>
      element("option", { value: name, selected: name === chosen, "data-fetch": !models.includes(name) },
        models.includes(name) ? name : `${name} (is fetched)`)))),
  element("progress", { id: "setup-progress", max: 1, value: 0, hidden: true, "aria-label": "Fetching the model" }));
}

function home({ homes, deaf, connected }) {
  const keep = connected ? "Keep what is connected" : "A simulated home, to try it";
  const found = homes.map((one) => ({ url: one.url, words: `${one.what} “${one.name}” at ${one.url}` }));
  const choices = [{ url: "", words: keep }, ...found].map(({ url, words }, index) =>
    element("label", { class: "pick" }, element("input", { type: "radio", name: "found", value: url, checked: index === 0 }), words));
  return part("Your home", deaf && element("p", { class: "muted" }, deaf), ...choices,
    element("label", {}, "Or another address", element("input", {
      name: "address", type: "text", inputmode: "url", placeholder: "http://homeassistant.local:8123, mqtt://…, ws://…", autocomplete: "off" })),
    element("label", {}, "Token of Home Assistant", element("input", { name: "token", type: "password", autocomplete: "off" })),
    element("p", { class: "muted" }, "Make one there: your profile, Security, Long-lived access tokens."));
}

function sounds({ sounds: there, mute }) {
  if (mute) return [part("Microphone and speaker", element("p", { class: "muted" }, mute))];
  return ["microphone", "speaker"].map((kind) => {
    const some = there.filter((one) => one.kind === kind);
    if (!some.length) return part(kind[0].toUpperCase() + kind.slice(1), element("p", { class: "muted" }, "There is none."));
    return part(kind[0].toUpperCase() + kind.slice(1), element("label", {}, `Which ${kind}`,
      element("select", { name: kind }, some.map((one) =>
        element("option", { value: one.name, selected: one.in_use, "data-same": one.in_use }, one.description)))));
  });
}

async function save(form) {
  const said = byId("setup-said");
  const told = (text, bad = false) => {
    said.textContent = text;
    said.classList.toggle("problem", bad);
    announce(text);
  };
  const given = new FormData(form);
  const picked = form.querySelector("[name=model]")?.selectedOptions[0];
  form.querySelector("[type=submit]").disabled = true;
  try {
    if (picked?.hasAttribute("data-fetch")) await fetchModel(picked.value, told);
    told("Trying it …");
    const choice = { model: given.get("model"), home_url: given.get("address") || given.get("found"), token: given.get("token") };
    for (const kind of ["microphone", "speaker"]) {
      const one = form.querySelector(`[name=${kind}]`)?.selectedOptions[0];
      if (one && !one.hasAttribute("data-same")) choice[kind] = one.value;
    }
    const body = Object.fromEntries(Object.entries(choice).filter(([, value]) => value));
    const done = await json("/api/setup", { body });
    told(done.devices === null ? "Saved. It begins anew …" : `Saved: ${done.devices} devices. It begins anew …`);
    byId("setup").open = false;
  } catch (error) {
    told(error.message, true);
  } finally {
    form.querySelector("[type=submit]").disabled = false;
  }
}

async function fetchModel(name, told) {
  const bar = byId("setup-progress");
  bar.hidden = false;
  let problem = null;
  await events("/api/setup/model", { model: name }, (kind, data) => {
    if (kind === "progress") {
      bar.value = data.total ? data.completed / data.total : 0;
      told(`Fetching ${name}: ${data.status}`);
    } else if (kind === "problem") problem = data;
  });
  bar.hidden = true;
  if (problem) throw new Error(problem.fix ? `${problem.error} ${problem.fix}` : problem.error);
}
