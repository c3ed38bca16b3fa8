"""The words that we put into a prompt beside the person's: instructions, and the date."""

from datetime import date
from importlib.resources import files
from typing import Final

from voice_gateway.tools.clock import spoken_date

SEARCH_AGAIN: Final = "If you need more specific info, you may search again."
CALL_AGAIN: Final = (
    "If the request is not fulfilled yet, you may call one more tool. Otherwise answer in 1 sentence."
)
ANSWER_NOW: Final = "Answer in 1 sentence based on this information."
ANSWER_DIRECTLY: Final = "Answer the question directly without calling any tools"
ANSWER_BRIEFLY: Final = "Answer in one short sentence that comes to an end."

GUIDANCE: Final = (SEARCH_AGAIN, CALL_AGAIN, ANSWER_NOW, ANSWER_DIRECTLY, ANSWER_BRIEFLY)
"""All that a model may be told in the course of a turn, and must not repeat as its answer."""

_TODAY: Final = "\n(Today is "


def packaged_prompt() -> str:
    """The instructions that every conversation begins with."""
    return _text("system.md")


def template_words() -> str:
    """What common chat templates put before the tools. A model sees it as if we had said it."""
    return _text("templates.md")


def dated(sentence: str, today: date) -> str:
    """The question with the date after it, so that what comes before stays the same from day to day."""
    return f"{sentence}{_TODAY}{spoken_date(today)}.)"


def undated(question: str) -> tuple[str, str]:
    """What the person said, and the date that was added to it."""
    sentence, _, today = question.partition(_TODAY)
    return sentence, f"Today is {today}" if today else ""


def _text(name: str) -> str:
    return files("voice_gateway.models").joinpath("prompts", name).read_text(encoding="utf-8").strip()
