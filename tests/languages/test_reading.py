"""The words of a language are text files, and anybody can tell how each is written."""

from pathlib import Path

import pytest

from voice_gateway import languages

FOLDER = Path(languages.__file__).parent


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.t*")), ids=lambda file: str(file.relative_to(FOLDER)))
def test_every_file_explains_its_notation_at_its_top(file: Path) -> None:
    assert file.read_text(encoding="utf-8").startswith("# ")


def test_lines_are_read_without_remarks() -> None:
    assert languages.lines("skills/day")[0] == "morning: 4 12"
    assert languages.pairs("skills/day")[0] == ("morning", "4 12")


def test_lines_stand_under_their_headings() -> None:
    assert languages.sections("times/patterns")["joined lengths"] == [
        "span sum: <span> [and|,] <span>",
        "span minutes: <span> and <n>",
    ]


def test_words_may_be_a_table() -> None:
    assert languages.table("times/words")["unit"]["minute"] == 60


def test_a_folder_is_gone_through_by_names_that_can_be_read() -> None:
    assert all(languages.lines(file) for file in languages.files("fast_path/sentences"))


def test_a_language_is_shipped_where_it_has_the_file() -> None:
    assert languages.shipped("skills/answers") == ["english"]
    assert languages.shipped("skills/sizes") == ["every"]
