"""How a plan goes from one state to the next. Nothing is written here, and nothing is sent."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from voice_gateway.keeping.plan import Ended, Plan, State
from voice_gateway.keeping.telling import in_words

GRACE: Final = 60.0
"""A plan that is later than this is missed, and not done late."""

_DAY: Final = 86_400.0

NextDue = Callable[[str, float], float | None]
"""The first time after a moment that the words of a plan's `when` stand for; None when there is none."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Steps:
    next_due: NextDue
    say: Callable[[Plan], str] = in_words
    """What is told about a plan that was missed, or of which nobody knows."""

    def fall_due(self, plan: Plan, now: float) -> Plan:
        """Its time has come: it fires, or it is too late for that."""
        due = now if plan.due is None else plan.due
        if due < now - GRACE:
            return self._untold(replace(plan, state=State.MISSED, fired=due), now)
        return self.fire(plan, due)

    def fire(self, plan: Plan, moment: float) -> Plan:
        """To be kept before its first command is sent."""
        return replace(plan, state=State.FIRING, fired=moment, remaining=None)

    def stopped(self, plan: Plan, now: float) -> Plan:
        """It was firing when the program ended: nobody knows how far it came, and it is not repeated."""
        return self._untold(replace(plan, state=State.NOT_KNOWN), now)

    def end(self, plan: Plan, ended: Ended, now: float) -> Plan | None:
        """It has fired; None where it was cancelled meanwhile."""
        if plan.state is not State.FIRING:
            return None
        return self._go_on(
            replace(plan, state=ended.state, said=ended.said, tell=_joined(plan, ended.tell)), now
        )

    def clock_set(self, plan: Plan, jump: float, now: float) -> Plan | None:
        """Somebody has set the clock, by so many seconds: what waits for a span waits as long as before.

        A plan that repeats may have been put off too far by a clock that was ahead.
        """
        if plan.due is None:
            return None
        if plan.elapses:
            # One that was made this very moment knows the new time already.
            return None if 0 <= now - plan.made < 1 else replace(plan, due=plan.due + jump)
        return self._go_on(plan, now) if plan.repeats and jump < 0 else None

    def _untold(self, plan: Plan, now: float) -> Plan:
        words = self.say(plan)
        return self._go_on(replace(plan, said=words, tell=_joined(plan, words)), now)

    def _go_on(self, plan: Plan, now: float) -> Plan:
        """One that repeats waits again."""
        if not plan.repeats:
            return plan
        if plan.due is None or plan.awaits:
            return replace(plan, state=State.WAITING, due=None)
        due = self._next(plan, now)
        if due is None:
            return plan
        if due <= now:
            words = f"I don't know when “{plan.sentence or plan.line}” comes next, so I have stopped it."
            return replace(plan, state=State.FAILED, tell=_joined(plan, words))
        return replace(plan, state=State.WAITING, due=due)

    def _next(self, plan: Plan, now: float) -> float | None:
        """When it comes after it has come last, and after now; no later than now where nobody can tell."""
        fired = now if plan.fired is None else plan.fired
        if fired > now + _DAY:  # by a clock that was far ahead
            fired = now
        try:
            due = self.next_due(plan.when, fired)
            return self.next_due(plan.when, now) if due is not None and due <= now else due
        except Exception as error:  # whatever the words do to their reader, the other plans go on
            log.warning("When “%s” comes next is not known: %s", plan.when, error)
            return now


def _joined(plan: Plan, words: str) -> str:
    return " ".join(part for part in (plan.tell, words) if part)


def without(told: str, plan: Plan) -> Plan | None:
    """Nothing is left to tell, unless more has come since."""
    return replace(plan, tell="") if plan.tell == told else None
