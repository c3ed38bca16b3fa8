"""Talk: sentences, what may be answered, and how the turn may end."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voice_gateway.measuring.tasks.task_file import Place, read_document, read_tasks
from voice_gateway.outcome import TurnOutcome

OUTCOMES = tuple(str(outcome) for outcome in TurnOutcome)

_KEYS = ("kind", "say", "earlier", "answer", "never", "outcome", "skip", "note")


@dataclass(frozen=True)
class TalkTask:
    """One thing that is said in several ways, and what is a right answer to it."""

    place: Place
    say: tuple[str, ...]
    earlier: tuple[str, ...] = ()
    """Said first, in the same conversation."""

    answer: tuple[tuple[str, ...], ...] = ()
    """The answer must hold all words of one of these; anything will do when there are none."""

    never: tuple[str, ...] = ()
    """None of these may be in the answer."""

    outcome: tuple[str, ...] = ()
    """The turn must end in one of these ways; any will do when there are none."""

    kind: str = ""
    """What sort of talk this is, for the table: greeting, sum, …"""

    skip: str = ""


def read_talk_tasks(path: Path) -> tuple[TalkTask, ...]:
    """Read a file of `[[test]]`; a mistake is named with its line and key."""
    document, text = read_document(path)
    return read_tasks(path, document, text, "test", _task, 'A test is: say = ["hello"], answer = ["hello"].')


def _task(place: Place, table: dict[str, Any]) -> TalkTask:
    place.check_keys(table, _KEYS)
    say = place.sentences(table, "say")
    if not say:
        raise place.mistake("“say” is missing.", 'Write say = ["hello", "good morning"].')
    return TalkTask(
        place,
        say,
        earlier=place.sentences(table, "earlier"),
        answer=place.choices(table, "answer"),
        never=place.sentences(table, "never"),
        outcome=place.outcomes(place.sentences(table, "outcome"), OUTCOMES),
        kind=place.words(table, "kind"),
        skip=place.words(table, "skip"),
    )
