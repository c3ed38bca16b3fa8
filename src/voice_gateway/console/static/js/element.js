// Makes elements. Text only ever becomes text: nothing that was said, heard or found is read as markup.

/** An element with properties and children; strings become text nodes, null and false are left out. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** The same for a part of a drawing. */
export function shape(tag, properties = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function byId(id) {
  return document.getElementById(id);
}

/** Tell people who cannot see the page. */
export function announce(text) {
  byId("announce").textContent = text;
}

/** Show a line at the bottom for a few seconds. */
export function notice(text) {
  const shown = element("p", { class: "notice" }, text);
  byId("notices").append(shown);
  setTimeout(() => shown.remove(), 6000);
}
