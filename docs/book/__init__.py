"""Puts the web book together: ``python -m docs.book`` gathers the sources and hands them to Sphinx."""
