"""Modelling mechanical systems: a lecture to read, to play with and to be examined in.

The rooms are imported by name (``from mechanics import systems``): importing the package alone loads nothing.
"""

__version__ = "0.1.0"
