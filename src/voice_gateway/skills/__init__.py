"""What is answered without a model: hello and thanks, who are you, what can you do, repeat that, sums, units.

`Skills.answer` answers a sentence that it understands as a whole, from a `SkillContext`; every other sentence
is left to others. `Skills.too_small_for_talk` is what is said instead of improvising. The words that are
understood and the answers are text files of each language (`languages/english/skills/`).
"""

from voice_gateway.skills.context import SkillContext
from voice_gateway.skills.skills import Skills

__all__ = ["SkillContext", "Skills"]
