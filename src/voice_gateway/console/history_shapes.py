"""What is said about conversations that are kept, in JSON."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class ConversationSummary(BaseModel):
    id: str
    name: str
    last: float = Field(description="When something was last said in it.")
    turns: int


class Found(BaseModel):
    conversations: list[ConversationSummary] = Field(description="The latest one first.")


class TurnView(BaseModel):
    id: int
    at: float
    sentence: str
    answer: str
    outcome: str
    trace: dict[str, Any]
    good: bool | None = Field(description="What a person said of it; null when nobody has.")
    wanted: str = Field(description="What should have happened.")


class ConversationView(BaseModel):
    id: str
    name: str
    turns: list[TurnView]


class ConversationName(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(min_length=1, max_length=80)


class Judgement(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    good: bool
    wanted: str = Field(
        "", max_length=500, description="What should have happened; “nothing” where nothing should."
    )


class Judged(BaseModel):
    file: str | None = Field(description="Where a test for `eval home` was written; null when none was.")
