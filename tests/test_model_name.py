"""Which names Ollama would take, and which it would take for the same model."""

from voice_gateway.model_name import is_name, same_model


def test_what_is_left_out_of_a_name_has_a_default() -> None:
    for name in ("Qwen3", "qwen3:latest", "library/qwen3", "https://registry.ollama.ai/library/QWEN3:latest"):
        assert same_model(name, "qwen3")
    for name in ("qwen3:0.6b", "someone/qwen3", "models.example/library/qwen3"):
        assert not same_model(name, "qwen3")


def test_a_name_has_four_parts_of_few_characters() -> None:
    assert not any(is_name(name) for name in ("", "a b", "a:b:c", "/a", "a/", "-a", "a:", "x" * 81))
    assert all(is_name(name) for name in ("hf.co/a/b:Q4_K_M", "localhost:5000/a/b", "a.b-c_d:e.f-g_h"))
