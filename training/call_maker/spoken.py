"""What happens to a sentence on its way: number words, fillers, a recogniser's spelling, slips."""

from random import Random

from voice_gateway.wishes import Question, Verb
from voice_gateway.wishes.verbs import GRADES, STATES

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_HEARD = {
    "blinds": "blindes", "bedroom": "bed room", "bathroom": "bath room",
    "thermostat": "thermo stat", "hallway": "hall way", "percent": "per cent", "curtain": "curtin",
    "temperature": "temprature", "living": "livng", "kitchen": "kitchin", "garage": "garadge",
    "lamp": "lampe",
    "please": "pleas", "off": "of", "switch": "swich", "ceiling": "sealing", "brightness": "britness",
    "heating": "heeting", "right": "write", "degrees": "degreez", "office": "offis", "turn": "tern",
}  # fmt: skip
_FILLERS = ("um", "uh", "er", "hmm", "like", "you know")
_WRITTEN = frozenset(
    {
        *map(str, Verb),
        *map(str, Question),
        *STATES,
        *GRADES,
        "temperature",
        "humidity",
        "motion",
        "ask",
        "none",
    }
)
"""Words that are written the same however they were heard."""
_FIXED = frozenset({"on", "off", "of", "don't", "do", "not"})


def number_words(number: float) -> str:
    """21.5 as “twenty one point five”."""
    whole = int(number)
    if whole >= 100:
        said = "one hundred" if whole == 100 else str(whole)
    elif whole < 20:
        said = _ONES[whole]
    else:
        said = f"{_TENS[whole // 10]} {_ONES[whole % 10] if whole % 10 else ''}".strip()
    return said if number == whole else f"{said} point {_ONES[round((number - whole) * 10)]}"


def said_number(number: float, random: Random) -> str:
    return f"{number:g}" if random.random() < 0.55 else number_words(number)


def slips(text: str, random: Random) -> dict[str, str]:
    """Which words of the sentence are heard or typed differently this time; mostly none."""
    heard: dict[str, str] = {}
    for word in dict.fromkeys(text.split()):
        chance = random.random()
        if word in _HEARD and chance < 0.05:
            heard[word] = _HEARD[word]
        elif chance < 0.012 and len(word) > 4 and word.isalpha() and word not in _FIXED:
            heard[word] = _slip(word, random)
    return heard


def misheard(text: str, heard: dict[str, str]) -> str:
    return " ".join(heard.get(word, word) for word in text.split())


def misheard_line(line: str, heard: dict[str, str]) -> str:
    """The wish with its names as they were heard; the words of the language stay."""
    return misheard(line, {word: slip for word, slip in heard.items() if word not in _WRITTEN})


def with_filler(text: str, random: Random) -> str:
    """The sentence with a word that says nothing, now and then."""
    words = text.split()
    if random.random() < 0.06:
        words.insert(random.choice((0, 0, min(2, len(words)))), random.choice(_FILLERS))
    return " ".join(words)


def _slip(word: str, random: Random) -> str:
    """One letter lost, doubled or swapped, but never the first."""
    here = random.randrange(1, len(word) - 1)
    swapped = word[:here] + word[here + 1] + word[here] + word[here + 2 :]
    return random.choice((word[:here] + word[here + 1 :], word[: here + 1] + word[here:], swapped))
