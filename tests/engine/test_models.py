"""Finding models and reading what a GGUF file says about itself."""

import struct
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from voice_gateway.engine import LocalModel, find_model, model_at, packaged_model
from voice_gateway.engine.gguf import read_gguf
from voice_gateway.engine.models import check_adapter
from voice_gateway.errors import ModelError
from voice_gateway.settings.language_models import EngineSettings


def gguf(*pairs: tuple[str, str], tensors: int = 0) -> bytes:
    """A GGUF header with text values and no weights."""

    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value.encode())) + value.encode()

    values = b"".join(text(key) + struct.pack("<I", 8) + text(value) for key, value in pairs)
    return b"GGUF" + struct.pack("<IQQ", 3, tensors, len(pairs)) + values


def test_the_packaged_model_says_what_it_is(engine: object) -> None:
    model = packaged_model()
    assert model is not None
    assert model.name == "smollm2:135m"
    assert (model.parameter_size, model.licence) == ("134.52M", "apache-2.0")
    metadata = model.metadata
    assert (metadata.architecture, metadata.quantization) == ("llama", "Q4_1")
    assert (metadata.context_length, metadata.embedding_length) == (8192, 576)
    assert "im_start" in metadata.chat_template
    assert metadata.arrays["tokenizer.ggml.tokens"] == 49152
    assert find_model(EngineSettings()) == model
    assert not model.thinks


def test_a_file_gives_a_model_its_name(tmp_path: Path) -> None:
    path = tmp_path / "My Model (Q4).gguf"
    path.write_bytes(gguf(("general.architecture", "llama")))
    model = model_at(path)
    assert model.name == "my-model-q4"
    assert model.answers_to("My-Model-Q4:latest")
    assert find_model(EngineSettings(model=path)) == model


def test_names_are_compared_as_ollama_compares_them() -> None:
    assert LocalModel("qwen3:latest", Path()).answers_to("Qwen3")
    assert LocalModel("someone/qwen3:0.6b", Path()).answers_to("someone/Qwen3:0.6B")
    for name in (
        "library/smollm2:135m",
        "registry.ollama.ai/library/SmolLM2:135M",
        "https://registry.ollama.ai/library/smollm2:135m",
    ):
        assert LocalModel("smollm2:135m", Path()).answers_to(name)
    for name in ("someone/smollm2:135m", "models.example/library/smollm2:135m"):
        assert not LocalModel("smollm2:135m", Path()).answers_to(name)
    assert not LocalModel("smollm2:135m", Path()).answers_to("smollm2")


def test_a_template_that_thinks_is_a_capability(tmp_path: Path) -> None:
    path = tmp_path / "thinker.gguf"
    path.write_bytes(gguf(("tokenizer.chat_template", "{% if enable_thinking %}<think>{% endif %}")))
    assert model_at(path).capabilities == ["completion", "tools", "thinking"]


def test_an_adapter_is_not_a_model_nor_a_model_an_adapter(tmp_path: Path) -> None:
    adapter, model = tmp_path / "adapter.gguf", tmp_path / "model.gguf"
    adapter.write_bytes(gguf(("general.type", "adapter")))
    model.write_bytes(gguf(("general.type", "model")))
    assert check_adapter(adapter) == adapter
    with pytest.raises(ModelError, match="an adapter, not a model"):
        model_at(adapter)
    with pytest.raises(ModelError, match="not a LoRA adapter"):
        check_adapter(model)


def test_a_file_that_is_missing_or_something_else_is_explained(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no model file"):
        read_gguf(tmp_path / "none.gguf")
    for name, content in (
        ("empty", b""),
        ("text", b"hello world"),
        ("old", b"GGUF" + bytes([1]) + bytes(40)),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ModelError, match="is not a GGUF model"):
            read_gguf(tmp_path / name)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_no_header_breaks_the_reader(tmp_path: Path, noise: bytes) -> None:
    path = tmp_path / "noise.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<I", 3) + noise)
    with suppress(ModelError):
        assert read_gguf(path).path == path
