"""Answers without a model what can only be meant one way: times, volumes, and devices that are known by name.

`FastPath.plan` reads a sentence into tool calls, which then run through the same executor as a model's. When
in doubt it returns nothing, and the model is asked.
"""

from voice_gateway.fast_path.plan import FastPath

__all__ = ["FastPath"]
