"""Changes of mind: within a sentence ("the kitchen, no wait, the hall") and after one ("no, the fan")."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from voice_gateway.fast_path.clauses import read_clause
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.spoken import spoken
from voice_gateway.wishes import Asking, Deed, Step, Target, Verb, Wish
from voice_gateway.wishes.verbs import VALUED

CHANGED_MIND = re.compile(
    r"(?:\s+(?:uh|um|er|erm))?(?:(?:\s*,)?\s+(?:i\s+meant?|(?:scratch|strike)\s+that|or\s+rather|make\s+that|hang\s+on|hold\s+on|wait|sorry|actually"
    r"|oops|oh|eh|er|no|nah|nope|rather|silly\s+me"
    r"|what\s+am\s+i\s+(?:saying|thinking|doing|on\s+about))(?=[\s,]))+(?:\s*,)?\s+(?:i\s+meant?\s+|make\s+(?:it|that)\s+)?"
)
_NOISE = (
    r"(?:(?:lol|haha|oh|och|ach|ugh|argh|hmm?|oi|ow|hey|um|uh|er|erm|well|look|dude|mate|man|love|bro|arre?y?|oye"
    r"|aiyo)(?:\s*,)?\s+)*"
)
_CORRECTION = re.compile(
    _NOISE
    + r"""(?:
        (?:(?:no+|nope|nah|n?uh[ -]uh|rather|shoot
          |wait|oops|sorry|whoops|actually
          |wrong(?:\s+(?!(?:no+|nope|nah|rather|shoot|wait|oops|sorry|whoops|actually|wrong)\b)\w+(?=\s*,))?
          |not\s+that(?:\s+one)?|that's\s+(?:wrong|not\s+it))
        (?:\s*,)?\s*)+
        (?:(?:i|we)\s+(?:meant?|said|want(?:ed)?)\s+|(?:it|that)\s+was\s+|make\s+(?:it|that)\s+|it's\s+)?
      | (?:i|we)\s+(?:meant?|said)\s+
    )(?P<meant>.+)""",
    re.X,
)
_CORRECTION_BEHIND = re.compile(
    _NOISE + r"(?P<meant>.+?)(?:\s*,)?\s+(?:i\s+meant?|i\s+said|sorry|my\s+bad|my\s+mistake|oops)"
)
_NOT_THIS = re.compile(
    _NOISE + r"(?:no(?:\s*,)?\s+)?not\s+(?P<wrong>.+?)\s*(?:,|\bbut\b)\s*(?:but\s+)?(?P<meant>.+)"
)
_THIS_NOT = re.compile(_NOISE + r"(?:i\s+(?:meant?|said)\s+)?(?P<meant>.+?)(?:\s*,)?\s+not\s+(?P<wrong>.+)")
_NOT_BEHIND = re.compile(
    r"(?:\s*,)?\s+not\s+.+$|(?:\s*,)?\s+(?:i\s+meant?|i\s+said|sorry|my\s+bad|lol|obviously|please)$"
)
_JUST = re.compile(r"^(?:just|only)\s+")
_OTHER = re.compile(
    r"(?:(?:no|not\s+that(?:\s+one)?|wrong\s+\w+(?:\s+(?!(?:no|not\s+that)\b|wrong\s)\w+)?)(?:\s*,)?\s+)*"
    r"(?:the\s+)?other(?:\s+(?!too\b|as\b|also\b|in\b)\w+){0,2}(?:\s+(?:in|on|at)\s+the\s+\w+)?"
)
_UNDO = re.compile(
    _NOISE
    + r"""(?:(?:please|no|actually|oops|sorry|wait|quick|quickly|(?:that's\s+)?too\s+\w+)(?:\s*,)?\s+)*(?:
        (?:undo\s*)+(?:\s+(?:(?:that|the|my)\s+last\s+(?:one|thing|action|bit)(?:\s+i\s+(?:said|told\s+you|asked(?:\s+for|\s+you)?))?
        |that|it|this|what\s+you\s+(?:just\s+)?did|what\s+i\s+(?:just\s+)?(?:said|asked(?:\s+for)?)))?
      | (?:put|turn|set|change|bring|switch)\s+(?:it|that|them|everything|things)\s+back
        (?:\s+(?:to\s+)?(?:how|as|the\s+way|like|what)\s+(?:it|they)\s+(?:was|were)(?:\s+before)?)?
      | (?:leave|have|make|put|set)\s+(?:it|them|that)\s+(?:back\s+)?(?:how|as|like|the\s+way)
        \s+(?:(?:it|they)\s+(?:was|were)(?:\s+before)?|before)
      | as\s+(?:you|it|they)\s+(?:was|were)
      | back\s+to\s+(?:how|what|the\s+way|where)\s+(?:it|they|things)\s+(?:was|were)(?:\s+before)?
      | go\s+back(?:\s+to\s+(?:how|what|the\s+way)\s+it\s+was(?:\s+before)?)?
      | wrong\s+\w+ | take\s+(?:that|it)\s+back | revert(?:\s+(?:that|it))? | reverse\s+that
    )""",
    re.X,
)
_THINGS_BACK = re.compile(
    r"(?:\w+ )*(?:put|turn|set|change|bring|switch|leave|have|make) (?:it|that|them|everything|things)\b"
)
_LAST_DEED = re.compile(r"\blast (?:one|thing|action|bit)\b")
_DROPPED = re.compile(
    _NOISE + r"(?:(?:please|no|actually|oops|oh|okay|ok|well|sorry|wait|never mind)(?:\s*,)?\s+)*"
    r"(?:(?:cancel|scrap|scratch|drop|forget|reverse)\s+(?:that|it|this|the\s+last\s+one)"
    r"|i\s+(?:didn't|did\s+not)\s+(?:mean|want)\s+(?:that|it|you\s+to(?:\s+do\s+that)?))"
)
_BARE_NO = re.compile(
    r"(?:(?:oh|ah|no+|nope|nah|wait|hang on|hold on|stop|oops|whoops|sorry|actually|please|don't|dont"
    r"|do not|not (?:that|it)(?: one| list)?|i (?:didn't|did not) mean (?:that|it|to)"
    r"|(?:i )?(?:want|need) (?:it|that)(?: back)?|(?:bring|get|give me) (?:it|that)(?: list)? back)\b ?)+"
)
_REFUSING = re.compile(r"\b(?:no+|nope|nah|not|don't|dont)\b")
_AGAIN = re.compile(
    r"(?:(?:and|now|yes|ok(?:ay)?|do|please)\s+)*"
    r"(?:(?:that|it|the\s+same)\s+)?(?:(?:(?:just\s+)?a\s+)?(?:little|bit|touch|tad|notch)\s+(?:bit\s+)?)?"
    r"(?:(?:once|one)\s+)?(?:more|again|further)(?:\s+(?:time|please|still))?"
)
_MORE_OF_IT = re.compile(
    r"(?:(?:and|yes|ok(?:ay)?|do|please|no|(?:a (?:little|bit|touch|tad) )?more|further|again) )*"
    r"(?:by )?(?:another|a further|an extra) (?P<amount>\d+(?:\.\d+)?)(?: percent| degrees?)?"
    r"(?: more| please)*"
    r"|(?:and )?(?P<more>\d+(?:\.\d+)?)(?: percent| degrees?)? more(?: please)?"
)
_LEAVE_IT = re.compile(
    r"(?:(?:no|wait|actually|sorry)(?:\s*,)?\s*)*(?:no|don't|do not|dont|don't bother"
    r"|leave (?:it|that|them|things)(?: (?:as it is|alone|be|on|off))?"
    r"|never mind|nevermind|forget (?:it|that|about it)|cancel(?: (?:that|it))?|scrap that|skip it"
    r"|stop|not now)"
)
_LEFT_ALONE = re.compile(
    r"(?:(?:just )?(?:leave|keep)|forget|skip|not|don't (?:touch|bother with)) (?:the |my |our )?"
    r"(?P<name>[^,]+?)(?: (?:alone|be|out|as it is|as it was|on|off|open|closed))?"
)
_TURNED_ROUND = re.compile(
    r"\bother way (?:a)?round\b|\bvice versa\b|\bswap (?:them|those|that)\b|\bbackwards\b"
)
_MARKS = re.compile(
    r"\b(?:no+|nope|nah|not|wrong|wait|oops|whoops|sorry|actually|meant?|(?<!he )(?<!she )(?<!they )said"
    r"|misspoke|mistake|instead|rather|bad)\b"
)
"""Words by which a correction is known."""

_AROUND = re.compile(
    _NOISE
    + r"(?:(?:no+|nope|nah|wait|oops|sorry|whoops|actually|wrong(?:\s+(?:one|\w+))?|that's\s+wrong)\b\s*)*+"
    r"(?:(?:i|we)\s+(?:meant?|said|want(?:ed)?)\s+|(?:it|that)\s+was\s+|make\s+(?:it|that)\s+|it's\s+)?"
)
_I_WANTED = re.compile(r"\s+(?:that\s+)?(?:i|we)\s+(?:wanted|meant|want)(?:\s+(?:on|off|open|closed|shut))?$")
_SWITCHED = {
    "on": Verb.ON, "off": Verb.OFF, "open": Verb.OPEN, "close": Verb.CLOSE, "closed": Verb.CLOSE,
    "shut": Verb.CLOSE, "lock": Verb.LOCK, "locked": Verb.LOCK, "up": Verb.OPEN, "down": Verb.CLOSE,
}  # fmt: skip
_OPPOSITE = {
    Verb.ON: Verb.OFF, Verb.OFF: Verb.ON, Verb.OPEN: Verb.CLOSE, Verb.CLOSE: Verb.OPEN,
    Verb.LOCK: Verb.UNLOCK, Verb.UNLOCK: Verb.LOCK,
}  # fmt: skip
_CLAUSE = re.compile(r"\s*[,;:.!]\s*|\s+but\s+")
_LONGEST_REMARK = 9
_AMOUNT = re.compile(r"(?:to )?(?P<value>\d+(?:\.\d+)?)(?: percent| degrees?| kelvin)?")
_WANTS = re.compile(
    r"^(?:the|my|our|(?:leave|keep|have)\s+(?:it|that|them))\s+"
    r"|\s+(?:please|instead|then|obviously|after\s+all)$"
)


def split_at_change_of_mind(text: str) -> tuple[str, str] | None:
    """What was said first, and what it was replaced by."""
    found = list(CHANGED_MIND.finditer(text))
    if not found or not found[-1].start() or found[-1].end() >= len(text):
        return None
    return text[: found[0].start()], text[found[-1].end() :]


def asks_undo(text: str) -> bool:
    """Whether the last action is to be taken back, and nothing else."""
    return bool(_UNDO.fullmatch(text))


def means_last_deed(text: str) -> bool:
    """Whether the last thing that was done is to be taken back, whatever came to nothing since."""
    said = spoken(text.lower())
    return asks_undo(said) and bool(_LAST_DEED.search(said))


def puts_things_back(text: str) -> bool:
    """Whether things of the home are to be as they were: "put them back"."""
    said = spoken(text.lower())
    return asks_undo(said) and bool(_THINGS_BACK.match(said))


def corrected_target(text: str) -> str | None:
    """What was meant instead, when the sentence corrects the one before."""
    for pattern in (_NOT_THIS, _CORRECTION, _CORRECTION_BEHIND, _THIS_NOT):
        if match := pattern.fullmatch(text):
            return _JUST.sub("", _NOT_BEHIND.sub("", match["meant"])).strip(" ,")
    return None


def corrected_loosely(text: str) -> list[tuple[str, list[str]]]:
    """Each clause that may say what was meant, with the others, of a sentence that seems to correct."""
    if not _MARKS.search(text):
        return []
    clauses = [
        _I_WANTED.sub("", _JUST.sub("", _AROUND.sub("", clause.strip(), count=1)))
        for clause in _CLAUSE.split(text)
    ]
    kept = [clause for clause in clauses if clause]
    return [
        (clause, [*kept[:place], *kept[place + 1 :]])
        for place, clause in enumerate(kept)
        if not clause.startswith("not ")
    ]


def drops_last(text: str) -> bool:
    """Whether it drops what was just said or done: "scrap that"."""
    return bool(_DROPPED.fullmatch(text))


def regrets(text: str, last: Wish | None) -> bool:
    """Whether it is a bare no to what was just thrown away or planned: "no wait"."""
    said = " ".join(text.lower().replace(",", " ").strip(" .!").split())
    if last is None or not _BARE_NO.fullmatch(said):
        return False
    deeds = {errand.deed for group in last.groups for errand in group.errands}
    planned = Deed.SET in deeds or any(group.when for group in last.groups)
    return bool(deeds & {Deed.DROP, Deed.CLEAR}) or (planned and bool(_REFUSING.search(said)))


def is_about_last(text: str) -> bool:
    """Whether, of what was just done, it drops it or asks for it again."""
    return drops_last(spoken(text)) or repeats_last(text)


def repeats_last(text: str) -> bool:
    """Whether it asks for the last thing once more: "again", "a bit more"."""
    return bool(_AGAIN.fullmatch(" ".join(text.replace(",", " ").strip(" .!?").split())))


def more_of_it(text: str) -> float | None:
    """By how much the last step is to be gone on with: "another ten percent"."""
    match = _MORE_OF_IT.fullmatch(" ".join(spoken(text).replace(",", " ").split()))
    return float(match["amount"] or match["more"]) if match else None


def leaves_it(text: str) -> bool:
    """Whether, behind a change of mind, nothing is wanted any more: "telly off, no wait, don't"."""
    return bool(_LEAVE_IT.fullmatch(text))


def left_alone(text: str) -> str:
    """What, behind a change of mind, is to stay as it is: "no, leave the hall light"."""
    match = _LEFT_ALONE.fullmatch(text)
    return match["name"] if match else ""


def turned_round(text: str, parts: Sequence[Step | Asking]) -> tuple[Step, ...]:
    """The last steps the other way round: two with their verbs exchanged, or one with its opposite."""
    steps = [part for part in parts if isinstance(part, Step) and part.verb is not Verb.UNDO]
    if not _TURNED_ROUND.search(text) or len(text.split()) > _LONGEST_REMARK:
        return ()
    if len(steps) == 2:
        first, second = steps
        return replace(second, target=first.target), replace(first, target=second.target)
    if len(steps) == 1 and steps[0].verb in _OPPOSITE:
        return (replace(steps[0], verb=_OPPOSITE[steps[0].verb]),)
    return ()


def means_other_one(text: str) -> bool:
    return bool(_OTHER.fullmatch(text))


def in_place_of(meant: str, step: Step, completed: Callable[[str, str], Sequence[str]]) -> list[Step]:
    """The step with what was meant put into it: another device, another verb, or another amount.

    `completed` gives the names that a word may stand for beside the one that was named before.
    """
    bare = _WANTS.sub("", _WANTS.sub("", meant)).strip()
    if bare in _SWITCHED:
        return [replace(step, verb=_SWITCHED[bare], value=None)]
    others = [replace(step, target=Target(name)) for name in completed(bare, step.target.name)]
    # "To thirty", "thirty percent": the same thing by another amount.
    amounts = [
        each
        for said in (bare, f"to {bare}")
        for sentences in ("commands", "kinds")
        for each in read_clause(f"{step.target.words} {said}", sentences)
        if each.value is not None and (sentences == "commands" or each.verb is step.verb)
    ]
    if (number := _AMOUNT.fullmatch(bare)) and step.verb in VALUED and step.value and step.value.number:
        # What was set to degrees is set to degrees again; what was just set, to whatever is said now.
        again = replace(step, value=replace(step.value, number=float(number["value"])))
        amounts = [*amounts, again] if step.verb is Verb.SET else [again, *amounts]
    return [*others, *amounts]


def last_step(context: Context) -> Step | None:
    """The one step that can be corrected."""
    steps = [part for part in context.parts if isinstance(part, Step) and part.target.name]
    return steps[-1] if steps else None


def does_again(wish: Wish, last: Wish | None) -> bool:
    """Whether it takes something back only to do it once more; of several, one may be left out."""
    steps = wish.steps
    if last is None or not steps or steps[0].verb is not Verb.UNDO:
        return False
    again, before = {*steps[1:]}, {*last.steps}
    return bool(again & before) and not again < before
