"""Names of models are compared as Ollama does."""

import pytest

from voice_gateway.model_name import full_name, is_name, same_model


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


def test_a_name_has_four_parts_of_few_characters() -> None:
    assert not any(is_name(name) for name in ("", "a b", "a:b:c", "/a", "a/", "-a", "a:", "x" * 81))
    assert all(is_name(name) for name in ("hf.co/a/b:Q4_K_M", "localhost:5000/a/b", "a.b-c_d:e.f-g_h"))
