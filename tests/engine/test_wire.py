"""The shapes on the wire are those of a real Ollama: fields, order of chunks, status codes, texts."""

import json
import re

import httpx
import pytest

from tests.engine.asking import Json, body, lines, user
from tests.engine.conftest import MODEL
from tests.engine.exchanges.exchange import TIMINGS

CHUNK = {"model", "created_at", "message", "done"}
END = CHUNK | {"done_reason"} | TIMINGS
STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z")


def check_end(end: Json, reason: str = "stop") -> None:
    assert end["model"] == MODEL
    assert STAMP.fullmatch(end["created_at"])
    assert end["done"] is True
    assert end["done_reason"] == reason
    for name in TIMINGS:
        assert type(end[name]) is int
        assert end[name] > 0, name


def check_chunk(chunk: Json) -> None:
    assert set(chunk) == CHUNK
    assert chunk["done"] is False
    assert chunk["message"]["role"] == "assistant"


async def test_a_chat_streams_by_default_and_ends_with_an_empty_message(http: httpx.AsyncClient) -> None:
    response = await http.post("/api/chat", json=body([user("Hello")], tokens=6))
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/x-ndjson"
    *chunks, end = lines(response)
    assert len(chunks) > 1
    for chunk in chunks:
        check_chunk(chunk)
    assert set(end) == END
    check_end(end, "length")
    assert end["message"] == {"role": "assistant", "content": ""}
    assert end["eval_count"] == 6


async def test_streamed_or_not_the_words_are_the_same(http: httpx.AsyncClient) -> None:
    streamed = lines(await http.post("/api/chat", json=body([user("Hello")])))
    whole = (await http.post("/api/chat", json=body([user("Hello")], stream=False))).json()
    assert "".join(chunk["message"]["content"] for chunk in streamed) == whole["message"]["content"]


ON_OR_OFF = {
    "type": "object",
    "properties": {"action": {"type": "string", "enum": ["on", "off"]}},
    "required": ["action"],
}


async def test_a_format_is_followed(http: httpx.AsyncClient) -> None:
    asked = body([user("turn on the kitchen light")], tokens=24, format=ON_OR_OFF, stream=False)
    answer = (await http.post("/api/chat", json=asked)).json()
    check_end(answer)
    assert answer["message"]["content"] in ('{"action": "on"}', '{"action": "off"}')


@pytest.mark.parametrize(
    ("more", "reason"), [({}, "load"), ({"keep_alive": 0}, "unload"), ({"keep_alive": -1}, "load")]
)
async def test_no_messages_load_or_unload(http: httpx.AsyncClient, more: Json, reason: str) -> None:
    response = await http.post("/api/chat", json={"model": MODEL, "messages": []} | more)
    assert response.status_code == 200
    answer = response.json()
    assert set(answer) == CHUNK | {"done_reason"}
    assert answer["message"] == {"role": "assistant", "content": ""}
    assert (answer["done"], answer["done_reason"]) == (True, reason)
    assert bool((await http.get("/api/ps")).json()["models"]) is (reason == "load")


@pytest.mark.parametrize(
    ("more", "status", "text"),
    [
        ({"model": "nope:1b"}, 404, "model 'nope:1b' not found"),
        ({"think": True}, 400, f'"{MODEL}" does not support thinking'),
        ({"messages": "x"}, 400, "json: cannot read ChatRequest.messages"),
        ({"model": ""}, 400, "model is required"),
        ({"messages": [{"role": "alien", "content": "x"}]}, 400, 'invalid role: "alien"'),
        ({"format": "yaml"}, 400, 'invalid format: "yaml"'),
        ({"format": {"type": "nonsense"}}, 400, "invalid JSON schema in format"),
        ({"options": {"temperature": "hot"}}, 500, 'option "temperature" must be of type float32'),
        ({"keep_alive": "soon"}, 400, 'invalid duration "soon"'),
        ({"messages": [{"role": "user", "content": "x", "images": ["aGk="]}]}, 400, "images"),
    ],
)
@pytest.mark.parametrize("stream", [True, False])
async def test_what_is_wrong_is_a_status_and_one_line(
    http: httpx.AsyncClient, more: Json, status: int, text: str, stream: bool
) -> None:
    response = await http.post("/api/chat", json=body([user("x")], stream=stream) | more)
    assert response.status_code == status
    assert set(response.json()) == {"error"}
    assert text in response.json()["error"]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b'{"model": NaN}', b'{"model": "\\ud800"}'])
async def test_a_body_that_is_no_request_is_refused(http: httpx.AsyncClient, content: bytes) -> None:
    response = await http.post("/api/chat", content=content)
    assert response.status_code == 400
    assert response.json()["error"]


async def test_a_wrong_method_and_an_unknown_path_are_said(http: httpx.AsyncClient) -> None:
    assert (await http.get("/api/chat")).status_code == 405
    assert (await http.post("/api/tags")).status_code == 405
    assert (await http.get("/api/nothing")).status_code == 404


async def test_it_says_that_it_is_running(http: httpx.AsyncClient) -> None:
    response = await http.get("/")
    assert (response.status_code, response.text) == (200, "Ollama is running")
    assert (await http.head("/")).status_code == 200


async def test_the_version_is_of_ollamas_form(http: httpx.AsyncClient) -> None:
    answer = (await http.get("/api/version")).json()
    assert set(answer) == {"version"}
    assert re.match(r"\d+\.\d+\.\d+", answer["version"])


DETAILS = {"parent_model", "format", "family", "families", "parameter_size", "quantization_level"}


async def test_ps_lists_what_is_loaded(http: httpx.AsyncClient) -> None:
    await http.post("/api/chat", json={"model": MODEL, "messages": []})
    models = (await http.get("/api/ps")).json()["models"]
    assert len(models) == 1
    assert set(models[0]) == {
        "name", "model", "size", "digest", "details", "expires_at", "size_vram", "context_length",
    }  # fmt: skip
    assert set(models[0]["details"]) == DETAILS
    assert models[0]["context_length"] == 1024


async def test_show_describes_the_model(http: httpx.AsyncClient) -> None:
    answer = (await http.post("/api/show", json={"model": MODEL})).json()
    assert set(answer) >= {"license", "template", "details", "model_info", "capabilities", "modified_at"}
    assert answer["license"] == "apache-2.0"
    assert answer["model_info"]["llama.context_length"] == 8192
    assert "im_start" in answer["template"]
    assert (await http.post("/api/show", json={"model": "nope"})).status_code == 404


async def test_what_is_not_there_is_501(http: httpx.AsyncClient) -> None:
    response = await http.post("/api/embed", json={"model": MODEL, "input": "hello"})
    assert response.status_code == 501
    assert "does not support embeddings" in response.json()["error"]
    assert (await http.post("/api/pull", json={"model": "x"})).status_code == 501


async def test_generate_continues_a_prompt(http: httpx.AsyncClient) -> None:
    asked = {"model": MODEL, "prompt": "Hello", "options": {"temperature": 0, "num_predict": 4}}
    *chunks, end = lines(await http.post("/api/generate", json=asked))
    for chunk in chunks:
        assert set(chunk) == {"model", "created_at", "response", "done"}
    assert set(end) == {"model", "created_at", "response", "done", "done_reason", "context"} | TIMINGS
    raw = (await http.post("/api/generate", json=asked | {"raw": True, "stream": False})).json()
    assert raw["prompt_eval_count"] < end["prompt_eval_count"]
    unload = await http.post("/api/generate", json={"model": MODEL, "keep_alive": 0})
    assert unload.json()["done_reason"] == "unload"


async def test_a_context_is_what_was_said_and_is_gone_on_from(http: httpx.AsyncClient) -> None:
    asked = {"model": MODEL, "options": {"temperature": 0, "num_predict": 4}, "stream": False}
    first = (await http.post("/api/generate", json=asked | {"prompt": "My name is Ada."})).json()
    assert len(first["context"]) == first["prompt_eval_count"] + first["eval_count"]
    later = asked | {"prompt": "What is my name?"}
    alone = (await http.post("/api/generate", json=later)).json()
    after = (await http.post("/api/generate", json=later | {"context": first["context"]})).json()
    assert after["prompt_eval_count"] == alone["prompt_eval_count"] + len(first["context"])
    assert after["context"][: len(first["context"])] == first["context"]


async def test_logprobs_tell_each_token_and_the_likeliest_in_its_place(http: httpx.AsyncClient) -> None:
    asked = body([user("Hello")], tokens=3, stream=False, logprobs=True)
    plain = (await http.post("/api/chat", json=asked)).json()
    assert "".join(token["token"] for token in plain["logprobs"]) == plain["message"]["content"]
    assert all(set(token) == {"token", "logprob", "bytes"} for token in plain["logprobs"])
    *chunks, end = lines(await http.post("/api/chat", json=asked | {"stream": True, "top_logprobs": 2}))
    assert "logprobs" not in end
    for chunk in chunks:
        for token in chunk["logprobs"]:
            assert len(token["top_logprobs"]) == 2
            assert token["top_logprobs"][0]["token"] == token["token"]
            assert token["logprob"] <= 0


async def test_a_stream_of_events_counts_its_tokens_before_it_is_done(http: httpx.AsyncClient) -> None:
    asked = {"model": MODEL, "messages": [user("Hello")], "max_tokens": 3, "temperature": 0, "stream": True}
    told = await http.post("/v1/chat/completions", json=asked | {"stream_options": {"include_usage": True}})
    *events, done, rest = told.text.split("\n\n")
    assert (done, rest) == ("data: [DONE]", "")
    *chunks, usage = [json.loads(event.removeprefix("data: ")) for event in events]
    assert [chunk["choices"][0]["finish_reason"] for chunk in chunks] == [None] * (len(chunks) - 1) + [
        "length"
    ]
    assert not any("usage" in chunk for chunk in chunks)
    assert usage["choices"] == []
    assert usage["usage"]["completion_tokens"] == 3
    assert usage["usage"]["total_tokens"] == usage["usage"]["prompt_tokens"] + 3
    assert len({chunk["id"] for chunk in [*chunks, usage]}) == 1


async def test_a_developers_instructions_are_the_systems(http: httpx.AsyncClient) -> None:
    said = [
        (
            await http.post("/api/chat", json=body([{"role": role, "content": "Be brief."}, user("Hello")]))
        ).text
        for role in ("system", "developer")
    ]
    first, second = [
        [line.partition('"message"')[2].partition('"done"')[0] for line in one.splitlines()] for one in said
    ]
    assert first == second


async def test_openais_route_answers_as_ollamas_does(http: httpx.AsyncClient) -> None:
    asked = {"model": MODEL, "messages": [user("Hello")], "max_tokens": 6, "temperature": 0}
    response = await http.post("/v1/chat/completions", json=asked)
    assert response.status_code == 200
    answer = response.json()
    assert set(answer) == {"id", "object", "created", "model", "system_fingerprint", "choices", "usage"}
    assert answer["object"] == "chat.completion"
    assert answer["choices"][0]["message"]["role"] == "assistant"
    assert answer["choices"][0]["finish_reason"] == "length"
    assert answer["usage"]["completion_tokens"] == 6
    streamed = await http.post("/v1/chat/completions", json=asked | {"stream": True})
    assert streamed.text.endswith("data: [DONE]\n\n")
    assert (await http.post("/v1/chat/completions", json={"model": MODEL})).status_code == 400
