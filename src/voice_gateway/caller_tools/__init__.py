"""Answers callers that bring tools of their own, as a model would: with calls to these tools.

`CallerTools.answer` gets the messages and the tools of one request. Where the caller lists its devices, they
are a home in memory (`BorrowedHome`), and a sentence goes the same way as for our own home; what it would do
there becomes calls that the caller makes. Everything else is left to the model and the caller's schemas.
Our own home is not in reach of any of this.
"""

from voice_gateway.caller_tools.answering import CallerTools
from voice_gateway.caller_tools.request import CallerRequest

__all__ = ["CallerRequest", "CallerTools"]
