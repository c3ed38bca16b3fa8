"""The trained router: what it tells apart, how sure it is, and that nothing upsets it."""

import math
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import voice_gateway.routing
from voice_gateway.routing import HomeWords, Intent, MicroRouter

ROUTER = MicroRouter()

DEVICE = [
    "switch off the lamp next to the sofa",
    "would you dim the sconces a little",
    "it's far too gloomy in here",
    "close the shutters in the guest room",
    "make the nursery purple",
    "set the upstairs thermostat to nineteen degrees",
    "is the cellar window shut",
    "are any windows open upstairs",
    "which lights are on",
    "how humid is it in the bathroom",
    "what's the battery level of the hallway motion sensor",
    "is there any smoke in the kitchen",
    "who is at the front door",
    "send the vacuum back to its dock",
    "mow the lawn",
    "brew me an espresso",
    "activate movie night",
    "hey jarvis lock up the house",
    "turn the lites of in the living room",
    "lower the blinds to thirty percent",
]
DATETIME = [
    "what time is it in helsinki",
    "tell me today's date please",
    "which weekday is the ninth of october",
    "how many days until christmas",
    "what is the current time in the pacific time zone",
]
VOLUME = [
    "a bit louder please",
    "mute yourself",
    "set the volume to sixty percent",
    "turn it down",
    "speak up",
]
SEARCH = [
    "will it snow in denver tomorrow",
    "who won the match last night",
    "what's the share price of siemens",
    "any headlines about the election",
    "how is the traffic to the airport",
]
GENERAL = [
    "how do light bulbs work",
    "tell me a joke",
    "what is the capital of mongolia",
    "what is twelve times nine",
    "how do you say window in italian",
    "thank you so much",
    "turn the page",
]
UNSUPPORTED = [
    "book me a taxi to the station",
    "set an alarm for half past six",
    "play some miles davis",
    "add oat milk to my shopping list",
    "remind me to water the plants on sunday",
    "send an email to my landlord",
    "start a timer for eight minutes",
]


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        *((text, Intent.DEVICE) for text in DEVICE),
        *((text, Intent.DATETIME) for text in DATETIME),
        *((text, Intent.VOLUME) for text in VOLUME),
        *((text, Intent.SEARCH) for text in SEARCH),
        *((text, Intent.GENERAL) for text in GENERAL),
    ],
)
def test_the_router_tells_the_intents_apart(text: str, intent: Intent) -> None:
    found = ROUTER.classify(text)
    assert found.intent is intent
    assert not found.unsupported


@pytest.mark.parametrize("text", UNSUPPORTED)
def test_a_request_the_gateway_cannot_fulfil_is_unsupported(text: str) -> None:
    found = ROUTER.classify(text)
    assert found.intent is Intent.GENERAL
    assert found.unsupported


@pytest.mark.parametrize("text", [*DEVICE, *DATETIME, *VOLUME, *SEARCH, *GENERAL])
def test_capitals_and_punctuation_do_not_matter(text: str) -> None:
    assert ROUTER.classify(f"  {text.upper()}?!  ") == ROUTER.classify(text)


def test_a_name_of_the_home_makes_a_command_of_two_words() -> None:
    router = MicroRouter()
    stranger = router.classify("wobble on")
    router.follow(HomeWords(devices=("Wobble",)))
    known = router.classify("wobble on")
    assert known.intent is Intent.DEVICE
    assert known.scores["device"] > stranger.scores["device"]


def test_the_router_forgets_names_that_are_gone() -> None:
    router = MicroRouter(HomeWords(devices=("Wobble",)))
    router.follow(HomeWords())
    assert router.classify("is wobble on") == MicroRouter().classify("is wobble on")


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("what time is it", Intent.DATETIME),
        ("tell me a joke", Intent.GENERAL),
        ("what is the capital of france", Intent.GENERAL),
        ("will it rain tomorrow", Intent.SEARCH),
        ("turn the volume up", Intent.VOLUME),
    ],
)
def test_devices_with_everyday_names_do_not_swallow_other_sentences(text: str, intent: Intent) -> None:
    home = HomeWords(devices=("Time", "Joke", "France", "Rain"), rooms=("Tomorrow",))
    assert MicroRouter(home).classify(text).intent is intent


def test_probabilities_add_up_to_one_and_confidence_is_that_of_the_intent() -> None:
    found = ROUTER.classify("is the porch light on")
    assert math.isclose(sum(found.scores.values()), 1.0)
    assert found.confidence == found.scores["device"]
    calm = ROUTER.classify("tell me a story about a dragon")
    assert math.isclose(calm.confidence, calm.scores["general"] + calm.scores["other"])


def test_close_intents_are_others_than_the_one_chosen() -> None:
    for text in (*DEVICE, *VOLUME, *SEARCH, *GENERAL, "turn it off", "set it to ten", "how warm is it"):
        found = ROUTER.classify(text)
        assert found.intent not in found.close
        assert Intent.GENERAL not in found.close


@settings(max_examples=200)
@given(st.text(max_size=300))
def test_any_text_is_classified_and_always_the_same_way(text: str) -> None:
    found = ROUTER.classify(text)
    assert 0 <= found.confidence <= 1
    assert found == MicroRouter().classify(text)


@pytest.mark.parametrize("text", ["", " ", "\x00", "…", "💡💡", "a" * 100_000, "turn on " * 20_000])
def test_odd_text_is_classified(text: str) -> None:
    assert ROUTER.classify(text).intent in Intent


@given(st.lists(st.text(max_size=20), max_size=5).map(tuple))
def test_any_names_can_be_followed(names: tuple[str, ...]) -> None:
    router = MicroRouter(HomeWords(devices=names, rooms=names, kinds=names))
    assert 0 <= router.classify("turn on the light").confidence <= 1


def test_the_weights_are_under_two_megabytes() -> None:
    trained = Path(voice_gateway.routing.__file__).parent / "trained"
    assert sum(file.stat().st_size for file in trained.glob("router.*")) < 2_000_000


def test_importing_routing_does_not_load_numpy() -> None:
    check = "import sys, voice_gateway.routing as r; r.MicroRouter(); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
