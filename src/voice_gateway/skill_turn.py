"""The part of a turn that needs no model: courtesies, questions about the assistant, sums and units."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from voice_gateway.conversation import Conversation
from voice_gateway.devices import Home
from voice_gateway.fast_path import sun_asked
from voice_gateway.models import ChatClient, Draft
from voice_gateway.outcome import TurnOutcome
from voice_gateway.planning import Planning
from voice_gateway.skills import SkillContext, Skills
from voice_gateway.times import SunUnknown, tell_sun
from voice_gateway.tools import Tier, ToolManager, TurnState
from voice_gateway.tools.clock import local_now

ABILITIES = {
    Tier.DATETIME: "tell the time and the date",
    Tier.VOLUME: "set the volume",
    Tier.PLANNING: "plan things for later, set timers and keep lists",
    Tier.SEARCH: "look things up",
}
"""What the assistant can do beside the home, by the tools that are there."""


@dataclass(frozen=True)
class SkillTurn:
    client: ChatClient
    manager: ToolManager
    home: Home | None
    planning: Planning | None
    zone: ZoneInfo | None
    skills: Skills = field(default_factory=Skills)

    def answered(self, turn: TurnState, conversation: Conversation) -> Draft | None:
        """What can be known; None for anything else."""
        context = replace(self._context(conversation), room=turn.room)
        if answered := self.skills.answer(turn.sentence, context):
            return Draft(text=answered.text, outcome=TurnOutcome.ANSWERED)
        return self._sun(turn.sentence)

    def _sun(self, sentence: str) -> Draft | None:
        """When the sun rises or sets, where that is asked; None for anything else."""
        desk = self.planning.desk if self.planning else None
        asked = sun_asked(sentence, desk.now.date()) if desk else None
        if desk is None or asked is None:
            return None
        try:
            told = tell_sun(*asked, desk.now, desk.location)
        except SunUnknown as error:
            return Draft(text=str(error), outcome=TurnOutcome.DECLINED)
        return Draft(text=told, outcome=TurnOutcome.ANSWERED)

    def too_small_for_talk(self, sentence: str) -> str:
        return self.skills.too_small_for_talk(sentence).text

    def _context(self, conversation: Conversation) -> SkillContext:
        return SkillContext(
            devices=self.home.devices() if self.home else (),
            abilities=tuple(ability for tier, ability in ABILITIES.items() if self.manager.select(tier)),
            last_answer=conversation.last_answer,
            last_question=conversation.last_question,
            talks=self.client.talks,
            model=self.client.name,
            now=self._now(),
        )

    def _now(self) -> datetime:
        return self.planning.desk.now if self.planning else local_now(self.zone)
