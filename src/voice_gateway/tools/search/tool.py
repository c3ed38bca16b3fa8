"""`search_web`: a few short snippets from the web, for the model."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from voice_gateway.settings.model import SearchSettings
from voice_gateway.tools.clock import local_now
from voice_gateway.tools.descriptions import describe
from voice_gateway.tools.registered import RegisteredTool
from voice_gateway.tools.search.present import present
from voice_gateway.tools.search.web_search import WebSearch, web_search
from voice_gateway.tools.structured import structured
from voice_gateway.tools.tier import Tier


def search_tool(settings: SearchSettings, search: WebSearch | None = None) -> RegisteredTool:
    """The tool, over the engines that are set up or over a search of one's own."""
    search = search or web_search(settings)
    today = local_now().date()
    guidance = (
        f'What to look for, with the current year for anything current. Good: "US president {today.year}", '
        f'"weather Paris". Bad: "who is president" (no year), "2+2", "define love".'
    )

    async def search_web(query: Annotated[str, Field(description=guidance, min_length=1)]) -> str:
        return present(await search.search(query))

    def identity(arguments: Mapping[str, Any]) -> object:
        """A refined query that is the first one again, in other spelling or with the year, is not sent."""
        return search.identity(str(arguments.get("query", "")))

    return RegisteredTool(
        structured(search_web, "search_web", describe("search_web", today, engines=search.names)),
        Tier.SEARCH,
        reads_web=True,
        mandatory=True,
        identity=identity,
    )
