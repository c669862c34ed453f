"""What the chapter on the centre of mass claims in words and numbers is so."""

import re

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.demonstrations.unbalanced_wheel import unbalanced_wheel
from mechanics.mass import shapes
from mechanics.widgets import simulate
from tests.course.conftest import CHAPTERS
from tests.course.test_text import cells

(CHAPTER,) = [path for path in CHAPTERS if path.name.startswith("03b")]
TEXT = cells(CHAPTER, "markdown")
a, b, R, h, one = sp.symbols("a b R h one", positive=True)


def test_angles_of_the_block_that_falls():
    x, _, z = systems.load("composite_cuboids_centroid").solve(l=1.0)["r_S"]
    left, right, hung = np.rad2deg([np.arctan2(x, z), np.arctan2(1 - x, z), np.arctan2(x, 1 - z)])
    for angle, cell in ((left, "play-block-see"), (right, "play-block-see"), (hung, "check-hanging")):
        assert f"{angle:.1f}°" in TEXT[cell]


def test_flywheel_with_a_hole():
    full, hole = shapes.cylinder(7850, 0.15, 0.02), shapes.cylinder(7850, 0.02, 0.02).at((0.1, 0, 0))
    wheel = full - hole
    force = float(wheel.m * -wheel.center[0]) * (50 * 2 * np.pi) ** 2
    assert float(full.m) == pytest.approx(11, abs=0.2) and float(hole.m) == pytest.approx(0.2, abs=0.01)
    assert -0.002 < wheel.center[0] < 0
    assert 1900 < force < 2000 and force / 9.81 == pytest.approx(200, abs=5)


def test_hemisphere_of_slices():
    problem = systems.load("hemisphere_centroid")
    h, z_S, share = problem.evaluate(
        [row[0] for row in problem.motion.quantities.values()], problem.inputs.defaults, np.array([0.1, 4.0])
    ).T
    assert z_S[0] / h[0] == pytest.approx(0.5, abs=1e-3), "at first half as fast"
    assert 200 / 3 < share[1] < 70, "more than two thirds in the lower half"


def test_the_table_of_centres_is_the_library():
    rows = dict(re.findall(r"^\| (`[^|]*`) \|[^|]*\| ([^|]*) \|$", TEXT["play-wheel-see"], re.MULTILINE))
    names = {name: text for cell, text in rows.items() for name in re.findall(r"`(\w+)`", cell)}
    assert set(names) | {"point"} == set(shapes.__all__), "the table lacks a shape"
    expected = {
        "origin": (0, 0, 0),
        "$x_S = a/3$, $y_S = b/3$": (a / 3, b / 3, 0),
        "$y_S = 4R/(3\\pi)$": (0, 4 * R / (3 * sp.pi), 0),
        "$z_S = h/4$": (0, 0, h / 4),
        "task 3.4": (0, 0, sp.Rational(3, 8) * R),
    }
    dimensions = {
        "triangle": (a, b),
        "wedge": (a, b, h),
        "half_disc": (R,),
        "half_cylinder": (R, h),
        "cone": (R, h),
    }
    dimensions |= {
        "pyramid": (a, b, h),
        "hemisphere": (R,),
        "box": (a, b, h),
        "cylinder": (R, h),
        "tube": (R, a, h),
    }
    dimensions |= {
        "ball": (R,),
        "ellipsoid": (a, b, h),
        "torus": (R, a),
        "rod": (a,),
        "plate": (a, b),
        "disc": (R,),
    }
    dimensions |= {"ring": (R,), "sphere_shell": (R,)}
    for name, text in names.items():
        solid = getattr(shapes, name)(one, *dimensions[name])
        assert sp.simplify(solid.center - sp.Matrix(expected[text])) == sp.zeros(3, 1), name


def test_a_dragged_mass_takes_the_centre_along_by_its_share():
    problem = systems.load("center_of_mass_points")
    r = np.array(problem.inputs["r"].default)
    before = np.array(problem.solve()["r_S"])
    r[1] += [0.5, 0, -1.0]
    assert problem.solve(r=r)["r_S"] - before == pytest.approx(2.0 / 5.0 * np.array([0.5, 0, -1.0]))


def test_dragging_a_mass_in_the_player_moves_it():
    """The handle of mass 2 on the page: x to the right, z upwards."""
    player = simulate("center_of_mass_points", sliders=["m_1"])
    player.request = {"id": 1, "values": {}, "drag": {"handle": 1, "x": 1.0, "y": 1.5}}
    assert not player.error
    values = player.run["values"]
    assert (values["r_2_x"], values["r_2_z"]) == (1.0, 1.5), values


class TestWheelWithAHole:
    def test_rests_in_every_position_with_the_hole_in_the_middle(self):
        run = unbalanced_wheel().numeric(e=0.0).simulate(q0=[2.2], t=5.0)
        assert run.q[-1, 0] == pytest.approx(2.2, abs=1e-9)

    def test_lowest_place_of_the_hole_is_an_unstable_rest(self):
        top, bottom = sorted(unbalanced_wheel().numeric().equilibria(), key=lambda e: abs(e["phi"]))[:2]
        assert (top["phi"], abs(bottom["phi"])) == pytest.approx((0.0, np.pi))
        assert (top.stability, bottom.stability) == ("asymptotically stable", "unstable")

    def test_a_small_hole_needs_longer(self):
        slow, fast = (
            abs(unbalanced_wheel().numeric(r=r).linearize([0.0]).eigenvalues.real).min() for r in (0.01, 0.06)
        )
        assert slow < fast

    def test_sliders_reach_what_the_text_asks_for(self):
        sliders = {s["name"]: s for s in simulate(unbalanced_wheel(), sliders=["phi", "r", "e"]).spec["sliders"]}
        assert sliders["e"]["min"] == 0 and sliders["r"]["min"] <= 0.01
        assert sliders["r"]["max"] + sliders["e"]["max"] < 0.15, "the hole must stay inside of the wheel"
