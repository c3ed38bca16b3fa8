// Starts the page: views, theme, and the line to the gateway.

import { follow, json } from "./api.js";
import { showAnnounced, startBell } from "./bell.js";
import { byId, element } from "./element.js";
import { startHistory } from "./history.js";
import { showDevice, showHome, startHome } from "./home.js";
import { showHappened, showKept, startPlans } from "./plans.js";
import { showReliability, turnEnded } from "./reliability.js";
import { showSettings } from "./settings.js";
import { startSetup } from "./setup.js";
import { startSpeech } from "./speech.js";
import { ideas, startTalk } from "./talk.js";
import { startTheme } from "./theme.js";
import { showServers, showTools } from "./tools.js";
import { showTraces, startTraces } from "./traces.js";
import { showTry, startTry } from "./try.js";

const WIDE = ["plans", "settings", "reliability", "traces", "try", "tools"];
const VIEWS = ["talk", "home", ...WIDE];

function showView() {
  const [wanted, ...rest] = location.hash.slice(1).split("/");
  const view = VIEWS.includes(wanted) ? wanted : "talk";
  const beside = view === "talk" || view === "home";
  byId("main").dataset.view = view;
  byId("talk").hidden = byId("home").hidden = !beside;
  for (const one of WIDE) byId(one).hidden = view !== one;
  for (const link of document.querySelectorAll(".views a")) {
    const current = link.hash === `#${view}`;
    if (current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  showFurther(false);
  const further = ["reliability", "traces", "try", "tools"].includes(view);
  byId("more-views").classList.toggle("current", further);
  document.title = view === "talk" ? "Voice Gateway" : `${view[0].toUpperCase()}${view.slice(1)} – Voice Gateway`;
  if (view === "reliability") showReliability();
  if (view === "tools") showTools();
  if (view === "plans") showHappened();
  if (view === "traces") showTraces(rest[0] ?? "");
  if (view === "try") showTry(decodeURIComponent(rest.join("/")));
  if (view === "settings") showSettings();
}

/** On a narrow screen, what few need is one tap further. */
function showFurther(open) {
  byId("further").classList.toggle("open", open);
  byId("more-views").setAttribute("aria-expanded", String(open));
}

let about = null;
const narrow = () => matchMedia("(max-width: 860px)").matches;

function showModel(connected = true) {
  const state = !connected ? "lost" : about?.warm ? "ready" : "waiting";
  const words = !connected ? "Not connected" : !about ? "Starting" : about.warm ? about.model : narrow() ? "Warming up" : `${about.model} is warming up`;
  byId("model").replaceChildren(element("span", { class: `light ${state}`, "aria-hidden": "true" }), element("span", {}, words));
}

/** The page is shown before what answers has come up. */
async function showStart() {
  const { status } = await json("/healthz").catch(() => ({}));
  if (status === "starting" && !about) showModel();
}

function connect() {
  follow({
    about: (data) => {
      about = data;
      showModel();
      startSpeech(about.voice);
      startSetup(about);
    },
    home: (home) => {
      showHome(home);
      ideas(home.sentences);
    },
    device: showDevice,
    servers: showServers,
    turn: (data) => {
      turnEnded(data);
      if (!byId("plans").hidden) showHappened();
    },
    kept: (kept) => {
      showKept(kept);
      if (!byId("plans").hidden) showHappened();
    },
    announced: showAnnounced,
  }, (connected) => showModel(connected));
}

startTheme();
startTraces();
startTry();
showView();
startTalk();
startHome();
startHistory();
startPlans();
startBell();
byId("more-views").addEventListener("click", () => showFurther(!byId("further").classList.contains("open")));
addEventListener("keydown", (event) => event.key === "Escape" && showFurther(false));
addEventListener("hashchange", () => {
  if (location.hash === "#main") return;
  showView();
  byId("main").focus({ preventScroll: true });
});
showStart();
connect();
// Only where the browser trusts the line: over HTTPS, or on this machine.
navigator.serviceWorker?.register("/offline.js").catch(() => null);
