"""`search_web` and the engines behind it.

A query goes through `WebSearch`: it gets the year when it is about current events, the cache is asked, then
the engines in order, each behind a circuit breaker. `present` makes a short text of the results.
"""

from voice_gateway.tools.search.backend import SearchResult
from voice_gateway.tools.search.present import present
from voice_gateway.tools.search.tool import search_tool
from voice_gateway.tools.search.web_search import WebSearch, web_search

__all__ = ["SearchResult", "WebSearch", "present", "search_tool", "web_search"]
