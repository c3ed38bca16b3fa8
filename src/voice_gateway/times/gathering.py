"""Gathers the pieces of one moment, in whatever order they are said: "at seven tomorrow morning"."""

from dataclasses import replace

from voice_gateway.times.language import Language
from voice_gateway.times.moments import Day, Days, Hour, Moment, Part
from voice_gateway.times.tokens import Token

_MOST_BETWEEN = 3


def gathered(words: list[Token], language: Language) -> list[Token]:
    """The words with every moment as one token."""
    done: list[Token] = []
    at = 0
    while at < len(words):
        moment, end = _moment_at(words, at, language)
        if moment is not None and _is_sure(moment, done[-1] if done else None, language):
            # What may be told from the words of a piece is told already; from here on it is one moment.
            done.append(Token("", {"<moment>": moment}, words[at].start, words[end - 1].end))
            at = end
        else:
            done.append(words[at])
            at += 1
    return done


def _moment_at(words: list[Token], at: int, language: Language) -> tuple[Moment | None, int]:
    first = _piece(words[at])
    moment = _with(Moment(), first, None) if first else None
    if moment is None:
        return None, at
    end, last = at + 1, first
    while (ahead := _next_piece(words, end, language)) < len(words):
        piece = _piece(words[ahead])
        more = _with(moment, piece, last if ahead == end else None)
        if more is None:
            break
        moment, end, last = more, ahead + 1, piece
    return moment, end


def _next_piece(words: list[Token], start: int, language: Language) -> int:
    """Where the next piece stands, behind words that may stand between two; the end where there is none."""
    for ahead in range(start, min(len(words), start + _MOST_BETWEEN + 1)):
        if _piece(words[ahead]) is not None:
            return len(words) if _is_told(words, start, ahead, language) else ahead
        if words[ahead].text not in language.listed["between"] or _begins_range(words, ahead, language):
            break
    return len(words)


def _begins_range(words: list[Token], at: int, language: Language) -> bool:
    """Whether two times follow, from the one to the other: "fridays from seven to ten"."""
    first, to, second = (words[at + ahead] if at + ahead < len(words) else None for ahead in (1, 2, 3))
    if words[at].text not in language.listed["from"] or not (first and to and second):
        return False
    ends = to.text in language.listed["to"] and isinstance(_piece(second), Hour)
    return ends and isinstance(_piece(first), Hour)


def _is_told(words: list[Token], start: int, ahead: int, language: Language) -> bool:
    """ "At eight, weekends we have a lie-in": behind the comma something begins that has its own days."""
    behind = words[ahead + 1].text if ahead + 1 < len(words) else ""
    return any(word.text == "," for word in words[start:ahead]) and behind in language.listed["subjects"]


def _piece(token: Token) -> Hour | Day | Days | Part | None:
    for value in token.slots.values():
        if isinstance(value, Hour | Day | Days | Part):
            return value
    return None


def _with(moment: Moment, piece: object, last: object) -> Moment | None:
    """The moment with one more piece; None where it has such a piece already."""
    has_day = moment.day or moment.days
    tonight = moment.part and moment.part.today
    match piece:
        case Hour() if moment.hour is None:
            return replace(moment, hour=piece)
        case Day(day) if not has_day and (not tonight or day == "today"):
            return replace(moment, day=piece)
        case Days() if not has_day:
            return replace(moment, days=piece)
        case Days(days) if moment.days and days <= moment.days.days and not moment.days.other:
            return replace(
                moment, days=replace(piece, part=piece.part or moment.days.part)
            )  # "each morning from Monday to Friday"
        case Part(_, _, sure) if moment.part is None and not (
            piece.today and moment.day and moment.day.day != "today"
        ):
            # "Tomorrow morning" is one moment; in "at seven morning scene on" the morning is a name.
            return (
                replace(moment, part=piece)
                if sure or isinstance(last, Day | Days) or moment == Moment()
                else None
            )
    return None


def _is_sure(moment: Moment, before: Token | None, language: Language) -> bool:
    """Whether somebody speaks of a time, and not of the Sunday room or the night light."""
    pieces = [piece for piece in (moment.hour, moment.day, moment.days, moment.part) if piece]
    if (moment.day or moment.part) and before and "<until>" in before.slots:
        return True
    if len(pieces) == 1:
        if moment.day and moment.day.day == "today":
            return False
        return isinstance(pieces[0], Days) or pieces[0].sure
    if moment.hour or moment.days:
        return True
    return any(piece.sure for piece in pieces if not isinstance(piece, Days)) or (
        before is None or before.text not in language.listed["articles"]
    )
