"""Reads the web with a real browser, for the web-search fallback alone.

`open_browser` gives a `Browser`: Playwright's MCP server over the machine's Chromium. `AddressPolicy` decides
which addresses may be opened, and `GuardedProxy`, the browser's only way out, sees to it.
"""

from voice_gateway.browser.browser import Browser, open_browser
from voice_gateway.browser.page_tools import without_links

__all__ = ["Browser", "open_browser", "without_links"]
