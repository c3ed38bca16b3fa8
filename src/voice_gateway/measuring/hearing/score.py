"""The figures of a run: how often it was heard right, in quiet and in noise, and wrongly acted on."""

from collections.abc import Sequence

from voice_gateway.measuring.hearing.run import Heard

NOISY = 10
"""The decibels of which `heard_right_noisy` tells."""


def scores(heard: Sequence[Heard]) -> dict[str, float | int | None]:
    quiet = [each for each in heard if each.decibels is None]
    figures: dict[str, float | int | None] = {
        "clips": len(heard),
        "heard_right": _share(quiet),
        "heard_right_noisy": _share([each for each in heard if each.decibels == NOISY]),
        "heard_wrong_change": sum(each.wrong_change for each in heard) / len(heard) if heard else None,
    }
    for level in sorted({each.decibels for each in heard if each.decibels is not None}, reverse=True):
        figures[f"at_{level}_dB"] = _share([each for each in heard if each.decibels == level])
    for noise in sorted({each.noise for each in heard if each.noise}):
        figures[f"with_{noise}"] = _share([each for each in heard if each.noise == noise])
    for voice in sorted({each.voice for each in heard}):
        figures[f"by_{voice}"] = _share([each for each in heard if each.voice == voice])
    return figures


def _share(heard: Sequence[Heard]) -> float | None:
    return sum(each.right for each in heard) / len(heard) if heard else None
