"""A LoRA adapter is put on and off per request, and neither side loses its prompt cache."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.engine.adapter_file import write_adapter
from tests.engine.asking import LONG_INSTRUCTIONS, ask, request, system, user
from voice_gateway.engine import Engine


@pytest.fixture
async def adapted(engine: Engine, tmp_path: Path) -> AsyncIterator[Engine]:
    adapter = write_adapter(tmp_path / "adapter.gguf", engine.model.metadata.embedding_length)
    adapted = Engine(engine.model, adapter=adapter, context=512, slots=1)
    yield adapted
    await adapted.close()


async def test_the_adapter_acts_unless_a_request_turns_it_off(engine: Engine, adapted: Engine) -> None:
    # A prompt of which a part was known already may be answered in other words, so this one is new too.
    unadapted = Engine(engine.model, context=512, slots=1, small_cache=True)
    plain, _ = await ask(unadapted, request([user("Hello")]))
    await unadapted.close()
    without, _ = await ask(adapted, request([user("Hello")], options={"adapter_scale": 0}))
    with_it, _ = await ask(adapted, request([user("Hello")]))
    assert without == plain
    assert with_it != plain


async def test_changing_sides_keeps_both_prompt_caches(adapted: Engine) -> None:
    messages = [system(LONG_INSTRUCTIONS), user("What is a lamp?")]
    on, off = request(messages, tokens=4), request(messages, tokens=4, options={"adapter_scale": 0})
    first = [(await ask(adapted, asked))[0] for asked in (on, off)]
    for asked, expected in zip((on, off), first, strict=True):
        text, end = await ask(adapted, asked)
        assert text == expected
        assert end.timings.cached_tokens > 0.9 * end.timings.prompt_tokens
