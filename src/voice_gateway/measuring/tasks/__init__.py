"""Measures whole tasks in simulated homes, talk, and single calls of single models.

`read_home_tasks` and `HomeRun` are behind `voice-gateway eval home`; `read_tool_tasks` and `ToolRun` behind
`voice-gateway eval tools`; `read_talk_tasks` and `TalkRun` behind `voice-gateway eval talk`. Baselines that
need no model stand beside them.
"""

from voice_gateway.measuring.tasks.baseline import NoModel, ParserClient
from voice_gateway.measuring.tasks.home_run import HomeRun, Outcome
from voice_gateway.measuring.tasks.home_tasks import HomeTasks, read_home_tasks
from voice_gateway.measuring.tasks.scores import HomeScore, TalkScore, ToolScore
from voice_gateway.measuring.tasks.talk_run import TalkOutcome, TalkRun
from voice_gateway.measuring.tasks.talk_tasks import TalkTask, read_talk_tasks
from voice_gateway.measuring.tasks.tool_run import ToolOutcome, ToolRun
from voice_gateway.measuring.tasks.tool_tasks import ToolTask, read_tool_tasks

__all__ = [
    "HomeRun",
    "HomeScore",
    "HomeTasks",
    "NoModel",
    "Outcome",
    "ParserClient",
    "TalkOutcome",
    "TalkRun",
    "TalkScore",
    "TalkTask",
    "ToolOutcome",
    "ToolRun",
    "ToolScore",
    "ToolTask",
    "read_home_tasks",
    "read_talk_tasks",
    "read_tool_tasks",
]
