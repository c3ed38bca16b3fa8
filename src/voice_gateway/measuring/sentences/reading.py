"""Reads a sentence with the very turn that people have; what comes of it is only written down."""

import re
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Final

from voice_gateway.assembly import home_words, make_planning
from voice_gateway.conversation import Conversation
from voice_gateway.devices import Device, Resolver, SimulatedHome
from voice_gateway.devices.home_file import HomePlan
from voice_gateway.devices.words import roots
from voice_gateway.dialogue import AskedCall, AwaitingChoice, AwaitingYes, LastAction, Option, Waiting
from voice_gateway.fast_path import sun_asked
from voice_gateway.gate import WRITTEN_SURE
from voice_gateway.gateway import Gateway
from voice_gateway.keeping.plan import Kind, Plan
from voice_gateway.keeping.routines import Routine
from voice_gateway.make_believe import Time
from voice_gateway.measuring.sentences.before import Before, read_before
from voice_gateway.measuring.sentences.form import Does, Form, Line
from voice_gateway.measuring.sentences.known import as_known
from voice_gateway.measuring.sentences.made_up_home import Names, devices_for, option_devices
from voice_gateway.measuring.sentences.mapping import AMOUNTS, form_of, tells_its_amount, together
from voice_gateway.measuring.sentences.moments import NOON
from voice_gateway.measuring.sentences.noting import (
    AGREED,
    NobodyElse,
    Notes,
    NotingExecutor,
    NotingInterpreter,
)
from voice_gateway.metrics import Metrics
from voice_gateway.models import ChatClient
from voice_gateway.outcome import TurnOutcome
from voice_gateway.planning import Planning
from voice_gateway.routing import MicroRouter, default_classifier
from voice_gateway.routing.acts import Act
from voice_gateway.settings import Settings
from voice_gateway.skills import SkillContext, Skills
from voice_gateway.tools import ToolManager, make_call
from voice_gateway.wishes import Target, Wish, write_wish

_OPEN: Final = re.compile(r"(?:(?:at|for|to|in|on) )?(?:what|how|which|when|where|who)\b", re.I)
"""Such a question is not answered with a yes."""

_EITHER: Final = {
    "on": ("activate", "start", "open"), "off": ("stop", "close"), "open": ("on",), "close": ("off",),
    "level": ("temperature", "speed"), "temperature": ("level", "speed"), "speed": ("level",),
}  # fmt: skip
_SAID: Final = {
    "on": r"\bon\b", "off": r"\boff\b", "open": r"\bopen", "close": r"\b(?:clos|shut)",
    "temperature": r"\b(?:degree|warm|hot|heat|cool|cold|temperature)",
}  # fmt: skip
"""Their own words, beside which no other can be meant."""
_UNSAID_HOUR: Final = "09:00"
_SUMS: Final = frozenset({"sum", "conversion"})


@dataclass
class SentenceReader:
    """Reads lines one after the other; `client` has the call maker, where there is one."""

    settings: Settings
    client: ChatClient
    names: Names
    _classifier: MicroRouter = field(default_factory=default_classifier, init=False)
    _skills: Skills = field(default_factory=Skills, init=False)

    async def read(self, line: Line) -> Form:
        """What the gateway makes of the line. Nothing is done."""
        before, notes = read_before(line.context), Notes()
        devices = (*option_devices(before.options, line.room), *devices_for(line, self.names))
        async with self._gateway(devices, before, notes) as gateway:
            conversation = await self._conversation(gateway, before, notes, line.room)
            last = conversation.last_wish
            remembered = len(conversation.recent)
            answer = await gateway.turn(line.text, conversation, room=line.room)
            if not notes.wishes and len(conversation.recent) > remembered and conversation.last_wish:
                notes.wishes.append(conversation.last_wish)
            asks_back = notes.asks_back or answer.outcome is TurnOutcome.ASKED_BACK
        form = together([form_of(as_known(wish, gateway.resolver), last) for wish in notes.wishes])
        if not form.does and not notes.left and self._is_sum(line.text, devices):
            form = Form(does=(Does("calc", line.text),))
        elif not form.does and sun_asked(line.text, NOON.date()):
            form = Form(does=(Does("time", line.text),))
        judged = gateway.judged(line.text)
        if not line.context:
            does = (_by_its_verb(step, judged.verbs, line.text) for step in form.does)
            form = replace(form, does=tuple(does))
        act = Act.ANSWER if notes.answered else judged.act
        if before.sounding is not None and (act is Act.STOP or _leaves_it(form)):
            form = Form(does=(Does("stop", before.sounding),))
        form = replace(form, when=_as_said(form.when, line.text))
        # What asks for nothing has many names in a file, and one here.
        said = "statement" if act is Act.NOTHING else act.value
        return replace(form, act=said, asks_back=asks_back)

    def _is_sum(self, text: str, devices: Sequence[Device]) -> bool:
        answered = self._skills.answer(text, SkillContext(devices))
        return answered is not None and answered.skill in _SUMS

    @asynccontextmanager
    async def _gateway(
        self, devices: Sequence[Device], before: Before, notes: Notes
    ) -> AsyncIterator[Gateway]:
        home = SimulatedHome(HomePlan("made up", tuple(devices)), delay=0)
        self._classifier.follow(home_words(home))
        resolver, manager, executor = Resolver(home.registry), ToolManager(), NotingExecutor(notes)
        at = Time.of(self.settings, NOON)
        try:
            noting = NotingInterpreter(manager, executor, home, resolver, notes=notes)
            planning = make_planning(at.kept, noting)
            await _keep(before, planning)
            yield Gateway(
                self.settings, self.client, manager, executor, self._classifier, Metrics(),
                resolver=resolver, home=home, planning=planning,
                model=NobodyElse(notes), left_to_model=frozenset(),
            )  # fmt: skip
        finally:
            at.kept.household.close()

    async def _conversation(self, gateway: Gateway, before: Before, notes: Notes, room: str) -> Conversation:
        """The talk as it would stand after what was said before."""
        conversation = Conversation(asked=1)
        wish = await _last_wish(gateway, before)
        if wish:
            conversation.wished(wish, before.said or next(iter(before.done), ""))
            conversation.acted(LastAction(wish, {}) if wish.acts and not before.question else None)
        if before.said or before.told:
            conversation.remember(before.said, (), " ".join(before.told))
        waiting = await self._waiting(gateway, before, wish, room)
        if waiting:
            conversation.wait_for(waiting, self.settings.turn.question_timeout)
        notes.wishes.clear()
        return conversation

    async def _waiting(
        self, gateway: Gateway, before: Before, wish: Wish | None, room: str
    ) -> Waiting | None:
        """The question that the assistant has asked, as it would wait."""
        if not before.question:
            return None
        step = next(iter(wish.steps), None) if wish else None
        if wish and step and before.options:
            options = tuple(
                Option(device.id, frozenset(roots(device.name)))
                for device in option_devices(before.options, room)
            )
            planned = wish if wish.when else None
            return AwaitingChoice(before.question, step, options, wish.parts[1:], planned)
        about = await self._agreed_to(before) or await _first_read(gateway, before.asked_about)
        if about is None or not about.acts:
            return None
        call = make_call(AGREED, {AGREED: write_wish(about)})
        asked = AskedCall(call, before.question, frozenset(roots(before.question)))
        return AwaitingYes(before.question, (asked,), about)

    async def _agreed_to(self, before: Before) -> Wish | None:
        """What a plain yes would ask for, where the call maker is sure of it."""
        if self.client.writer is None or _OPEN.match(before.question):
            return None
        written = await self.client.writer.write_wish("yes please", answer=" ".join(before.told))
        return written.wish if written.confidence >= WRITTEN_SURE else None


def _by_its_verb(step: Does, verbs: Collection[str], sentence: str) -> Does:
    """Of what each home understands in its way, what was said: a light is closed, and a pump started."""
    if step.do in AMOUNTS and tells_its_amount(step.target):
        return step
    meant = next((verb for verb in _EITHER.get(step.do, ()) if verb in verbs), "")
    said = step.do in verbs or re.search(_SAID.get(step.do, r"$^"), sentence.lower())
    return step if said or not meant else replace(step, do=meant, unit="" if step.unit == "%" else step.unit)


def _leaves_it(form: Form) -> bool:
    return all(step.do in ("cancel", "timer_cancel") and not step.target for step in form.does)


def _as_said(when: str, sentence: str) -> str:
    """Without the hour that the gateway takes where none was said."""
    day, _, hour = when.rpartition(" ")
    said = hour != _UNSAID_HOUR or not day or re.search(r"\d|\b(?:nine|morning)\b", sentence.lower())
    return when if said else day


async def _keep(before: Before, planning: Planning) -> None:
    """What was kept before, so that it is known by its name."""
    for name in before.kept.routines:
        await planning.desk.book.taught.teach(Routine(name, (f"activate {name}",)))
    for kind, names in ((Kind.TIMER, before.kept.timers), (Kind.REMINDER, before.kept.reminders)):
        for name in names:
            await planning.desk.plans.add(Plan(f"{kind} {name}", 0.0, kind=kind, name=name))


async def _last_wish(gateway: Gateway, before: Before) -> Wish | None:
    """What was asked for last, as the gateway understood it: where it did something else, that was it."""
    wish = await _first_read(gateway, before.asked_for)
    if wish is None or not before.said:
        return wish
    if before.unknown and len(wish.steps) == len(wish.parts) == 1:
        return replace(wish, parts=(replace(wish.steps[0], target=Target(before.unknown)),))
    done = None if before.question else await _first_read(gateway, before.done)
    return done if done and _is_another(done, wish) else wish


def _is_another(done: Wish, asked: Wish) -> bool:
    """Whether both are one deed of a kind, of another thing, by another amount or at another time."""
    if len(done.parts) != 1 or len(asked.parts) != 1 or done.also or asked.also or done == asked:
        return False
    if done.errands and asked.errands:
        made, wanted = done.errands[0], asked.errands[0]
        return (made.thing, made.deed) == (wanted.thing, wanted.deed) and made.is_open <= wanted.is_open
    if not (done.steps and asked.steps) or not done.steps[0].target.name:
        return False
    # What is told leaves out what goes without saying: when, and for how long.
    one, other = done.steps[0], asked.steps[0]
    if asked.when is not None:
        return done.when is not None
    return (one.verb, one.target) != (other.verb, other.target) or one.value is not None


async def _first_read(gateway: Gateway, commands: Sequence[str]) -> Wish | None:
    """The wish of the first of them that is one."""
    for command in commands:
        if understood := await gateway.explain(command):
            return understood.wish
    return None
