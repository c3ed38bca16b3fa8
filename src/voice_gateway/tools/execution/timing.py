"""Bounds a call's time, and warns of calls that make a person wait."""

import asyncio
import logging
import time
from dataclasses import dataclass

from voice_gateway.tools.execution.call import TOO_SLOW, Invocation, Outcome, Proceed, Result

SLOW_SECONDS = 1.0

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Timeout:
    """Ends a call that takes too long. What it was doing may have happened all the same."""

    seconds: float

    async def __call__(self, invocation: Invocation, proceed: Proceed) -> Result:
        left = invocation.turn.until() - asyncio.get_running_loop().time()
        if left <= 0:
            return Result.error("there was no time left for that, so it was not done", Outcome.TIMEOUT)
        seconds = min(self.seconds, left)
        try:
            async with asyncio.timeout(seconds):
                return await proceed(invocation)
        except TimeoutError:
            message = f"{invocation.tool.name} did not answer within {seconds:.3g} seconds"
            return Result.error(message, Outcome.TIMEOUT, changed=invocation.acts, spoken=TOO_SLOW)


async def warn_when_slow(invocation: Invocation, proceed: Proceed) -> Result:
    """Log calls that took over a second."""
    began = time.perf_counter()
    result = await proceed(invocation)
    if (seconds := time.perf_counter() - began) > SLOW_SECONDS:
        log.warning("Slow tool call: %s took %.1f s", invocation.tool.name, seconds)
    return result
