"""Carries out a plan whose time has come."""

import asyncio
from typing import Final

from voice_gateway.keeping import Ended, Kind, Plan, State
from voice_gateway.planning.desk import Desk
from voice_gateway.planning.timers import rings
from voice_gateway.tools import TurnState
from voice_gateway.truth import outcome_of, what_happened
from voice_gateway.wishes import read_wish

DEADLINE: Final = 60.0
"""Seconds for everything that a plan does."""


async def fire(desk: Desk, plan: Plan) -> Ended:
    """Raises whatever goes wrong; who waits for plans tells it."""
    if plan.kind is not Kind.WISH:
        words = rings(plan, desk.now)
        if plan.kind is not Kind.REMINDER:
            desk.announcer.ring(words, plan.room)
        return Ended(State.DONE, words, tell=words)
    turn = TurnState(
        plan.sentence, plan.room, agreed=plan.agreed, plan=plan.id, conversation=plan.conversation,
        id=f"plan-{plan.id}-{plan.fired or 0:.0f}",
    )  # fmt: skip
    wish = read_wish(plan.line)
    async with asyncio.timeout(DEADLINE):
        carried = await desk.interpreter.carry_out(wish, turn)
    said = [
        what_happened(carried.results),
        *carried.said,
        *([carried.waiting.question] if carried.waiting else []),
    ]
    words = " ".join(part for part in said if part)
    held = [result.pending for result in carried.results if result.pending]
    if held:
        words = f"{words} {' '.join(held)}".strip()
    outcome = carried.outcome or outcome_of(carried.results)
    if not outcome.success or carried.waiting:
        return Ended(
            State.FAILED, words, tell=f"“{plan.sentence or plan.line}” could not be done. {words}".strip()
        )
    return Ended(State.DONE, words, tell=words if wish.questions else "")
