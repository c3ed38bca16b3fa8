"""What the console's own interface takes and gives, in JSON."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from voice_gateway.outcome import TurnOutcome

Text = Annotated[str, Field(min_length=1, max_length=4000, description="What is said to the assistant.")]

ConversationId = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="Which conversation; a new one when there is none."),
]

Outcome = Annotated[TurnOutcome, Field(description="What came of it. Only done and answered are successes.")]


class Asked(BaseModel):
    """Something a program sends. Unknown keys are refused, so that a typo is never silent."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Question(Asked):
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


class Line(Asked):
    """A line of the language of wishes."""

    line: str = Field(min_length=1, max_length=1200)
    room: str = Field("", max_length=100)
    conversation: ConversationId | None = None


class DeviceCommand(Asked):
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


class Announced(BaseModel):
    """Something that nobody has just asked for: a timer that rings, a reminder, a plan that failed."""

    text: str
    room: str = Field(description="Where it belongs; empty when it belongs nowhere.")
    at: float


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
    status: Literal["ok", "starting"] = Field(
        "ok", description="While it is starting the page is shown already, and what is asked waits."
    )
