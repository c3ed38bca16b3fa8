"""What happens to a sentence on its way: politeness, a speech recogniser's spelling, a slip of the finger."""

import re
from random import Random

_BEFORE = (
    "please", "can you", "could you", "can you please", "could you please", "would you", "will you",
    "will you please",
    "i want you to", "i need you to", "i'd like you to", "go ahead and", "please go ahead and",
    "would you mind to",
    "kindly", "hey", "just", "ok", "now", "quickly", "hey house", "you must", "let's",
    "it would be nice if you could",
    "i would appreciate it if you", "hello", "be a dear and", "help me", "please help me", "can you help me",
)  # fmt: skip
_BEFORE_QUESTION = (
    "please tell me", "can you tell me", "hey", "so", "do you know", "i want to know", "tell me", "ok",
    "quick question",
    "excuse me", "i wonder", "could you tell me", "please", "let me know",
)  # fmt: skip
_AFTER = (
    "please",
    "thanks",
    "now",
    "right now",
    "for me",
    "for me please",
    "thank you",
    "if you can",
    "again",
    "okay",
)
_QUESTION = re.compile(r"^(?:what|who|where|when|why|which|how|is|are|do|does|did|has|have|was|will)\b")
_HOMOPHONES = {
    "four": "for", "for": "four", "two": "to", "to": "too", "too": "to", "lights": "lites",
    "light": "lite", "right": "write",
    "off": "of", "there": "their", "their": "there", "whether": "weather", "weather": "whether",
    "mute": "moot", "dim": "dimm",
    "thermostat": "thermo stat", "living": "leaving", "blinds": "blind's", "by": "buy", "hour": "our",
    "bedroom": "bed room",
    "bathroom": "bath room", "garage": "garaje", "temperature": "temprature", "percent": "per cent",
    "what's": "whats",
    "who's": "whose", "it's": "its", "curtains": "curtain's", "vacuum": "vaccum", "volume": "volumn",
    "close": "clothes",
    "turn": "tern", "louder": "lowder", "change": "chance", "brighten": "bright in", "tomorrow": "tomorow",
    "date": "day",
}  # fmt: skip
_ARTICLES = re.compile(r"\b(?:the|a|an|my) ")


def respelled(text: str, random: Random) -> str:
    """The sentence as it might arrive; about half of them arrive unchanged."""
    if random.random() < 0.3:
        text = _polite(text, random)
    return heard(text, random)


def heard(text: str, random: Random) -> str:
    """The sentence as it might be written down: nothing is added, a little is lost or misspelled."""
    if random.random() < 0.12:
        text = _ARTICLES.sub("", text)
    if random.random() < 0.1:
        text = " ".join(_HOMOPHONES.get(word, word) for word in text.split())
    if random.random() < 0.06:
        text = _slip(text, random)
    return text


def _polite(text: str, random: Random) -> str:
    before = _BEFORE_QUESTION if _QUESTION.search(text) else _BEFORE
    if random.random() < 0.7:
        text = f"{random.choice(before)} {text}"
    if random.random() < 0.4:
        text = f"{text} {random.choice(_AFTER)}"
    return text


def _slip(text: str, random: Random) -> str:
    """One letter lost, doubled or swapped."""
    if len(text) < 4:
        return text
    here = random.randrange(1, len(text) - 1)
    return random.choice(
        (
            text[:here] + text[here + 1 :],
            text[:here] + text[here] + text[here:],
            text[: here - 1] + text[here] + text[here - 1] + text[here + 1 :],
        )
    )
