"""What waits and what is kept, for those who show it: the page, the terminal, other programs."""

from dataclasses import dataclass

from voice_gateway.keeping import Plan
from voice_gateway.planning.desk import Desk
from voice_gateway.planning.finding import spoken, time_words, what_words


@dataclass(frozen=True)
class Planned:
    """One plan, timer, reminder or alarm that waits."""

    id: int
    kind: str
    words: str
    """In the words of a person: "turn off the hall light at 10:00 PM"."""

    what: str
    time: str
    """The same in two parts."""

    name: str
    line: str
    """What is to be done, in the language of wishes."""

    when: str
    due: str | None
    """The moment, with its time zone; none while it is paused, or waits for something to happen."""

    seconds: float | None
    """How long until then; it stands still while it is paused."""

    paused: bool
    repeats: bool
    sentence: str
    room: str


async def overview(desk: Desk) -> list[Planned]:
    """Everything that waits, the next one first."""
    return [planned_as(desk, plan) for plan in await desk.plans.waiting()]


def planned_as(desk: Desk, plan: Plan) -> Planned:
    return Planned(
        plan.id, plan.kind.value, spoken(desk, plan), what_words(desk, plan), time_words(desk, plan),
        plan.name, plan.line, plan.when,
        None if plan.due is None else desk.at(plan.due).isoformat(timespec="seconds"),
        plan.left(desk.clock.now()), plan.paused, plan.repeats, plan.sentence, plan.room,
    )  # fmt: skip
