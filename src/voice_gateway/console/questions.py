"""A question that waits, with what can be answered to it, for a page with buttons."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator

from voice_gateway.console.shapes import OpenQuestion, Reply
from voice_gateway.devices import Device, Home
from voice_gateway.dialogue import AwaitingChoice, AwaitingYes, Chosen, Waiting, read_answer

LEAVE_IT = Reply(label="Leave it", text="Leave it")
_SOME_YES = "Yes, do it"
_VERBS = ("turn on", "turn off", "unlock", "lock", "open", "close", "stop", "dim", "set", "change")
_PLACES = ("first", "second", "third", "fourth", "fifth")


def open_question(waiting: Waiting, home: Home | None) -> OpenQuestion:
    """The question as programs see it."""
    if isinstance(waiting, AwaitingYes):
        replies = [Reply(label=yes_to(asked.question for asked in waiting.asked), text="Yes")]
    else:
        replies = list(_choices(waiting, home))
    return OpenQuestion(
        id=waiting.id,
        text=waiting.question,
        kind="yes" if isinstance(waiting, AwaitingYes) else "choice",
        replies=[*replies, LEAVE_IT],
        seconds=round(max(0.0, waiting.expires - time.monotonic()), 1),
    )


def yes_to(questions: Iterable[str]) -> str:
    """What a button is called that says yes: the verb, when all the questions have the same."""
    verbs = {_verb(question) for question in questions}
    return verbs.pop() if len(verbs) == 1 else _SOME_YES


def _verb(question: str) -> str:
    said = question.removeprefix("Shall I ").lower()
    return next((verb.capitalize() for verb in _VERBS if said.startswith(f"{verb} ")), _SOME_YES)


def _choices(waiting: AwaitingChoice, home: Home | None) -> Iterator[Reply]:
    """One reply for each device. What it says is tried on the grammar of answers first, so that a button can
    never mean another device than the one it names."""
    known = [home.registry.get(option.device_id) if home else None for option in waiting.options]
    names = Counter(device.title for device in known if device)
    for place, device in enumerate(known):
        if device is None:
            continue
        shared = names[device.title] > 1 and device.room
        label = f"{device.title} ({device.room})" if shared else device.title
        for text in _ways_to_say(device, place):
            if read_answer(text, waiting) == Chosen((device.id,)):
                yield Reply(label=label, text=text)
                break


def _ways_to_say(device: Device, place: int) -> Iterator[str]:
    yield f"The {device.label}"
    if device.room:
        yield f"The {device.label} in the {device.room.lower()}"
    if place < len(_PLACES):
        yield f"The {_PLACES[place]} one"
