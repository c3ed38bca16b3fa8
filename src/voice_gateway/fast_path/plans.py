"""Reads what is said about plans: what there is, to give one up, and why something happened."""

import re
from typing import Final

from voice_gateway.fast_path.asides import is_told, without_reason
from voice_gateway.fast_path.changed_plans import read_changed
from voice_gateway.fast_path.clauses import is_name
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.joints import is_aside
from voice_gateway.fast_path.made import ASKED
from voice_gateway.fast_path.not_then import read_not_then
from voice_gateway.fast_path.skipped_plans import read_skipped
from voice_gateway.fast_path.spoken import as_imperative, without_politeness
from voice_gateway.fast_path.template import templates
from voice_gateway.fast_path.timed import Known, Timed, named
from voice_gateway.fast_path.wanted import without_you
from voice_gateway.wishes import Asking, Deed, Errand, Question, Target, Thing, Wish

_ABOUT: Final = re.compile(
    r"\b(?:plan|plans|planned|planning|scheduled?|lined up|waiting|coming up|going to do|cancel|forget"
    r"|scrap|drop|scratch|delete|call off|never ?mind|stop|abandon|undo|skip|bin|why|why's|who|made|reason"
    r"|don't|dont|do not|alone|not|what time|when|will you do|leave it|let it|does|will|going|off|take"
    r"|bother|needn't|anything|something|happening|happens|what's on)\b"
)
_MOST_WORDS: Final = 5
_STOPS: Final = re.compile(
    r"(?:(?:leave|drop|forget|scrap|scratch) (?:it|that)(?: be| alone| on| off| as it is)? ,? ?"
    r"|never ?mind ,? ?|no ,? ?|i've changed my mind ,? ?)*"
    r"(?:please )?"
    r"(?:(?:don't|do not|dont)(?: bother(?: to)?)?(?! (?:want|need)\b)|stop|quit|no longer|no more"
    r"|(?:there's )?no need to"
    r"|(?:you|we) (?:(?:don't|do not|dont) (?:have|need) to|needn't)|i (?:don't|do not) (?:want|need) you to"
    r"|(?:i|we) (?:don't|do not) (?:want|need)(?= .+ \w+ing\b)"
    r"|(?:forget|never ?mind|cancel|scrap|skip|drop|call off|scratch|abandon)(?: about)?(?= \w+ing\b)) "
    r"(?!do (?:it|that|this)\b)(?P<rest>.+?)(?P<more> any ?more| again| after all| now| though)*"
)
"""What is not wanted any more: "don't …", "you don't have to …", "forget about …"."""

_LEFT: Final = re.compile(
    r"(?:(?:no|actually|sorry|wait|never ?mind|just|i've changed my mind|on second thoughts?)(?: ,)? )*"
    r"(?:leave|keep|let) (?:the |my |our )?(?P<name>(?!it\b|them\b|that\b).+?) "
    r"(?:on|off|open|closed|shut|up|down|running|alone|be|as (?:it|they) (?:is|are)|the way (?:it|they)"
    r" (?:is|are))"
    r"(?: after all| then| instead| please)*"
)
_ANY_MORE: Final = re.compile(r" any ?more\b")
_BUT: Final = re.compile(
    r"(?: ,)? (?:but|and|only) (?:please )?(?:(?:keep|leave) .+|.+ (?:still|stays?|as i said|as"
    r" planned)\b.*)$"
)
"""What is said of the rest, which goes on: "but keep the console"."""
_IN_TOTAL: Final = re.compile(r" (?:in total|altogether|overall|all in all|at all)$")
_NEAR: Final = re.compile(r"\b(?:today|tonight|evening|tomorrow)\b")
_ALWAYS: Final = re.compile(r"\b(?:every|each|daily)\b")


def read_plan(said: Timed, context: Context, known: Known) -> Wish | None:
    then = read_not_then(said, context) or read_changed(said, context, known)
    if changed := then or read_skipped(said, context, known):
        return changed
    text = _IN_TOTAL.sub("", _BUT.sub("", without_you(without_politeness(said.text))))
    if not _ABOUT.search(text):
        return None
    for template in templates("plans"):
        # Why something happened at three is asked by whoever asks why it happened.
        asked = said.what if template.meaning == "why" else text
        if (slots := template.match(asked)) is not None and (
            wish := _plan(template.meaning, slots, context, known)
        ):
            return wish
    if any(waits(wish) for wish in context.recent):
        for meaning, slots in said.matches("plans"):
            # "Forget the thing with the lights in the morning": the name is what stands before its time.
            if meaning.startswith("cancel") and (wish := _plan(meaning, slots, context, known)):
                return wish
    return None


def waits(wish: Wish | None) -> bool:
    """Whether it left something behind that waits."""
    return wish is not None and any(
        group.when or any(e.deed is Deed.SET and e.thing is not Thing.ROUTINE for e in group.errands)
        for group in wish.groups
    )


def does_now(wish: Wish) -> bool:
    """Whether it did anything at once, beside what it left behind."""
    return any(not group.when and group.acts and group.steps for group in wish.groups)


def _speaks_of_plans(context: Context) -> bool:
    """Whether "that" is something that waits: it was asked for last, or told in an answer."""
    last = context.last
    told = last.questions if last else ()
    return waits(last) or waits(context.made_last) or any(map(_lists, told))


def _plan(meaning: str, slots: dict[str, str], context: Context, known: Known) -> Wish | None:
    deed, _, name = meaning.partition(" ")
    words = named(slots.get("name", "")).removesuffix("'s")
    if deed == "planned":
        if words and not known(words) and context.kept.thing(words) is None:
            return None
        day = re.sub(r"^(?:the|on|in) ", "", slots.get("day", "")).replace("today evening", "this evening")
        day = {"day": "today", "later": "", "later on": "", "next": ""}.get(day, day)
        return Wish((Asking(Question.PLANNED, Target(words or day)),))
    if deed == "why":
        return Wish((Asking(Question.WHY, Target(words)),)) if is_name(words) and known(words) else None
    only_kept = name == "kept"
    return _cancelled(words if only_kept else name or words, slots, context, known, only_kept=only_kept)


def _cancelled(
    name: str, slots: dict[str, str], context: Context, known: Known, *, only_kept: bool
) -> Wish | None:
    """What is given up: the last, all, or what has to do with something of the home."""
    thing = Thing.PLAN
    if name == "those":
        # Behind a list of what is planned, just what was told.
        told = next((part for part in (context.last.questions if context.last else ()) if _lists(part)), None)
        about = told.target.name if told else ""
        thing, clear = ASKED.get(about, thing), told is not None
        name = about if about and about not in ASKED and not _NEAR.search(about) else f"all {about}"
        name = "all" if thing is not Thing.PLAN else name.strip()
    elif name == "said":
        # "Don't", behind a list of plans, cancels none of several by itself: it is asked which one.
        name, clear = "last" if waits(context.made_last) else "one", _speaks_of_plans(context)
    elif name == "last":
        clear = _speaks_of_plans(context)
    elif name in ("all", "everything"):
        day = _NEAR.search(slots.get("day", "today"))
        clear = day is not None
        if day and "day" in slots:
            name = f"all {'tomorrow' if day[0] == 'tomorrow' else 'today'}"
    elif kept := _kept_first(name, context):
        clear, (name, thing) = True, kept
    elif only_kept:
        clear = False
    else:
        name = name if known(name) else _named_first(name, known) if waits(context.last) else ""
        clear = bool(name) and len(name.split()) <= _MOST_WORDS
    return Wish((Errand(thing, Deed.CANCEL, name),)) if clear else None


def _lists(part: Asking) -> bool:
    return part.question is Question.PLANNED


def _kept_first(words: str, context: Context) -> tuple[str, Thing] | None:
    """What is kept by the name that the words begin with: "lab, I already called them"."""
    said = words.split()
    for end in range(len(said), 0, -1):
        name, rest = " ".join(said[:end]).strip(" ,"), " ".join(said[end:]).strip(" ,")
        if (not rest or is_told(rest)) and (thing := context.kept.thing(name)):
            return name, thing
    return None


def _named_first(words: str, known: Known) -> str:
    """The name that the words begin with, where the rest only tells something: "console he's been good"."""
    said = words.split()
    for end in range(min(len(said) - 1, _MOST_WORDS), 0, -1):
        name = " ".join(said[:end])
        if is_name(name) and known(name) and is_aside(" ".join(said[end:])):
            return name
    return ""


def left_as_it_is(text: str) -> str:
    """What is to stay so, though something else was planned for it: "no, leave the fan on"."""
    match = _LEFT.fullmatch(without_politeness(text))
    return match["name"] if match else ""


def given_up(said: Timed, context: Context) -> str:
    """The command that is not wanted any more: "don't turn off the radio at nine after all"."""
    match = _STOPS.fullmatch(without_reason(_BUT.sub("", without_you(without_politeness(said.text)))))
    if match is None:
        return ""
    spoken_of = any(waits(wish) for wish in context.recent)
    clear = match["more"] or _ALWAYS.search(match["rest"]) or spoken_of or waits(context.last)
    return Timed(as_imperative(_ANY_MORE.sub("", match["rest"])), said.now).what if clear else ""
