"""What stays is not looked at again."""

import subprocess
import sys

MADE_BEFORE_AND_AFTER = """
import gc
from voice_gateway.memory import settle

class Thing:
    pass

before = Thing()
settle()
after = Thing()
searched = gc.get_objects()
print(any(one is before for one in searched), any(one is after for one in searched))
"""


def test_a_search_for_garbage_leaves_out_what_was_there_when_all_was_up() -> None:
    command = [sys.executable, "-c", MADE_BEFORE_AND_AFTER]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
