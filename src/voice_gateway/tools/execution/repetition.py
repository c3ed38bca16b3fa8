"""The same call is made once in a turn, however often the model asks for it."""

import asyncio
import json
from dataclasses import replace

from voice_gateway.tools.execution.call import Invocation, Outcome, Proceed, Result


async def once_per_turn(invocation: Invocation, proceed: Proceed) -> Result:
    """Give the first result again when the same tool is called with the same arguments."""
    identity = invocation.tool.identity or dict
    key = f"{invocation.tool.name} {json.dumps(identity(invocation.arguments), sort_keys=True, default=str)}"
    earlier: asyncio.Future[Result] | None = invocation.turn.results.get(key)
    if earlier is not None:
        return replace(await asyncio.shield(earlier), outcome=Outcome.REPEATED, changed=False)
    first = asyncio.get_running_loop().create_future()
    invocation.turn.results[key] = first
    try:
        result = await proceed(invocation)
    except BaseException:
        first.cancel()
        raise
    first.set_result(result)
    return result
