"""What a caller's tools return is told as it is."""

import pytest

from tests.caller_tools.home_assistant import done, failed
from voice_gateway.caller_tools.results import read_result


@pytest.mark.parametrize(
    ("text", "told", "ok"),
    [
        (done("Study Light", "Fan"), "Done: Study Light, Fan.", True),
        (failed("No such thing"), "Error: No such thing", False),
        ('{"success": false}', "Error: it was refused", False),
        ('{"data": {"failed": [{"name": "Fan"}]}}', "Error: Fan did not do it", False),
        ('{"speech": {"plain": {"speech": "It is sunny."}}}', "It is sunny.", True),
        ('{"city": "Oslo", "degrees": 7, "rain": false}', "city Oslo, degrees 7, rain no", True),
        ("[1, 2]", "1, 2", True),
        ("Seven degrees.", "Seven degrees.", True),
        ("[" * 100_000, "[" * 400, True),
    ],
)
def test_a_result_is_known_by_its_keys_and_else_told_as_it_stands(text: str, told: str, ok: bool) -> None:
    result = read_result(text)
    assert (result.text, result.ok) == (told, ok)
