"""Real NATS servers on this machine: one for all tests, and clusters for those that kill servers."""
