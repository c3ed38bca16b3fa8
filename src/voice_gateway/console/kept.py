"""What is planned, listed and written down, for the page and for programs."""

from dataclasses import asdict, replace

from voice_gateway.console.home_view import NeedsYes
from voice_gateway.console.kept_shapes import (
    Cancelled,
    Changed,
    JournalEntry,
    KeptView,
    ListView,
    PlanView,
    RoutineView,
)
from voice_gateway.console.refused import Refused
from voice_gateway.errors import GatewayError, ToolError
from voice_gateway.keeping import Entry, Plan, Routine, State
from voice_gateway.planning import Desk, overview
from voice_gateway.planning.explaining import explained, plan_text
from voice_gateway.planning.rewriting import NotAgreed, rewrite
from voice_gateway.times import read_when
from voice_gateway.wishes import NotAWish, read_wish


class KeptThings:
    """Without a desk, nothing is kept."""

    def __init__(self, desk: Desk | None) -> None:
        self._desk = desk

    async def view(self) -> KeptView:
        return KeptView(plans=await self.plans(), lists=await self.lists(), routines=await self.routines())

    async def plans(self) -> list[PlanView]:
        if (desk := self._desk) is None:
            return []
        texts = {plan.id: plan_text(desk, plan) for plan in await desk.plans.waiting()}
        return [
            PlanView.model_validate(asdict(one) | {"text": texts.get(one.id, "")})
            for one in await overview(desk)
        ]

    async def lists(self) -> list[ListView]:
        if self._desk is None:
            return []
        lists = await self._desk.lists.all()
        return [ListView(name=name, items=list(items)) for name, items in lists.items()]

    async def cancel(self, number: int) -> Cancelled:
        """Raises `Refused` when it does not wait."""
        known = next((plan for plan in await self.plans() if plan.id == number), None)
        if self._desk is None or known is None:
            raise Refused(404, "There is no such plan.", fix="See /api/plans for those that wait.")
        if await self._desk.plans.cancel(number) is None:
            raise Refused(409, "That is happening right now, so it cannot be cancelled any more.")
        return Cancelled(id=number, words=known.words)

    async def pause(self, number: int, paused: bool) -> None:
        """Raises `Refused` when it cannot stand still, or does so already."""
        desk, plan = await self._waits(number)
        if paused:
            changed = await desk.plans.pause(number, desk.clock.now())
        elif plan.elapses or plan.awaits or not plan.paused:
            changed = await desk.plans.resume(number, desk.clock.now())
        else:
            # A time of day comes when it comes, however long the plan stood still.
            due = desk.due(read_when(plan.when))
            changed = await desk.plans.edit(replace(plan, due=due, remaining=None))
        if changed is None:
            raise Refused(409, "It cannot be paused." if paused else "It is not paused.")

    async def rewrite(self, number: int, line: str, *, confirmed: bool) -> None:
        """Another line in its place. Raises `Refused` or `NeedsYes`, and then it waits as it did."""
        desk, plan = await self._waits(number)
        try:
            await rewrite(desk, plan, read_wish(line.strip()), agreed=confirmed)
        except (NotAWish, ToolError) as error:
            raise Refused(400, str(error), fix="The plan is as it was.") from None
        except NotAgreed as asks:
            raise NeedsYes(asks.question) from None

    async def _waits(self, number: int) -> tuple[Desk, Plan]:
        plan = await self._desk.plans.get(number) if self._desk else None
        if self._desk is None or plan is None or plan.state is not State.WAITING:
            raise Refused(404, "There is no such plan.", fix="See /api/plans for those that wait.")
        return self._desk, plan

    async def change_list(self, name: str, add: list[str], remove: list[str]) -> ListView:
        if (desk := self._desk) is None:
            raise Refused(404, "Nothing is kept here.")
        if remove:
            await desk.lists.remove(name, remove)
        if add or not remove:
            await desk.lists.add(name, add)
        return ListView(name=name, items=list(await desk.lists.read(name) or ()))

    async def drop_list(self, name: str) -> None:
        if self._desk is None or await self._desk.lists.read(name) is None:
            raise Refused(404, "There is no such list.")
        await self._desk.lists.drop(name)

    async def routines(self) -> list[RoutineView]:
        if (desk := self._desk) is None:
            return []
        taught = await desk.book.taught.all()
        return [self._routine(one, written=one not in taught) for one in (*taught, *desk.book.written)]

    def _routine(self, one: Routine, *, written: bool) -> RoutineView:
        words = ", then ".join(self.explained(line)[0] or line for line in one.lines)
        say = one.pattern or one.name
        return RoutineView(name=one.name, lines=list(one.lines), words=words, say=say, written=written)

    async def teach(self, name: str, lines: list[str], was: str) -> RoutineView:
        """Raises `Refused` with the first line that cannot be meant."""
        if (desk := self._desk) is None:
            raise Refused(404, "Nothing is kept here.")
        for number, line in enumerate(lines, 1):
            if problem := self.explained(line)[1]:
                raise Refused(400, f"Line {number}: {problem}")
        routine = Routine(" ".join(name.split()), tuple(lines), made=desk.clock.now())
        await desk.book.taught.teach(routine)
        if was and was.casefold() != routine.name.casefold():
            await desk.book.taught.forget(was)
        return self._routine(routine, written=False)

    async def forget_routine(self, name: str) -> None:
        if self._desk is None or not await self._desk.book.taught.forget(name):
            raise Refused(404, "There is no such routine that was taught.")

    def explained(self, line: str) -> tuple[str | None, str | None]:
        """What a line means in words, and what is wrong with it."""
        if self._desk is None:
            return None, "Nothing is kept here."
        try:
            return explained(self._desk, line), None
        except GatewayError as error:
            return None, error.message

    async def journal(self, most: int) -> list[JournalEntry]:
        return [_entry(one) for one in await self._desk.journal.latest(most)] if self._desk else []

    async def why(self, device: str, most: int) -> list[JournalEntry]:
        """What changed this device, the last one first."""
        return [_entry(one) for one in await self._desk.journal.why(device, most)] if self._desk else []


def _entry(entry: Entry) -> JournalEntry:
    devices = sorted(entry.before.keys() | entry.after.keys())
    return JournalEntry(
        id=entry.id, at=entry.at, line=entry.line, sentence=entry.sentence, plan=entry.plan, room=entry.room,
        changes=[
            Changed(device=one, before=dict(entry.before.get(one, {})), after=dict(entry.after.get(one, {})))
            for one in devices
        ],
    )  # fmt: skip
