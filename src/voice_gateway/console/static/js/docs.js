// Describes the interfaces, from the OpenAPI document.

import { json } from "./api.js";
import { byId, element } from "./element.js";

const here = location.origin;
const EXAMPLES = [
  ["From a terminal", `curl ${here}/api/ask -H 'Content-Type: application/json' -d '{"text": "turn on the kitchen light"}'`],
  ["With OpenAI's client", `OpenAI(base_url="${here}/v1", api_key="…").chat.completions.create(model="voice-gateway", messages=[…])`],
  ["With Ollama's client", `ollama.Client("${here}/ollama").chat("voice-gateway", messages=[…])`],
  ["From an MCP client", `{"mcpServers": {"home": {"url": "${here}/mcp"}}}`],
];

function name(schema) {
  return schema?.$ref?.split("/").at(-1);
}

/** The keys of a schema as a list of terms. */
function keys(schema, all) {
  const resolved = schema.$ref ? all[name(schema)] : schema;
  const required = resolved.required ?? [];
  return element("dl", {}, ...Object.entries(resolved.properties ?? {}).flatMap(([key, value]) => [
    element("dt", {}, required.includes(key) ? key : `${key}?`),
    element("dd", {}, value.description ?? value.type ?? name(value) ?? "")]));
}

function operation(path, method, described, all) {
  const body = described.requestBody?.content["application/json"]?.schema;
  const answers = Object.entries(described.responses);
  return element("details", { class: "row" },
    element("summary", {},
      element("span", { class: `verb ${method}` }, method.toUpperCase()),
      element("code", { class: "label" }, path),
      element("span", { class: "push" }, described.summary)),
    element("div", { class: "inside" },
      described.parameters && element("dl", {}, ...described.parameters.flatMap((one) => [element("dt", {}, one.name), element("dd", {}, one.description)])),
      body && element("h3", {}, "Takes"),
      body && keys(body, all),
      element("h3", {}, "Gives"),
      element("dl", {}, ...answers.flatMap(([status, one]) => [
        element("dt", {}, status),
        element("dd", {}, `${one.description} ${status === "200" ? Object.keys(one.content).join(" or ") : ""}`)]))));
}

const told = await json("/openapi.json");
const groups = new Map();
for (const [path, methods] of Object.entries(told.paths)) {
  for (const [method, described] of Object.entries(methods)) {
    const [group] = described.tags;
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(operation(path, method, described, told.components.schemas));
  }
}
byId("examples").append(...EXAMPLES.flatMap(([title, code]) => [element("h3", {}, title), element("pre", { tabindex: "0" }, element("code", {}, code))]));
byId("operations").append(...[...groups].map(([group, rows]) =>
  element("section", { class: "group", "aria-label": group }, element("h2", {}, group), element("div", { class: "rows" }, ...rows))));
