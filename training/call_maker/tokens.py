"""The model's own tokenizer, built from the facts in its GGUF file."""

from typing import Any

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers

_CONTROL = 3
_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def build_tokenizer(facts: dict[str, Any]) -> Tokenizer:
    """Byte-level BPE with single digits, as llama.cpp reads the pre-tokenizer “smollm”."""
    words = facts["tokenizer.ggml.tokens"]
    merges = [tuple(merge.split(" ", 1)) for merge in facts["tokenizer.ggml.merges"]]
    tokenizer = Tokenizer(models.BPE(vocab={word: at for at, word in enumerate(words)}, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.Split(Regex(_GPT2), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    kinds = facts["tokenizer.ggml.token_type"]
    special = [word for word, kind in zip(words, kinds, strict=True) if kind == _CONTROL]
    tokenizer.add_special_tokens([AddedToken(word, special=True, normalized=False) for word in special])
    return tokenizer


def chat(system: str, turns: list[list[str]], user: str) -> str:
    """A conversation in ChatML, up to where the model's reply begins."""
    text = f"<|im_start|>system\n{system}<|im_end|>\n"
    for said, code in turns:
        text += f"<|im_start|>user\n{said}<|im_end|>\n<|im_start|>assistant\n{code}<|im_end|>\n"
    return f"{text}<|im_start|>user\n{user}<|im_end|>\n<|im_start|>assistant\n"


END = "<|im_end|>"
