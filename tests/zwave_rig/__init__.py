"""A Z-Wave network for the tests: the real driver and the real server, around nodes that are not real."""
