"""Holds a wish against its sentence, whoever read it: nothing is added, and what is spared is spared."""

import re

from voice_gateway.amounts import in_digits
from voice_gateway.devices import Resolver
from voice_gateway.devices.census import IN_STATE
from voice_gateway.devices.kinds import ALL_NOUNS, OPENING
from voice_gateway.devices.words import FILLERS, QUANTIFIERS, roots
from voice_gateway.fast_path.amounts_said import amounts_are_told, amounts_fit, loses_the_amount, times_fit
from voice_gateway.fast_path.clauses import NOBODY, is_for_later, is_stated, keeps_the_states, spared_in
from voice_gateway.fast_path.counted_on import counts_from_now
from voice_gateway.fast_path.dimming import dims_only_lights
from voice_gateway.fast_path.done_before import is_narrowed
from voice_gateway.fast_path.facts_kept import facts_are_kept
from voice_gateway.fast_path.items_said import facts_are_said, items_are_named, items_are_told
from voice_gateway.fast_path.left_out import devices_of, keeps_what_is_left_out, spared_are_spared
from voice_gateway.fast_path.only_asked import breaks_off, only_asks, only_points_on, wants_none
from voice_gateway.fast_path.repairs import does_again, leaves_it, split_at_change_of_mind
from voice_gateway.fast_path.spoken import spoken
from voice_gateway.wishes import Event, Step, Verb, Wish

_NEGATED = re.compile(
    r"(?:n't|\bnot|\bnever) (?:(?:ever |just )?(?:go|goes|come|turn|switch|put|set|be)(?: \w+){0,3} )?"
    r"(?P<verb>on(?! \w+days?\b| weekends?\b)|off|open|close|lock|unlock)\b"
)
"""What must not happen, or did not: "I hope it doesn't go off"."""
_IF_NOT = re.compile(
    r"\b(?:if|unless|when|whenever|once|as long as|provided) [^,]*?(?:n't|\bnot) (?:\w+ )?"
    r"(?:on|off|open|closed|shut|locked|unlocked)\b"
)
"""What only tells how something is: "if the fan isn't on, turn it on"."""
_SWITCH = re.compile(r"(?<!the )(?<!my )(?<!our )(?<!that )\bswitch (?:it |them |that |both )?(?:on|off)\b")
"""Where “switch” is a verb, and no part of a name."""
_A_LITTLE = re.compile(
    r"\b(?:a (?:crack|bit|little|touch|tad|smidge|inch)|slightly|partly|partially|partway|part way|ajar)\b"
)
_NARROWED = re.compile(
    r"\b(?:there|one of|some of|that room|them|those|these|that's|that (?:is|are|was|were)"
    r"|which (?:is|are)|the others?)\b"
)
"""Words that make a group smaller: without them it is another one."""

_NEITHER = re.compile(r"\b(?:neither|nor|none of)\b")
_CLOSED = frozenset({"close", "closed", "closing", "shut", "shutting", "off"})
_OPENING, _CLOSING = (
    frozenset({"open", "up", "raise"}),
    frozenset({"close", "closed", "shut", "down", "lower"}),
)
_OPPOSED = {
    Verb.OPEN: (_OPENING, _CLOSING),
    Verb.CLOSE: (_CLOSING, _OPENING),
    Verb.OFF: (
        frozenset(
            {"off", "out", "kill", "stop", "cut", "dark", "quit", "shut", "no", "end", "down", "leave"}
        ),
        frozenset({"«on»"}),
    ),
    Verb.ON: (
        frozenset({"on", "«on»", "start", "run", "up", "light", "fire", "begin", "go", "going"}),
        frozenset({"off"}),
    ),
    Verb.LOCK: (frozenset({"lock", "locked"}), frozenset({"unlock", "unlocked"})),
    Verb.UNLOCK: (frozenset({"unlock", "unlocked"}), frozenset({"lock", "locked"})),
}
_BACK = frozenset({"again", "back", "then"})
_PUT_ON = re.compile(
    r"\b((?:turn|switch|put|pop|flick|stick|get|have)\b(?: [\w']+)*?) on\b(?! (?:the|my|our|to)\b)"
    r"|((?:^|, )(?:(?!(?:is|are|was|were|be|been|left|leave|still|\w+'s) )[\w']+ ){1,5})on(?=$| ,)"
)
"""Where “on” is what is to be done, and not how something is: "switch it on", "all lights on"."""
_ONLY_THIS = re.compile(r"\b(?:only|just) (?:the|my|our)\b")
_OUT_HERE = re.compile(r"\bout (?:here|there|on|in|at|back|front|by)\b")
_STATED = re.compile(IN_STATE)
_SAID_ONLY_OF = (
    (re.compile(r"\b(?:slats?|louvres?|louvers?|tilt)\b"), {Verb.TILT}),
    (re.compile(r"\beffect\b"), {Verb.COLOR, Verb.MODE}),
    (re.compile(r"\b(?:input|source|channel)\b"), {Verb.SOURCE, Verb.MODE}),
)
"""Words by which one thing only can be meant."""
_NOW = re.compile(r"(?<!not )(?<!for )(?<!by )(?<!until )(?<!till )(?<!from )\bnow\W*$")
"""Said at the end, it is for now, whatever else is told: "we need it for tomorrow, so open it now"."""
_IF = re.compile(r"(?<!tell me )(?<!me know )\b(?:if|unless|provided|in case|as long as)\b")


_LEFT_OUT = re.compile(
    r"\b(?:not|n't|don't|dont|no|never|except|without|but|skip|leave|leaving|keep|keeping|spare|only"
    r"|just the|bar|apart)\b"
)
"""Words of which one may take something out of a wish."""


def is_faithful(
    wish: Wish, sentence: str, resolver: Resolver | None, last: Wish | None = None, room: str = ""
) -> bool:
    """Whether the wish keeps to what was said, as far as that can be told without understanding it.

    `last` is the wish before, whose amounts a correction takes over.
    """
    steps = Wish(tuple(wish.all_steps))
    if not items_are_told(wish, spoken(sentence)) or not items_are_named(wish, sentence, last):
        return False
    if not facts_are_said(wish, sentence, last) or not facts_are_kept(wish, sentence):
        return False
    if wish.acts and not isinstance(wish.when, Event) and wants_nothing(sentence, last):
        return False
    if not wish.acts or not steps.parts:
        return True
    said = in_digits(spoken(sentence))
    return (
        (_is_for_the_time_said(wish, said) or bool(_NOW.search(sentence.lower())))
        and all(check(steps, said) for check in _CHECKS)
        and not is_narrowed(said)  # "everything I turned on" is not everything
        and not (does_again(wish, last) or counts_from_now(wish, sentence, last))
        and amounts_fit(steps, said, last)
        and _only_lowers(steps, said, resolver, room)
        and goes_no_wider(steps, said, resolver, room)
    )


def goes_no_wider(wish: Wish, said: str, resolver: Resolver | None, room: str) -> bool:
    """Whether it leaves alone what is spared, and what cannot be meant by the verb that was said."""
    return spared_are_spared(wish, said, resolver, room) and dims_only_lights(wish, said, resolver, room)


def wants_nothing(sentence: str, last: Wish | None) -> bool:
    """Whether nothing is to be done, whatever was read: it asks, breaks off, or goes on with a question."""
    asked = last is not None and bool(last.questions) and not last.acts
    ends = breaks_off(sentence) or wants_none(sentence)
    return only_asks(sentence) or ends or (asked and only_points_on(sentence))


def _only_lowers(steps: Wish, said: str, resolver: Resolver | None, room: str) -> bool:
    """Whether what goes down is closed only where it can be: a speaker that is turned down is not off."""
    if resolver is None or _CLOSED & {*said.split()}:
        return True
    closed = {
        one for step in steps.steps if step.verb is Verb.CLOSE for one in devices_of(step, resolver, room)
    }
    return all(device.kind in OPENING for device in resolver.devices if device.id in closed)


def is_worth_asking(wish: Wish, sentence: str, last: Wish | None = None, *, agreed: bool = False) -> bool:
    """Whether a wish that is not faithful is near enough to be asked about: it does what was said to what was
    named, and nothing was to be left out. Where it is agreed what is to be done, names and amounts count."""
    said = spoken(sentence)
    if not items_are_told(wish, said) or is_narrowed(said) or not facts_are_said(wish, sentence):
        return False
    known = {*roots(said), *roots(" ".join(part.target.words for part in last.named) if last else "")}
    named = _names(wish)
    spared = {*roots(" ".join(spared_in(said)))} - ALL_NOUNS
    if any(words & spared for words in named):
        return False
    if agreed:
        named += [{*roots(step.words)} - FILLERS for step in wish.steps]
        return all(words <= known for words in named) and amounts_are_told(wish, in_digits(said), last)
    return (
        bool(named)
        and all(words <= known for words in named)
        and not (_LEFT_OUT.search(said) or _turns_round(wish, said))
        and all(check(wish, said) for check in _CHECKS)
        and amounts_fit(wish, in_digits(said), last)
    )


def names_are_said(wish: Wish, said: str) -> bool:
    """Whether every word of every name was said."""
    known = {*roots(spoken(said)), *roots(said.lower())}
    return all(words <= known for words in _names(wish))


def _names(wish: Wish) -> list[set[str]]:
    """The words that count of each name."""
    return [{*roots(step.target.name)} - QUANTIFIERS - FILLERS for step in wish.all_steps]


def names_what_was_named(
    wish: Wish, sentence: str, resolver: Resolver, last: Wish | None = None, room: str = ""
) -> bool:
    """Whether no name comes from nowhere, and what was named has something to do with it.

    For who does not account for every word, as a model does not.
    """
    said = spoken(sentence)
    if _turns_round(wish, said):
        return False
    known = {*roots(said), *roots(" ".join(part.target.words for part in last.named) if last else "")}
    meant, beside = set[str](), [fact.about for fact in wish.facts]
    named, places = resolver.named_in(said), resolver.rooms_in(said)
    taught = (step for errand in wish.errands if errand.does for step in errand.does.all_steps)
    for step in (*wish.steps, *taught):
        devices = devices_of(step, resolver, room)
        # A name from nowhere, or "lights", of which nobody has spoken.
        words = {*roots(step.target.name)} - QUANTIFIERS - FILLERS
        particular = words - ALL_NOUNS
        if (particular and not particular & known) or not (particular or words & known or room or not words):
            return False
        meant |= devices
        beside += step.target.but
        is_last = any(step.target.name == part.target.name for part in (last.named if last else ()))
        if len(devices) > 1 and not is_last and _NARROWED.search(said) and not is_stated(step):
            return False
        if len(devices) > 1 and not step.target.but and not _stays_in(places, devices, named, resolver):
            return False
    if (halves := split_at_change_of_mind(said)) and meant & (
        resolver.named_in(halves[0]) - resolver.named_in(halves[1])
    ):
        return False
    named -= resolver.named_in(" ".join(beside))
    # What was named in full is not passed over, where more than one thing is asked for.
    return not (meant and named) or (
        named <= meant if len(wish.steps) == 1 and len(named) > 1 else bool(meant & named)
    )


def _turns_round(wish: Wish, said: str) -> bool:
    """Whether it does the opposite of what was said: under a condition that was denied, or though the person
    has thought better of it."""
    if wish.only_if and "unless" in said.split() and not wish.only_if.negated:
        return True
    if loses_the_amount(wish, said):
        return True
    verbs = {step.verb for step in wish.steps}
    if verbs == {Verb.OFF} and _ONLY_THIS.search(said) and not _OPPOSED[Verb.OFF][0] & {*said.split()}:
        return True  # "no, only the lamp" is not said of what goes off
    if verbs and any(word.search(said) and not meant & verbs for word, meant in _SAID_ONLY_OF):
        return True
    halves = split_at_change_of_mind(said)
    return wish.acts and halves is not None and leaves_it(halves[1].split(",")[0].strip())


def _stays_in(places: frozenset[str], devices: set[str], named: frozenset[str], resolver: Resolver) -> bool:
    """Whether a group keeps to the rooms that were named: what narrows is never dropped."""
    rooms = {device.id: device.room.lower() for device in resolver.devices}
    return not places or all(rooms[one] in places or one in named for one in devices)


def _is_for_the_time_said(wish: Wish, said: str) -> bool:
    conditional = _has_condition(wish)
    if _IF.search(said) and not (conditional or wish.errands):
        return False
    return wish.is_for_later or conditional or not is_for_later(said)


def _has_condition(wish: Wish) -> bool:
    """Whether any of it is done only where, or only once, something is so."""
    return any(group.only_if is not None or isinstance(group.when, Event) for group in wish.groups)


def _does_nothing_negated(wish: Wish, said: str) -> bool:
    if _NEITHER.search(said) or NOBODY.search(said):
        return False
    told = _IF_NOT.sub(" ", said)
    return not any(step.verb == match["verb"] for match in _NEGATED.finditer(told) for step in wish.steps)


def _is_no_opposite(wish: Wish, said: str) -> bool:
    """Who says "open" and nothing of closing does not want it closed; a denial may."""
    words = {*_STATED.sub(" ", _OUT_HERE.sub(" ", _PUT_ON.sub(r"\1\2 «on»", said))).split()}
    if any(step.verb is Verb.UNDO for step in wish.steps):
        return True  # what is taken back is its opposite
    for step in wish.steps:
        own, other = _OPPOSED.get(step.verb, (frozenset(), frozenset()))
        if step.lasting and _BACK & words:
            continue  # "ten minutes of the fan, then off again"
        if other & words and not own & words and "not" not in words and "n't" not in said:
            return False
    return True


def _names_are_names(wish: Wish, said: str) -> bool:
    """Whether no other word is part of a name: "please", or the verb of "switch off both"."""
    only_a_verb = said.split().count("switch") == len(_SWITCH.findall(said))
    others = {"please", "switch"} if only_a_verb else {"please"}
    return all(others.isdisjoint(step.target.words.split()) for step in wish.steps)


def _goes_no_further(wish: Wish, said: str) -> bool:
    return not (_A_LITTLE.search(said) and any(_is_whole(step) for step in wish.steps))


def _is_whole(step: Step) -> bool:
    """Whether it goes all the way, where it could go a part of it."""
    return step.verb in (Verb.OPEN, Verb.CLOSE) and step.value is None


_CHECKS = (
    keeps_the_states,
    keeps_what_is_left_out,
    _does_nothing_negated,
    times_fit,
    _is_no_opposite,
    _goes_no_further,
    _names_are_names,
)
