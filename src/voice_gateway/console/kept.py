"""What is planned, listed and written down, for the page and for programs."""

from dataclasses import asdict

from voice_gateway.console.problems import Refused
from voice_gateway.console.shapes import Cancelled, Changed, JournalEntry, KeptView, ListView, PlanView
from voice_gateway.keeping import Entry
from voice_gateway.planning import Desk, overview


class KeptThings:
    """Without a desk, nothing is kept."""

    def __init__(self, desk: Desk | None) -> None:
        self._desk = desk

    async def view(self) -> KeptView:
        return KeptView(plans=await self.plans(), lists=await self.lists())

    async def plans(self) -> list[PlanView]:
        waiting = await overview(self._desk) if self._desk else []
        return [PlanView.model_validate(asdict(one)) for one in waiting]

    async def lists(self) -> list[ListView]:
        if self._desk is None:
            return []
        lists = self._desk.lists
        return [ListView(name=name, items=list(await lists.read(name) or ())) for name in await lists.names()]

    async def cancel(self, number: int) -> Cancelled:
        """Raises `Refused` when it does not wait."""
        known = next((plan for plan in await self.plans() if plan.id == number), None)
        if self._desk is None or known is None:
            raise Refused(404, "There is no such plan.", fix="See /api/plans for those that wait.")
        if await self._desk.plans.cancel(number) is None:
            raise Refused(409, "That is happening right now, so it cannot be cancelled any more.")
        return Cancelled(id=number, words=known.words)

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
