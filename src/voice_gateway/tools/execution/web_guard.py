"""Text from the web can never move a device."""

from dataclasses import replace

from voice_gateway.tools.execution.call import Invocation, Outcome, Proceed, Result


async def no_action_after_web(invocation: Invocation, proceed: Proceed) -> Result:
    """Refuse to act in a turn that has read the web, and remember that it has."""
    if invocation.acts and invocation.turn.read_web:
        return Result.error("a turn that has read the web may not change anything", Outcome.REFUSED)
    if not invocation.tool.reads_web:
        return await proceed(invocation)
    invocation.turn.read_web = True
    return replace(await proceed(invocation), strange=True)
