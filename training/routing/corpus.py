"""Public sentences given by path: which labels they teach, and which of them are near-duplicates."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from voice_gateway.routing.wording import tokens

# What a language model can answer by itself although the corpora call it a capability of its own.
ANSWERABLE = frozenset((Path(__file__).parent / "answerable.txt").read_text(encoding="utf-8").split())
# Labels of SLURP that are one word are slips of its annotators ("turn the lights off": hue_lightoff).
_SLIP = re.compile(r"^(?:[a-z]+|hue_\w+)$")
_STOPWORDS = frozenset(
    ("a", "an", "the", "my", "please", "can", "could", "you", "me", "i", "to", "of", "in", "is")
)


@dataclass(frozen=True)
class Row:
    """One sentence of a corpus."""

    text: str
    label: str
    """What the corpus says; `other` is any capability the gateway does not have."""

    taught: str | None
    """What the router is taught: `other` only where something would have to be done. None: not taught."""

    intent: str
    source: str
    group: str
    """Rows of one group are near-duplicates, or of one family, and never on both sides of a fold."""


def read(path: Path) -> list[Row]:
    """The rows of a JSONL file of `{text, label, intent, source}`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    written = [json.loads(line) for line in lines if line.strip()]
    # "lower the volume" is also filed under a capability we lack, by a slip; that is not taught.
    wanted = {_content(row["text"]) for row in written if row["label"] not in ("other", "general")}
    return [
        _row(**row, slipped=row["label"] == "other" and _content(row["text"]) in wanted) for row in written
    ]


def _row(text: str, label: str, intent: str, source: str, slipped: bool) -> Row:
    taught: str | None = label
    if label == "other" and intent in ANSWERABLE:
        taught = "general"
    if slipped or (source == "slurp" and label == "other" and _SLIP.match(intent)):
        taught = None
    return Row(text, label, taught, intent, source, _group(text, label, intent, source))


def _group(text: str, label: str, intent: str, source: str) -> str:
    if source == "ha-intents" and label == "device":
        # Whole families are held out: the sentences one would meet elsewhere are of families not seen here.
        return f"{source} {intent}"
    return f"{source} {intent} {_content(text)}"


def _content(text: str) -> str:
    return " ".join(sorted({word for word in tokens(text) if word not in _STOPWORDS}))
