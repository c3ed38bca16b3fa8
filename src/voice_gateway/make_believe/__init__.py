"""Homes where nothing that happens is real, under the same gateway that people talk to.

What would come of a sentence is tried in them, and how well the gateway does is measured in them.
"""

from voice_gateway.make_believe.gateway import MakeBelieve
from voice_gateway.make_believe.stand_ins import own_stand_ins
from voice_gateway.make_believe.time import Time

__all__ = ["MakeBelieve", "Time", "own_stand_ins"]
