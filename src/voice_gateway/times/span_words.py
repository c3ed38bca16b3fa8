"""What words say about how long."""

from voice_gateway.times.rewriting import Fit
from voice_gateway.times.when import LONGEST, Span


def length(fit: Fit) -> Span | None:
    match fit.meaning, fit.values:
        case "sum", [Span() as more, Span() as less]:
            # "An hour ten minutes" is one length; "ten minutes, ten minutes" are two.
            return _span(more.seconds + less.seconds) if less.seconds < _smallest(more) else None
        case "one", [unit]:
            return _span(unit)
        case "one and a half", [unit]:
            return _span(1.5 * unit)
        case "half", [unit]:
            return _span(unit / 2)
        case "quarter", [unit]:
            return _span(unit / 4)
        case "each", [count, unit]:
            if count >= 100 and unit == 3600 and fit.before and "<at>" in fit.before[-1].slots:
                return None  # "at nineteen hundred hours" is a time of day
            return _span(count * unit)
        case "and a half", [count, unit]:
            return _span((count + 0.5) * unit)
        case "quarters", [count, unit]:
            return _span(count * unit / 4)
        case "decimal", [whole, part, unit]:
            return _span(float(f"{whole:.0f}.{part:.0f}") * unit)
    return None


def _span(seconds: float) -> Span | None:
    return Span(round(seconds)) if 1 <= seconds <= LONGEST else None


def _smallest(span: Span) -> int:
    """The unit in which it was counted last."""
    return next(unit for unit in (604800, 86400, 3600, 60, 1) if span.seconds % unit == 0)
