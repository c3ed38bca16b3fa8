"""SearXNG, the engine that people host themselves, by its JSON interface."""

from dataclasses import dataclass

import httpx

from voice_gateway.errors import ToolError
from voice_gateway.tools.search.backend import SearchResult


@dataclass(frozen=True)
class SearxngBackend:
    url: str
    timeout: float
    name: str = "SearXNG"

    async def search(self, query: str) -> list[SearchResult]:
        try:
            async with httpx.AsyncClient(timeout=self.timeout, trust_env=False) as client:
                response = await client.get(
                    f"{self.url.rstrip('/')}/search", params={"q": query, "format": "json"}
                )
            response.raise_for_status()
            rows = list(response.json()["results"])
        except httpx.HTTPStatusError as error:
            hint = "; switch on its JSON format" if error.response.status_code == 403 else ""
            raise ToolError(f"SearXNG answered {error.response.status_code}{hint}") from None
        except httpx.HTTPError as error:
            raise ToolError(f"SearXNG could not be reached: {error or type(error).__name__}") from None
        except (ValueError, KeyError, TypeError):
            raise ToolError("SearXNG sent something that is not its JSON format") from None
        return [
            SearchResult(
                str(row.get("title") or ""), str(row.get("content") or ""), str(row.get("url") or "")
            )
            for row in rows
            if isinstance(row, dict)
        ]
