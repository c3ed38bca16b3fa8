"""What every part of the settings is."""

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """A table of the TOML file. Unknown keys are refused, so that a typo is never silent."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)
