"""Reads what is said about lists: what to put on one, what to take off, what is on it."""

import re
from dataclasses import replace
from typing import Final

from voice_gateway.fast_path.asked import is_about_a_list
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.groceries import is_bought
from voice_gateway.fast_path.list_going_on import LESS, asked_for, going_on
from voice_gateway.fast_path.list_items import PUTS, TAKES, is_item, items_in
from voice_gateway.fast_path.list_told import denied, read_told, taken_back, without, without_leads
from voice_gateway.fast_path.spoken import without_politeness
from voice_gateway.fast_path.template import SLOTS, templates
from voice_gateway.fast_path.timed import Known, Timed, named
from voice_gateway.fast_path.wanted import without_you
from voice_gateway.wishes import LEAVE_IT, Asking, Deed, Errand, Question, Target, Thing, Wish

DEFAULT: Final = "shopping"
_SOME_LIST: Final = re.compile(rf"\b{SLOTS['list']}")
_NO_LIST: Final = re.compile(
    r"\b(?:going|have|need|want|got|anything|something|nothing|much) (?:\S+ )*to do\b"
)
"""What somebody is to do stands on no list."""
_ABOUT: Final = re.compile(r"\b(?:lists?|to[- ]?dos?|groceries|shop|shopping)\b")
_NOT_THAT: Final = re.compile(
    r"(?P<before>.+?\blist)(?: ,)? (?:no|sorry|wait|actually)(?: ,)? not (?P<wrong>[^,]+?)(?: ,)? "
    r"(?:but )?(?P<meant>[\w-]+)"
)
_GONE: Final = re.compile(r"(?<=\w)()'s(?= (?:finished|gone|all gone|empty|running|nearly|almost)\b)")
_IT: Final = re.compile(rf"(?:(?:{PUTS}) )?(?P<it>it|that|them|those)")
_NO_ITEMS: Final = {"all": Deed.READ, "start": Deed.ADD}
_KEPT_ELSEWHERE: Final = frozenset({"reminder", "reminders", "alarm", "alarms", "timer", "timers"})
_WHEN: Final = re.compile(r"\s+for (?:today|tomorrow|me|us|now|later|this week|tonight)$|\btoday's\s+")
_LIST: Final = re.compile(r"\s*\blists?\b(?: (?:called|named|of|for)\b(?: (?:the|my|our)\b)?)?\s*")
_TODO: Final = re.compile(r"\bto-?\s?dos?\b")
_TWO: Final = re.compile(
    r"(add|put) (.+? (?:to|on|onto) (?:the |my |our )?[\w ]*?list)"
    r" and (.+? (?:to|on|onto) (?:the |my |our )?.+ list)"
)
_TWO_DEEDS: Final = re.compile(
    rf"(?P<first>(?:{PUTS}|{TAKES}) .+?)(?: ,)? (?:and then|and also|and|but|then) "
    rf"(?P<second>(?:also )?(?:{PUTS}|{TAKES}) .+)"
)
_GO_ON_TWO: Final = re.compile(r"(.+? (?:go|goes) (?:on|onto) .*?\blist) and (.+? (?:on|onto) .+ list)")
_TAKEN_OFF: Final = re.compile(
    r"(?P<about>.+?)(?: ,)?(?: so| and| you can| please)* (?:take|remove|strike|cross|scratch|drop"
    r"|delete|knock|tick|get rid of) "
    r"(?:it|them|that|those|both|these)(?: (?:off|out))?(?: (?:off|from|of|on))*(?: (?P<list>(?:the|my"
    r"|our) [\w' ]*list))?(?: (?:again|please|then))*"
)
"""What is to go is told first: "we've got eggs, take them off"."""


def read_list(said: Timed, context: Context, known: Known) -> Wish | None:
    text = _as_finally_meant(_GONE.sub(r"\1 is", without_you(without_politeness(said.text))))
    last = _last(context)
    if both := _two_lists(text):
        wishes = [read_list(Timed(each, said.now), context, known) for each in both]
        if all(wishes):
            return Wish(tuple(errand for wish in wishes if wish for errand in wish.errands))
    whole = _refused(text, said, context, known) or _several_deeds(text, said, context, known)
    if wish := whole or _needed(text, last.name if last else DEFAULT, known):
        return wish
    if _ABOUT.search(text):
        for template in templates("lists"):
            if (slots := template.match(without_leads(text))) is not None and (
                wish := _errands(template.meaning, slots, last.name if last else DEFAULT, context)
            ):
                return wish
        if wish := _read_by_its_words(text, last.name if last else DEFAULT):
            return wish
    spoken_of = _pointed_at(text, context) or read_told(text, last, context, known)
    if last and not spoken_of:
        return going_on(text, last, known) or going_on(said.text, last, known)
    return spoken_of


def _refused(text: str, said: Timed, context: Context, known: Known) -> Wish | None:
    """ "Don't put broccoli on the list", "bread, no, not bread": that is not done, or taken off again."""
    again = without_you(without_politeness(denied(text)))
    wish = read_list(Timed(again, said.now), context, known) if again else None
    if wish and wish.errands:
        last, added = _last(context), wish.errands[-1]
        just_added = last and last.deed is added.deed is Deed.ADD and {*added.items} <= {*last.items}
        return Wish((replace(added, deed=Deed.REMOVE),)) if just_added and added.items else LEAVE_IT
    back = taken_back(said.text) or taken_back(text)
    wish = read_list(Timed(back[0], said.now), context, known) if back else None
    return without(wish, items_in(back[1])) if back and wish else None


def _several_deeds(text: str, said: Timed, context: Context, known: Known) -> Wish | None:
    """ "Add tea to the list and remove coffee": one after the other, of the list that either names."""
    match = _TWO_DEEDS.fullmatch(without_leads(text))
    if match is None:
        return None
    first, second = (Timed(match[name], said.now) for name in ("first", "second"))
    if wish := read_list(first, context, known):
        more = read_list(second, replace(context, last=wish), known)
    else:
        more = read_list(second, context, known)
        wish = read_list(first, replace(context, last=more), known) if more else None
    if not wish or not more or LEAVE_IT in (wish, more):
        return None
    return Wish((*wish.errands, *more.errands))


def _pointed_at(text: str, context: Context) -> Wish | None:
    """ "Papa has got the onions, so take them off": of what was put on a list before."""
    less = LESS.fullmatch(text)
    taken = tuple(items_in(less["items"] or less["these"])) if less else ()
    if on := context.kept.list_with(taken):
        return Wish((Errand(Thing.LIST, Deed.REMOVE, on, taken),))
    added = [
        e for wish in context.recent for e in wish.errands if e.thing is Thing.LIST and e.deed is Deed.ADD
    ]
    match = _TAKEN_OFF.fullmatch(text) if added else None
    if match is None:
        return None
    name = list_name(match["list"] or "") or added[-1].name
    held = dict.fromkeys(item for errand in added if errand.name == name for item in errand.items)
    items = tuple(item for item in held if re.search(rf"\b{re.escape(item)}\b", match["about"]))
    return Wish((Errand(Thing.LIST, Deed.REMOVE, name, items),)) if items else None


def _read_by_its_words(text: str, default: str) -> Wish | None:
    """ "What do we still need to buy, according to the shopping list?": nothing but a list is asked for."""
    found = _SOME_LIST.search(f"{text} ")
    if (
        found is None
        or _NO_LIST.search(text)
        or not is_about_a_list(f"{text[: found.start()]} {text[found.end() :]}")
    ):
        return None
    return Wish((Errand(Thing.LIST, Deed.READ, list_name(found["list"]) or default),))


def _as_finally_meant(text: str) -> str:
    """ "Add milk and eggs to the list, no not eggs, butter": with the one in the other's place."""
    match = _NOT_THAT.fullmatch(text)
    if match is None or f" {match['wrong']} " not in f" {match['before']} ":
        return text
    return f" {match['before']} ".replace(f" {match['wrong']} ", f" {match['meant']} ").strip()


def _two_lists(text: str) -> list[str]:
    """ "Add milk to the shopping list and soap to the packing list": one sentence for each."""
    if match := _TWO.fullmatch(text):
        return [f"{match[1]} {half}" for half in (match[2], match[3])]
    match = _GO_ON_TWO.fullmatch(text)
    return [match[1], f"put {match[2]}"] if match else []


def _errands(meaning: str, slots: dict[str, str], default: str, context: Context) -> Wish | None:
    if meaning in ("move", "each"):
        return _moved(slots, context) if meaning == "move" else _each(context)
    name = list_name(slots.get("list", ""))
    if meaning in _NO_ITEMS:
        return Wish((Errand(Thing.LIST, _NO_ITEMS[meaning], name),)) if name or meaning == "all" else None
    deed = {"swap": Deed.REMOVE, "has": Deed.READ}.get(meaning) or Deed(meaning)
    if deed is Deed.READ and name in _KEPT_ELSEWHERE:
        return Wish((Asking(Question.PLANNED, Target(f"{name.removesuffix('s')}s")),))
    if deed is Deed.DROP and not name:
        return None  # a whole list is not thrown away unless it is named
    name = name or default
    items = () if meaning == "read" else tuple(items_in(slots.get("items", "")))
    if meaning == "has":
        items = asked_for(slots["items"])
    if deed is Deed.ADD and len(items) == 1 and (match := _IT.fullmatch(items[0])):
        items = _spoken_of(context) if match["it"] else ()
    # "The lamp on, and put eggs on the list" are two things.
    if deed in (Deed.ADD, Deed.REMOVE) and not (items and all(is_item(item, name) for item in items)):
        return None
    errands = [Errand(Thing.LIST, deed, name, items)]
    if meaning == "swap":
        errands.append(Errand(Thing.LIST, Deed.ADD, name, tuple(items_in(slots["others"]))))
    return Wish(tuple(errands))


def _spoken_of(context: Context) -> tuple[str, ...]:
    """What "it" is on a list: what is to be remembered, or was put on another one."""
    last = context.made_last
    errand = last.errands[-1] if last and last.errands else None
    if errand is None or errand.deed not in (Deed.SET, Deed.ADD):
        return ()
    return errand.items or ((errand.name,) if errand.thing is Thing.REMINDER and errand.name else ())


def _needed(text: str, last: str, known: Known) -> Wish | None:
    """What is needed stands on the shopping list, or is to be put on it: "we're running low on salt"."""
    for template in templates("shopping"):
        if (slots := template.match(text)) is None:
            continue
        items = tuple(items_in(slots.get("items", "")))
        if template.meaning == "read":
            return Wish((Errand(Thing.LIST, Deed.READ, DEFAULT),))
        packed = template.meaning == "packed"
        fit = all(is_item(item) and not known(item) and (packed or is_bought(item)) for item in items)
        if items and fit:
            return Wish((Errand(Thing.LIST, Deed.ADD, last if packed else DEFAULT, items),))
    return None


def _each(context: Context) -> Wish:
    """What is on every list that has something on it."""
    names = sorted({name for name, _ in context.kept.listed})
    return Wish(tuple(Errand(Thing.LIST, Deed.READ, name) for name in names or [""]))


def _moved(slots: dict[str, str], context: Context) -> Wish | None:
    """ "Move batteries to the shopping list": off the one that has them. What is on none is told to be so."""
    things, _, source = slots["items"].partition(" from ")
    name, items = list_name(slots["list"]) or DEFAULT, tuple(items_in(things))
    others = frozenset(each for each in context.kept.listed if each[0] != name)
    holding = list_name(source) or replace(context.kept, listed=others).list_with(items)
    if not items or not all(is_item(item) for item in items):
        return None
    if not holding:
        return Wish((Errand(Thing.LIST, Deed.READ, name, items),))
    return Wish((Errand(Thing.LIST, Deed.REMOVE, holding, items), Errand(Thing.LIST, Deed.ADD, name, items)))


def list_name(words: str) -> str:
    """What a list is called, without the word for it: "packing"; nothing where only "the list" is said."""
    name = _TODO.sub("to do", _WHEN.sub("", named(re.sub(r"\b(?:whole|entire)\b", "", words))))
    name = named(_LIST.sub(" ", name).strip())
    return {"groceries": "grocery", "shop": DEFAULT, "shopping": DEFAULT}.get(name, name)


def _last(context: Context) -> Errand | None:
    made = context.made_last
    errands = made.errands if made else ()
    kept = errands and errands[-1].thing is Thing.LIST and errands[-1].deed is not Deed.DROP
    return errands[-1] if kept else None
