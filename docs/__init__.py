"""The web book: its configuration, its own pages, and in `book` what puts it together."""
