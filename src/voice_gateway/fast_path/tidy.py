"""A sentence as it is read where words of it are kept: lower case, with its own numbers and its commas."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from voice_gateway.amounts import SAID_AT_ONCE
from voice_gateway.fast_path.stated import with_states
from voice_gateway.fast_path.stutter import without_stutter
from voice_gateway.number_words import ONES

Mend = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
"""What is found, and what is written for it."""

_HOURS: Final = "|".join(ONES[1:13])
_MEND: Final[tuple[Mend, ...]] = (
    (re.compile(r"\b([ap])\s?\.\s?m\b\.?"), r"\1m"),
    (re.compile(r"(?<=\d) ([ap]) m\b|(?<=\d)([ap]) m\b"), r" \1\2m"),
    (re.compile(rf"\b({_HOURS}|\w+teen|twenty|thirty|forty|fifty) ([ap]) m\b"), r"\1 \2m"),
    (
        re.compile(
            r"(?<=\b(?:at|it|by) )(\d\d?) ([0-5]\d)(?= ?[ap]m\b| (?:this|tonight|tomorrow|in the|on)\b|$)"
        ),
        r"\1:\2",
    ),
    (re.compile(r"(?<=\bfor )(\d\d?) ([0-5]\d)(?= ?[ap]m\b| (?:tonight|tomorrow)\b|$)"), r"\1:\2"),
    (re.compile(r",\s*(?:no|right|yeah|eh|innit|na|ok|okay|isn't it|isn't he|isn't she|you know)\s*\?"), ","),
    (
        re.compile(
            r"(?<![:\d] )\b([1-9]|1[0-2]) ([0-5]\d)"
            r"(?= (?:in the (?:morning|evening|afternoon)|at night)\b| ?[ap]m\b)"
        ),
        r"\1:\2",
    ),
    (re.compile(r"[“”\"]"), ""),
    (re.compile(r"(?<=\d)[.](?!\d)|(?<!\d)[.](?!\w)|[!?;]+|:(?!\d)|\s[-–—]+\s|…"), " , "),
    (re.compile(r"\b(?:um+|uh+|erm+|hmm+)\b,?"), " "),
    (
        re.compile(r"^(?:o+h|a+h|hm+|well|brr+|phew|gosh|blimey|crikey|omg|wow)\b[\s,]*(?=\w)"),
        "",
    ),  # "oh" is nought, too
    (re.compile(r"\bple+a+se+\b"), "please"),
    (re.compile(r"\b(turn|switch|shut) of (?=the|my|our)"), r"\1 off "),
    (
        re.compile(
            r"\b(?:like|just) (?=(?:in|at|for|after|around) (?:\d|an? |half|one|two|three|five|ten|twenty"
            r"|thirty|forty))"
        ),
        "",
    ),
    (re.compile(r"\s*,[\s,]*"), " , "),
    (re.compile(r"\s+"), " "),
)
_TIME: Final = (
    rf"(?:about |around |roughly |another |the next |say )*(?:\d|an? |half|quarter|{_HOURS}|twenty"
    r"|thirty|forty|fifty"
    r"|\w+teen|noon|midday|midnight|dawn|dusk|sun|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)day)"
)
_ASKED: Final = (
    r"(?:how|what|which|is|are|when (?:is|are|am|will|do|does|did)|where|who|do|did|does|has|have"
    r"|what's|when's|how's|where's)"
)
_BESIDE: Final[tuple[Mend, ...]] = (
    # "so, um, please, …", "…, yeah, …", "…, could you add …"
    (
        re.compile(
            r"^(?:(?:please|so|hey|hi|hiya|hello|ok|okay|right|well|now|look|listen|excuse me"
            r"|alright"
            r"|good (?:morning|evening|afternoon)|(?:oh )?(?:lord|god|gosh|goodness|dear|my)|just"
            r"|(?:i'll )?tell you what|you know what|by the way|before (?:i|we) forget|one more thing"
            r"|(?:no )?wait(?= , (?:don't|do not)))(?: ,)? ,? ?)+(?=[\w'])"
            r"(?<=, )"
        ),
        "",
    ),
    (re.compile(r" ,(?: and)? , (?:oh )?(?:yes|yeah|right|also|well)(?= ,)"), " , and"),
    (
        re.compile(
            r" , (?:(?:oh )?yes|yeah|please|like|no rush|no hurry|you know|pretty please|mind you|if you"
            r" don't mind"
            r"|whenever you're ready|as i said|right)(?= ,|$)"
        ),
        "",
    ),
    (re.compile(r"(?: ,)? (?:and )?oh (?:, )?(?:and|plus) (?:also )?"), " and "),
    (re.compile(r"(?<= and) , "), " "),
    (
        re.compile(r" ,(?: and)?(?: then)? (?:could|can|would|will) you (?:ever |please |just )?(?=[a-z])"),
        " , ",
    ),
    (re.compile(r"^(?:so )?(?:could|can|would|will) you (?:please )?(?=tell me\b)"), ""),
    (
        re.compile(
            r"(?:(?<=, )|^)(?:so )?(?:just )?(?:tell me|let me know|do you know|any idea|remind me|out of"
            r" (?:curiosity|interest))"
            rf"(?: , like)?(?: ,)? (?={_ASKED}\b)"
        ),
        "",
    ),
    (
        re.compile(
            r"(?: ,)? and (?:then )?(?:leave|keep|have) (?:it|them) (?:on|off|open|up|running)(?="
            r" (?:until|till|for) )"
        ),
        "",
    ),
    (
        re.compile(
            r"(?:^|(?<=, ))should (?P<what>[^,]+?) (?P<does>open|close|start|stop|drop|rise|ring|leak"
            r"|go(?=es|\b))"
            r"(?=[^,]* , )"
        ),
        lambda it: f"if {it['what']} {it['does']}{'es' if it['does'] == 'go' else 's'}",
    ),
    (re.compile(r"\bplease to (?=[a-z])"), ""),
    (re.compile(r"\b(but only|only|but) , (?=(?:if|when|unless)\b)"), r"\1 "),
    (
        re.compile(
            r"(?:(?<= on)|(?<= up)|(?<= off)|(?<= out)|(?<= down)|(?<= open)|(?<= shut)|(?<= closed))"
            r" for (?:them|her|him|us|me)(?= (?:until|till|at|in|for|by|from|every|when|if) | ,|$)"
        ),
        "",
    ),
    (
        re.compile(
            r"(?: ,)? (?:and )?not (?:just|only) (?:the|this|that) once(?= ,|$)"
            r"|(?: ,)? (?:and )?not a (?:minute|second|moment) (?:longer|more|later|earlier)(?= ,|$)"
            r"|(?<=days) only(?: ,)?(?: mind(?: you)?)?$"
            r"|(?: ,)? mind(?: you)?$"
        ),
        "",
    ),
    (
        re.compile(
            r"^(?P<all>.*\bwhenever\b.*?)(?: ,)? (?:every|each)(?: single)? time(?: now| please| mind)?$"
        ),
        r"\g<all>",
    ),
    (
        re.compile(
            r"(?: ,)? not (?:now|yet|right now|right away|immediately)(?: ,)? but (?=(?:in|at|after"
            rf"|by) {_TIME})"
        ),
        " ",
    ),
    (
        re.compile(
            r"\bwhen it(?:'s| is) (?=(?:half |quarter |a quarter |about )?(?:past |to )?(?:\d"
            rf"|{_HOURS})[\w: ]*?"
            r"(?:o'clock|in the (?:morning|evening|afternoon)|at night|[ap]m\b))"
        ),
        "at ",
    ),
    # "in, uh, twenty minutes", "for, what, ten minutes"
    (
        re.compile(
            r"\b(in|at|for|by|until|till|after|every|from|say)(?: ,)?"
            r" (?:, )?(?:(?:what|like|say|let's say|let me see|let me think|maybe|oh|i don't know|you know"
            r"|well)"
            rf" ,|,)(?: (?:say|like|maybe|about) ?,?)? (?={_TIME})"
        ),
        r"\1 ",
    ),
    (
        re.compile(rf"\bfor a (?:while|bit|little while|moment)(?: ,)? (?:say|like|maybe|about) (?={_TIME})"),
        "for ",
    ),
    # "but not yet, in ten minutes", "but not till ten minutes from now", "but not before nine"
    (
        re.compile(
            r"(?: ,)? but not (?:yet|now|right now|right away|straight away|immediately)(?: ,)?(?:"
            rf" but)?(?: like| just)?(?= (?:in|at|after) {_TIME})"
        ),
        "",
    ),
    (re.compile(rf"(?: ,)? (?:but )?not (?:till|until|before) (?={_TIME}.* from now\b)"), " "),
    (re.compile(rf"(?: ,)? but not (?:till|until|before) (?={_TIME})"), " at "),
    (
        re.compile(
            r"(?: ,)?(?: but| and)? (?:only|just)(?= (?:for|until|till|at|in|after|from|starting"
            rf"|every) {_TIME})"
        ),
        "",
    ),
    # "only this once", "not every day", "all by itself", "without me having to ask"
    (
        re.compile(
            r"(?: ,|^)?(?: ?but)?(?: ?(?:just|only))? (?:(?:just|only) )?(?:for )?(?:this|that|the) (?:one"
            r" time|once)(?= ,|$)"
            r"|(?: ,)? (?:but )?not (?:every|each) (?:day|night|week|evening|morning)(?= ,|$)"
            r"|(?: ,)? (?:and )?(?:not|no|never) (?:earlier|later|sooner|before that|need before that|a"
            r" minute (?:later|earlier))(?= ,|$)"
            r"|(?: ,)? (?:all )?(?:by (?:itself|themselves)|on (?:its|their) own|automatically)(?= ,|$)"
            r"|(?: ,)? without (?:me|us|anyone|anybody)(?: having to)? (?:ask|asking|say|saying|do|doing"
            r"|remind|reminding)\w*(?: \w+)?(?= ,|$)"
        ),
        "",
    ),
    (re.compile(r"^only (?=.+ (?:if|unless|provided|as long as) )"), ""),
    (re.compile(r"\bget (me|us) up\b"), r"wake \1 up"),
    (re.compile(r"\bjust (?=(?:tomorrow|tonight|today|on \w+day)\b)"), ""),
    # "Sundays at ten, …, every week"
    (re.compile(r"(?<=days )(?P<rest>.*?)(?: ,)? (?:every|each)(?: single)? week$"), r"\g<rest>"),
    (re.compile(r"(?<=\w )(?<!\byou )(?:please|kindly) (?!to\b)"), ""),
    # "fifteen minutes of the fan and then off again"
    (
        re.compile(
            r"^(?:give (?:me|us) |(?:i|we) (?:need|want) |i'd like |let's have |(?:could|can) (?:i|we) have"
            r" )?"
            rf"(?P<long>{_TIME}[\w -]*?\b(?:minutes?|mins?|hours?|seconds?)) of (?P<what>(?:the|my|our"
            r"|name\w+|\w+'s)\b[^,]*?)"
            r"(?!.*\bthen (?:it|they) )(?P<rest>(?: ,| and| then) .*\b(?:off|back)\b.*)$"
        ),
        r"\g<what> for \g<long>\g<rest>",
    ),
)
"""What is said around a time, and only fills or repeats."""

_AT: Final[tuple[Mend, ...]] = (
    (
        re.compile(
            r"\bin (?P<n>five|ten|fifteen|twenty|thirty|forty|sixty|ninety|(?:twenty|forty)[- ]five|[1-9]\d?)"
            r"(?= ,| please| thanks|$)"
        ),
        r"in \g<n> minutes",
    ),
    (
        re.compile(
            r"^(?:(?:could|can|would) you |please )*(?:(?:give|let) (?:it|me|us)(?: have)?|wait"
            r"(?! (?:until|till|til)\b)) (?P<long>[^,]+?) "
            r"(?:, )?(?:(?:and )?then|before you|and(?! (?:a half|half|a quarter)\b)) "
        ),
        r"in \g<long> ",
    ),
    (re.compile(r"(?: ,)? at the same time(?: as well| too)?$"), ""),
    (re.compile(r"\b(?:whenever|every time|each time) the sun (?:goes down|sets)\b"), "every day at sunset"),
    (re.compile(r"\b(?:whenever|every time|each time) the sun (?:comes up|rises)\b"), "every day at sunrise"),
    (
        re.compile(
            r"\b(?:when|once|as soon as) "
            r"(?:it(?:'s| is| gets| has got) dark|the sun(?:'s| is| goes| has gone) (?:down|set))\b"
            r"|\bafter dark\b"
        ),
        "at sunset",
    ),
    (
        re.compile(
            r"\b(?:when|once|as soon as) (?:(?:it gets|it is|it's) light|the sun(?:'s| is| comes) up)\b"
            r"|\bat first light\b"
        ),
        "at sunrise",
    ),
    (
        re.compile(
            r"\b(?:as soon as|once|when) (?:it|the clock)(?:'s| is)? ?"
            r"(?:hits|strikes|turns|reaches|(?:has )?gone)\b"
            r"|\b(?:no later than|on the stroke of|come|round about)(?= (?:about |half|quarter|a quarter|\d"
            rf"|{_HOURS}|sun|midnight|noon|midday|dawn|dusk))"
        ),
        "at",
    ),
)
"""Other words for "in" and "at"."""

_ON_ON: Final = re.compile(r"\bon on\b")


@lru_cache(maxsize=SAID_AT_ONCE)
def tidy(sentence: str) -> str:
    """Without stuttering and odd marks; every comma stands by itself."""
    text = sentence.lower().replace("’", "'")
    for pattern, written in _MEND:
        text = pattern.sub(written, text)
    text = text.strip(" ,")
    for pattern, written in (*_BESIDE, *_AT):
        text = pattern.sub(written, text)
    return _ON_ON.sub("on", without_stutter(with_states(text))).strip(" ,")
