"""What a caller sends along of a conversation is heeded as far as a sentence may go."""

from typing import Any

import pytest

from tests.caller_tools.home_assistant import TOOLS, done
from tests.caller_tools.test_answers import ON, after, called, chat, user
from tests.console.rig import open_rig
from voice_gateway.fast_path import FastPath


async def test_what_the_caller_remembers_is_read_no_further_than_a_sentence_may_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_rig(fast_path=True) as rig:
        limit, read = rig.gateway.settings.turn.max_input, FastPath.read

        def bounded(path: FastPath, sentence: str, *rest: Any, **more: Any) -> Any:
            assert len(sentence) <= limit
            return read(path, sentence, *rest, **more)

        monkeypatch.setattr(FastPath, "read", bounded)
        past = [user("turn on the study light, " * limit), {"role": "assistant", "content": "Done."}]
        message = await chat(rig, *past, user("turn on the study light"))
        assert called(message) == [ON]


async def test_a_sentence_that_is_too_long_is_refused_also_when_its_results_come() -> None:
    async with open_rig(fast_path=True) as rig:
        message = await chat(rig, user("turn on the study light"))
        messages = [user("turn on the study light, " * 1000), *after(message, done("Study Light"))]
        asked = {"model": "voice-gateway", "messages": messages, "tools": TOOLS, "stream": False}
        assert (await rig.http.post("/ollama/api/chat", json=asked)).status_code == 400
