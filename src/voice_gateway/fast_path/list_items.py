"""The things that a sentence names for a list, and which words are none."""

import re
from collections.abc import Iterator
from typing import Final

from voice_gateway.fast_path.groceries import told_apart

PUTS: Final = "put|add|stick|pop|throw|write|note|jot|chuck|bung|slap|include|place"
"""Verbs that put something on a list."""
TAKES: Final = "remove|delete|take|cross|strike|scratch|drop|scrap|knock|tick|check|erase|get rid of"
"""Verbs that take something off it."""
DENIES: Final = "don't|dont|do not|never"
_A_DEED: Final = re.compile(rf"(?:(?:please|just|also|and|then) )*(?:{DENIES}|{PUTS}|{TAKES}) .*")
_OFF_SOMETHING: Final = re.compile(r".* (?:on|off|from|to) (?:it|them|there)")
_AND: Final = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+plus\s+|\s*&\s*")
_NO_ITEM: Final = re.compile(
    r"(?:items?|that item|not .+|(?:what|how|which|who|why|when)\b.*|.+'s .+"
    r"|i|you|we|it|them|that|this|those"
    r"|everything|all|anything|both|again|yes|no)"
    r"|.*\b(?:list|lists|turn|switch|remind|timer|alarm|please|add|what's|ones|called|i'm|we're|i've"
    r"|have|is|are|send)\b.*|(?:\S+ ){6}.*"
)
_PUT_RIGHT: Final = re.compile(
    r"(?P<wrong>[^,]+?)(?: ,)?(?: (?:sorry|no|wait|actually|i mean|oops)(?: ,)?)+ "
    r"(?:not (?P=wrong)(?: ,)? (?:but )?)?(?P<meant>[^,]+)"
)
"""Onions, no, not onions, carrots."""
_BUT_NOT: Final = re.compile(r"(?<=\w)(?: ,)?(?: and| but)? not [^,]+$")
"""Milk, but not oat milk."""
_BEFORE_ITEM: Final = re.compile(
    r"^(?:(?:(?:nearly |almost |running )?(?:out of|low on)|some|a|an|the|my"
    r"|our|more|those|just|only|oh|and|also) )+"
)
_BEHIND_ITEM: Final = re.compile(r"(?: (?:again|too|also|as well|anyway|please|though))+$")


def items_in(words: str) -> Iterator[str]:
    """Every thing that the words name, without what stands around it."""
    said = _BUT_NOT.sub("", _PUT_RIGHT.sub(r"\g<meant>", words.strip(" ,")))
    # Two words may well be one thing; of three or more without a comma, each is looked at.
    runs_on = "," not in said and len(said.split()) > 2
    for item in _AND.split(said):
        kept = _BEHIND_ITEM.sub("", _BEFORE_ITEM.sub("", item.strip(" ,")))
        for one in told_apart(kept) if runs_on else [kept]:
            if one and one != "oh":
                yield one


def is_item(words: str, list_name: str = "") -> bool:
    """Whether the words can stand on a list. On one of deeds, what is to be done can: "put the bins out"."""
    tells = (is_a_deed(words) or "take" in words.split()) and not is_for_deeds(list_name)
    return not (tells or _OFF_SOMETHING.fullmatch(words) or _NO_ITEM.fullmatch(words))


def is_a_deed(words: str) -> bool:
    """Whether it tells what to do with a list, and is nothing on it: "remove the coffee"."""
    return bool(_A_DEED.fullmatch(words))


def is_for_deeds(list_name: str) -> bool:
    return list_name in ("to do", "to-do", "todo", "chores", "chore", "errands", "jobs", "tasks")
