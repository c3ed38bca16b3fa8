"""Whatever happens in whatever order, a plan happens once, or a word is said about it."""

import asyncio
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from tests.keeping.watched import NOON, Watched
from voice_gateway.errors import ToolError
from voice_gateway.keeping import Household, State
from voice_gateway.keeping.by_hand import HandClock

SPANS = st.sampled_from([0, 1, 29, 59, 61, 600, 86_400])


class KeeperMachine(RuleBasedStateMachine):
    """Plans are made and cancelled, time goes by, the clock is set, the machine sleeps and starts again."""

    plans = Bundle("plans")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.clock = HandClock(NOON)
        self.made = 0
        self.promised: set[str] = set()
        self.cancelled: set[str] = set()
        self.commands: list[str] = []
        self.told = ""
        self.start()

    def start(self) -> None:
        self.household = Household(Path(self.folder.name) / "household.sqlite3")
        self.home = Watched(self.household, self.clock)
        self.runner.run(self.home.keeper.__aenter__())
        self.runner.run(self.home.keeper.quiet())

    def stop(self) -> None:
        self.runner.run(self.home.keeper.__aexit__())
        self.household.close()
        self.take_notes()

    def take_notes(self) -> None:
        self.commands += self.home.lines
        self.told += "".join(text for text, _ in self.home.told)
        self.home.fired.clear()
        self.home.told.clear()

    def teardown(self) -> None:
        self.stop()
        self.runner.close()
        self.folder.cleanup()

    @rule(target=plans, after=SPANS, elapses=st.booleans())
    def plan(self, after: int, elapses: bool) -> tuple[int, str]:
        self.made += 1
        name = f"plan-{self.made}."
        kept = self.runner.run(self.home.plan(name, self.clock.now() + after, elapses=elapses))
        self.promised.add(name)
        return kept.id, name

    @rule(plan=plans)
    def cancel(self, plan: tuple[int, str]) -> None:
        if self.runner.run(self.home.plans.cancel(plan[0])):
            self.cancelled.add(plan[1])

    @rule(seconds=SPANS)
    def wait(self, seconds: int) -> None:
        self.runner.run(self.home.pass_by(seconds))

    @rule(seconds=st.sampled_from([-86_400, -3600, -2, 2, 45, 3600, 86_400]))
    def set_clock(self, seconds: int) -> None:
        self.clock.set(self.clock.now() + seconds)
        self.runner.run(self.home.pass_by(31))

    @rule(seconds=SPANS)
    def sleep(self, seconds: int) -> None:
        self.clock.sleep(seconds)
        self.runner.run(self.home.pass_by(31))

    @rule(seconds=SPANS)
    def start_again(self, seconds: int) -> None:
        self.stop()
        self.clock.move(seconds)
        self.start()

    @rule(works=st.booleans())
    def home_breaks(self, works: bool) -> None:
        self.home.fails = None if works else ToolError("The radio is broken.")

    @invariant()
    def once_or_a_word(self) -> None:
        self.runner.run(self.home.keeper.quiet())
        self.take_notes()
        waiting = {plan.line for plan in self.runner.run(self.home.plans.waiting())}
        assert len(self.commands) == len(set(self.commands))
        assert not self.cancelled & {*self.commands, *waiting}
        for name in self.promised - self.cancelled - waiting:
            assert name in self.commands or f"I missed “{name}”" in self.told
        assert not waiting & set(self.commands)
        now = self.clock.now()
        assert all(plan.due and plan.due > now for plan in self.runner.run(self.home.plans.waiting()))

    @invariant()
    def nothing_is_left_in_the_middle(self) -> None:
        firing = self.runner.run(self.home.plans.find(f"state = '{State.FIRING}'"))
        untold = self.runner.run(self.home.plans.find("tell <> ''"))
        assert (firing, untold) == ([], [])


TestKeeperAsAWhole = KeeperMachine.TestCase
TestKeeperAsAWhole.settings = settings(max_examples=20, stateful_step_count=25)
