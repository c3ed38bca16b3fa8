"""What the console's own interface says of how it is doing, in JSON: traces, figures, tools, servers."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from voice_gateway.console.shapes import Outcome

Share = Annotated[float, Field(ge=0, le=1)]


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
