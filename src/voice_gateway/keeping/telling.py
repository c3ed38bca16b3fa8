"""What is told about a plan that nobody saw happen."""

from datetime import datetime, tzinfo

from voice_gateway.keeping.plan import Kind, Plan, State
from voice_gateway.saying import clock_time


def in_words(plan: Plan, zone: tzinfo | None = None) -> str:
    """About a plan that was missed, or of which nobody knows whether it was done."""
    match plan.kind:
        case Kind.WISH:
            what = f"“{plan.sentence or plan.line}”"
        case Kind.REMINDER:
            what = f"the reminder “{plan.name}”"
        case _:
            what = " ".join(word for word in ("the", plan.name, plan.kind) if word)
    at = "" if plan.fired is None else f" at {_time(plan.fired, zone)}"
    if plan.state is State.MISSED:
        return f"I missed {what}{at}. I have not done it late."
    return (
        f"I was stopped in the middle of {what}{at}. I don't know whether it was done, and won't repeat it."
    )


def _time(moment: float, zone: tzinfo | None) -> str:
    there = datetime.fromtimestamp(moment, zone).astimezone(zone)
    return f"{there:%A} {clock_time(there)}"
