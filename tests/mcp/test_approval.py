"""Which of a server's questions count as agreed to."""

from typing import Any

import pytest
from mcp.types import ElicitRequestFormParams, ElicitRequestURLParams

from voice_gateway.mcp.approval import Approval, answer


def ask(
    approval: Approval | None, message: str = "Sure?", schema: dict[str, Any] | None = None
) -> tuple[str, Any]:
    form = {"type": "object", "properties": {}, **(schema or {})}
    result = answer(ElicitRequestFormParams(message=message, requestedSchema=form), approval)
    return result.action, result.content


def test_a_yes_fills_the_forms_only_flag() -> None:
    form = {"properties": {"confirm": {"type": "boolean"}}, "required": ["confirm"]}
    assert ask(Approval(granted=True), schema=form) == ("accept", {"confirm": True})
    assert ask(Approval(granted=True)) == ("accept", {})


def test_a_flag_that_was_not_asked_for_is_left_alone() -> None:
    form = {"properties": {"ok": {"type": "boolean"}, "always": {"type": "boolean"}}, "required": ["ok"]}
    assert ask(Approval(granted=True), schema=form) == ("accept", {"ok": True})


def test_a_yes_to_another_question_is_no_yes() -> None:
    approval = Approval(granted=True, heard=frozenset({"Unlock the shed?"}))
    assert ask(approval, "Unlock the house?") == ("decline", None)
    assert approval.question == "Unlock the house?"


@pytest.mark.parametrize("approval", [None, Approval()])
def test_nobody_asked_means_no(approval: Approval | None) -> None:
    assert ask(approval) == ("decline", None)


def test_what_a_yes_cannot_answer_is_declined() -> None:
    form = {"properties": {"code": {"type": "string"}}, "required": ["code"]}
    assert ask(Approval(granted=True), schema=form) == ("decline", None)
    page = ElicitRequestURLParams(message="Log in", url="https://example.org/", elicitationId="1")
    assert answer(page, Approval(granted=True)).action == "decline"
