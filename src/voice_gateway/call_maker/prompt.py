"""A sentence as the writer of wishes is shown it, and the turn before it where that matters."""

import re
from collections.abc import Sequence
from typing import Final

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from voice_gateway.wishes import write_wish
from voice_gateway.wishes.from_calls import wish_of

Turn = tuple[str, str]
"""A sentence, and the wish that was written for it."""

_DATED = re.compile(r"\s*\(Today is [^()]*?(?P<year>\d{4})\.?\)\s*\Z")
_FOLLOWS = re.compile(
    r"(?:and|also|then|now|but|or|no|nope|same|actually|again|instead|what about|how about|a bit|a little|"
    r"even|to|not|too|more|less|only|just|plus|make that|sorry|wrong|hold on|hang on|wait|oops|bit|by|nay|"
    r"hmm?|ok|okay|thanks|stop|enough|scratch|did i)\b"
    r"|.*\b(?:it|its|it's|that|that's|them|they|those|these|this|one|ones|again|too|as well|there|same|"
    r"instead|back|both|others?|another|meant|mean|said|asked|wanted|misheard|undo|rest|else|before|an all|"
    r"last thing)\b",
    re.I | re.S,
)
_SHORT: Final = 3
_RESPELLED: Final = {"lite": "light", "lites": "lights"}
"""Spellings that mean the same and are too far from it for a typo."""

# Points and commas stay between digits, and apostrophes and hyphens within words.
_UNSPOKEN = re.compile(
    r"(?<!\d)[.,:](?!\d)|[.,:](?!\d)|(?<!\d)[.,:]|[!?;|\"“”()\[\]{}<>*_]|(?<!\w)['-]|['-](?!\w)"
)


def spoken(sentence: str) -> str:
    """The sentence as a speech recogniser would spell it, which is all that the model has learned to read.

    Of all punctuation only a question mark at the end is kept: it alone can turn a statement into a question.
    """
    text = sentence.lower().replace("’", "'").replace("%", " percent ").replace("°c", " degrees ")
    words = _UNSPOKEN.sub(" ", text.replace("°", " degrees ")).split()
    asks = ["?"] if sentence.rstrip(" \"”')").endswith("?") else []
    return " ".join([*(_RESPELLED.get(word, word) for word in words), *asks])


def last_turns(messages: Sequence[BaseMessage]) -> tuple[str, Turn | None]:
    """The last sentence of a conversation, and the turn before it with its calls as a wish."""
    people = [at for at, message in enumerate(messages) if isinstance(message, HumanMessage)]
    if not people:
        return "", None
    sentence = undated(str(messages[people[-1]].text))[0]
    return sentence, _turn(messages[people[-2] : people[-1]]) if len(people) > 1 else None


def points_back(sentence: str, answer: str = "") -> bool:
    """Whether what was said before may be needed: it answers a question, or goes on."""
    return answer.endswith("?") or refers_back(sentence)


def refers_back(sentence: str) -> bool:
    """Whether a sentence may need the one before it; a cheap guess that errs on the side of yes."""
    return len(sentence.split()) <= _SHORT or _FOLLOWS.match(sentence.strip()) is not None


def undated(sentence: str) -> tuple[str, int | None]:
    """A sentence without the date that was put behind it, and the year of that date."""
    match = _DATED.search(sentence)
    return (sentence[: match.start()], int(match["year"])) if match else (sentence, None)


def _turn(messages: Sequence[BaseMessage]) -> Turn | None:
    """A turn as it would have been had the model written its calls as a wish; none if it made none."""
    wish = wish_of(
        call for message in messages if isinstance(message, AIMessage) for call in message.tool_calls
    )
    return (undated(str(messages[0].text))[0], write_wish(wish)) if wish.parts else None
