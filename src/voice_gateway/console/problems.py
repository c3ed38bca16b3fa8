"""What goes wrong with a request, as a status and a sentence."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.console.refused import Refused, answer_refused, problem_response
from voice_gateway.console.shapes import Problem
from voice_gateway.devices import DeviceError
from voice_gateway.engine import EngineError
from voice_gateway.errors import GatewayError, InputError, ModelError, SettingsError
from voice_gateway.keeping import NotKept


def status_of(error: Exception) -> int:
    match error:
        case Refused() | EngineError():
            return error.status
        case InputError() | SettingsError():
            return HTTPStatus.BAD_REQUEST
        case DeviceError():
            return HTTPStatus.CONFLICT
        case ModelError() | NotKept():
            return HTTPStatus.SERVICE_UNAVAILABLE
        case HTTPException():
            return error.status_code
    return HTTPStatus.INTERNAL_SERVER_ERROR


def problem_of(error: Exception) -> Problem:
    """The error in words. What nobody foresaw is not shown to strangers; it is in the log."""
    match error:
        case GatewayError():
            return Problem(error=error.message, fix=error.fix)
        case EngineError():
            return Problem(error=error.message)
        case HTTPException(status_code=404):
            return Problem(error="There is nothing here.", fix="See /docs for what there is.")
        case HTTPException(status_code=405):
            return Problem(error="This address does not take that method.", fix="See /docs.")
        case HTTPException():
            return Problem(error=str(error.detail))
    return Problem(error="Something went wrong inside the gateway.", fix="Its log says what.")


async def answer_problem(request: Request, error: Exception) -> Response:
    """The response to a request that failed."""
    if isinstance(error, Refused):
        return await answer_refused(request, error)
    headers = dict(getattr(error, "headers", None) or {})
    return problem_response(status_of(error), problem_of(error), headers)
