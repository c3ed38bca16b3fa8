"""The gate before acting: does this sentence ask for something to be done, and how sure is that?"""

import re
from dataclasses import dataclass, replace

from voice_gateway.routing.acts import Act, read_act
from voice_gateway.tools import Consent
from voice_gateway.wishes import Wish

SURE = 0.9
"""From this probability on that anything is asked for, it is done without asking back."""

POSSIBLE = 0.12
"""From this on the person is asked; below it nothing is done."""


ASKED_FOR = 0.5
"""From this probability on a verb is among what is asked for."""

COMMANDED = 0.9
"""From this on, a second reader who reads nothing may make it a question to the person, and no more."""

_TELLS = re.compile(
    r"\b(?:it|that|this|there|i|we|he|she|they|(?:the|my|our)(?: [\w']+){1,4}?)"
    r"(?:'s|'m|'re| is| are| am| feels?| seems?| looks?| sounds?)\b"
)
_ASKS = re.compile(
    r"\b(?:please|pls|can|could|can't|couldn't|would|wouldn't|will|won't|want|need|needs|like|let|let's|make|get"
    r"|give|have|put|set|turn|switch|bring|take|keep|do|open|close|shut|lock|unlock|dim|start|stop|play|run|pop"
    r"|on|off|up|down|out|\w+er|more|less|time|should|must|shall|how|what|which|who|where|when|why|if)\b|\?"
)


_IDIOM = re.compile(r"\b(?:my|our|your|his|her|their) \w+ off\b")
""" "I'm freezing my socks off"."""


def only_hints(sentence: str) -> bool:
    """Whether it tells how things are and asks for nothing: "it's nippy in the den" may be a wish."""
    said = _IDIOM.sub("", sentence.lower().replace("’", "'"))
    return bool(_TELLS.search(said)) and not _ASKS.search(said)


_CALLED = re.compile(
    r"(?:hey|hi|hello|yo|oi),? (?P<whom>[a-z]+),"
    r"|(?P<dear>[a-z]+),? (?:darling|dear|love|honey|sweetheart|sweetie|pet|babe),",
    re.I,
)
_OURS = frozenset(
    {"yes", "no", "oh", "ok", "okay", "well", "right", "so", "now", "please", "thanks", "ta", "cheers"}
    | {"hey", "hi", "hello", "yo", "oi", "morning", "evening", "night", "my", "listen", "come", "go"}
    | {
        "there",
        "you",
        "jarvis",
        "nabu",
        "mycroft",
        "computer",
        "assistant",
        "house",
        "home",
        "google",
        "alexa",
    }
    | {"siri", "olly", "mate", "love", "dude", "guys", "everyone", "all", "buddy"}
)


def calls_another(sentence: str) -> bool:
    """Whether it begins with somebody's name: "hey Tyler, can you …" may not be meant for us."""
    called = _CALLED.match(sentence.strip())
    return called is not None and (called["whom"] or called["dear"]).lower() not in _OURS


_FOR_ANOTHER = re.compile(
    r"(?:(?:well|so|and|but|oh),? )*"
    r"(?:(?:he|she|they)(?:'d)?(?: \w+)? (?:wants?|needs?|likes?|prefers?|asks?|asked)"
    r"|(?!(?:i|we|you|who|what|which|that|this|it|everything|nothing|the (?:house|home))\b)"
    r"(?:(?:my|our|the|your) )?[a-z']+(?: [a-z']+)? (?:wants|would like|prefers|asks|is asking)(?: for)?)\b",
    re.I,
)


def speaks_for_another(sentence: str) -> bool:
    """Whether it tells what somebody else wants, which may be meant for us and may not."""
    return bool(_FOR_ANOTHER.match(sentence.strip()))


_TOLD = re.compile(
    r"(?:(?:please|now|just) )*(?:activate|arm|clean|dock|hoover|lock|mute|pause|play|press|push|resume|run"
    r"|send|set|skip|start|switch|tap|tilt|trigger|turn|vacuum)\b(?!ing)"
    r"|we(?:'re| are) (?:\w+ )*?(?:low on|short of|short on)\b"
)


def is_told(sentence: str) -> bool:
    """Whether it begins as only commands do, or tells what has run low."""
    return bool(_TOLD.match(sentence.lower().strip()))


@dataclass(frozen=True)
class Judgement:
    """What the gate makes of a sentence."""

    consent: Consent
    """Whether anything may be done, now or later."""

    now: Consent
    """Whether anything may be done at once."""

    beside_a_question: Consent
    """Whether anything may be done at once in a sentence that also asks something."""

    act: Act
    asks: float
    """How likely it is that the sentence asks for anything."""

    verbs: frozenset[str] = frozenset()
    """What is asked for, as far as that can be told from the sentence alone."""

    hints: bool = False
    """Nothing is asked for in so many words, so the person is asked."""

    nothing: float = 0.0
    """How likely it is that it is not even talk with the assistant."""

    @property
    def is_question(self) -> bool:
        return self.act is Act.QUESTION

    @property
    def only_searches(self) -> bool:
        """Whether it asks for what only the world can tell."""
        return self.is_question and self.verbs == {"search"}

    @property
    def is_command(self) -> bool:
        """Whether something is asked for beyond doubt, whatever another reader makes of it."""
        return self.act is Act.COMMAND and self.asks >= COMMANDED

    @property
    def only_speaks(self) -> bool:
        """Whether it answers or asks something, which by itself moves nothing."""
        return self.act in (Act.ANSWER, Act.QUESTION)

    @property
    def replies(self) -> bool:
        """Whether it only means something behind something else, as short noises seem to do as well."""
        return self.act in (Act.ANSWER, Act.CORRECTION)

    @property
    def is_for_others(self) -> bool:
        """Whether it surely is nothing that anybody would say to the assistant."""
        return self.nothing >= SURE and self.consent is Consent.NONE

    @property
    def is_idle(self) -> bool:
        """Whether hardly anything can be asked for, not even an answer."""
        return self.asks < POSSIBLE

    @property
    def doubted(self) -> "Judgement":
        """The same, with nothing that may be done before the person is asked."""
        consents = (self.consent, self.now, self.beside_a_question)
        consent, now, beside = (Consent.UNSURE if each is Consent.GIVEN else each for each in consents)
        return replace(self, consent=consent, now=now, beside_a_question=beside)

    def allows(self, wish: Wish, *, sure: bool) -> Consent:
        """What may be done with a wish that another reader is sure of, or not.

        What seems to be for later, and says no other time, is asked about before it is done now.
        """
        allowed = self.consent if wish.is_for_later else self.now
        puts_off = allowed is Consent.NONE and self.consent is not Consent.NONE
        return Consent.UNSURE if puts_off and sure else allowed

    @property
    def is_for_later(self) -> bool:
        """Whether something is to be planned; what has no verb may be anything, or no language at all."""
        return self.act is Act.PLAN and bool(self.verbs)


def judge(sentence: str) -> Judgement:
    """Whether the sentence may move anything."""
    reading = read_act(sentence)
    # An answer or a correction stands in a dialogue, whose own grammar has read it before.
    # Who begins as only commands do asks no question, whatever is named: "turn on the weather station".
    question = 0.0 if is_told(sentence) else reading.probabilities.get(Act.QUESTION, 0.0)
    wanted = reading.asks - question
    plans = reading.probabilities.get(Act.PLAN, 0.0)
    hints = only_hints(sentence) or calls_another(sentence) or speaks_for_another(sentence)
    return Judgement(
        _consent(wanted, hints=hints),
        _consent(wanted - plans, hints=hints),
        _consent(reading.asks - plans, hints=hints),
        reading.act,
        reading.asks,
        frozenset(verb for verb, likely in reading.verbs.items() if likely >= ASKED_FOR),
        hints,
        reading.probabilities.get(Act.NOTHING, 0.0),
    )


def _consent(wanted: float, *, hints: bool) -> Consent:
    if wanted >= SURE and not hints:
        return Consent.GIVEN
    return Consent.UNSURE if wanted >= POSSIBLE else Consent.NONE


HEARD_SURE = 0.8
"""From this probability on, words that were spoken are taken for what was said; else the person is asked."""

WRITTEN_SURE = 0.95
"""From this probability on, a wish that the call maker wrote is carried out as it is."""

CERTAIN = 0.97
"""From this probability on, what the call maker takes for talk is not looked up on the web."""

AGREES = 0.5
"""From this on, a wish that the call maker wrote counts as a second opinion."""

WRITTEN_DOUBTED = 0.85
"""From this on, even a wish that does not keep to every word of a clear command is asked about."""

WRITTEN_POSSIBLE = 0.4
"""From this on it is asked about; below it was not understood."""

WRITTEN_AGREED_SURE = 0.8
"""From this on it is carried out, where another reader, too, reads its verbs in the sentence."""

WRITTEN_AGREED = 0.1
"""From this on it is asked about where another reader, too, reads its verbs in the sentence."""


def weighed(consent: Consent, confidence: float, *, acts: bool, agreed: bool) -> Consent:
    """What may be done with a wish that a model wrote: both that it was asked for and what must be likely."""
    possible = confidence >= (WRITTEN_AGREED if agreed else WRITTEN_POSSIBLE)
    if not acts:
        return Consent.GIVEN if possible else Consent.NONE
    if consent is Consent.NONE or not possible:
        return Consent.NONE
    sure = confidence >= (WRITTEN_AGREED_SURE if agreed else WRITTEN_SURE)
    return consent if sure else Consent.UNSURE


def reconsidered(
    consent: Consent, wish: Wish, written: Wish, confidence: float, *, skipped: bool = False
) -> Consent:
    """What a second reader changes: who reads the same makes it likelier, who reads nothing less so.

    Where the first reader has skipped words, another reading or another time makes it less likely, too.
    """
    steps = list(Consent)
    place = steps.index(consent)
    same = [step.verb for step in wish.steps] == [step.verb for step in written.steps]
    same = same and wish.is_for_later is written.is_for_later
    if same and confidence >= AGREES:
        return steps[max(0, place - 1)]
    other = not same and (confidence >= AGREES or not written.acts)
    if (skipped and other) or (not written.parts and confidence >= WRITTEN_SURE):
        return steps[min(len(steps) - 1, place + 1)]
    return consent
