"""Reads what is said about lists: what to put on one, what to take off, what is on it."""

import re
from collections.abc import Iterator
from typing import Final

from voice_gateway.fast_path.asked import is_about_a_list
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.groceries import told_apart
from voice_gateway.fast_path.spoken import without_politeness
from voice_gateway.fast_path.template import SLOTS, templates
from voice_gateway.fast_path.timed import Known, Timed, named
from voice_gateway.fast_path.wanted import without_you
from voice_gateway.wishes import Asking, Deed, Errand, Question, Target, Thing, Wish

DEFAULT: Final = "shopping"
_SOME_LIST: Final = re.compile(rf"\b{SLOTS['list']}")
_NO_LIST: Final = re.compile(
    r"\b(?:going|have|need|want|got|anything|something|nothing|much) (?:\S+ )*to do\b"
)
"""What somebody is to do stands on no list."""
_ABOUT: Final = re.compile(r"\b(?:lists?|to[- ]?dos?|groceries|shop|shopping)\b")
_AND: Final = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+plus\s+|\s*&\s*")
_NO_ITEM: Final = re.compile(
    r"(?:items?|that item|not .+|(?:what|how|which|who|why|when)\b.*|.+'s .+|.*\btake\b.*"
    r"|i|you|we|it|them|that|this|those"
    r"|everything|all|anything|both|again|yes|no)"
    r"|.*\b(?:list|lists|turn|switch|remind|timer|alarm|please|add|what's|ones|called|i'm|we're|i've"
    r"|have|is|are|send)\b.*|(?:\S+ ){6}.*"
)
_PUTS: Final = re.compile(r"(?:put|stick|pop|throw|write|note|jot|chuck|bung|slap) ")
_ANYTHING: Final = frozenset({"anything", "something", "everything", "there anything", "what", "there"})
_PUT_RIGHT: Final = re.compile(
    r"(?P<wrong>[^,]+?)(?: ,)?(?: (?:sorry|no|wait|actually|i mean|oops)(?: ,)?)+ "
    r"(?:not (?P=wrong)(?: ,)? (?:but )?)?(?P<meant>[^,]+)"
)
"""Onions, no, not onions, carrots."""
_NOT_THAT: Final = re.compile(
    r"(?P<before>.+?\blist)(?: ,)? (?:no|sorry|wait|actually)(?: ,)? not (?P<wrong>[^,]+?)(?: ,)? "
    r"(?:but )?(?P<meant>[\w-]+)"
)
_THOSE: Final = frozenset({"that", "it", "them", "those", "these", "both"})
_READ_BACK: Final = re.compile(
    r"(?:read|say|tell me) (?:it|that|them|the list)(?: back| out)?(?: to me| again)*"
    r"|(?:what's|what is|what all is)(?: all)? on (?:it|there|that)(?: now| so far)?"
    r"|what have (?:we|i) got(?: on (?:it|there))?(?: so far| already| now)"
)
_IS_ON: Final = re.compile(
    r"(?:is|are|is there|are there|did (?:i|we) put|have (?:i|we) (?:got|put)) (?P<items>.+?)"
    r"(?: already| down)? on (?:it|there|that|the list)(?: already| yet| now)?"
)
_RATHER: Final = re.compile(
    r"(?:(?:no|sorry|wait|actually|oops)(?: ,)? )+(?:(?:i meant?|make (?:it|that)|rather)"
    r" )?(?P<meant>[\w'-]+(?: [\w'-]+){0,2})"
)
_GONE: Final = re.compile(r"(?<=\w)()'s(?= (?:finished|gone|all gone|empty|running|nearly|almost)\b)")
_LONGEST: Final = 3
_NO_ITEMS: Final = {"all": Deed.READ, "start": Deed.ADD}
_KEPT_ELSEWHERE: Final = frozenset({"reminder", "reminders", "alarm", "alarms", "timer", "timers"})
_WHEN: Final = re.compile(r"\s+for (?:today|tomorrow|me|us|now|later|this week|tonight)$|\btoday's\s+")
_BEFORE_ITEM: Final = re.compile(
    r"^(?:(?:(?:nearly |almost |running )?(?:out of|low on)|some|a|an|the|my"
    r"|our|more|those|oh|and|also) )+"
)
_BEHIND_ITEM: Final = re.compile(r"(?: (?:again|too|also|as well|anyway|please|though))+$")
_LIST: Final = re.compile(r"\s*\blists?\b(?: (?:called|named|of|for)\b(?: (?:the|my|our)\b)?)?\s*")
_TODO: Final = re.compile(r"\bto-?\s?dos?\b")
_TWO: Final = re.compile(
    r"(add|put) (.+? (?:to|on|onto) (?:the |my |our )?[\w ]*?list)"
    r" and (.+? (?:to|on|onto) (?:the |my |our )?.+ list)"
)
_MEANT: Final = re.compile(
    r"(?:no ,? ?|sorry ,? ?)*(?:i (?:meant|said) |make that )?(?P<meant>[^,]+?) ,? ?not (?P<wrong>[^,]+)"
)
_GO_ON_TWO: Final = re.compile(r"(.+? (?:go|goes) (?:on|onto) .*?\blist) and (.+? (?:on|onto) .+ list)")
_SWAPPED: Final = re.compile(
    r"(?:no ?,? )?not (?P<wrong>[^,]+?) ,? ?(?:but |i said |i meant )*(?P<meant>[^,]+)"
)
_MORE: Final = re.compile(
    r"(?:(?:oh|yes|yeah|right) ,? ?)*(?:and|plus|also|and also|and then"
    r"|(?P<needed>add|put on|(?:and )?(?:we|i) (?:also )?need))(?: also)? "
    r"(?P<items>.+?)(?: (?:too|as well|on it|to it|on there|also|please))*"
)
_TAKEN_OFF: Final = re.compile(
    r"(?P<about>.+?)(?: ,)?(?: so| and| you can| please)* (?:take|remove|strike|cross|scratch|drop"
    r"|delete|knock|tick|get rid of) "
    r"(?:it|them|that|those|both|these)(?: (?:off|out))?(?: (?:off|from|of|on))*(?: (?P<list>(?:the|my"
    r"|our) [\w' ]*list))?(?: (?:again|please|then))*"
)
"""What is to go is told first: "we've got eggs, take them off"."""
_LESS: Final = re.compile(
    r"(?:take|remove|scrap|cross|strike|drop) (?:(?:off|out) (?P<these>.+)|(?P<items>.+?) (?:off|out"
    r"|from it))(?: again| it)?"
)


def read_list(said: Timed, context: Context, known: Known) -> Wish | None:
    text = _as_finally_meant(_GONE.sub(r"\1 is", without_you(without_politeness(said.text))))
    last = _last(context)
    if both := _two_lists(text):
        wishes = [read_list(Timed(each, said.now), context, known) for each in both]
        if all(wishes):
            return Wish(tuple(errand for wish in wishes if wish for errand in wish.errands))
    if _ABOUT.search(text):
        for template in templates("lists"):
            if (slots := template.match(text)) is not None and (
                wish := _errands(template.meaning, slots, last.name if last else DEFAULT)
            ):
                return wish
        if wish := _read_by_its_words(text, last.name if last else DEFAULT):
            return wish
    if spoken_of := _pointed_at(text, context):
        return spoken_of
    return (_going_on(text, last, known) or _going_on(said.text, last, known)) if last else None


def _pointed_at(text: str, context: Context) -> Wish | None:
    """ "Papa has got the onions, so take them off": of what was put on a list before."""
    less = _LESS.fullmatch(text)
    taken = tuple(_items(less["items"] or less["these"])) if less else ()
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


def _errands(meaning: str, slots: dict[str, str], default: str) -> Wish | None:
    name = list_name(slots.get("list", ""))
    if meaning in _NO_ITEMS:
        return Wish((Errand(Thing.LIST, _NO_ITEMS[meaning], name),)) if name or meaning == "all" else None
    deed = {"swap": Deed.REMOVE, "has": Deed.READ}.get(meaning) or Deed(meaning)
    if deed is Deed.READ and name in _KEPT_ELSEWHERE:
        return Wish((Asking(Question.PLANNED, Target(f"{name.removesuffix('s')}s")),))
    if deed is Deed.DROP and not name:
        return None  # a whole list is not thrown away unless it is named
    name = name or default
    items = () if meaning == "read" else tuple(_items(slots.get("items", "")))
    if meaning == "has" and any(item in _ANYTHING for item in items):
        items = ()
    if deed in (Deed.ADD, Deed.REMOVE) and (not items or any(_NO_ITEM.fullmatch(item) for item in items)):
        return None
    if len(items) > 1 and any(_PUTS.match(item) for item in items):
        return None  # "the lamp on, and put eggs on the list" are two things
    errands = [Errand(Thing.LIST, deed, name, items)]
    if meaning == "swap":
        errands.append(Errand(Thing.LIST, Deed.ADD, name, tuple(_items(slots["others"]))))
    return Wish(tuple(errands))


def _going_on(text: str, last: Errand, known: Known) -> Wish | None:
    """ "Not rice, noodles", "and eggs", "take the eggs off again": of the list that was spoken of last."""
    return (
        _put_right(text, last, known) or _asked(text, last) or _less(text, last) or _more(text, last, known)
    )


def _put_right(text: str, last: Errand, known: Known) -> Wish | None:
    """ "Not rice, noodles": one thing in the place of another; or "no sugar", and nothing in its place."""
    name = last.name
    match = _SWAPPED.fullmatch(text) or _MEANT.fullmatch(text)
    if match and named(match["wrong"]) in last.items:
        wrong, meant = named(match["wrong"]), tuple(_items(match["meant"]))
        return Wish(
            (Errand(Thing.LIST, Deed.REMOVE, name, (wrong,)), Errand(Thing.LIST, Deed.ADD, name, meant))
        )
    match = _RATHER.fullmatch(text)
    if match is None or last.deed is not Deed.ADD or not last.items:
        return None
    if known(match["meant"]) or _NO_ITEM.fullmatch(match["meant"]):
        return None
    meant = tuple(_items(match["meant"]))
    if {*meant} <= {*last.items}:
        return Wish((Errand(Thing.LIST, Deed.REMOVE, name, meant),))
    off = Errand(Thing.LIST, Deed.REMOVE, name, last.items[-1:])
    return Wish((off, Errand(Thing.LIST, Deed.ADD, name, meant)))


def _asked(text: str, last: Errand) -> Wish | None:
    if asked := _IS_ON.fullmatch(text):
        return Wish((Errand(Thing.LIST, Deed.READ, last.name, tuple(_items(asked["items"]))),))
    return Wish((Errand(Thing.LIST, Deed.READ, last.name),)) if _READ_BACK.fullmatch(text) else None


def _less(text: str, last: Errand) -> Wish | None:
    match = _LESS.fullmatch(text)
    if match is None:
        return None
    said = match["items"] or match["these"]
    items = last.items if said in _THOSE else tuple(_items(said))
    spoken_of = last.deed is Deed.READ or {*items} <= {*last.items}
    return Wish((Errand(Thing.LIST, Deed.REMOVE, last.name, items),)) if items and spoken_of else None


def _more(text: str, last: Errand, known: Known) -> Wish | None:
    """ "And eggs", "we need butter"; whatever is said where it was asked what to put on it."""
    match = _MORE.fullmatch(text)
    begun = last.deed is Deed.ADD and not last.items
    if not begun and (match is None or not (last.deed is Deed.ADD or match["needed"])):
        return None
    items = tuple(_items(match["items"] if match else text))
    plain = not any(known(item) or _NO_ITEM.fullmatch(item) or len(item.split()) > _LONGEST for item in items)
    return Wish((Errand(Thing.LIST, Deed.ADD, last.name, items),)) if items and plain else None


def list_name(words: str) -> str:
    """What a list is called, without the word for it: "packing"; nothing where only "the list" is said."""
    name = _TODO.sub("to do", _WHEN.sub("", named(re.sub(r"\b(?:whole|entire)\b", "", words))))
    name = named(_LIST.sub(" ", name).strip())
    return {"groceries": "grocery", "shop": DEFAULT, "shopping": DEFAULT}.get(name, name)


def _items(words: str) -> Iterator[str]:
    said = _PUT_RIGHT.sub(r"\g<meant>", words.strip(" ,"))
    # Two words may well be one thing; of three or more without a comma, each is looked at.
    runs_on = "," not in said and len(said.split()) > 2
    for item in _AND.split(said):
        kept = _BEHIND_ITEM.sub("", _BEFORE_ITEM.sub("", item.strip(" ,")))
        for one in told_apart(kept) if runs_on else [kept]:
            if one and one != "oh":
                yield one


def _last(context: Context) -> Errand | None:
    made = context.made_last
    errands = made.errands if made else ()
    kept = errands and errands[-1].thing is Thing.LIST and errands[-1].deed is not Deed.DROP
    return errands[-1] if kept else None
