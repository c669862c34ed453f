"""Builds the web book: ``python -m docs.book`` gathers the sources and passes them to Sphinx."""
