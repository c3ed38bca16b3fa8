"""How long to wait before a server is started again."""


class BackOff:
    """No pause after the first death of a server that worked; growing ones for whoever keeps dying."""

    SHORTEST = 0.2
    LONGEST = 60.0
    STEADY = 10.0
    """Seconds of life after which earlier deaths are forgotten."""

    def __init__(self) -> None:
        self._quick_deaths = 0

    def after(self, lived: float, *, was_ready: bool) -> float:
        """Seconds to wait after an attempt that lasted this long, and was or was not ready in it."""
        self._quick_deaths = 0 if lived >= self.STEADY and was_ready else self._quick_deaths + 1
        if was_ready and self._quick_deaths <= 1:
            return 0.0
        return float(min(self.LONGEST, self.SHORTEST * 2**self._quick_deaths))
