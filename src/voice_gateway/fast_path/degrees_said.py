"""Degrees that are named in a sentence, where the household counts in Fahrenheit."""

import re

from voice_gateway.amounts import numbers_in_digits
from voice_gateway.devices.degrees import Degrees

_NAMED = re.compile(
    r"(?:celsius|centigrade|fahrenheit)\b|°\s*[cf]\b|\b\d+(?:\.\d+)?\s*[cf]\b|degrees? [cf]\b", re.I
)
_IN_CELSIUS = re.compile(
    r"(?P<number>-?\d+(?:\.\d+)?)\s*(?:°\s*c\b|(?:degrees? )?(?:celsius|centigrade)\b|degrees? c\b|c\b)"
)
_IN_FAHRENHEIT = re.compile(r"\s*(?:°\s*f\b|(?:degrees? )?fahrenheit\b|degrees? f\b|(?<=\d)\s*f\b)")


def as_counted(sentence: str, degrees: Degrees) -> str:
    """The sentence with every temperature in the degrees that go without saying here.

    In Celsius nothing is done: there, a number in Fahrenheit is read as one.
    """
    if degrees is Degrees.CELSIUS or not _NAMED.search(sentence):
        return sentence
    said = numbers_in_digits(sentence.lower())
    said = _IN_CELSIUS.sub(lambda match: f"{degrees.told(float(match['number'])):g} degrees", said)
    return _IN_FAHRENHEIT.sub(" degrees", said)
