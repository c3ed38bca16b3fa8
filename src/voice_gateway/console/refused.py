"""A request that is not carried out, and how it is told."""

from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.console.shapes import Problem
from voice_gateway.errors import GatewayError


class Refused(GatewayError):
    """A request that is not carried out, with the HTTP status that says why."""

    def __init__(
        self, status: int, message: str, *, fix: str | None = None, retry_after: int | None = None
    ) -> None:
        super().__init__(message, fix=fix)
        self.status = status
        self.retry_after = retry_after


def no_device(device_id: str) -> Refused:
    return Refused(404, f"There is no device {device_id}.", fix="See /api/home for what there is.")


async def answer_refused(_request: Request, error: Exception) -> Response:
    """The response to a request that was refused."""
    if not isinstance(error, Refused):
        raise error
    headers = {"Retry-After": str(error.retry_after)} if error.retry_after else None
    return problem_response(error.status, Problem(error=error.message, fix=error.fix), headers)


def problem_response(status: int, problem: Problem, headers: dict[str, str] | None = None) -> Response:
    body = problem.model_dump_json(exclude_none=True)
    return Response(body, status, headers, media_type="application/json")
