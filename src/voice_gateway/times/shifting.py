"""A time that is moved by a length: an hour later, half an hour sooner."""

from dataclasses import replace

from voice_gateway.times.when import After, At, Clock, Every, Span, When

_DAY_IN_MINUTES = 24 * 60


def shifted(when: When, span: Span, *, sooner: bool) -> When | None:
    """The time so much later, or sooner; None where it would be on another day, or already be over."""
    seconds = -span.seconds if sooner else span.seconds
    if isinstance(when, After):
        length = when.span.seconds + seconds
        return After(Span(length)) if length > 0 else None
    if isinstance(when, At | Every) and when.clock.sun is None:
        minute = when.clock.minute + seconds // 60
        return replace(when, clock=Clock(minute)) if 0 <= minute < _DAY_IN_MINUTES else None
    return None
