"""Whether the words around a number make it a time of day, and not an amount or a part of a name."""

from collections.abc import Mapping, Sequence

from voice_gateway.times.moments import Day, Days, Part
from voice_gateway.times.rewriting import Fit
from voice_gateway.times.tokens import Token


def is_led(fit: Fit) -> bool:
    """Whether "at" stands just before it."""
    return bool(fit.before) and "<at>" in fit.before[-1].slots


def is_announced(fit: Fit) -> bool:
    """Whether the words before say that a time of day comes: "at seven", "until about seven"."""
    before = fit.before
    while before and "<roughly>" in before[-1].slots and "<at>" not in before[-1].slots:
        before = before[:-1]
    if not before:
        return False
    last, listed = before[-1], fit.language.listed
    if "<at>" in last.slots:
        return not _sets_amount(fit, before)
    if "<until>" in last.slots:
        return True
    if last.text in listed["by"] or last.text in listed["for"]:
        return _is_for_then(before, listed)
    if last.text in listed["to"] and len(before) > 2:
        return "<clock>" in before[-2].slots and before[-3].text in listed["from"]
    return last.text in listed["from"] and fit.text_after() in listed["to"]


def _is_for_then(before: list[Token], listed: Mapping[str, Sequence[str]]) -> bool:
    """ "Off by seven", "wake me by seven", "an alarm for seven"; but "down by seven" is an amount."""
    if before[-1].text in listed["by"] and (len(before) == 1 or before[-2].text in listed["done"]):
        return True
    return bool({token.text for token in before} & set(listed["alarms"]))


def is_ranged(fit: Fit) -> bool:
    """ "From ten to six" are two times."""
    return fit.text_before() in fit.language.listed["from"]


def is_amount(fit: Fit) -> bool:
    """ "At 40 percent"."""
    return fit.text_after() in fit.language.listed["amounts"]


def follows_day(fit: Fit) -> bool:
    """ "Tomorrow nine thirty", "Sundays, nine thirty"."""
    before = fit.before[:-1] if fit.text_before() == "," else fit.before
    return bool(before) and _is_day(before[-1])


def begins_part(fit: Fit) -> bool:
    """ "Six in the morning", at the beginning, behind a day or in a range: "lamp two tonight" is a lamp."""
    listed = fit.language.listed
    ranged = fit.text_before() in listed["from"] or fit.text_before() in listed["to"]
    behind = fit.after[0].slots.values() if fit.after else ()
    if any(isinstance(value, Part) for value in behind):
        return not fit.before or follows_day(fit) or ranged or is_alarm(fit)
    return not fit.before and any(isinstance(value, Day) for value in behind)  # "six tomorrow"


def is_alarm(fit: Fit) -> bool:
    """ "Alarm six forty-five"."""
    return fit.text_before() in fit.language.listed["alarms"]


def ends_here(fit: Fit) -> bool:
    """Whether nothing but a day comes behind it."""
    return not fit.after or _is_day(fit.after[0])


def _sets_amount(fit: Fit, before: list[Token]) -> bool:
    """ "Set the heating at ten" is no time: something is set, and nothing else says to what."""
    listed = fit.language.listed
    said = [token.text for token in before[:-1]]
    if not said or said[0] not in listed["setting"] or before[-1].text not in listed["set_at"]:
        return False
    others = [*before, *fit.after]
    known = {token.text for token in others} & set(listed["settled"])
    return not known and not any("<n>" in token.slots or _is_day(token) for token in others)


def _is_day(token: Token) -> bool:
    return any(isinstance(value, Day | Days | Part) for value in token.slots.values())
