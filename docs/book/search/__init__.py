"""Search in the book: sections of its pages, an index that works from a folder, too, and what cards show."""
