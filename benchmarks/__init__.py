"""How fast the library is, against named peers in the same run: ``python -m benchmarks`` (or ``make bench``)."""
