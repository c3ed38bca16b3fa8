// Figures in words.

export function milliseconds(seconds) {
  const value = seconds * 1000;
  if (value < 1) return "<1 ms";
  if (value < 1000) return `${Math.round(value)} ms`;
  return `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)} s`;
}

/** A number with one decimal at most. */
export function number(value) {
  return (Math.round(value * 10) / 10).toString();
}

export function percent(share) {
  return share === null || share === undefined ? "–" : `${Math.round(share * 100)} %`;
}

export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** How long it still takes: "1:05", "2 h 5 min", "3 d 4 h". */
export function left(seconds) {
  const whole = Math.ceil(seconds);
  const [days, hours, minutes] = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60];
  if (days) return `${days} d ${hours} h`;
  if (hours) return `${hours} h ${minutes} min`;
  return `${minutes}:${String(whole % 60).padStart(2, "0")}`;
}

export function day(iso, long = false) {
  const date = new Date(`${iso}T12:00:00`);
  return date.toLocaleDateString("en", long
    ? { weekday: "long", day: "numeric", month: "long" }
    : { day: "numeric", month: "short" });
}

export const OUTCOMES = {
  done: "Done",
  answered: "Answered",
  "asked back": "Asked you first",
  declined: "Left alone",
  "not understood": "Not understood",
  failed: "Did not work",
  "cut off": "Stopped by you",
};

/** Outcomes that nobody wanted. */
export const WENT_WRONG = ["not understood", "failed"];

/** What came of a turn, in words. */
export function outcome(name) {
  return OUTCOMES[name] ?? plain(name);
}

const CAUSES = {
  call_as_text: "call written as text",
  loading: "still loading",
  lost_call: "call got lost",
  silent: "said nothing",
  think_only: "thought, said nothing",
  truncated: "cut short",
};

/** The words for causes, cures and purposes. */
export function plain(name) {
  return CAUSES[name] ?? String(name).replaceAll("_", " ");
}
