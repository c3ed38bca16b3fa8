"""Draws sentences with their wishes, and trains the adapter that points out answers.

`homes` invents homes, `phrases` what people call their devices, `sentences/` what they say; `draw` makes
examples of it all. `check` has the packaged network write their wishes, and `judge` holds those to what was
meant. `train` runs on a CUDA machine and needs nothing of the gateway; `answered` tries what it made.
"""
