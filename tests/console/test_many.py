"""Many who ask at once."""

import asyncio

import httpx

from tests.console.rig import PATIENCE, eventually, open_rig
from tests.servers.ollama import hang, say


async def test_fifty_conversations_at_once_are_all_answered() -> None:
    """50 people, three sentences each, against a model that answers at once."""
    people = 50
    async with open_rig([say("Hello.")] * (people * 3)) as rig:

        async def talk(number: int) -> list[int]:
            statuses = []
            for sentence in ("tell me about otters", "why do cats purr", "i like cheese a lot"):
                body = {"text": sentence, "conversation": f"person-{number}", "stream": number % 2 == 0}
                response = await rig.http.post("/api/chat", json=body)
                statuses.append(response.status_code)
                assert "Hello." in response.text
            return statuses

        limits = httpx.Limits(max_connections=people)
        async with httpx.AsyncClient(
            base_url=rig.url, limits=limits, timeout=PATIENCE, trust_env=False
        ) as client:
            rig.http = client
            answered = await asyncio.gather(*(talk(number) for number in range(people)))
        assert answered == [[200, 200, 200]] * people
        assert len(rig.console.conversations) == people
        assert rig.gateway.metrics.figures().success_rate == 1.0


async def test_more_turns_than_can_run_are_told_to_come_back() -> None:
    async with open_rig([hang(), hang()]) as rig:
        rig.console.talk._free = 1
        waiting = asyncio.create_task(rig.http.post("/api/ask", json={"text": "tell me a story"}))
        await eventually(lambda: rig.ollama.chats)
        refused = await rig.http.post("/api/ask", json={"text": "and another one"})
        assert refused.status_code == 429
        assert refused.headers["retry-after"]
        waiting.cancel()
