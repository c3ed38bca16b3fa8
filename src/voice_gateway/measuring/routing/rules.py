"""The first classifier: patterns a person can read, in the order in which they are tried."""

import re
from dataclasses import dataclass

from voice_gateway.measuring.routing.vocabulary import (
    COLOUR,
    DAY,
    ENTERTAINMENT,
    LEADER,
    LEVEL,
    LIGHT,
    MEASURE,
    MEASURED_BY,
    MODE,
    MONEY,
    ROOM,
    STATE,
    SWITCH,
    THING,
)
from voice_gateway.routing.intent import Classification, Intent
from voice_gateway.routing.wording import normalise, without_politeness


@dataclass(frozen=True)
class _Rule:
    intent: Intent
    confidence: float
    """How often the rule was right on public corpora, to two digits."""

    pattern: re.Pattern[str]
    unsupported: bool = False


def _rule(intent: Intent, confidence: float, *patterns: str, unsupported: bool = False) -> _Rule:
    return _Rule(intent, confidence, re.compile("|".join(patterns)), unsupported)


_LATER = r"in \w+ (?:minutes?|hours?|seconds?)"

_RULES = (
    _rule(
        Intent.GENERAL,
        0.97,
        r"\b(?:timers?|alarms?|reminders?|remind me|wake me|playlists?|podcasts?|e-?mails?|"
        r"calendar events?)\b",
        r"\b(?:to|from|on|off|in) (?:my|the|our) .*\blists?\b|\b(?:shopping|grocery|to ?-?do|task) lists?\b",
        r"^(?:play(?! ?room| corner)|resume|unpause|pause|skip|shuffle|listen)\b|^i want to hear\b",
        rf"^(?:turn|switch|put) on .*\b{ENTERTAINMENT}\b",
        r"^(?:order|buy|purchase|book|reserve|schedule|pay|transfer|send|tweet|text|call|phone|message|"
        r"email|remind)\b",
        r"^(?:cancel|delete|remember to (?!lock)|add|freeze|report|track|share)\b",
        r"\b(?:appointments?|meetings?|reservations?|uber|lyft|taxi|cab|tickets?|credit card|debit card)\b",
        r"\b(?:bank account|my account|check engine|whisper)\b",
        rf"^{_LATER} .*\b{THING}\b|\b{THING}\b.* {_LATER}$",
        unsupported=True,
    ),
    _rule(
        Intent.VOLUME,
        0.91,
        r"\b(?:volume|louder|quieter|softer|un ?mute|mute[ds]?)\b(?! in the)",
        r"\b(?:turn|bring|put|lower|raise|increase)\b.*\b(?:sound|audio|vocals|voice box|speakers?)\b",
        r"\b(?:turn|bring) (?:it|this|that) (?:up|down)\b|\bspeak (?:up|softly|more)\b",
        r"\b(?:sound|audio|speakers?|your voice)\b.*\b(?:up|down|on|off|low|high|loud)\b|\bstop the audio\b",
        r"^i can(?:'t|not| not) hear you$",
    ),
    _rule(
        Intent.DATETIME,
        0.57,
        r"^(?:.*\b(?:what|tell|know|give|have|look up|show me)\b.*|in .*)?\b(?:the |current |exact |"
        r"what )+(?:time|hour)\b"
        r"(?! (?:do|does|did|will|should|can|is (?:my|the)|are|frame|off|left|for (?!the)))",
        r"\bwhat(?:'s|s| is| was| will| would)?(?: be)?(?: the| it)*(?: current| full)? (?:date|day|year|"
        r"month|today)\b"
        r"(?!.*\b(?:expire|paid|payday|paycheck|bill|due|meeting|holiday|my|recipe|joke|next)\b)",
        rf"\b(?:{DAY}'?s?|current|the|today) date\b(?! of (?:next|my))|\bdate (?:is it|{DAY})\b|"
        rf"^(?:the )?time (?:in|at)\b",
        rf"\b(?:what|which) (?:day|date) (?:is|was|will|does|of)\b|\bis (?:it|today) (?:a )?{DAY}\b|"
        rf"\btime ?zone\b",
        r"\bday of the (?:week|month)\b|\bday is it\b|\bhow many (?:days|weeks|months)\b.*\b(?:christmas|"
        r"easter)\b",
        r"\bwhat year is it\b|\bthe clock\b|^(?:the )?(?:current )?(?:time|date)$|\bhow late is it\b|"
        r"\btell me the hour\b",
    ),
    _rule(
        Intent.DEVICE,
        0.81,
        rf"^{SWITCH}\b.*\b{THING}\b",
        r"^(?:turn|switch|power|put|toggle|shut) .*\b(?:on|off)$|^(?:turn|switch|power|shut) (?:on|off) ",
        rf"\b{THING}\b.*\b(?:on|off|up|down|open|close|lock|unlock|{COLOUR}|{LEVEL})$",
        rf"\b(?:{ROOM}|lamp|light|brightness|colou?r)\b.*\b(?:{COLOUR}|"
        rf"{LEVEL})(?: brightness)?(?: in here)?$",
        rf"\b(?:is|are|did|has|have|check|see|confirm|verify|make sure)\b.*\b{THING}\b.*\b{STATE}\b",
        r"\b(?:did|has) \w+ (?:\w+ )?lock(?:ed)?\b|\bremember to lock\b",
        r"\b(?:who|who's|person'?s?|see|check)\b.*\b(?:at|by) (?:the|my)(?: \w+)? door\b|"
        r"\bwho is (?:knocking|(?:at )?home)\b",
        r"\bis (?:any|every)(?:one|body) (?:at )?home\b|^is \w+ (?:at )?home$|^where is \w+$|"
        r"\bpeople are at home\b",
        rf"\b(?:what|what's|how much|how|tell me)\b.*\b{MEASURE}\b.*\b(?:{ROOM}|{MEASURED_BY})\b",
        rf"^what(?:'s| is) (?:the )?(?!current).* {MEASURE}$|\btemp(?:erature)?\b.*\ba/?c\b|"
        rf"\bac\b.*\b(?:set|temperature)\b",
        r"\b(?:it is|it's|this is) (?:(?:too|so|very) (?:dark|bright|dim|hot|cold|stuffy|warm)|dark|"
        r"bright)\b",
        r"^(?:dim|brighten|vacuum|clean|start)\b.*\b(?:room|flat|house|kitchen|floor|carpet|up|cleaning)\b",
        r"\b(?:make|brew|prepare|like|have|start) (?:me )?(?:an? |some |my |the |cup of |"
        r"morning )*(?:coffee|espresso)\b",
        r"^(?:(?:some )?coffee|like coffee|it's coffee time)|\bclean (?:my|the) (?:carpet|floor)",
        rf"^{LIGHT}|\b(?:increase|decrease|lower|change|color|colour|more)\b.*\b{LIGHT}\b|"
        rf"\b{LIGHT}\b.*\bturn\b",
        rf"\b{MODE}\b|^(?:activate|run|start) .*\b(?:mode|scene|script)\b|\brobot vacuum\b|\bset the mood\b",
        rf"^make (?:the |a )?{ROOM} (?:{COLOUR}|darker|brighter|warmer|cooler)|"
        rf"\breturn \w+ to (?:its )?base\b",
    ),
    _rule(
        Intent.SEARCH,
        0.64,
        r"\b(?:weather|forecast|rain(?:ing)?|snow(?:ing)?|sunny|umbrella|humid|storms?|temperature|"
        r"degrees outside)\b",
        r"\b(?:news|headlines?|traffic|exchange rate|stocks?|share price|scores?|standings|election)\b",
        r"\b(?:restaurants?|reviews?|reviewed|movies? (?:playing|near|in theat)|events? (?:in|near|around|"
        r"happening))\b",
        r"\b(?:near me|nearby|nearest|around here|going on in|happening in)\b",
        rf"\b{MONEY}\b.*\b{MONEY}\b|\b(?:price of|who won|who is the (?:current )?{LEADER})\b",
        r"\b(?:latest|is .* open (?:now|today)|opening hours|search (?:for|the web)|google|look up)\b",
        r"\bgas (?:tank|level|gauge)\b|\bflight\b.*\b(?:land|board|status|on time|delayed)\b",
    ),
)


class RuleClassifier:
    """Decides by patterns. Needs nothing but the sentence, and knows nothing of the home."""

    def classify(self, text: str) -> Classification:
        sentence = without_politeness(normalise(text))
        for rule in _RULES:
            if rule.pattern.search(sentence):
                return _found(rule.intent, rule.confidence, unsupported=rule.unsupported)
        return _found(Intent.GENERAL, 0.96)


def _found(intent: Intent, confidence: float, *, unsupported: bool = False) -> Classification:
    label = "other" if unsupported else intent.value
    return Classification(intent, confidence, unsupported=unsupported, scores={label: confidence})
