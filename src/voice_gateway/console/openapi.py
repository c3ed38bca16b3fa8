"""The OpenAPI document, made from the operations."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from voice_gateway import __version__
from voice_gateway.console.operations import Operation, Parameter

Json = dict[str, Any]
_REFERENCE = "#/components/schemas/{model}"
_ALWAYS = {
    401: "A token is needed.",
    403: "Requests from other sites are refused.",
    429: "Too many requests.",
}
_WITH_BODY = {
    400: "The body is no JSON.",
    413: "The body is too large.",
    415: "The body must be JSON.",
    422: "A key is missing, unknown or has a value that cannot be used.",
}


def document(operations: Sequence[Operation]) -> Json:
    """The whole interface in OpenAPI 3.1."""
    writer = _Writer(operations)
    paths: dict[str, Json] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = writer.described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Voice Gateway",
            "version": __version__,
            "description": "Talk to the assistant, see and switch the home, and see how reliable it is.",
        },
        "paths": paths,
        "security": [{}, {"token": []}],
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": writer.schemas,
        },
    }


class _Writer:
    """Knows under which name each model is described: two folders may have a model of the same name."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        models: dict[type[BaseModel], JsonSchemaMode] = {}
        for operation in operations:
            models[operation.problem] = "serialization"
            if isinstance(operation.body, type):
                models[operation.body] = "validation"
            if isinstance(operation.gives, type):
                models[operation.gives] = "serialization"
        references, defined = models_json_schema(list(models.items()), ref_template=_REFERENCE)
        self._references: dict[type[BaseModel], Json] = {
            model: dict(references[model, mode]) for model, mode in models.items()
        }
        self.schemas: Json = defined.get("$defs", {})

    def described(self, operation: Operation) -> Json:
        described: Json = {
            "operationId": operation.name,
            "tags": [operation.group],
            "summary": operation.summary,
            "responses": self._responses(operation),
        }
        if operation.open:
            described["security"] = []
        if operation.parameters:
            described["parameters"] = [_parameter(parameter) for parameter in operation.parameters]
        if operation.body is not None:
            content = {"application/json": {"schema": self._schema(operation.body)}}
            described["requestBody"] = {"required": True, "content": content}
        return described

    def _responses(self, operation: Operation) -> Json:
        gives = operation.gives
        content: Json = (
            {gives: {}} if isinstance(gives, str) else {"application/json": {"schema": self._schema(gives)}}
        )
        if operation.streams:
            content[operation.streams] = {}
        said = {"application/json": {"schema": self._schema(operation.problem)}}
        return {"200": {"description": "Done.", "content": content}} | {
            str(status): {"description": meaning, "content": said}
            for status, meaning in sorted(_problems(operation).items())
        }

    def _schema(self, shape: type[BaseModel] | Mapping[str, Any]) -> Json:
        return self._references[shape] if isinstance(shape, type) else dict(shape)


def _problems(operation: Operation) -> dict[int, str]:
    problems = dict(operation.problems) | ({} if operation.open else _ALWAYS)
    if operation.body is not None:
        return _WITH_BODY | problems
    if any(parameter.place == "query" for parameter in operation.parameters):
        problems[422] = "A value is out of range."
    return problems


def _parameter(parameter: Parameter) -> Json:
    return {
        "name": parameter.name,
        "in": parameter.place,
        "required": parameter.place == "path",
        "description": parameter.meaning,
        "schema": dict(parameter.schema),
    }
