"""The chat template a model is loaded with. One that knows no tools is taught them."""

import re
from importlib.resources import files
from typing import Final

from voice_gateway.engine.models import LocalModel

# What a model without a template gets: the most common form, and one that llama.cpp can parse.
_CHATML: Final = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message.role + '\\n' + (message.content or '') + '<|im_end|>\\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)


def knows_tools(template: str) -> bool:
    """Whether a chat template puts tools into the prompt by itself."""
    return re.search(r"\btools\b", template) is not None


def chat_template(model: LocalModel) -> str:
    """The model's own template, with our tool preamble in front of it where it has none."""
    template = model.metadata.chat_template or _CHATML
    if knows_tools(template):
        return template
    preamble = files("voice_gateway.engine").joinpath("tools.jinja").read_text("utf-8")
    return preamble.rstrip("\n") + template
