"""Calls from a very small model: an adapter that was taught to write them as short codes.

`code` translates codes to calls and back, `prompt` and `answer` say what the model is shown, and `CallMaker`
puts them together for a client. The adapter and its model card lie beside; `training/call_maker` trains it.
"""

from voice_gateway.call_maker.code import decode, encode
from voice_gateway.call_maker.maker import PLAIN_TALK, CallMaker, packaged_adapter, request

__all__ = ["PLAIN_TALK", "CallMaker", "decode", "encode", "packaged_adapter", "request"]
