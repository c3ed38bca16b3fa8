"""How many tokens a device question costs with the tools of its tier, against all 31 tools.

Counted as the chat template renders them, by the tokenizer of the built-in model where it is installed.
"""

import asyncio
from collections.abc import Sequence

from bench.all_tools import gather
from bench.figure import Figure
from voice_gateway.engine import Engine, Message
from voice_gateway.engine.request import Tool
from voice_gateway.errors import GatewayError
from voice_gateway.models.provider import builtin_is_there
from voice_gateway.models.qwen import to_qwen
from voice_gateway.settings import load_settings
from voice_gateway.tokens import estimate_json_tokens, estimate_tokens
from voice_gateway.tools import Tools

QUESTION = "is the kitchen light on?"
SYSTEM = "You are the voice assistant of this home. Answer in one short, true sentence of plain words."


async def _counted(tools: Sequence[Tools]) -> list[int]:
    settings = load_settings(environment={}).settings
    engine = Engine.from_settings(settings.engine)
    messages = [Message(role="system", content=SYSTEM), Message(role="user", content=QUESTION)]
    try:
        return [
            await engine.count(messages, [Tool.model_validate(one) for one in to_qwen(chosen)])
            for chosen in tools
        ]
    finally:
        await engine.close()


def _estimated(tools: Sequence[Tools]) -> list[int]:
    said = estimate_tokens(SYSTEM) + estimate_tokens(QUESTION)
    return [said + estimate_json_tokens(to_qwen(chosen)) for chosen in tools]


def measure() -> list[Figure]:
    tier, everything, source = gather()
    by = "estimated"
    counts = _estimated((tier, everything))
    if builtin_is_there(load_settings(environment={}).settings):
        try:
            counts = asyncio.run(_counted((tier, everything)))
            by = "SmolLM2's tokenizer"
        except GatewayError:
            pass
    with_tier, with_all = counts
    return [
        Figure("tier_tokens", with_tier, f"tokens of a device question with its {len(tier)} tools ({by})"),
        Figure("all_tools_tokens", with_all, f"the same with {len(everything)} tools ({source})"),
        Figure("tier_tokens_share", with_tier / with_all, "the one as a share of the other", target=0.25),
    ]
