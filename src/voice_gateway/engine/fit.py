"""Making a conversation fit into the model's window: the oldest messages go first, the instructions stay."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.options import Options
from voice_gateway.engine.request import ChatRequest, Message

Count = Callable[[Sequence[Message]], Awaitable[int]]

TOO_LONG: Final = "the input length exceeds the context length"
_ANSWER_ROOM: Final = 256
_CUTS: Final = 12
_MARK: Final = " … "


def window(options: Options, context: int) -> int:
    """How many tokens there are for prompt and answer: the engine's window, or a smaller one if asked for."""
    wanted = options.num_ctx or 0
    return min(context, wanted) if wanted > 0 else context


def room(request: ChatRequest, context: int) -> int:
    """How many tokens a prompt may have. One that may be cut leaves room for the answer."""
    wanted, whole = request.options.num_predict, window(request.options, context)
    reserved = min(wanted if wanted > 0 else _ANSWER_ROOM, whole // 4) if request.truncate else 0
    return whole - reserved - 1


async def fit(messages: Sequence[Message], limit: int, count: Count) -> list[Message]:
    """The messages that fit into `limit` tokens. The newest message is kept, cut in its middle if need be."""
    kept = list(messages)
    if not kept or (length := await count(kept)) <= limit:
        return kept
    kept, length = await _newest(kept, limit, count)
    if length > limit:
        # Instructions and one message are left, and are still too much: of many instructions the first stay.
        kept = [kept[0], kept[-1]] if len(kept) > 1 else kept
        length = await count(kept)
    for _ in range(_CUTS):
        if length <= limit:
            return kept
        kept = _with_longest_cut(kept, limit / length)
        length = await count(kept)
    if length <= limit:
        return kept
    raise EngineError(f"the tools and instructions ({length} tokens) do not fit into {limit} tokens", 400)


async def _newest(messages: list[Message], limit: int, count: Count) -> tuple[list[Message], int]:
    """As many of the newest messages as fit, found by halving: a long history is counted a few times only."""
    fewest, most = 1, len(messages)
    best = _tail(messages, fewest)
    length = await count(best)
    while most - fewest > 1:
        middle = (fewest + most) // 2
        candidate = _tail(messages, middle)
        if (counted := await count(candidate)) <= limit:
            fewest, best, length = middle, candidate, counted
        else:
            most = middle
    return best, length


def _tail(messages: list[Message], newest: int) -> list[Message]:
    """The instructions and the newest messages, without tool results whose call was left behind."""
    cut = len(messages) - newest
    rest = messages[cut:]
    while len(rest) > 1 and rest[0].role == "tool":
        rest = rest[1:]
    return [message for message in messages[:cut] if message.role == "system"] + rest


def _with_longest_cut(messages: list[Message], share: float) -> list[Message]:
    """Shorten the longest message. A little more than needed, so that few rounds are enough."""
    longest = max(range(len(messages)), key=lambda index: len(messages[index].content))
    content = messages[longest].content.replace(_MARK, " ")
    half = int(len(content) * min(share, 0.95) * 0.45)
    cut = content[:half] + _MARK + content[len(content) - half :] if half else ""
    shortened = messages[longest].model_copy(update={"content": cut})
    return [*messages[:longest], shortened, *messages[longest + 1 :]]
