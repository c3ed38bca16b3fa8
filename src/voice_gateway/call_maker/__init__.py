"""Wishes from a very small network, and answers from a very small model.

`source` lays out what the network reads, `WishWriter` has it write; `CallMaker` makes calls of that, and
asks the model, which has an adapter for it, for answers. The adapter lies beside.
"""

from voice_gateway.call_maker.maker import CallMaker, packaged_adapter, request

__all__ = ["CallMaker", "packaged_adapter", "request"]
