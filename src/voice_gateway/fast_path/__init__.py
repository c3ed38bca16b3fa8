"""Understands without a model what can only be meant one way: times, volumes, and devices known by name.

`FastPath.read` reads a sentence into a wish. When in doubt it returns nothing, and somebody else is asked.
"""

from voice_gateway.fast_path.almost_named import meant_by
from voice_gateway.fast_path.amounts_said import as_moved
from voice_gateway.fast_path.aspects import is_there, with_its_aspect
from voice_gateway.fast_path.context import Context, KeptNames, completes
from voice_gateway.fast_path.counted_on import is_counted_on, of_what_was_planned, repeated_with
from voice_gateway.fast_path.days_asked import with_what_else_is_on
from voice_gateway.fast_path.degrees_said import as_counted
from voice_gateway.fast_path.every_one import with_every_one
from voice_gateway.fast_path.facts import as_it_rings
from voice_gateway.fast_path.faithful import (
    goes_no_wider,
    is_faithful,
    is_worth_asking,
    names_are_said,
    names_what_was_named,
    wants_nothing,
)
from voice_gateway.fast_path.instead import only_asks, says_the_same
from voice_gateway.fast_path.left_out import spared_are_spared
from voice_gateway.fast_path.names import with_ordinary_names
from voice_gateway.fast_path.objections import objected
from voice_gateway.fast_path.open_questions import completed
from voice_gateway.fast_path.over_there import with_its_noun, with_its_room
from voice_gateway.fast_path.put_right import at_another_time, corrected
from voice_gateway.fast_path.reader import FastPath, unmasked
from voice_gateway.fast_path.repairs import is_about_last, means_last_deed, puts_things_back, regrets
from voice_gateway.fast_path.spoken import without_precaution
from voice_gateway.fast_path.stopping import says_stop, stops_the_last
from voice_gateway.fast_path.sun_asked import sun_asked
from voice_gateway.fast_path.template import compile_all, spoken_words
from voice_gateway.fast_path.timed import in_the_half_meant
from voice_gateway.fast_path.times_said import at_no_such_time, keeps_the_times, with_the_times_said
from voice_gateway.fast_path.whole_name import with_the_whole_name

__all__ = [
    "Context",
    "FastPath",
    "KeptNames",
    "as_counted",
    "as_it_rings",
    "as_moved",
    "at_another_time",
    "at_no_such_time",
    "compile_all",
    "completed",
    "completes",
    "corrected",
    "goes_no_wider",
    "in_the_half_meant",
    "is_about_last",
    "is_counted_on",
    "is_faithful",
    "is_there",
    "is_worth_asking",
    "keeps_the_times",
    "means_last_deed",
    "meant_by",
    "names_are_said",
    "names_what_was_named",
    "objected",
    "of_what_was_planned",
    "only_asks",
    "puts_things_back",
    "regrets",
    "repeated_with",
    "says_stop",
    "says_the_same",
    "spared_are_spared",
    "spoken_words",
    "stops_the_last",
    "sun_asked",
    "unmasked",
    "wants_nothing",
    "with_every_one",
    "with_its_aspect",
    "with_its_noun",
    "with_its_room",
    "with_ordinary_names",
    "with_the_times_said",
    "with_the_whole_name",
    "with_what_else_is_on",
    "without_precaution",
]
