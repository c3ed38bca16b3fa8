"""What should be so, in one form: "I'd like that the lamp goes on" is "the lamp must go on"."""

import re
from typing import Final

from voice_gateway.fast_path.clauses import STARTS

_BE: Final = (
    r"(?:be|go|come|get|turn|switch|start|stop|run|stay|open|close|shut|lock|unlock|drop|rise|dim|fade"
    r"|kick|play"
    r"|be turned|be switched)"
)
_BEING: Final = (
    r"(?:is|are|gets?|goes|comes|turns|switches|starts|stops|runs|stays|opens|closes|shuts|locks"
    r"|unlocks|drops|dims)"
)
_I_WANT: Final = (
    r"(?:(?:can|could|may) (?:i|we) (?:please )?have"
    r"|(?:i|we)(?:'d| would)? ?(?:really |quite |just |also |kindly )?"
    r"(?:like|love|want|need|prefer|appreciate|wish|require)(?: it)?(?: (?:that|if|for))?)"
)
_SEE_TO_IT: Final = (
    r"(?:make sure|see to it|see|ensure|set|schedule|program|programme|arrange for|make certain|mind|have|get"
    r"|make|let|check)(?: that)?"
)
_MUST: Final = (
    r"(?:should|shall|must|has to|have to|had to|needs to|need to|wants to|want to|ought to|can|could|may"
    r"|is to|are to|had better|'d better|is supposed to|are supposed to|will need to)(?: please| just| also)?"
)
_NEEDS: Final = re.compile(
    r"^(?P<what>.+?) (?:needs?|wants?|could do with|requires?) "
    r"(?P<done>turn|switch|clos|open|lock|shut)(?:t?ing) ?(?P<way>on|off|up|down)?\b"
)
_DONE: Final = {"clos": "closed", "shut": "closed", "open": "open", "lock": "locked"}
_FRAMES: Final = (
    # "the lamp, I would like that it goes off"
    (
        re.compile(rf"^(?P<what>[^,]+) , (?:{_I_WANT}|{_SEE_TO_IT}) (?:it|that|this|they|them|those) (?=\w)"),
        r"i want \g<what> ",
    ),
    # "would it be possible for the lamp to go on"
    (
        re.compile(r"^(?:(?:would|is) it (?:be )?possible|is there a chance|any chance)(?: that| for| of)? "),
        "i want ",
    ),
    # "then must the heater go on", "could the curtains be closed"
    (
        re.compile(
            r"^(?:then )?(?:could|can|would|will|may|must|should|shall) (?P<what>(?!(?:you|i"
            rf"|we)\b).+?) (?={_BE}\b)"
        ),
        r"\g<what> must ",
    ),
    (
        re.compile(
            rf"^(?:{_I_WANT}|{_SEE_TO_IT}) (?P<what>(?!to\b|you\b|it if\b).+?) (?:to |{_MUST}"
            rf" )(?={_BE}\b)"
        ),
        r"\g<what> must ",
    ),
    (
        re.compile(rf"^(?:{_I_WANT}|{_SEE_TO_IT}) (?P<what>(?!to\b|you\b).+?) (?P<does>{_BEING}|{_BE}) "),
        r"\g<what> must \g<does> ",
    ),
    (
        re.compile(
            rf"^(?:{_I_WANT}|{_SEE_TO_IT}) (?P<what>(?!to\b|you\b).+?) (?=(?:turned|switched|put|set"
            r"|opened|closed|shut|drawn|locked|unlocked|on|off|open|up|down|running|going)\b)"
        ),
        r"\g<what> must be ",
    ),
    (re.compile(rf"^(?P<what>.+?) {_MUST} (?={_BE}\b)"), r"\g<what> must "),
    (re.compile(rf"^(?P<what>.+?) (?:will|shall) (?={_BE}\b)"), r"\g<what> must "),
    (
        re.compile(r"^(?P<what>[^,]+?) (?P<does>gets|get|goes|comes|turns|switches) (?=\w)"),
        r"\g<what> must \g<does> ",
    ),
)
_DOES: Final = {
    "is": "be", "are": "be", "gets": "get", "goes": "go", "comes": "come", "turns": "turn",
    "switches": "switch", "starts": "start", "stops": "stop", "runs": "run", "stays": "stay",
    "opens": "open", "closes": "close", "shuts": "shut", "locks": "lock", "unlocks": "unlock",
    "drops": "drop", "dims": "dim",
}  # fmt: skip
_MUST_DO: Final = re.compile(rf"\bmust (?P<does>{'|'.join(_DOES)})\b")
_TURNED: Final = re.compile(r"\bmust (?:be|get) (?:turned|switched|put|set|brought|taken|moved) ")
_YOU: Final = re.compile(
    rf"^(?:then |so )?you (?=(?:{'|'.join(STARTS)}|remind|tell|wake) )|"
    r"^(?:then |so )?you (?:(?:please|must|may|can|could|should|shall|will|need to|have to|ought to"
    r"|might|are to) ?(?:please |just |also )?)+"
)
_REMEMBER: Final = re.compile(r"^(?:remember to|make a note to|don't forget to|be sure to|don't forget and) ")


def as_must(text: str) -> str:
    """The sentence as "<what> must <be so>"; as it is, where nothing is said of how something should be."""
    text = _NEEDS.sub(
        lambda match: f"{match['what']} must be {_DONE.get(match['done']) or match['way']}", text
    )
    for frame, meant in _FRAMES:
        said, found = frame.subn(meant, text, count=1)
        if found:
            text = said
            if " must " in text:
                break
    text = _MUST_DO.sub(lambda match: f"must {_DOES[match['does']]}", text)
    return _TURNED.sub("must be ", text.replace("must be drawn", "must be closed"))


def without_you(text: str) -> str:
    """ "You must remind me" and "remember to remind me" are "remind me"."""
    return _REMEMBER.sub("", _YOU.sub("", text))
