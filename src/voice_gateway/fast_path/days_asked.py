"""What a day brings is in the calendars, and in what was planned here: "what am I doing tomorrow?"."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from voice_gateway import languages
from voice_gateway.devices import Kind, Resolver
from voice_gateway.wishes import Asking, Question, Target, Wish

_DAY: Final = re.compile(r"\b(?P<day>today|tonight|tomorrow)\b")


def with_what_else_is_on(wish: Wish, sentence: str, resolver: Resolver | None) -> Wish:
    """A question for what is planned on a day, with the calendars, which know of that day as well."""
    said = sentence.lower().replace("’", "'").strip(" ?!.")
    day, known = _DAY.search(said), {*said.replace(",", " ").replace("what's", "what").split()}
    if resolver is None or day is None or known & _words()["named"] or not known & _words()["own"]:
        return wish
    labels = [device.label for device in resolver.devices if device.kind is Kind.CALENDAR]
    asked = wish.parts[0] if len(wish.parts) == 1 else None
    if not labels or not isinstance(asked, Asking):
        return wish
    calendars = Asking(Question.READ, Target(f"{' and '.join(labels)} {day['day']}"))
    of_plans = asked.question is Question.PLANNED and asked.target.name in ("", day["day"])
    if not of_plans:
        return wish
    return replace(wish, parts=(Asking(Question.PLANNED, Target(day["day"])), calendars))


@cache
def _words() -> Mapping[str, frozenset[str]]:
    return {about: frozenset(words.split("|")) for about, words in languages.pairs("fast_path/words/days")}
