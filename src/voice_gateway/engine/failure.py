"""The error of one request. The engine goes on."""


class EngineError(Exception):
    """A request that cannot be answered, with the HTTP status that says whose fault it is."""

    def __init__(self, message: str, status: int = 500) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
