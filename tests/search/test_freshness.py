"""Which queries get the year."""

import tomllib
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_gateway.tools.search.freshness import is_current, with_year

TODAY = date(2026, 11, 15)
EVALUATION = tomllib.loads((Path(__file__).parents[2] / "evaluations/search.toml").read_text("utf-8"))


@pytest.mark.parametrize("question", [entry["text"] for entry in EVALUATION["current"]])
def test_current_questions_get_the_year(question: str) -> None:
    assert with_year(question, TODAY) == f"{question} 2026"


@pytest.mark.parametrize("question", [entry["text"] for entry in EVALUATION["timeless"] + EVALUATION["sum"]])
def test_timeless_questions_never_do(question: str) -> None:
    assert with_year(question, TODAY) == question
    assert not is_current(question)


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("US president", "US president 2026"),
        ("who is president?", "who is president 2026"),
        ("US president 2024", "US president 2024"),
        ("world cup winner 1998", "world cup winner 1998"),
        ("oscars '94", "oscars '94"),
        ("songs of the 1980s charts", "songs of the 1980s charts"),
        ("who won the election last year", "who won the election last year 2025"),
        ("football fixtures next year", "football fixtures next year 2027"),
        ("weather Paris", "weather Paris"),
        ("will it rain tomorrow in Bonn", "will it rain tomorrow in Bonn"),
        ("first president of the united states", "first president of the united states"),
        ("who was president during the civil war", "who was president during the civil war"),
        ("what does a mayor do", "what does a mayor do"),
        ("how is a pope elected", "how is a pope elected"),
        ("who won the second world war", "who won the second world war"),
        ("what was the score of the game last night", "what was the score of the game last night 2026"),
        ("today's headlines", "today's headlines 2026"),
        ("meaning of inflation", "meaning of inflation"),
    ],
)
def test_the_year_is_added_where_it_belongs(query: str, sent: str) -> None:
    assert with_year(query, TODAY) == sent


@pytest.mark.parametrize(
    ("query", "asked", "sent"),
    [
        ("chancellor of Germany 2022", "who is the chancellor of germany", "chancellor of Germany 2026"),
        ("chancellor of Germany 2022", "who was chancellor of germany in 2022", "chancellor of Germany 2022"),
        ("CEO of Microsoft 2027", "who will be ceo of microsoft", "CEO of Microsoft 2027"),
        ("election 2023", "who won the election last year", "election 2025"),
        ("Apollo 11 1969", "who was the first person on the moon", "Apollo 11 1969"),
    ],
)
def test_a_past_year_that_only_the_model_named_is_put_right(query: str, asked: str, sent: str) -> None:
    assert with_year(query, TODAY, asked) == sent


@settings(deadline=None)
@given(st.text(max_size=80))
def test_a_dated_query_is_not_dated_again(query: str) -> None:
    once = with_year(query, TODAY)
    assert with_year(once, TODAY) == once
