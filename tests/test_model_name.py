"""Names of models are compared as Ollama does."""

import pytest

from voice_gateway.model_name import full_name, same_model


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("qwen3", "qwen3:latest"),
        ("OTHER:135M", "other:135m"),
        ("library/qwen3:0.6b", "qwen3:0.6b"),
        ("registry.ollama.ai/library/qwen3:0.6b", "qwen3:0.6B"),
        ("https://registry.ollama.ai/library/qwen3", "qwen3"),
        ("hf.co/someone/model:Q4_K_M", "HF.co/someone/model:q4_k_m"),
        ("localhost:5000/someone/model", "localhost:5000/someone/model:latest"),
    ],
)
def test_names_that_mean_one_model(one: str, other: str) -> None:
    assert same_model(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("qwen3", "qwen3:0.6b"), ("someone/qwen3", "qwen3"), ("hf.co/a/m", "m"), ("qwen3:0.6b", "qwen2.5:0.6b")],
)
def test_names_that_mean_two(one: str, other: str) -> None:
    assert not same_model(one, other)


def test_a_full_name_has_all_its_parts() -> None:
    assert full_name("Qwen3") == "registry.ollama.ai/library/qwen3:latest"
