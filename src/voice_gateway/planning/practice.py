"""Routines: steps that go by a name, from a file or taught by voice."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from voice_gateway.errors import SettingsError
from voice_gateway.fast_path.spoken import without_politeness
from voice_gateway.fast_path.template import to_regex
from voice_gateway.keeping import Routine, Routines
from voice_gateway.planning.desk import Desk, Told, declines
from voice_gateway.planning.making import check_names
from voice_gateway.planning.saying import deed_words
from voice_gateway.saying import listed
from voice_gateway.tools import TurnState
from voice_gateway.truth import what_happened
from voice_gateway.wishes import Errand, NotAWish, Wish, read_wish, write_wish

FILE: Final = "routines.toml"
_SIGNS: Final = re.compile(r"[^\w\s'\[\]()|]+")
_CALLED: Final = re.compile(
    r"(?:it(?:'s| is) )?(?:time for )?(?:the |my |our )?(?P<name>.+?)(?: routine| mode| scene| thing)?"
)


@dataclass(frozen=True)
class RoutineBook:
    """All routines by what starts them. What was taught by voice goes before what stands in the file."""

    taught: Routines
    written: tuple[Routine, ...] = ()

    async def find(self, words: str) -> Routine | None:
        """The routine that these words start, as a whole."""
        said = " ".join(_SIGNS.sub(" ", words.lower()).split())
        plain = without_politeness(said).removesuffix(" then")
        called = _CALLED.fullmatch(plain)
        for routine in (*await self.taught.all(), *self.written):
            pattern = re.compile(to_regex(_SIGNS.sub(" ", (routine.pattern or routine.name).lower())))
            if any(
                pattern.fullmatch(f"{each} ") for each in (said, plain, called["name"] if called else plain)
            ):
                return routine
        return None

    async def wish(self, words: str) -> Wish | None:
        """What the routine comes to, all its lines in order."""
        routine = await self.find(words)
        wish: Wish | None = None
        for line in reversed(routine.lines if routine else ()):
            wish = replace(read_wish(line), also=wish)
        return wish

    async def names(self) -> list[str]:
        return [routine.name for routine in (*await self.taught.all(), *self.written)]


def read_routines(path: Path) -> tuple[Routine, ...]:
    """The routines of a file, if there is one. A mistake is told with its place."""
    if not path.exists():
        return ()
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("routine", [])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.") from error
    return tuple(_routine(path, number, table) for number, table in enumerate(tables, start=1))


def _routine(path: Path, number: int, table: Mapping[str, Any]) -> Routine:
    say, do = table.get("say"), table.get("do")
    lines = [do] if isinstance(do, str) else do
    if not isinstance(say, str) or not isinstance(lines, list) or not lines:
        raise SettingsError(
            f"{path}, routine {number}, says not when it is meant and what it does.",
            fix='Write: say = "good night", do = "off lights; lock doors"',
        )
    try:
        to_regex(say)
        for line in lines:
            read_wish(line)
    except (NotAWish, ValueError, re.error) as error:
        raise SettingsError(f"{path}, routine {number} ({say}): {error}") from error
    name = str(table.get("name", re.sub(r"[\[\]()|]+", " ", say)))
    return Routine(" ".join(name.split()), tuple(lines), pattern=say)


async def teach(desk: Desk, errand: Errand, turn: TurnState) -> Told:
    if errand.does is None or not errand.does.parts:
        raise declines("A routine needs at least one step.")
    check_names(desk, errand.does, turn.room)
    before = await desk.book.taught.get(errand.name)
    routine = Routine(
        errand.name, (write_wish(errand.does),), sentence=turn.sentence, who=turn.caller.name,
        made=desk.clock.now(),
    )  # fmt: skip
    await desk.book.taught.teach(routine)
    undo = f"routine {before.name}: {before.lines[0]}" if before else f"cancel routine {errand.name}"
    return Told(f"When you say “{errand.name}”, I'll {deed_words(errand.does)}.", {"undo": [undo]})


async def forget(desk: Desk, errand: Errand) -> Told:
    called = _CALLED.fullmatch(errand.name)
    known = await desk.book.taught.get(called["name"] if called else errand.name)
    if known is None or not await desk.book.taught.forget(known.name):
        raise declines(f"I know no routine called “{errand.name}”.")
    return Told(
        f"I've forgotten “{known.name}”.",
        {"undo": [f"routine {known.name}: {line}" for line in known.lines[:1]]},
    )


async def perform(desk: Desk, name: str, turn: TurnState) -> Told:
    """Do a routine for a model, which has called it by its name."""
    wish = await desk.book.wish(name)
    if wish is None:
        raise declines(await unknown(desk.book, name))
    carried = await desk.interpreter.carry_out(wish, turn)
    held = [result.pending for result in carried.results if result.pending]
    said = [what_happened(carried.results), *carried.said, *(f"Not done: {each}" for each in held)]
    done = [one for result in carried.results for one in (result.data or {}).get("done", ())]
    return Told(" ".join(part for part in said if part), {"done": done})


async def listed_routines(desk: Desk) -> Told:
    """What every routine is called."""
    names = await desk.book.names()
    if not names:
        return Told("There are no routines yet.", {"routines": []})
    there = "There is 1 routine" if len(names) == 1 else f"There are {len(names)} routines"
    return Told(f"{there}: {listed(f'“{each}”' for each in names)}.", {"routines": names})


async def unknown(book: RoutineBook, name: str) -> str:
    known = await book.names()
    there = f" I know {listed(f'“{each}”' for each in known)}." if known else ""
    return f"I know no routine called “{name}”.{there}"
