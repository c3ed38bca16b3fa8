"""What strangers wrote can never move a device: pages, and what programs return that are not ours."""

from dataclasses import replace

from voice_gateway.tools.execution.call import Invocation, Outcome, Proceed, Result

STRANGERS = "a turn that has read the web, or what another program says, may not change anything"


async def no_action_after_web(invocation: Invocation, proceed: Proceed) -> Result:
    """Refuse to act in a turn that has read what strangers wrote, and remember that it has.

    What an action reports is not read before the actions beside it, which were asked for together with it.
    """
    if invocation.acts and invocation.turn.read_web:
        return Result.error(STRANGERS, Outcome.REFUSED)
    if not invocation.tool.reads_web:
        return await proceed(invocation)
    invocation.turn.read_web |= not invocation.acts
    result = await proceed(invocation)
    return replace(result, strange=result.outcome is not Outcome.REFUSED)
