// Tools and MCP servers.

import { json } from "./api.js";
import { byId, element, notice } from "./element.js";
import { count } from "./words.js";

const STATES = { ready: "good", starting: "warn", restarting: "warn", failed: "bad" };
const TIERS = {
  device: "The home", datetime: "Time", volume: "Volume", search: "The web", general: "Anything else", browser: "Browser",
};
let servers = byServers([]);

export async function showTools() {
  try {
    const told = await json("/api/tools");
    const tokens = told.tools.reduce((sum, tool) => sum + tool.tokens, 0);
    byId("tools-sum").textContent = `${count(told.tools.length, "tool")}, about ${tokens.toLocaleString("en")} tokens in all; a turn is offered only those of its kind`;
    servers = byServers(told.servers);
    byId("tools-list").replaceChildren(servers, ...tiers(told.tools));
  } catch (error) {
    notice(error.message);
  }
}

/** A server came up or went down. */
export function showServers(list) {
  const fresh = byServers(list);
  if (servers.isConnected) servers.replaceWith(fresh);
  servers = fresh;
}

function byServers(list) {
  const rows = list.map((server) => element("div", { class: "server" },
    element("span", { class: "label" }, server.name),
    element("span", { class: `pill ${STATES[server.state] ?? ""}` }, server.state),
    server.restarts > 0 && element("span", { class: "pill" }, count(server.restarts, "restart")),
    element("span", { class: "push" }, count(server.tools.length, "tool")),
    server.last_error && server.state !== "ready" && element("span", { class: "trouble" }, server.last_error)));
  return element("section", { class: "group", "aria-label": "MCP servers" },
    element("h2", {}, "MCP servers"),
    rows.length ? element("div", { class: "rows" }, ...rows) : element("p", { class: "muted" }, "None is configured."));
}

function tiers(tools) {
  const kinds = [...new Set(tools.map((tool) => tool.tier))];
  return kinds.map((tier) => {
    const rows = tools.filter((tool) => tool.tier === tier).map(row);
    const name = TIERS[tier] ?? tier;
    return element("section", { class: "group", "aria-label": name }, element("h2", {}, name), element("div", { class: "rows" }, ...rows));
  });
}

function row(tool) {
  const required = tool.parameters.required ?? [];
  const parameters = Object.entries(tool.parameters.properties ?? {});
  return element("details", { class: "row" },
    element("summary", {},
      element("code", { class: "label" }, tool.name),
      tool.acts && element("span", { class: "pill warn" }, "changes the home"),
      element("span", { class: "push" }, `${tool.tokens} tokens`)),
    element("div", { class: "inside" },
      element("p", {}, tool.description),
      parameters.length > 0 && element("dl", {}, ...parameters.flatMap(([name, schema]) => [
        element("dt", {}, required.includes(name) ? name : `${name}?`),
        element("dd", {}, [schema.description, schema.enum && `One of: ${schema.enum.join(", ")}.`].filter(Boolean).join(" ") || schema.type || "")]))));
}
