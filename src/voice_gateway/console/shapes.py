"""What the console's own interface takes and gives, in JSON."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from voice_gateway.outcome import TurnOutcome

Text = Annotated[str, Field(min_length=1, max_length=4000, description="What is said to the assistant.")]
ConversationId = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="Which conversation; a new one when there is none."),
]
Share = Annotated[float, Field(ge=0, le=1)]
Outcome = Annotated[TurnOutcome, Field(description="What came of it. Only done and answered are successes.")]


class _Asked(BaseModel):
    """Something a program sends. Unknown keys are refused, so that a typo is never silent."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Question(_Asked):
    """One sentence, without a memory of what was said before."""

    text: Text
    room: str = Field("", max_length=100, description="Where it is said: “the light” is the one there.")
    stream: bool = Field(False, description="Answer with server-sent events instead of one object.")


class Message(Question):
    """The next sentence of a conversation."""

    conversation: ConversationId | None = None
    answers: str | None = Field(
        None,
        min_length=1,
        max_length=64,
        description="The id of the question that this answers. When that is no longer open, nothing is done.",
    )


class Line(_Asked):
    """A line of the language of wishes."""

    line: str = Field(min_length=1, max_length=1200)
    room: str = Field("", max_length=100)
    conversation: ConversationId | None = None


class PlanChange(_Asked):
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


class ListChange(_Asked):
    add: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field([], max_length=100)
    remove: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field([], max_length=100)


class NewRoutine(_Asked):
    name: str = Field(min_length=1, max_length=80)
    lines: list[Annotated[str, Field(min_length=1, max_length=1200)]] = Field(min_length=1, max_length=40)
    was: str = Field("", max_length=80, description="Its name until now, where it gets another one.")


class Explained(BaseModel):
    """What a line means, and how it could go on."""

    words: str | None = Field(description="In words; null when it cannot be read.")
    problem: str | None
    goes_on: list[str] = Field(description="Whole lines that begin like this one.")


class DeviceCommand(_Asked):
    """What a device is told by hand."""

    action: str = Field(min_length=1, max_length=40, description="Such as on, off, toggle, set_level, lock.")
    value: float | str | None = Field(
        None, description="Percent, degrees as the home counts them, a mode, a colour, a source or an item."
    )
    confirmed: bool = Field(False, description="The person has said yes to the question that was asked.")


class Problem(BaseModel):
    """What went wrong, and what to do about it."""

    error: str
    fix: str | None = None
    question: str | None = Field(None, description="What the person must say yes to first.")
    yes: str | None = Field(None, description="What a button that says yes to it is called.")


class OpenAiError(BaseModel):
    message: str
    type: str
    param: str | None = None
    code: str | None = None


class OpenAiProblem(BaseModel):
    """What went wrong, as OpenAI's clients expect it; what is refused at the door is a plain sentence."""

    error: OpenAiError | str


class Reply(BaseModel):
    """One of the answers that a question can be given."""

    label: str = Field(description="For a button.")
    text: str = Field(description="What to say to the assistant.")


class OpenQuestion(BaseModel):
    """A question that waits. Answer it in words, or by its id with one of its replies."""

    id: str
    text: str
    kind: Literal["yes", "choice"] = Field(description="Whether a yes is needed, or one of several devices.")
    replies: list[Reply] = Field(description="What can be answered; the last one leaves everything as it is.")
    seconds: float = Field(description="For how long it is still open.")


class Said(BaseModel):
    """An answer, and how it came about."""

    text: str
    intent: str
    confidence: float
    success: bool = Field(description="Whether it was done or answered.")
    outcome: Outcome
    conversation: str
    turn: int | None = Field(None, description="Its number among the turns that are kept.")
    question: OpenQuestion | None = Field(None, description="Nothing is done until this is answered.")
    trace: dict[str, Any]


class Forgotten(BaseModel):
    conversation: str
    known: bool = Field(description="Whether there was such a conversation.")


class Room(BaseModel):
    name: str
    floor: str
    devices: list[dict[str, Any]]


class SourceView(BaseModel):
    """One of the sources that a home comes from."""

    name: str
    connected: bool
    source: str
    note: str
    devices: int


class HiddenDevice(BaseModel):
    id: str
    name: str
    room: str


class HomeView(BaseModel):
    """The home as it is now."""

    present: bool = Field(description="False when there is none.")
    connected: bool = False
    source: str = ""
    note: str = ""
    sources: list[SourceView] = Field([], description="Each of them, where it comes from several.")
    sentences: list[str] = Field([], description="What can be said here, to begin with.")
    rooms: list[Room] = []
    hidden: list[HiddenDevice] = Field([], description="What the household does not want to have exposed.")


class Done(BaseModel):
    """What came of a command."""

    sentence: str
    finished: bool
    device: dict[str, Any]


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


class Announced(BaseModel):
    """Something that nobody has just asked for: a timer that rings, a reminder, a plan that failed."""

    text: str
    room: str = Field(description="Where it belongs; empty when it belongs nowhere.")
    at: float


class TraceSummary(BaseModel):
    id: str
    started: float
    text: str
    answer: str
    intent: str
    model: str
    seconds: float
    outcome: Outcome
    success: bool
    recovered: bool
    corrected: bool = Field(description="A false claim of the model was not said.")


class Traces(BaseModel):
    traces: list[TraceSummary]


class Period(BaseModel):
    """Figures over some turns."""

    turns: int
    answered: int = Field(description="Turns in which it was done or answered.")
    success_rate: Share | None
    first_queries: int
    first_query_rate: Share | None
    recovered: int
    outcomes: dict[str, int] = Field(
        description="How many turns came to what. Those that the person cut off are in no rate and no time."
    )
    corrected: int = Field(description="Turns in which a false claim of the model was not said.")
    retries: int
    retry_rate: Share | None
    seconds: dict[Literal["p50", "p90", "p95", "p99"], float]
    causes: dict[str, int]
    tool_outcomes: dict[str, int]
    intents: dict[str, int]


class Day(Period):
    day: str


class Stats(BaseModel):
    days: int
    kept: bool = Field(description="Whether figures survive a restart.")
    unreadable: int = Field(0, description="Turns that were kept but cannot be read; they are left out.")
    whole: Period
    per_model: dict[str, Period]
    per_day: list[Day]


class ToolView(BaseModel):
    name: str
    tier: str
    description: str
    tokens: int
    acts: bool
    parameters: dict[str, Any]


class ServerView(BaseModel):
    name: str
    state: str
    tools: list[str]
    tokens: int
    restarts: int
    last_error: str | None = None


class Tools(BaseModel):
    tools: list[ToolView]
    servers: list[ServerView]


class Voice(BaseModel):
    """Where the page sends what the microphone heard: a WAV file in, `{"text": …}` out; and what to speak."""

    listen: str
    speak: str | None = None


class About(BaseModel):
    """What this console is and can do."""

    name: str = "Voice Gateway"
    version: str
    model: str
    provider: str
    warm: bool
    home: bool
    voice: Voice | None = None
    setup: Literal["wanted", "possible"] | None = Field(
        None, description="Whether it can be set up here, and whether nobody has done so yet."
    )


class Health(BaseModel):
    status: Literal["ok"] = "ok"
