"""The same call is made once in a turn, however often the model asks for it."""

import asyncio
import json
from dataclasses import replace

from voice_gateway.tools.execution.call import Invocation, Outcome, Proceed, Result


async def once_per_turn(invocation: Invocation, proceed: Proceed) -> Result:
    """Give the first result again when the same tool is called with the same arguments.

    What was read of the home is read anew once something has changed.
    """
    tool, turn = invocation.tool, invocation.turn
    identity = tool.identity or dict
    key = f"{tool.name} {json.dumps(identity(invocation.arguments), sort_keys=True, default=str)}"
    if not (invocation.acts or tool.reads_web):
        key += f" {sum(result.changed for result in turn.reported)}"
    earlier: asyncio.Future[Result] | None = turn.results.get(key)
    if earlier is not None:
        return replace(await asyncio.shield(earlier), outcome=Outcome.REPEATED, changed=False)
    first = asyncio.get_running_loop().create_future()
    turn.results[key] = first
    try:
        result = await proceed(invocation)
    except BaseException:
        first.cancel()
        raise
    first.set_result(result)
    return result
