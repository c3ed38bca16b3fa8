"""What the first sentence of a kind would have to read and compile is there before it is said."""

import functools
import gc
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from voice_gateway.devices import Resolver, open_home
from voice_gateway.fast_path import FastPath
from voice_gateway.rehearsal import rehearse
from voice_gateway.routing import MicroRouter, default_classifier
from voice_gateway.settings.home import HomeSettings
from voice_gateway.skills import SkillContext, Skills


def forget_everything() -> None:
    for each in gc.get_objects():
        if type(each) is functools._lru_cache_wrapper and each.__module__.startswith("voice_gateway."):
            each.cache_clear()


@pytest.fixture(scope="module")
def rehearsed() -> tuple[MicroRouter, Skills]:
    """Once for all sentences: one that adds nothing to what is there cannot help the next."""
    classifier, skills = default_classifier(), Skills()
    forget_everything()
    rehearse(classifier, skills)
    return classifier, skills


def noting(late: list[object], do: Callable[..., object]) -> Callable[..., object]:
    def noted(*arguments: object, **named: object) -> object:
        late.append(arguments)
        return do(*arguments, **named)

    return noted


@pytest.mark.parametrize(
    "sentence",
    [
        "is anything on",
        "dim the hall lamp to half",
        "what time is it in Lima",
        "what day is it",
        "turn the volume down",
        "how many pounds are seven kilograms",
        "what is twelve times four",
        "thank you",
        "set a timer for ten minutes",
        "remind me at seven to call the plumber",
        "turn off everything at noon on Friday",
        "add milk to the shopping list",
        "what is planned for tomorrow",
        "when I say bedtime, turn off everything",
    ],
)
def test_the_first_sentence_of_a_kind_reads_no_file_and_compiles_no_template(
    sentence: str, rehearsed: tuple[MicroRouter, Skills], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = open_home(HomeSettings())
    classifier, skills = rehearsed
    fast_path = FastPath(Resolver(home.registry))
    late: list[object] = []
    for owner, name in ((Path, "read_text"), (re, "compile")):
        monkeypatch.setattr(owner, name, noting(late, getattr(owner, name)))
    skills.answer(sentence, SkillContext())
    fast_path.read(sentence, classifier.classify(sentence))
    assert late == []
