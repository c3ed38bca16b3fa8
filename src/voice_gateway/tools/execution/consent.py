"""Nothing is done that nobody asked for: how sure it is that the sentence wants an action decides."""

from functools import partial

from voice_gateway.tools.execution.call import Consent, Invocation, Outcome, Proceed, Result
from voice_gateway.tools.execution.intention import intention

NOT_ASKED = "nobody asked for that now, so nothing was changed"


async def only_when_asked(invocation: Invocation, proceed: Proceed) -> Result:
    """Let an action pass when it was asked for, ask back when that is not sure, else refuse it."""
    if not invocation.acts or invocation.approved is not None:
        return await proceed(invocation)
    match invocation.turn.allows:
        case Consent.GIVEN:
            return await proceed(invocation)
        case Consent.UNSURE:
            return asked_back(invocation)
        case Consent.NONE:
            return Result.error(NOT_ASKED, Outcome.REFUSED)


def asked_back(invocation: Invocation) -> Result:
    """The call is not made; the person is asked whether it shall be."""
    says = invocation.tool.says or partial(intention, invocation.tool.name)
    question = f"Shall I {says(invocation.arguments)}?"
    return Result(question, Outcome.REFUSED, pending=question, sent=dict(invocation.arguments))
