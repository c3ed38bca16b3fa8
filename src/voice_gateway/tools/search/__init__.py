"""`search_web` and the engines behind it."""

from voice_gateway.tools.search.backend import SearchBackend, SearchResult
from voice_gateway.tools.search.tool import search_tool

__all__ = ["SearchBackend", "SearchResult", "search_tool"]
