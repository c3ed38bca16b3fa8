"""Understands without a model what can only be meant one way: times, volumes, and devices known by name.

`FastPath.read` reads a sentence into a wish. When in doubt it returns nothing, and somebody else is asked.
"""

from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.reader import FastPath

__all__ = ["Context", "FastPath"]
