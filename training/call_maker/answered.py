"""Has the packaged adapter point out the answers of the test: `python -m training.call_maker.answered`."""

import argparse
import asyncio
from collections import defaultdict
from pathlib import Path

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from training.call_maker.example import Example, example_from_json
from training.call_maker.judge import Reply, judge
from training.call_maker.prepare import TEST, read_lines
from training.progress import tell
from voice_gateway.models.builtin import BuiltinClient
from voice_gateway.settings import Settings


async def answered(examples: list[Example]) -> dict[str, list[bool]]:
    """Whether the right sentence was found, by kind."""
    client = BuiltinClient(Settings())
    found: dict[str, list[bool]] = defaultdict(list)
    try:
        for example in examples:
            reply = await client.ask(_found(example), purpose="answer", stripped=True)
            found[example.kind].append(judge(example, Reply(reply.text)).exact)
    finally:
        await client.close()
    return found


def _found(example: Example) -> list[BaseMessage]:
    """The conversation in which the results were found."""
    question, _, results = example.user.partition("\nResult: ")
    search = {"name": "search_web", "args": {"query": question}, "id": "1"}
    return [
        HumanMessage(question),
        AIMessage("", tool_calls=[search]),
        ToolMessage(results, tool_call_id="1"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.call_maker.answered", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("build/call_maker/data"))
    examples = map(example_from_json, read_lines(parser.parse_args().data / TEST))
    for kind, right in asyncio.run(answered([each for each in examples if each.tells])).items():
        tell(f"{kind}: {100 * sum(right) / len(right):.1f} % of {len(right)}")


if __name__ == "__main__":
    main()
