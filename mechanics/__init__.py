"""Modelling mechanical systems: the library behind the lecture, its simulations and its graded tasks."""
