// Charts in SVG, drawn to the width they get. Each has a table beside it for those who cannot see it.

import { element, shape } from "./element.js";

/** A panel with a chart that is drawn anew whenever its width changes. `draw(svg, width)` sets its height. */
export function chart(title, rows, draw, legend = []) {
  const svg = shape("svg", { role: "img", "aria-label": title });
  const holder = element("div", { class: "drawing" }, svg);
  const empty = !rows.length || rows.every((row) => row.slice(1).every((value) => value === null || value === 0));
  let width = 0;
  const watcher = new ResizeObserver(([entry]) => {
    const now = Math.round(entry.contentRect.width);
    if (!now || now === width) return;
    width = now;
    svg.replaceChildren();
    draw(svg, width);
  });
  if (!empty) watcher.observe(holder);
  return element("figure", { class: "panel" },
    element("figcaption", {}, title),
    empty ? element("p", { class: "nothing" }, "Nothing yet.") : holder,
    !empty && legend.length > 0 && element("ul", { class: "legend", "aria-hidden": "true" },
      ...legend.map(([kind, words]) => element("li", { class: kind }, element("i"), words))));
}

/** The figures of a chart as a table that only screen readers see. */
export function table(caption, head, rows) {
  const body = rows.map(([name, ...cells]) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, String(cell)))));
  // A table takes the room it needs, whatever it is told; what is around it does not.
  return element("div", { class: "hidden" }, element("table", {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...head.map((cell) => element("th", { scope: "col" }, cell)))),
    element("tbody", {}, ...body)));
}

/** Bars that stand on each other. `rows`: [label, count, count, …], `kinds`: the class of each part. */
export function stacked(rows, kinds, tell) {
  return (svg, width) => {
    const height = 190, left = 30, bottom = 22, top = 8;
    const most = nice(Math.max(1, ...rows.map((row) => sum(row.slice(1)))));
    frame(svg, width, height);
    axis(svg, width, [0, most / 2, most].filter(Number.isInteger), (value) => y(value), left, String);
    const room = (width - left) / rows.length;
    const thick = Math.max(2, Math.min(38, room * 0.62));
    function y(value) { return top + (1 - value / most) * (height - top - bottom); }
    rows.forEach(([label, ...parts], index) => {
      const x = left + room * index + (room - thick) / 2;
      const group = shape("g", {}, shape("title", {}, tell(label, parts)));
      let base = 0;
      parts.forEach((part, kind) => {
        if (!part) return;
        const high = y(base) - y(base + part);
        group.append(shape("rect", { class: kinds[kind], x, y: y(base + part), width: thick, height: Math.max(1, high - 1), rx: Math.min(3, thick / 3), "data-value": part }));
        base += part;
      });
      svg.append(group);
      if (labelled(index, rows.length, room)) svg.append(words(x + thick / 2, height - 5, label, "middle"));
    });
  };
}

/** A line of shares from 0 to 1; null is a gap. */
export function line(rows, tell) {
  return (svg, width) => {
    const height = 190, left = 38, bottom = 22, top = 8;
    const low = Math.min(...rows.map((row) => row[1] ?? 1)) >= 0.8 ? 0.8 : 0;
    const room = (width - left) / rows.length;
    const x = (index) => left + room * (index + 0.5);
    const y = (share) => top + (1 - (share - low) / (1 - low)) * (height - top - bottom);
    frame(svg, width, height);
    axis(svg, width, low ? [0.8, 0.9, 1] : [0, 0.5, 1], y, left, (value) => `${Math.round(value * 100)} %`);
    const points = rows.map(([label, share], index) => ({ label, share, x: x(index), y: share === null ? 0 : y(share) })).filter((point) => point.share !== null);
    const path = points.map((point, index) => `${index ? "L" : "M"}${point.x} ${point.y}`).join("");
    if (points.length > 1) svg.append(shape("path", { class: "area", d: `${path}L${points.at(-1).x} ${y(low)}L${points[0].x} ${y(low)}Z` }));
    svg.append(shape("path", { class: "line", d: path }));
    for (const point of points) {
      svg.append(shape("circle", { class: "dot", cx: point.x, cy: point.y, r: 3.5, "data-value": point.share }, shape("title", {}, tell(point.label, point.share))));
    }
    rows.forEach(([label], index) => labelled(index, rows.length, room) && svg.append(words(x(index), height - 5, label, "middle")));
  };
}

/** Lying bars with a name before and a figure behind. `rows`: [label, value]. */
export function lying(rows, tell, kind = "once") {
  return (svg, width) => {
    const each = 32;
    const left = Math.min(width * 0.42, 14 + Math.max(...rows.map(([label]) => label.length)) * 6.4);
    const right = 62;
    const most = Math.max(...rows.map((row) => row[1]), 1e-9);
    frame(svg, width, rows.length * each);
    rows.forEach(([label, value], index) => {
      const y = index * each + 8;
      const long = Math.max(3, (value / most) * (width - left - right));
      svg.append(
        words(0, y + 12, label),
        shape("rect", { class: "ground", x: left, y, width: width - left - right, height: 16, rx: 8 }),
        shape("rect", { class: kind, x: left, y, width: long, height: 16, rx: Math.min(8, long / 2), "data-value": value }, shape("title", {}, tell(label, value))),
        words(width, y + 12, tell("", value).trim(), "end", "value-label"),
      );
    });
  };
}

function frame(svg, width, height) {
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("height", height);
}

function axis(svg, width, values, y, left, tell) {
  for (const value of values) {
    svg.append(shape("line", { class: "grid", x1: left, x2: width, y1: y(value), y2: y(value) }), words(left - 7, y(value) + 4, tell(value), "end"));
  }
}

function words(x, y, text, anchor = "start", kind = "") {
  return shape("text", { x, y, "text-anchor": anchor, class: kind }, text);
}

function labelled(index, count, room) {
  const every = Math.max(1, Math.ceil(46 / room));
  return (count - 1 - index) % every === 0;
}

function nice(value) {
  const size = 10 ** Math.floor(Math.log10(value));
  return Math.max(2, [1, 2, 4, 5, 10].find((step) => step * size >= value) * size);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
