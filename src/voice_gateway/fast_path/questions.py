"""Reads questions about devices, which are only ever read and never acted on."""

from voice_gateway.fast_path.template import templates
from voice_gateway.fast_path.wishes import target_of


def read_question(text: str) -> str | None:
    """What is to be read: "front door", "bedroom temperature"; None when this is no such question."""
    for template in templates("questions"):
        if slots := template.match(text):
            quantity = "" if template.meaning == "state" else template.meaning
            return f"{target_of(slots)} {quantity}".strip()
    return None
