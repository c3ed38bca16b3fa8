"""A sentence as it is compared: lower case, without politeness, numbers as digits."""

import re
from functools import lru_cache

from voice_gateway.amounts import SAID_AT_ONCE, in_digits
from voice_gateway.fast_path.greetings import without_address
from voice_gateway.fast_path.stated import with_states
from voice_gateway.number_words import TENS

_POLITE = re.compile(
    r"""^(?:
        (?:hey|hi|hello|ok|okay|oh)\b(?:\s+(?:jarvis|nabu|mycroft|computer|there|assistant))?
      | (?:jarvis|computer|olly|alexa)\b
      | on\s+second\s+thoughts?\s*,? | (?:i've\s+|i\s+have\s+|i\s+)?changed\s+my\s+mind\s*,?
      | arre?y? | aiyo | aiyah
      | please\s+to | please | pls | plz | kindly | just | now | and | then | so | well | right
      | first(?:ly)?(?!\s+(?:thing|floor)) | final(?:ly) | lastly | och | ach | aye
      | um+ | uh+ | er+m? | hmm? | ah | lol | oi | ugh
      | (?:wait|hang\s+on|hold\s+on|actually|sorry)(?:(?:\s*,)?\s+no)?\s*,?
      | quick(?:ly)? | mate | love | darling | dear | alright | all\s+right
      | (?:can|could|would|will|won't|might)\s+(?:you|ya|u)
        (?:\s+(?:please|kindly|just|maybe|possibly|quickly|ever))?
      | (?:i\s+(?:want|need|would\s+like)|i'?d\s+like)\s+(?:you\s+)?to | i\s+want\s+you\s+to
      | before\s+(?:i|we)\s+forget\s*,
      | be\s+an?\s+(?:\w+\s+)?\w+\s+and
      | (?:please\s+)?be\s+so\s+(?:kind|good)\s+(?:and|as\s+to)
      | (?:could|would)\s+you\s+be\s+so\s+(?:kind|good)\s+as\s+to
      | i\s+don't\s+suppose\s+you\s+(?:could|can|would) | (?:do\s+you\s+think|any\s+chance)\s+you\s+could
      | (?:i\s+was\s+)?wondering\s+if\s+you\s+could
      | i'?d\s+(?:be\s+grateful|appreciate\s+it)\s+if\s+you(?:'d|\s+would|\s+could)
      | go\s+ahead\s+and | do\s+one\s+thing\s*, | let'?s(?!\s+say)
      | make\s+sure\s+(?:to|you) | do\s+(?:me|us)\s+a\s+favou?r(?:\s+and|\s*,)
    )\s+""",
    re.X,
)
_THANKS = re.compile(
    r"\s+(?:please|pls|plz|(?:thanks|thank\s+you|ta|cheers)(?:\s+(?:so|very|ever\s+so)\s+much"
    r"|\s+a\s+(?:lot|bunch|million)|\s+in\s+advance)?|for\s+me|right\s+now|now|again|will\s+you"
    r"|would\s+you|could\s+you"
    r"|there's\s+a\s+(?:dear|love|pet|good\s+\w+)|if\s+you\s+can|if\s+you\s+could|mate|love|darl(?:ing)?"
    r"|dear|buddy|bro|(?:good\s+)?(?:man|lad|girl|woman)|all\s+of\s+them|eh|yeah|right|ok|okay|first"
    r"|instead|after\s+all|as\s+well|too|though|tho"
    r"|while\s+you(?:'re|\s+are)\s+(?:at\s+it|there)|by\s+any\s+chance|at\s+all|na|yaar|ji"
    r"|or\s+did\s+(?:i|we)\s+forget|when\s+you\s+(?:can|get\s+a\s+\w+|have\s+a\s+\w+))$"
)
_IN_CASE = re.compile(
    r"(?:\s*,)?\s+(?:just )?in case"
    r"(?: (?:i|we|you|he|she|they|anyone|anybody|someone|somebody|nobody)\b[^,]*)?$"
)
"""Why one wants it, said behind a wish: a precaution of somebody, and no condition."""
_IF_YOU_LIKE = re.compile(
    r"(?:^|(?:\s*,)?\s+)if (?:you(?:'d| would) be so (?:kind|good)"
    r"|you (?:would|could|can|may|don't mind|wouldn't mind|please|like|want(?: to)?|have (?:a|the) \w+)"
    r"|(?:it|that)(?:'s| is| isn't) (?:not |too much |no |not a )*"
    r"(?:trouble|bother|problem|nuisance|alright|all right|okay|ok|possible|convenient)"
    r"|(?:it|they) (?:isn't|aren't|is not|are not)(?: already| yet)(?: \w+)?"
    r"|(?:at all )?possible|i may|i might)(?: for me| at all| though)?"
    r"(?:$|\s*,\s*|\s+(?=(?:might|could|would|please|can)\b))"
)
"""Conditions that are only manners."""

_KEPT = re.compile(
    r"\s*,\s*(?:only |just |but |and )*(?:(?:the|my|our) )?(?P<name>[^,]+?) (?:stays?|remains?) "
    r"(?:on|off|shut|closed|open|lit|running|locked|(?:as|how|the way) (?:it|they) (?:is|are))$"
    r"|(?<! no)(?<! wait)(?<! sorry) , (?:but |just |only )*not (?:the|my|our) (?P<spared>[^,]+)$"
)
"""What is left as it is, told behind what is done: "lights off, only the lamp stays on"."""

_EXCEPT_FIRST = re.compile(
    r"^(?:with the exception of|except(?: for)?|apart from|other than|all but|everything but) "
    r"(?P<spared>[^,]+) , (?P<rest>[^,]+)$"
)
_AND_NOT = re.compile(r"(?:\s*,)?\s+(?:and|nor) not (?:the |my |our )?")
_MISHEARD = (
    (re.compile(r"\b(on|off) on (?=the|my|our)"), r"\1 in "),
    (re.compile(r"\b(turn|switch|shut) of\b"), r"\1 off"),
    (re.compile(r"\btern\b"), "turn"),
    (re.compile(r"\bt'(?=\w)"), "the "),
    (
        re.compile(rf"\btoo (?=\d|(?:one|two|three|five|ten|fifteen|{'|'.join(TENS)})\b)"),
        "to ",
    ),
    (re.compile(rf"\b({'|'.join(TENS)}) won\b"), r"\1 one"),
    (re.compile(r"\blite(s?)\b"), r"light\1"),
)
"""What a speech recogniser writes for words that sound alike."""

_DO = {
    "turning": "turn", "switching": "switch", "opening": "open", "closing": "close", "setting": "set",
    "locking": "lock", "unlocking": "unlock", "dimming": "dim", "shutting": "shut", "putting": "put",
    "starting": "start", "stopping": "stop", "running": "run", "raising": "raise", "lowering": "lower",
    "playing": "play", "reminding": "remind", "waking": "wake", "bringing": "bring", "pulling": "pull",
    "heating": "heat", "warming": "warm", "cooling": "cool", "leaving": "leave", "keeping": "keep",
}  # fmt: skip
_DOING = re.compile(
    rf"^(?P<doing>{'|'.join(_DO)})(?= (?:the|my|our|all|on|off|up|down|me|us|it|them|that"
    r"|\w+'s|name\w+)\b)"
)
_MIND = re.compile(
    r"^(?:(?:would|do)\s+you\s+mind|how\s+about|what\s+about)\s+(?P<doing>" + "|".join(_DO) + r")(?=\s)"
)
"""Would you mind *turning* it off? The bare “turning off the lights saves energy” asks for nothing."""


_MOST_POLITE = 12
"""So often somebody is polite, before a wish and behind it."""


@lru_cache(maxsize=SAID_AT_ONCE)
def spoken(sentence: str) -> str:
    """Fold a sentence to its essential words."""
    text = sentence.lower().replace("’", "'")
    text = re.sub(r"(?<=\d)[.](?!\d)|[?!;]|(?<!\d)[.]", " ", re.sub(r":(?=\s)", ",", text))
    text = " ".join(text.replace(",", " , ").split())
    text = _KEPT.sub(lambda kept: f" but not the {kept['name'] or kept['spared']}", text)
    if " but not " in text:
        text = _AND_NOT.sub(" and ", text)
    for heard, meant in _MISHEARD:
        text = heard.sub(meant, text)
    text = _EXCEPT_FIRST.sub(r"\g<rest> except \g<spared>", with_states(text))
    return in_digits(without_politeness(text.strip(" ,")))


@lru_cache(maxsize=SAID_AT_ONCE)
def without_politeness(text: str) -> str:
    """The sentence without what people say around a wish."""
    for _ in range(_MOST_POLITE):
        shorter = _MIND.sub(lambda match: _DO[match["doing"]], text)
        shorter = without_precaution(shorter)
        shorter = _IF_YOU_LIKE.sub(" ", _THANKS.sub("", _POLITE.sub("", shorter))).strip(" ,")
        if shorter == text:
            break
        text = shorter
    return text


def without_precaution(text: str) -> str:
    """The sentence without why one wants it, and without a fond word before it: "in case I forget"."""
    return _IN_CASE.sub("", without_address(text))


def as_imperative(text: str) -> str:
    """ "Turning the radio off" as it is asked for: "turn the radio off"."""
    return _DOING.sub(lambda match: _DO[match["doing"]], text)
