"""Finds regular expressions that take exponentially long: each is given what its own repeats are made of.

`python -m tests.fast_path.pumping` looks at all that read sentences, or at those it is given, and prints the
slow ones. It is a program of its own because a search that is under way can only be ended by a signal.
"""

import ast
import random
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import FrameType
from typing import Any, Final

READERS: Final = (
    "fast_path", "times", "wishes", "dialogue", "skills", "routing", "planning", "devices", "sentence",
    "truth", "amounts", "gate",
)  # fmt: skip
"""The parts of the package that read what people say."""

SECONDS: Final = 1.0
"""Of processor time for one short text, which takes others some thousandth of it."""

_TIMES: Final = 28
_LONGEST: Final = 420
_BODIES: Final = 200
_TAILS: Final = ("\x01", " ,\n\x01")
"""What no pattern takes in."""

_REPEATS: Final = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_SAMPLES: Final = (
    "turn off the kitchen light and the fan in ten minutes", "remind me to call mum every monday at 7",
    "when the door opens for 5 minutes turn on the lamp", "add milk to the shopping list",
    "no, not the fan, the other one", "is the door locked and how warm is it", "set the lamp to 40%",
)  # fmt: skip
"""What they read, so that what is only made then is made."""

Tree = Sequence[tuple[Any, Any]]


class Slow(Exception):
    """It has taken too long."""


def patterns() -> dict[str, str]:
    """Every pattern of the readers, with the file it was first made for."""
    made: dict[str, str] = {}
    compiled = re._compile  # type: ignore[attr-defined]

    def noted(pattern: Any, flags: Any) -> Any:
        found = compiled(pattern, flags)
        if isinstance(found.pattern, str) and (file := _reader()):
            made.setdefault(f"(?{_letters(found.flags)}){found.pattern}", file)
        return found

    re._compile = noted  # type: ignore[attr-defined]
    try:
        import voice_gateway

        for module in walk_packages(voice_gateway.__path__, "voice_gateway."):
            if module.name.split(".")[1] in READERS:
                import_module(module.name)
        from tests.fast_path.sentences import reader_of
        from voice_gateway.fast_path.template import compile_all

        compile_all()
        reader = reader_of()
        for sentence in _SAMPLES:
            reader.read_anyway(sentence)
    finally:
        re._compile = compiled  # type: ignore[attr-defined]
    for file, pattern in _within_functions(Path(voice_gateway.__path__[0])):
        made.setdefault(f"(?u){pattern}", file)
    return made


def is_slow(pattern: str) -> str:
    """A text that it takes too long to look for; nothing where there is none."""
    read, texts = re.compile(pattern), dict.fromkeys(_hostile(pattern))
    for text in texts:
        for way in (read.search,) if _is_anchored(read) else (read.search, read.fullmatch):
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
            try:
                way(text)
            except Slow:
                return text
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return ""


def _is_anchored(read: re.Pattern[str]) -> bool:
    """Whether it says itself where a sentence begins or ends, and so is never held against a whole one."""
    return read.pattern.partition(")")[2].startswith("^") or read.pattern.endswith("$")


def _hostile(pattern: str) -> Iterator[str]:
    """Texts that go on and on as one of its repeats does, and end otherwise."""
    tree = import_module("re._parser").parse(pattern)
    for lead, body in _repeats(tree, "", random.Random(pattern)):
        chance = random.Random(pattern)
        words = _words(body) or ["a"]
        bodies = list(dict.fromkeys(_text(body, chance, words) for _ in range(_BODIES)))
        mixed = ["".join(chance.choices(bodies, k=_TIMES)) for _ in range(4)]
        for many in (*(each * _TIMES for each in bodies), *mixed):
            for tail in _TAILS:
                yield f"{lead}{many[:_LONGEST]}{tail}"


def _repeats(tree: Tree, lead: str, chance: random.Random) -> Iterator[tuple[str, Tree]]:
    """What may be said again and again, with what may stand before it."""
    for op, value in tree:
        if str(op) in _REPEATS:
            _, most, body = value
            if most > 2 and not _is_letter(body):
                yield lead, body
            yield from _repeats(body, lead, chance)
        else:
            for part in _parts(op, value):
                yield from _repeats(part, lead, chance)
        lead += _text([(op, value)], chance, ["a"])


def _parts(op: Any, value: Any) -> list[Tree]:
    match str(op), value:
        case "BRANCH", (_, ways):
            return list(ways)
        case "ATOMIC_GROUP", within:
            return [within]
        case ("ASSERT" | "ASSERT_NOT", (_, within)) | ("SUBPATTERN", (*_, within)):
            return [within]
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT", (*_, within):
            return [within]
    return []


def _text(tree: Tree, chance: random.Random, words: Sequence[str]) -> str:
    """Something that it may match, of these words where it takes any."""
    said = ""
    for op, value in tree:
        match str(op):
            case "LITERAL":
                said += chr(value)
            case "ANY" | "NOT_LITERAL":
                said += chance.choice("a ")
            case "IN":
                said += _letter(value, chance)
            case "SUBPATTERN" | "BRANCH" | "ATOMIC_GROUP":
                said += _text(chance.choice(_parts(op, value)), chance, words)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                least, most, body = value
                if _takes_words(body) and most > 1:
                    said += chance.choice(words)
                    continue
                for _ in range(chance.randint(least, min(int(most), least + 1))):
                    said += _text(body, chance, words)
    return said


def _letter(ways: Sequence[tuple[Any, Any]], chance: random.Random) -> str:
    (op, value), names = chance.choice(ways), {str(op) for op, _ in ways}
    if "NEGATE" in names:
        return "a"
    match str(op):
        case "LITERAL":
            return chr(value)
        case "RANGE":
            return chr(value[0])
    return {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_NOT_WORD": "!"}.get(str(value), "a")


def _is_letter(body: Tree) -> bool:
    """Whether it takes one letter after the other, which is never exponential by itself."""
    return len(body) == 1 and str(body[0][0]) in ("IN", "ANY", "LITERAL", "NOT_LITERAL")


def _takes_words(body: Tree) -> bool:
    if not _is_letter(body):
        return False
    op, ways = body[0]
    return str(op) in ("ANY", "NOT_LITERAL") or (
        str(op) == "IN" and any(str(way) == "NEGATE" or str(value) == "CATEGORY_WORD" for way, value in ways)
    )


def _words(tree: Tree) -> list[str]:
    """The words that are written out in it."""
    said = ""
    for op, value in tree:
        if str(op) == "LITERAL":
            said += chr(value)
        else:
            said += " " + " ".join(word for part in _parts(op, value) for word in _words(part)) + " "
    return list(dict.fromkeys(re.findall(r"\w+", said)))


def _reader() -> str:
    """The file of the readers for which something is compiled now, if it is for one."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        _, here, file = frame.f_code.co_filename.rpartition("voice_gateway/")
        if here:
            return file if file.split("/")[0].removesuffix(".py") in READERS else ""
        frame = frame.f_back
    return ""


def _letters(flags: int) -> str:
    return "u" + "".join(
        letter for letter, flag in (("i", re.I), ("x", re.X), ("s", re.S), ("m", re.M)) if flags & flag
    )


def _within_functions(package: Path) -> Iterator[tuple[str, str]]:
    """The patterns that are only written where they are used: `re.sub(r"…", …)`."""
    for reader in READERS:
        for path in [package / f"{reader}.py", *(package / reader).rglob("*.py")]:
            if not path.is_file():
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                match node:
                    case ast.Call(
                        func=ast.Attribute(value=ast.Name(id="re")), args=[ast.Constant(str(text)), *_]
                    ):
                        yield str(path.relative_to(package)), text


def _too_long(_number: int, _frame: FrameType | None) -> None:
    raise Slow


def main() -> None:
    signal.signal(signal.SIGVTALRM, _too_long)
    found = dict.fromkeys(sys.argv[1:], "given") or patterns()
    for pattern, file in found.items():
        if text := is_slow(pattern):
            print(f"{file}: {pattern[:160]} takes too long for {text[:160]!r}")
    print(f"{len(found)} patterns")


if __name__ == "__main__":
    main()
