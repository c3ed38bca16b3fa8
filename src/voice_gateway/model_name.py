"""Names of models, compared as Ollama does: capitals do not count, and what is left out has a default."""

import re
from typing import Final

HOST: Final = "registry.ollama.ai"
NAMESPACE: Final = "library"
TAG: Final = "latest"
_FORM: Final = re.compile(
    r"(?:(?:(?:\w+://)?\w[\w.:-]{0,349}/)?\w[\w-]{0,79}/)?\w[\w.-]{0,79}(?::\w[\w.-]{0,79})?", re.ASCII
)


def full_name(name: str) -> str:
    """Host, namespace, model and tag, in lower case: `qwen3` is `registry.ollama.ai/library/qwen3:latest`."""
    rest = name.strip().lower().rpartition("://")[2]
    tag = ""
    if rest.rfind(":") > rest.rfind("/"):
        rest, _, tag = rest.rpartition(":")
    rest, _, model = rest.rpartition("/")
    host, _, namespace = rest.rpartition("/")
    return f"{host or HOST}/{namespace or NAMESPACE}/{model}:{tag or TAG}"


def same_model(one: str, other: str) -> bool:
    """Whether Ollama would take both names for one model."""
    return full_name(one) == full_name(other)


def is_name(name: str) -> bool:
    """Whether a model can be called so at all."""
    return _FORM.fullmatch(name.strip()) is not None
