"""What the console's own interface says of what is kept, in JSON: plans, lists, routines, the journal."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field, model_validator

from voice_gateway.console.shapes import Asked


class PlanChange(Asked):
    """What is to become of a plan that waits."""

    paused: bool | None = None
    line: str | None = Field(
        None, min_length=1, max_length=1200, description="What takes its place, in the language of wishes."
    )
    confirmed: bool = Field(False, description="Whether the person has said yes to what is guarded in it.")

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.paused is None) is (self.line is None):
            raise ValueError("either paused or line")
        return self


class ListChange(Asked):
    add: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field([], max_length=100)
    remove: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field([], max_length=100)


class NewRoutine(Asked):
    name: str = Field(min_length=1, max_length=80)
    lines: list[Annotated[str, Field(min_length=1, max_length=1200)]] = Field(min_length=1, max_length=40)
    was: str = Field("", max_length=80, description="Its name until now, where it gets another one.")


class Explained(BaseModel):
    """What a line means, and how it could go on."""

    words: str | None = Field(description="In words; null when it cannot be read.")
    problem: str | None
    goes_on: list[str] = Field(description="Whole lines that begin like this one.")


class PlanView(BaseModel):
    """A plan, timer, reminder or alarm that waits."""

    id: int
    kind: Literal["wish", "timer", "reminder", "alarm"]
    words: str = Field(description="What it is and when, in words.")
    what: str
    time: str = Field(description="When it comes, in words.")
    name: str = Field(description="Of a timer, a reminder or an alarm.")
    line: str = Field(description="What is to be done, in the language of wishes.")
    when: str = Field(description="When, in the language of wishes.")
    text: str = Field("", description="The whole as a line that makes it anew.")
    due: str | None = Field(description="The moment; null while it is paused or waits for an event.")
    seconds: float | None = Field(description="How long until then; it stands still while it is paused.")
    paused: bool
    repeats: bool
    sentence: str = Field(description="What was said when it was made.")
    room: str


class Plans(BaseModel):
    plans: list[PlanView] = Field(description="Everything that waits, the next one first.")


class Cancelled(BaseModel):
    id: int
    words: str = Field(description="What will not happen.")


class ListView(BaseModel):
    name: str
    items: list[str]


class Lists(BaseModel):
    lists: list[ListView]


class RoutineView(BaseModel):
    name: str
    lines: list[str] = Field(description="What it does, in the language of wishes.")
    words: str = Field(description="The same in words.")
    say: str = Field(description="The sentence that starts it.")
    written: bool = Field(description="Whether it stands in the file of routines, and is changed there.")


class Routines(BaseModel):
    routines: list[RoutineView]


class KeptView(Plans, Lists, Routines):
    """What is told to pages when it changes."""


class Changed(BaseModel):
    """A device that was changed, and how it was before and after."""

    device: str
    before: dict[str, Any]
    after: dict[str, Any]


class JournalEntry(BaseModel):
    id: int
    at: float
    line: str = Field(description="What was done, in the language of wishes.")
    sentence: str = Field(description="What was said, then or when the plan was made.")
    plan: int | None = Field(description="The plan that did it; null when a person did.")
    room: str
    changes: list[Changed]


class Journal(BaseModel):
    entries: list[JournalEntry] = Field(description="What was done in the home, the last one first.")
