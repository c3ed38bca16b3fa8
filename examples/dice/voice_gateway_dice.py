"""`roll_dice`: chance that no language model has."""

from collections.abc import Iterator
from secrets import randbelow
from typing import Annotated

from pydantic import Field

from voice_gateway.tools import RegisteredTool, Tier
from voice_gateway.tools.structured import structured

DESCRIPTION = """Roll dice or flip a coin. Use it whenever the user asks for a die, a coin or a random number.
DO NOT use for questions about games.
Good: “roll two dice” → count=2
Good: “flip a coin” → sides=2
Bad: “what is the chance of a six” (no call)"""


def offered() -> Iterator[RegisteredTool]:
    """What this package offers, for the entry-point group `voice_gateway.tools`."""
    yield RegisteredTool(structured(roll_dice, "roll_dice", DESCRIPTION), Tier.GENERAL)


async def roll_dice(
    count: Annotated[int, Field(ge=1, le=10, description="How many dice. Good: 2.")] = 1,
    sides: Annotated[int, Field(ge=2, le=1000, description="How many sides; 2 is a coin. Good: 6.")] = 6,
) -> str:
    rolled = [randbelow(sides) + 1 for _ in range(count)]
    if sides == 2:
        return f"It is {', '.join('heads' if one == 1 else 'tails' for one in rolled)}."
    if count == 1:
        return f"It is a {rolled[0]}."
    return f"They are {', '.join(map(str, rolled))}: {sum(rolled)} in all."
