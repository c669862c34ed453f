"""Acceleration of a point in spherical coordinates (Aufgabe 2.2)."""

from ...problem import Problem
from .spherical_velocity import spherical_problem


def spherical_acceleration() -> Problem:
    """Components a_r, a_theta, a_phi, theta from the z axis; Aufgabe 2.2 with (2.20)."""
    return spherical_problem("Acceleration in spherical coordinates", "Aufgabe 2.2", "a")
