"""The engine with a model: turns, cache, window, cancelling, loading."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from tests.engine.asking import (
    CLOCK,
    CONTROL,
    LONG_INSTRUCTIONS,
    ask,
    called,
    first_piece,
    request,
    system,
    until,
    user,
)
from voice_gateway.engine import Engine, EngineError, LocalModel, Message, conversation, packaged_model
from voice_gateway.engine.request import ChatRequest, Tool
from voice_gateway.errors import ModelError

TOOLS = [Tool.model_validate(CLOCK), Tool.model_validate(CONTROL)]


async def test_the_tools_are_in_the_prompt_that_the_template_renders(engine: Engine) -> None:
    """SmolLM2's own template knows no tools; ours is put in front of it."""
    prompt = await engine.prompt(request([system("Be kind."), user("Hi")], tools=TOOLS))
    for word in ("Be kind.", "get_current_datetime", "control_device", "deviceName", '"on", "off"', "Hi"):
        assert word in prompt
    assert prompt.index("Be kind.") < prompt.index("control_device") < prompt.index("Hi")
    assert prompt.endswith("<|im_start|>assistant\n")


async def test_without_tools_the_models_own_template_is_untouched(engine: Engine) -> None:
    prompt = await engine.prompt(request([system("S"), user("U")]))
    expected = "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\n"
    assert prompt == expected


async def test_calls_and_results_in_the_history_are_in_the_prompt(engine: Engine) -> None:
    call = Message.model_validate(called("fan", "on"))
    results = [Message(role="tool", content="first result"), Message(role="tool", content="second result")]
    prompt = await engine.prompt(
        ChatRequest(messages=[Message(role="user", content="Hi"), call, *results], tools=TOOLS)
    )
    assert '{"name": "control_device", "arguments": {"deviceName": "fan", "action": "on"}}' in prompt
    assert prompt.index("first result") < prompt.index("second result")


async def test_a_second_turn_reads_only_what_is_new(engine: Engine) -> None:
    instructions = system(LONG_INSTRUCTIONS)
    _, first = await ask(engine, request([instructions, user("What is a lamp?")]))
    _, second = await ask(engine, request([instructions, user("What is a door?")]))
    assert second.timings.cached_tokens > 0.9 * second.timings.prompt_tokens
    assert second.timings.prompt_tokens > 100
    assert first.timings.cached_tokens <= first.timings.prompt_tokens


async def test_more_prefixes_than_slots_stay_warm(engine: Engine) -> None:
    """Prompts that lost their slot are set aside in memory, so going round several tiers stays cheap."""
    prefixes = [
        system(f"You are helper number {name}. {LONG_INSTRUCTIONS}") for name in ("one", "two", "three")
    ]
    for prefix in prefixes:
        await ask(engine, request([prefix, user("Hello")], tokens=2))
    for prefix in prefixes:
        _, again = await ask(engine, request([prefix, user("Hello again")], tokens=2))
        assert again.timings.cached_tokens > 0.8 * again.timings.prompt_tokens


@pytest.fixture
async def narrow(engine: Engine) -> AsyncIterator[Engine]:
    """An engine with a window that is soon full."""
    narrow = Engine(engine.model, context=256, slots=1)
    yield narrow
    await narrow.close()


async def test_a_long_conversation_loses_its_oldest_messages_not_its_instructions(narrow: Engine) -> None:
    chatter = [
        user(f"Remark number {number} about the weather, which is fine today.") for number in range(150)
    ]
    messages = [system("Always answer with one word."), *chatter, user("What is the last word?")]
    assert await narrow.count([Message.model_validate(message) for message in messages]) > 10 * narrow.context
    _, end = await ask(narrow, request(messages, tokens=4))
    assert narrow.context // 2 < end.timings.prompt_tokens < narrow.context
    assert end.timings.output_tokens > 0


async def test_a_message_longer_than_the_window_is_cut_in_its_middle(narrow: Engine) -> None:
    _, end = await ask(narrow, request([system("Be brief."), user("word " * 5000)], tokens=2))
    assert end.timings.prompt_tokens < narrow.context


async def test_num_ctx_makes_the_window_smaller(engine: Engine) -> None:
    messages = [user(f"Remark number {number}.") for number in range(60)]
    _, end = await ask(engine, request(messages, tokens=2, options={"num_ctx": 128}))
    assert end.timings.prompt_tokens < 128


async def test_tools_that_can_never_fit_are_an_error_of_the_request(narrow: Engine) -> None:
    huge = {"type": "function", "function": {"name": "x", "description": "word " * 3000}}
    with pytest.raises(EngineError, match="do not fit"):
        await ask(narrow, request([user("Hello")], tools=[huge]))


async def test_an_answer_that_is_not_read_to_its_end_frees_the_engine(engine: Engine) -> None:
    for _ in range(4):
        async with aclosing(engine.chat(request([user("Tell a very long story.")], tokens=700))) as items:
            await first_piece(items)
    _, end = await ask(engine, request([user("Hello")], tokens=2))
    assert end.timings.output_tokens == 2
    assert engine.waiting == 0


async def test_a_task_that_is_cancelled_while_it_waits_leaves_the_queue(engine: Engine) -> None:
    async with aclosing(engine.chat(request([user("Story one.")], tokens=700))) as one:
        await first_piece(one)
        async with aclosing(engine.chat(request([user("Story two.")], tokens=700))) as two:
            await first_piece(two)
            waiting = asyncio.create_task(ask(engine, request([user("Hello")])))
            await until(lambda: engine.waiting == 1)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            assert engine.waiting == 0


async def test_one_conversation_cannot_keep_the_others_waiting(engine: Engine) -> None:
    """Twelve requests of one conversation are queued before the one of another, which is not served last."""
    finished: list[str] = []

    async def turn(who: str) -> None:
        conversation.set(who)
        await ask(engine, request([user("Hello")], tokens=40))
        finished.append(who)

    flood = [asyncio.create_task(turn("loud")) for _ in range(12)]
    await until(lambda: engine.waiting >= 9)
    await asyncio.gather(*flood, asyncio.create_task(turn("quiet")))
    assert finished.index("quiet") < 8


async def test_concurrent_conversations_get_their_own_answers(engine: Engine) -> None:
    questions = [request([user(f"Say the number {number}.")], tokens=6) for number in range(5)]
    alone = [(await ask(engine, question))[0] for question in questions[:2]]
    together = [text for text, _ in await asyncio.gather(*(ask(engine, question) for question in questions))]
    assert len(together) == 5
    assert all(together)
    assert all(alone)


async def test_a_request_that_fails_does_not_take_the_engine_along(engine: Engine) -> None:
    with pytest.raises(EngineError):
        await ask(engine, request([{"role": "alien", "content": "x"}]))
    unusual = {"type": "object", "properties": {"a": {"$ref": "https://example.invalid/schema"}}}
    with pytest.raises(EngineError) as caught:
        await ask(engine, request([user("x")], format=unusual))
    assert caught.value.status == 400
    text, _ = await ask(engine, request([user("Hello")]))
    assert text


async def test_unload_and_reload(engine: Engine) -> None:
    await engine.load()
    assert engine.loaded
    await engine.unload()
    assert not engine.loaded
    text, end = await ask(engine, request([user("Hello")]))
    assert text
    assert end.timings.load > 0
    assert engine.loaded


async def test_an_unload_in_mid_answer_lets_the_answer_end(engine: Engine) -> None:
    async with aclosing(engine.chat(request([user("Tell a story.")], tokens=200))) as items:
        await first_piece(items)
        await engine.unload()
        assert not engine.loaded
        assert [item async for item in items]
    await engine.load()


async def test_many_who_ask_at_once_load_the_model_once(engine: Engine) -> None:
    await engine.unload()
    await asyncio.gather(*(engine.load() for _ in range(8)))
    assert engine.loaded


async def test_no_tokens_wanted_warms_the_prompt_and_says_nothing(engine: Engine) -> None:
    prefix = system(f"You are a warm helper. {LONG_INSTRUCTIONS}")
    text, _ = await ask(engine, request([prefix, user("x")], tokens=0))
    assert text == ""
    _, end = await ask(engine, request([prefix, user("Hello")], tokens=1))
    assert end.timings.cached_tokens > 0.8 * end.timings.prompt_tokens


async def test_a_file_that_is_no_model_is_explained(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    packaged = packaged_model()
    assert packaged is not None
    broken.write_bytes(packaged.path.read_bytes()[:4_000_000])
    engine = Engine(LocalModel("broken", broken))
    with pytest.raises(ModelError, match="could not be loaded"):
        await engine.load()
    assert not engine.loaded
    await engine.close()


def test_importing_the_engine_does_not_import_llama() -> None:
    code = "import sys, voice_gateway.engine; sys.exit('xllamacpp' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
