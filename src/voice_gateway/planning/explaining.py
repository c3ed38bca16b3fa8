"""A line of the language of wishes in the words of a person, and a plan as a line."""

from voice_gateway.errors import ToolError
from voice_gateway.keeping import Kind, Plan
from voice_gateway.planning.desk import Desk
from voice_gateway.planning.finding import label
from voice_gateway.planning.making import check_names
from voice_gateway.planning.saying import deed_words, fact_words, when_words, with_labels
from voice_gateway.wishes import NotAWish, Wish, read_wish, write_wish


def explained(desk: Desk, line: str) -> str:
    """What is meant by it. Raises `ToolError` where it cannot be read, or names what is not there."""
    try:
        wish = read_wish(line.strip())
    except NotAWish as error:
        raise ToolError(str(error)) from error
    if not wish.parts:
        raise ToolError("The line wishes for nothing.")
    return "; and ".join(_one(desk, each) for each in wish.groups)


def _one(desk: Desk, wish: Wish) -> str:
    check_names(desk, wish, "")
    when = f" {when_words(wish.when, desk.now)}" if wish.when else ""
    fact = f", if {fact_words(wish.only_if)}" if wish.only_if else ""
    return f"{deed_words(with_labels(wish, lambda one: label(desk, one)))}{when}{fact}"


def plan_text(desk: Desk, plan: Plan) -> str:
    """The line that would make this plan anew."""
    match plan.kind:
        case Kind.TIMER:
            return f"timer {round(plan.left(desk.clock.now()) or 0)}s {plan.name}".strip()
        case Kind.REMINDER:
            return f"remind {plan.when} {plan.name}".strip()
        case Kind.ALARM:
            return f"alarm {plan.when} {plan.name}".strip()
    try:
        line = write_wish(with_labels(read_wish(plan.line), lambda one: label(desk, one)))
    except NotAWish:
        line = plan.line
    return f"{plan.when}: {line}" if plan.when else line
