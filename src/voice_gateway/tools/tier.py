"""The tiers: which tools are offered together."""

from enum import StrEnum


class Tier(StrEnum):
    """A tool belongs to exactly one tier; a turn is offered the tools of its tier and no others."""

    DEVICE = "device"
    DATETIME = "datetime"
    VOLUME = "volume"
    SEARCH = "search"
    PLANNING = "planning"
    """What is for another time, and what is kept: plans, timers, lists, routines."""

    GENERAL = "general"
    """Empty unless the owner of the home puts tools there."""

    BROWSER = "browser"
    """Only for the web-search fallback's own query."""


WEB = frozenset({Tier.SEARCH, Tier.BROWSER})
"""The tiers whose tools look things up. What they find is told in the model's own words."""
