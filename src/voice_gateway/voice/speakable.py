"""Makes an answer speakable: no Markdown, no thoughts, no emoji; numbers and units as words."""

import re
import unicodedata
from collections.abc import Callable

from voice_gateway.models.thinking import without_thinking
from voice_gateway.number_words import cardinal, digits, ordinal
from voice_gateway.voice.numbers import clock, decimal, numeral, year

_UNITS = {
    "°C": ("degree", "degrees"), "°": ("degree", "degrees"),
    "°F": ("degree Fahrenheit", "degrees Fahrenheit"),
    "%": ("percent", "percent"), "km/h": ("kilometre per hour", "kilometres per hour"),
    "mph": ("mile per hour", "miles per hour"), "m/s": ("metre per second", "metres per second"),
    "kWh": ("kilowatt hour", "kilowatt hours"), "Wh": ("watt hour", "watt hours"),
    "kW": ("kilowatt", "kilowatts"), "W": ("watt", "watts"), "V": ("volt", "volts"), "A": ("amp", "amps"),
    "km": ("kilometre", "kilometres"), "cm": ("centimetre", "centimetres"),
    "mm": ("millimetre", "millimetres"), "m": ("metre", "metres"), "kg": ("kilogram", "kilograms"),
    "g": ("gram", "grams"), "l": ("litre", "litres"), "ml": ("millilitre", "millilitres"),
    "lx": ("lux", "lux"), "hPa": ("hectopascal", "hectopascals"), "dB": ("decibel", "decibels"),
    "ms": ("millisecond", "milliseconds"), "s": ("second", "seconds"), "min": ("minute", "minutes"),
    "h": ("hour", "hours"), "GB": ("gigabyte", "gigabytes"), "MB": ("megabyte", "megabytes"),
    "ppm": ("part per million", "parts per million"),
}  # fmt: skip
_MONEY = {"$": ("dollar", "dollars"), "€": ("euro", "euros"), "£": ("pound", "pounds")}
_POWERS = {"µg/m³": "micrograms per cubic metre", "m³": "cubic metres", "m²": "square metres", "−": "-"}
_SIGNS = {
    "&": " and ", "+": " plus ", "=": " equals ", "×": " times ", "÷": " divided by ", "→": " to ",
    "@": " at ",
}  # fmt: skip
_NUMBER = r"(?P<minus>(?<![\w.)])-)?(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<fraction>\d+))?"
_UNIT = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))

_MARKDOWN: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"```.*?(?:```|\Z)", re.S), " "),
    (re.compile(r"!\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"\[([^\]]+)\]\([^)]*\)"), r"\1"),
    (re.compile(r"https?://(?:www\.)?([\w.-]+)\S*"), r"\1"),
    (re.compile(r"<[^<>]{1,200}>"), " "),
    (re.compile(r"^\s*(?:#{1,6}|>|[-*+•])\s+", re.M), ""),
    (re.compile(r"^\s*(?:[-*_]\s*){3,}$", re.M), ""),
    (re.compile(r"(?<![\w*])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\w*])|[`~|#]+"), ""),
    (re.compile(r"[*_\\^{}\[\]<>]+"), " "),
)


def speakable(text: str) -> str:
    """What a voice should say for this text; only words and the marks that shape a sentence are left."""
    text = _plain_characters(without_thinking(text))
    for pattern, replacement in _MARKDOWN:
        text = pattern.sub(replacement, text)
    for pattern, said in _NUMBERS:
        text = pattern.sub(said, text)
    for sign, words in _SIGNS.items():
        text = text.replace(sign, words)
    text = "".join(character if _is_sayable(character) else " " for character in text)
    text = re.sub(r"\s*\n\s*", ". ", text.strip())
    text = re.sub(r"\s+(?=[.,!?;:])", "", re.sub(r"\s+", " ", text))
    return re.sub(r"([.,!?;:])(?:[.,;:])+", r"\1", text).strip(" ,;:")


def _plain_characters(text: str) -> str:
    """The text without ligatures, wide letters and the like; powers are said first, or they would be lost."""
    for written, said in _POWERS.items():
        text = text.replace(written, said)
    return unicodedata.normalize("NFKC", text)


def _is_sayable(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] == "L" or category in ("Mn", "Mc", "Zs", "Nd") or character in "\n.,!?;:'’\"-–—()/"


def _said_time(match: re.Match[str]) -> str:
    half = (match["half"] or "").lower().replace(".", "")
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if not half:
        return clock(hour, minute)
    said = cardinal(hour) if minute == 0 else clock(hour, minute)
    return f"{said} {' '.join(half)}"


def _said_day(match: re.Match[str]) -> str:
    return f"{match['month']} {ordinal(int(match['day']))}"


def _said_year(match: re.Match[str]) -> str:
    return f"{match['before']} {year(int(match['year']))}"


def _said_money(match: re.Match[str]) -> str:
    one, many = _MONEY[match["sign"]]
    whole, cents = numeral(match["whole"].replace(",", "")), match["fraction"]
    said = f"{whole} {one if whole == 'one' else many}"
    if cents and len(cents) == 2 and int(cents):
        said += f" {cardinal(int(cents))}"
    return said


def _said_number(match: re.Match[str]) -> str:
    whole, fraction = match["whole"].replace(",", ""), match["fraction"]
    if fraction:
        said = decimal(whole, fraction)
    elif len(whole) > 1 and whole.startswith("0"):
        said = digits(whole)
    else:
        said = numeral(whole)
    if match["minus"]:
        said = f"minus {said}"
    unit = match.groupdict().get("unit")
    if not unit:
        return f" {said} "
    one, many = _UNITS[unit]
    return f" {said} {one if said == 'one' else many} "


_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_BEFORE_YEAR = f"{_MONTH}|in|since|of|year|from"
_NUMBERS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (
        re.compile(
            r"\b(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?::\d\d)?(?:\s*(?P<half>[ap]m\b|[ap]\.m\.))?",
            re.I,
        ),
        _said_time,
    ),
    (re.compile(r"\b(?P<hour>1[0-2]|0?[1-9])(?P<minute>)\s*(?P<half>[ap]m\b|[ap]\.m\.)", re.I), _said_time),
    (re.compile(rf"(?P<sign>[$€£])\s?{_NUMBER.replace('?P<minus>', '')}"), _said_money),
    (re.compile(r"\b(?P<number>\d{1,4})(?:st|nd|rd|th)\b"), lambda match: ordinal(int(match["number"]))),
    (re.compile(rf"\b(?P<month>{_MONTH})\s+(?P<day>\d{{1,2}})\b(?!:)"), _said_day),
    (
        re.compile(
            rf"\b(?P<before>(?:{_BEFORE_YEAR})(?:\s+[\w-]+,|,)?)\s+(?P<year>1[1-9]\d\d|20\d\d)\b(?![.,]\d)"
        ),
        _said_year,
    ),
    (re.compile(r"(?<![\d-])(\d{1,4})\s?[-–]\s?(\d{1,4})(?![\d-])"), r"\1 to \2"),
    (re.compile(rf"{_NUMBER}\s?(?P<unit>{_UNIT})(?![\w/])"), _said_number),
    (re.compile(_NUMBER), _said_number),
)
