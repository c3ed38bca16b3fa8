"""How well what is said is heard: sentences of files, by synthetic voices in rooms that are not quiet."""

from voice_gateway.measuring.hearing.clips import Clip, all_clips
from voice_gateway.measuring.hearing.run import Heard, HearingRun
from voice_gateway.measuring.hearing.score import scores

__all__ = ["Clip", "Heard", "HearingRun", "all_clips", "scores"]
