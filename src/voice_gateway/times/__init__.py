"""When: lengths, times of day and days, as a language with one text form, and as people say them.

`read_when` and `write_when` are the text form, `due` says when a time comes next, `take_times` takes those
of a sentence out of it. Nothing here looks at a clock: the present and the place are handed in.
"""

from voice_gateway.times.due import due
from voice_gateway.times.errors import NotATime, Past, SunUnknown
from voice_gateway.times.location import Location
from voice_gateway.times.of_day import is_after
from voice_gateway.times.reading import Place, Taken, find_times, take_times
from voice_gateway.times.shifting import shifted
from voice_gateway.times.sun_told import tell_sun
from voice_gateway.times.text import read_clock, read_span, read_when, write_clock, write_span, write_when
from voice_gateway.times.when import After, At, Clock, Every, For, Often, Span, Sun, Until, When

__all__ = [
    "After",
    "At",
    "Clock",
    "Every",
    "For",
    "Location",
    "NotATime",
    "Often",
    "Past",
    "Place",
    "Span",
    "Sun",
    "SunUnknown",
    "Taken",
    "Until",
    "When",
    "due",
    "find_times",
    "is_after",
    "read_clock",
    "read_span",
    "read_when",
    "shifted",
    "take_times",
    "tell_sun",
    "write_clock",
    "write_span",
    "write_when",
]
