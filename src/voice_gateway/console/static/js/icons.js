// Icons, drawn in lines on a field of 24 by 24.

import { shape } from "./element.js";

const PATHS = {
  light: ["M9 18h6", "M10 21h4", "M12 3a6 6 0 0 0-3.6 10.8c.7.5 1.1 1.3 1.1 2.2h5c0-.9.4-1.7 1.1-2.2A6 6 0 0 0 12 3z"],
  switch: ["M9 3v5", "M15 3v5", "M7 8h10v3a5 5 0 0 1-10 0z", "M12 16v5"],
  fan: ["M12 12m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0", "M12 10c-1-3 0-6 3-6s3 4 0 7", "M13.7 13c2.8-.6 5.6.8 5.3 3.7s-4 2.3-5.7-.3", "M10.3 13c-1.8 2.3-4.6 3.5-6.3 1.2s1-5.2 4.2-4.4"],
  cover: ["M4 4h16", "M6 4v13h12V4", "M6 8.5h12", "M6 12.5h12", "M12 17v3"],
  garage_door: ["M3 20V9l9-5 9 5v11", "M7 20v-8h10v8", "M7 15h10", "M7 18h10"],
  lock: ["M6 11h12v9H6z", "M8.5 11V8a3.5 3.5 0 0 1 7 0v3"],
  unlocked: ["M6 11h12v9H6z", "M8.5 11V8a3.5 3.5 0 0 1 6.7-1.4"],
  thermostat: ["M10 13.5V6a2 2 0 0 1 4 0v7.5a4 4 0 1 1-4 0z", "M12 9v7"],
  valve: ["M12 3.5c3.5 4 5.5 6.8 5.5 9.8a5.5 5.5 0 0 1-11 0c0-3 2-5.8 5.5-9.8z"],
  siren: ["M6 17v-4a6 6 0 0 1 12 0v4", "M4 20h16v-3H4z", "M12 3v1.5", "M4.5 6l1 1", "M19.5 6l-1 1"],
  sensor: ["M12 12m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0", "M7.8 16.2a6 6 0 0 1 0-8.4", "M16.2 7.8a6 6 0 0 1 0 8.4", "M5 19a10 10 0 0 1 0-14", "M19 5a10 10 0 0 1 0 14"],
  bell: ["M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15z", "M10 20.5h4", "M12 3v2"],
  timer: ["M12 13.5m-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0", "M12 9.5v4l2.5 2", "M10 3h4"],
  battery: ["M3 8h15v8H3z", "M21 11v2", "M6 11v2"],
  send: ["M12 19V5", "M6 11l6-6 6 6"],
  stop: ["M7 7h10v10H7z"],
  microphone: ["M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3z", "M5.5 11a6.5 6.5 0 0 0 13 0", "M12 17.5V21"],
  sun: ["M12 12m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "M12 2.5v2", "M12 19.5v2", "M2.5 12h2", "M19.5 12h2", "M5.3 5.3l1.4 1.4", "M17.3 17.3l1.4 1.4", "M5.3 18.7l1.4-1.4", "M17.3 6.7l1.4-1.4"],
  moon: ["M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"],
  automatic: ["M12 12m-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0", "M12 3.5v17", "M12 7h5.5", "M12 12h8.5", "M12 17h5.5"],
  classified: ["M4 12h5", "M9 12l6-6h5", "M9 12l6 6h5"],
  understood: ["M13 3L5 14h6l-1 7 8-11h-6z"],
  bound: ["M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.6-5.6l-1.5 1.5", "M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.6 5.6l1.5-1.5"],
  asked: ["M12 3l1.8 4.7L18.5 9.5l-4.7 1.8L12 16l-1.8-4.7L5.5 9.5l4.7-1.8z", "M18 15.5l.8 2 2 .8-2 .8-.8 2-.8-2-2-.8 2-.8z"],
  called: ["M14.5 6.5a4 4 0 0 0-5.2 5.2L4 17l3 3 5.3-5.3a4 4 0 0 0 5.2-5.2l-2.5 2.5-2.5-.5-.5-2.5z"],
  recovered: ["M4 12a8 8 0 0 1 14-5.3L20 9", "M20 4v5h-5", "M20 12a8 8 0 0 1-14 5.3L4 15", "M4 20v-5h5"],
  notice: ["M12 12m-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0", "M12 11v5", "M12 8v.2"],
  corrected: ["M12 4l9 16H3z", "M12 10v4", "M12 17v.2"],
  answered: ["M5 12.5l4.5 4.5L19 7.5"],
};

const SAME = { dimmer: "light" };

/** An icon that says nothing to a screen reader: the words beside it do. */
export function icon(name) {
  const paths = PATHS[SAME[name] ?? name] ?? PATHS.switch;
  const drawn = shape("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" });
  drawn.append(...paths.map((d) => shape("path", { d })));
  return drawn;
}
