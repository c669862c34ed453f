"""Answers in the page: what the build adds to the tasks of the book, so that their checks run in a browser."""
