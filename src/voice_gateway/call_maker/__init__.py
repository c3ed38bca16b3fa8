"""Wishes from a very small model: an adapter that was taught to write them.

`prompt` and `answer` say what the model is shown, `grammar` what it can write; `WishWriter` asks the engine,
and `CallMaker` puts prompts and readings together for a client. The adapter and its model card lie beside;
`training/call_maker` trains it.
"""

from voice_gateway.call_maker.maker import PLAIN_TALK, CallMaker, packaged_adapter, request

__all__ = ["PLAIN_TALK", "CallMaker", "packaged_adapter", "request"]
