"""Teaches the built-in model to write calls: sentences are drawn, an adapter is trained, and it is scored.

`homes` invents homes, `phrases` what people call their devices, `sentences/` what they say; `draw` makes
examples of it all. `train` runs on a CUDA machine and needs nothing of the gateway; `score` holds replies to
the resolver.
"""
