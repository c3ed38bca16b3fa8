"""Whatever comes in by any way: nothing fails by itself, and nothing moves that nobody asked for.

In a test run everyone meets the same examples. `make fuzz` tries others, and as many as it is told to.
"""
