"""The same steps may be told in other words, beside what was asked for last."""

from voice_gateway.measuring.sentences import Line
from voice_gateway.measuring.sentences.form import Does, Form
from voice_gateway.measuring.sentences.likeness import same, same_asking
from voice_gateway.measuring.sentences.otherwise import told_otherwise

UNDO, LAMP, FAN = Does("undo"), Does("on", "lamp"), Does("on", "fan")


def test_what_is_taken_back_may_be_named_or_not() -> None:
    read = Form(does=(FAN,), told_otherwise=told_otherwise((UNDO, FAN), (LAMP,), planned=False))
    assert same(Line("no, the fan", Form(does=(FAN,))), read)
    assert same(Line("no, the fan", Form(does=(Does("off", "lamp"), FAN))), read)
    assert not same(Line("no, the fan", Form(does=(Does("off", "radio"), FAN))), read)


def test_a_plan_that_is_called_off_may_be_named_or_not() -> None:
    read = Form(
        does=(Does("cancel"),), told_otherwise=told_otherwise((Does("cancel"),), (LAMP,), planned=True)
    )
    line = Line("call it off", Form(does=(Does("cancel", "lamp"),)))
    assert same_asking(line, read)
    assert same(line, read)
    assert not same(Line("call it off", Form(does=(Does("cancel", "fan"),))), read)


def test_a_timer_that_is_made_longer_has_a_new_length() -> None:
    before = Does("timer", value=10.0, unit="minutes")
    longer = Does("timer_add", value=5.0, unit="minutes")
    assert told_otherwise((longer,), (before,), planned=False) == (
        (Does("timer", value=15.0, unit="minutes"),),
    )


def test_what_has_nothing_before_it_is_told_in_one_way() -> None:
    assert told_otherwise((LAMP,), (FAN,), planned=False) == ()
