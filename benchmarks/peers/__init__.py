"""The peers, each by its own documented way of doing the same task; one module a peer."""
