// The conversation.

import { Problem, json, say } from "./api.js";
import { announce, byId, element } from "./element.js";
import { icon } from "./icons.js";
import { closeQuestion, showQuestion } from "./question.js";
import { actions } from "./actions.js";
import { step, summary, timeline } from "./timeline.js";

const field = byId("text");
let conversation = sessionStorage.getItem("conversation");
let running = null;
let recalled = null;
const held = [];
const said = [];

/** Make the form work. */
export function startTalk() {
  showSend();
  byId("compose").addEventListener("submit", (event) => {
    event.preventDefault();
    if (running) running.abort();
    else send(field.value);
  });
  field.addEventListener("input", () => {
    recalled = null;
    showSend();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      if (!running) send(field.value);
    } else if (event.key === "ArrowUp" && (recalled !== null || !field.value)) recall(event, -1);
    else if (event.key === "ArrowDown" && recalled !== null) recall(event, 1);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && running) running.abort();
    const typing = event.target.closest("input, textarea, select, dialog");
    if (event.key === "/" && !typing && !byId("talk").hidden) {
      event.preventDefault();
      field.focus();
    }
  });
  byId("forget").addEventListener("click", begin);
  if (conversation) open(conversation).catch(begin);
  if (!matchMedia("(pointer: coarse)").matches) field.focus({ preventScroll: true });
}

/** What was said before, with the arrow keys, as in a terminal. */
function recall(event, by) {
  const at = (recalled ?? said.length) + by;
  if (at < 0 || at > said.length) return;
  event.preventDefault();
  recalled = at;
  field.value = said[at] ?? "";
  showSend();
}

/** Go on with a conversation that is kept. */
export async function open(id) {
  const kept = await json(`/api/conversations/${encodeURIComponent(id)}`);
  clear();
  keep(id);
  byId("welcome").hidden = true;
  byId("forget").hidden = false;
  said.push(...kept.turns.map((turn) => turn.sentence));
  const shown = kept.turns.map((turn) => {
    const made = new Turn(turn.sentence);
    made.answered({ ...turn, text: turn.answer, turn: turn.id, conversation: id });
    made.answer.setAttribute("aria-busy", "false");
    return made.box;
  });
  byId("turns").append(...shown);
  toEnd();
}

/** The conversation that is open now. */
export function current() {
  return conversation;
}

/** Put a sentence into the field, to change it before it is said. */
function edit(text) {
  field.value = text;
  showSend();
  field.focus();
}

function keep(id) {
  conversation = id;
  if (id) sessionStorage.setItem("conversation", id);
  else sessionStorage.removeItem("conversation");
}

/** Suggest sentences that fit this home. */
export function ideas(sentences) {
  byId("ideas").replaceChildren(
    ...sentences.map((text) => element("li", {}, element("button", { type: "button", onclick: () => send(text) }, text))),
  );
}

/** Say something, show what comes of it, and give the answer. `answers`: the question's id that it answers. */
export async function send(text, answers = null) {
  text = text.trim();
  if (!text || running) return;
  running = new AbortController();
  field.value = "";
  showSend();
  byId("welcome").hidden = true;
  byId("forget").hidden = false;
  closeQuestion();
  said.push(text);
  recalled = null;
  const turn = new Turn(text);
  byId("turns").append(turn.box);
  toEnd();
  try {
    await say({ text, conversation, answers }, (name, data) => turn.hear(name, data), running.signal);
  } catch (error) {
    turn.fail(error.name === "AbortError" ? "Stopped." : error.message, !(error instanceof Problem) && error.name !== "AbortError");
  } finally {
    turn.end();
    running = null;
    showSend();
    for (const show of held.splice(0)) show();
    field.focus({ preventScroll: true });
  }
  return turn.words.textContent;
}

/** Do it now, or when the answer that is coming has come. */
export function afterAnswer(show) {
  if (running) held.push(show);
  else show();
}

class Turn {
  constructor(text) {
    this.text = text;
    this.steps = [];
    this.words = element("p", { class: "words" });
    this.list = element("ol", { class: "timeline", "aria-label": "What is happening" });
    this.trace = element("details", { class: "trace", open: true }, element("summary", {}, "Thinking …"), this.list);
    this.answer = element("div", { class: "answer", "aria-busy": "true" }, this.words, this.trace);
    this.box = element("article", { class: "turn", "aria-label": text },
      element("p", { class: "said" }, element("span", { class: "hidden" }, "You said: "), text), this.answer);
    this.list.hidden = true;
  }

  hear(name, data) {
    if (name === "piece") this.words.append(data.text);
    else if (name === "step") this.happened(data);
    else if (name === "answer") this.answered(data);
    else if (name === "problem") this.fail(data.fix ? `${data.error} ${data.fix}` : data.error);
    toEnd();
  }

  happened(event) {
    this.steps.push(event);
    this.list.hidden = false;
    const whole = Math.max(...this.steps.map((one) => one.at), 0.001);
    this.list.replaceChildren(...this.steps.map((one) => step(one, whole)));
  }

  answered(said) {
    keep(said.conversation);
    this.words.textContent = said.text;
    if (!("answer" in said)) announce(said.text);
    this.trace.replaceChildren(
      element("summary", {}, ...summary(said.trace), element("span", { class: "hidden" }, "How this answer came about")));
    this.trace.open = false;
    // Most are never looked into, so they are drawn for who does.
    this.trace.addEventListener("toggle", () => this.trace.open && this.trace.children.length === 1 && this.trace.append(
      timeline(said.trace.events),
      element("p", { class: "ways" },
        said.trace.id && element("a", { href: `#traces/${said.trace.id}` }, "Engineer's view"),
        element("a", { href: `#try/${encodeURIComponent(this.text)}` }, "Try it again without doing it")),
    ));
    this.trace.before(actions({ ...said, sentence: this.text }, { again: send, edit }));
    if (!said.question) return;
    // A question that was asked before goes on waiting; it is repeated, so that nobody answers another one.
    const repeat = !said.text.includes(said.question.text);
    this.words.after(showQuestion(said.question, send, repeat));
  }

  fail(text, unforeseen = false) {
    if (unforeseen) text = "Something went wrong on this page.";
    this.words.textContent = text;
    this.words.classList.add("problem");
    announce(text);
    this.trace.hidden = this.steps.length === 0;
    this.trace.firstChild.textContent = "How far it came";
  }

  end() {
    this.answer.setAttribute("aria-busy", "false");
    toEnd();
  }
}

function toEnd() {
  const box = byId("conversation");
  box.scrollTop = box.scrollHeight;
}

/** Begin a new conversation; the old one is kept, and found among the others. */
export function begin() {
  clear();
  keep(null);
  byId("welcome").hidden = false;
  byId("forget").hidden = true;
  announce("A new conversation.");
  field.focus();
}

function clear() {
  if (running) running.abort();
  closeQuestion();
  said.length = 0;
  byId("turns").replaceChildren();
}

function showSend() {
  const button = byId("send");
  button.replaceChildren(icon(running ? "stop" : "send"));
  button.setAttribute("aria-label", running ? "Stop" : "Send");
  button.disabled = !running && !field.value.trim();
}
