// Light, dark, or as the system has it.

import { byId } from "./element.js";
import { icon } from "./icons.js";

const THEMES = { auto: ["automatic", "as the system"], light: ["sun", "light"], dark: ["moon", "dark"] };

export function startTheme() {
  const names = Object.keys(THEMES);
  let theme = localStorage.getItem("theme") ?? "auto";
  const button = byId("theme");
  const show = () => {
    document.documentElement.dataset.theme = theme;
    const [drawn, words] = THEMES[theme] ?? THEMES.auto;
    button.replaceChildren(icon(drawn));
    button.setAttribute("aria-label", `Colours: ${words}`);
    button.title = `Colours: ${words}`;
  };
  button.addEventListener("click", () => {
    theme = names[(names.indexOf(theme) + 1) % names.length];
    localStorage.setItem("theme", theme);
    show();
  });
  show();
}
