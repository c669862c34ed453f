"""The part of this package that tasks use in the page."""
