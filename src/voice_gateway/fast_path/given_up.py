"""Reads what is not wanted any more, of what was planned."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from voice_gateway.devices import Ambiguous, Device, Matched, Resolution
from voice_gateway.fast_path.plans import given_up, left_as_it_is, waits
from voice_gateway.fast_path.spoken import spoken
from voice_gateway.fast_path.timed import Timed
from voice_gateway.wishes import Deed, Errand, Thing, Verb, Wish

if TYPE_CHECKING:
    from voice_gateway.fast_path.reading import Reading

_ABOUT: Final = re.compile(
    r"\b(?:don't|dont|do not|needn't|need|stop|quit|no|longer|more|leave|keep|let|not|forget|never"
    r"|nevermind|cancel|scrap"
    r"|skip|drop|call|scratch|abandon|back)\b"
)
"""Words of which one is said by whoever gives something up."""

_SO_CANCEL: Final = re.compile(
    r"(?P<about>.+?)(?: ,)? (?:so |and )?(?:please |just )*(?:cancel|stop|drop|scrap|forget) "
    r"(?:it|that|this)(?: one)?(?: please)?"
)
_KEPT: Final = re.compile(r"\b(?:timers?|alarms?|reminders?|plans?|routines?)\b")
_IT: Final = re.compile(r"\b(?:it|them)\b")
_ITS_OWN: Final = frozenset({Verb.LOCK, Verb.UNLOCK, Verb.OPEN, Verb.CLOSE})
"""Verbs by which a plan is told from others for the same thing."""
_FEW_WORDS: Final = 4
_NOT_THE_OLD: Final = re.compile(
    r"(?P<meant>(?:no|sorry|wait|actually|oops)\b.+?) , (?:and )?(?:"
    r"(?:leave|keep|not) (?:the |my |our )?(?P<name>.+?)(?: (?:alone|be|on|off|open|closed|as it is))?"
    r"|(?:turn|switch|put) (?:the |my |our )?(?P<back>.+?) (?:back(?: (?:on|off|as it was|how it was))?"
    r"|(?:on|off)(?: again)?))"
)


@dataclass(frozen=True)
class GivingUp:
    whole: "Reading"

    def dropped(self, said: Timed) -> Wish | None:
        """ "The radio at nine isn't needed, so scrap it"."""
        match = _SO_CANCEL.fullmatch(said.text)
        if (
            match is None
            or self.whole.commands is None
            or not any(waits(wish) for wish in self.whole.context.recent)
        ):
            return None
        name = self.whole.commands.mentioned(spoken(match["about"]))
        if not name and len(match["about"].split()) > _FEW_WORDS and not _KEPT.search(match["about"]):
            # "I was going to ask you something, no, forget it" gives up the asking.
            return None
        return Wish((Errand(Thing.PLAN, Deed.CANCEL, name or "last"),))

    def read(self, said: Timed) -> Wish | None:
        """ "Don't turn off the radio at nine after all": what was planned for it is given up."""
        if self.whole.commands is None or not _ABOUT.search(said.text) or _SO_CANCEL.fullmatch(said.text):
            return None
        if (match := _NOT_THE_OLD.fullmatch(said.text)) and self.whole.context.last:
            # "No, the reading lamp, leave the hall light alone": it is left anyway.
            return (
                self.whole.again(match["meant"])
                if self._is_of(self.whole.context.last, match["name"] or match["back"])
                else None
            )
        if name := left_as_it_is(said.text):
            spoken_of = any(waits(wish) and self._is_of(wish, name) for wish in self.whole.context.recent)
            return Wish((Errand(Thing.PLAN, Deed.CANCEL, name),)) if spoken_of else None
        command = given_up(said, self.whole.context)
        if _IT.search(command):
            return self._planned_for_it(command)
        return self._not_wanted(command) if command else None

    def _not_wanted(self, command: str) -> Wish | None:
        """What was planned for the one thing that a command speaks of."""
        if self.whole.commands is None:
            return None
        wish = self.whole.alone().read(command)
        named = (
            {part.target.name for part in wish.named}
            if wish
            else {self.whole.commands.mentioned(spoken(command))}
        )
        names = {name.partition(" , ")[0] for name in named}
        if len(names) != 1 or not all(names):
            return None
        return Wish((Errand(Thing.PLAN, Deed.CANCEL, names.pop()),))

    def _planned_for_it(self, command: str) -> Wish | None:
        """ "So don't unlock it": what was planned to do just that."""
        for wish in reversed(self.whole.context.recent):
            if not waits(wish) or len(wish.steps) != 1 or len(wish.parts) != 1:
                continue
            [step] = wish.steps
            same = self.whole.alone(step.target.name).read(command)
            if same and [each.verb for each in same.steps] == [step.verb]:
                verb = f"{step.verb} " if step.verb in _ITS_OWN else ""
                return Wish((Errand(Thing.PLAN, Deed.CANCEL, f"{verb}{step.target.name}"),))
        return None

    def _is_of(self, wish: Wish, name: str) -> bool:
        """Whether a wish moves the thing of this name, and nothing besides."""
        if self.whole.commands is None or not self.whole.known(name):
            return False
        meant = {device.id for device in _either(self.whole.commands.resolve(name))}
        moved = [
            {device.id for device in _either(self.whole.commands.resolve(step.target.words))}
            for step in wish.steps
        ]
        return bool(moved) and all(each and each <= meant for each in moved)


def _either(found: Resolution) -> Sequence[Device]:
    """The devices that a name may stand for."""
    if isinstance(found, Matched):
        return found.devices
    return found.candidates if isinstance(found, Ambiguous) else ()
