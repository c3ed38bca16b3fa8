"""Understands without a model what can only be meant one way: times, volumes, and devices known by name.

`FastPath.read` reads a sentence into a wish. When in doubt it returns nothing, and somebody else is asked.
"""

from voice_gateway.fast_path.context import Context, KeptNames, completes
from voice_gateway.fast_path.degrees_said import as_counted
from voice_gateway.fast_path.faithful import (
    is_faithful,
    is_worth_asking,
    names_are_said,
    names_what_was_named,
    wants_nothing,
)
from voice_gateway.fast_path.instead import only_asks, says_the_same
from voice_gateway.fast_path.names import with_ordinary_names
from voice_gateway.fast_path.open_questions import completed
from voice_gateway.fast_path.put_right import at_another_time, corrected
from voice_gateway.fast_path.reader import FastPath, unmasked
from voice_gateway.fast_path.repairs import is_about_last, regrets
from voice_gateway.fast_path.spoken import without_precaution
from voice_gateway.fast_path.stopping import says_stop, stops_the_last
from voice_gateway.fast_path.template import compile_all, spoken_words
from voice_gateway.fast_path.times_said import keeps_the_times, with_the_times_said

__all__ = [
    "Context",
    "FastPath",
    "KeptNames",
    "as_counted",
    "at_another_time",
    "compile_all",
    "completed",
    "completes",
    "corrected",
    "is_about_last",
    "is_faithful",
    "is_worth_asking",
    "keeps_the_times",
    "names_are_said",
    "names_what_was_named",
    "only_asks",
    "regrets",
    "says_stop",
    "says_the_same",
    "spoken_words",
    "stops_the_last",
    "unmasked",
    "wants_nothing",
    "with_ordinary_names",
    "with_the_times_said",
    "without_precaution",
]
