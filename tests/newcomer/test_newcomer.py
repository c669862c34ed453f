"""A new system from CONTRIBUTING alone, and typical mistakes in it: each ends in a sentence that names the term."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mechanics.lagrange import LagrangianSystem
from mechanics.notebook import simulate, sketch
from mechanics.protocol import SceneWarning

SOURCE = (Path(__file__).parent / "double_pendulum_on_cart.py").read_text(encoding="utf-8")
LINES = 60

# what is written, what is written by mistake, and what the message must say
MISTAKES = {
    "a misspelt parameter": ("p.m_W, cart", "p.mW, cart", "Unknown parameter 'mW'. Did you mean m_W"),
    "a missing entry": ('(0.5, "kg", "mass of a rod")', '(0.5, "kg")', "m must be described by a tuple"),
    "a number for a tuple": ('(0.5, "kg", "mass of a rod")', "0.5", "m must be described by a tuple"),
    "no unit": ('l=(0.6, "m",', 'l=(0.6, "meters",', "The unit of l must be one such as kg"),
    "a wrong unit": ('"N/m"', '"N"', "force of the spring 1 must have the unit N; got c*s with the unit N m"),
    "a wrong unit of a mass": ('(2.0, "kg",', '(2.0, "N",', "mass of the body cart must have the unit kg; got m_W"),
    "a wrong unit of gravity": ('"m/s^2"', '"m/s"', "The gravity must have the unit m/s^2"),
    "a wrong unit of a damper": ('"N m s/rad"', '"N m/rad"', "The force of the damper 1 must have the unit N m"),
    "a negative length": ("l=(0.6,", "l=(-0.6,", "l (length of a rod) must be positive; got -0.6"),
    "a wrong domain": ('"nonnegative"', '"not negative"', "domain of d must be one of positive, nonnegative, real"),
    "a wrong handle": ('("phi1", "phi2"))', '("phi1", "phi3"))', "in a handle of the scene 'phi3'. Did you mean phi2"),
    "a wrong range": ('{"f": (', '{"F": (', "in the ranges of the scene 'F'"),
    "a range backwards": ("(-10, 10)", "(10, -10)", "range of f must be two numbers (low, high) with low < high"),
    "a range of one number": ("(-10, 10)", "10", "range of f must be two numbers"),
    "a wrong name in the sketch": ('sketch={"s"', 'sketch={"x"', "in the sketch of the scene 'x'"),
    "numpy's sin": ("import cos, pi, sin", "import pi\nfrom numpy import cos, sin", "numpy's sin works on numbers"),
    "math's sin": ("import cos, pi, sin", "import pi\nfrom math import cos, sin", "phi1 is a symbol and has no number"),
    "scalar gravity": ("(0, -p.g, 0)", "-p.g", "gravity must be a vector with 2 or 3 components; got -g"),
    "a scalar position": ("p.m_W, cart,", "p.m_W, s,", "The position of the body cart must be a vector"),
    "a foreign symbol in a body": ("Body(p.m, lower", "Body(Symbol('w'), lower", "uses w in the Body lower"),
    "a foreign symbol in the scene": ("Box(0.3", "Box(Symbol('w')", "The Box that is shape 2 of the scene uses w"),
    "a rotation in two dimensions": (
        "rotation(rotation_z(phi1))",
        "rotation([[1, 0], [0, 1]])",
        "must be a 3 x 3 matrix; got 2 x 2",
    ),
    "a wrong generalized force": ('_forces={"s"', '_forces={"x"', "Unknown coordinate 'x'. Valid names: s, phi1, phi2"),
    "a force without a point": (
        'generalized_forces={"s": u.f}',
        "forces=[u.f]",
        "must be a list of Force(...)",
    ),
    "a spring without a list": ("springs=[Spring(s, p.c)]", "springs=Spring(s, p.c)", "must be a list of Spring(...)"),
    "an unknown frame": ('"knee", "lower")', '"nee", "lower")', "Unknown frame 'nee'. Did you mean knee"),
    "a frame by its name": ("frame=upper)", 'frame="upper")', "must be a pose such as system.frame('rod')"),
    "a point of one number": ("Hinge((0, 0), frame=cart)", "Hinge(0, frame=cart)", "`at` of the Hinge"),
    "a shape that is none": ("Box(0.3, 0.2, frame=cart)", "(0.3, 0.2)", "made of shapes such as Rod(...)"),
    "no return": ("return Scene(", "Scene(", "must return a Scene; got None"),
    "no description": ('"Two rods hang in a row from a cart that rolls on a rail."', '""', "needs a description"),
    "a rate in a position": ("cart = translation(s)", "cart = translation(s.diff())", "s_d the unit m/s"),
    "a coordinate without mass": (', Body(p.m, lower, I, "lower")]', "]", "No body moves with the coordinate phi2"),
}


def made(source: str) -> LagrangianSystem:
    names: dict[str, Any] = {}
    exec(compile(source, "double_pendulum_on_cart.py", "exec"), names)
    return names["double_pendulum_on_cart"]()


def used(system: LagrangianSystem) -> None:
    """What a newcomer does first."""
    system.numeric().simulate(t=0.1)
    sketch(system)
    simulate(system, t=0.1)


def test_it_is_short():
    assert len(SOURCE.splitlines()) <= LINES + 2, "the docstring of the file does not count"


def test_it_moves_and_keeps_its_energy_but_for_the_damper():
    system = made(SOURCE)
    used(system)
    run = system.numeric(d=0).simulate(t=5.0, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(run.energy, run.energy[0], atol=1e-7)
    assert system.numeric().simulate(t=5.0).energy[-1] < run.energy[0]


@pytest.mark.parametrize("name", MISTAKES)
def test_no_mistake_is_silent(name):
    written, mistake, sentence = MISTAKES[name]
    assert SOURCE.count(written) >= 1, f"the system has changed: {written!r} is no more in it"
    source = "from sympy import Symbol\n" + SOURCE.replace(written, mistake, 1)
    with pytest.raises((ValueError, TypeError, AttributeError)) as caught:
        used(made(source))
    assert sentence in str(caught.value), f"{name}: the sentence should say what is wrong"


def test_a_coordinate_without_its_direction_is_told():
    with pytest.warns(SceneWarning, match="does not show the positive direction of s: give an Arrow"):
        sketch(made(SOURCE.replace("Arrow((0, 0.2), (s, 0.2), label=s), ", "")))
