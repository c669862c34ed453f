"""Cylinder, mast, box, mechanism, incline and ladder, each against a calculation that takes nothing from ours."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from mechanics import systems
from mechanics.drawing.playable import PlayableProblem
from mechanics.model import ModelError
from mechanics.problem import Problem
from tests.kinds import names_of

RNG = np.random.default_rng(31)


def solve(id: str, **inputs: object) -> dict:
    return systems.load(id).solve(**inputs)


def draws(count: int = 5, **ranges: tuple[float, float]) -> list[dict[str, float]]:
    """Random inputs within ranges."""
    return [{name: float(RNG.uniform(*ends)) for name, ends in ranges.items()} for _ in range(count)]


class TestCylinderOnRope:
    @pytest.mark.parametrize("x", draws(m=(1, 50), r=(0.1, 0.5), l=(0.6, 2), g=(1, 20)))
    def test_forces_from_the_similar_triangle(self, x):
        """The triangle of forces is similar to that of rope, radius and height: no angle is needed."""
        y, height = solve("cylinder_on_rope", **x), math.sqrt(x["l"] ** 2 - x["r"] ** 2)
        assert y["f_S"] == pytest.approx(x["m"] * x["g"] * x["l"] / height)
        assert y["f_N"] == pytest.approx(x["m"] * x["g"] * x["r"] / height)
        assert math.sin(y["alpha"]) == pytest.approx(x["r"] / x["l"])

    def test_a_long_rope_carries_the_weight_alone(self):
        y = solve("cylinder_on_rope", l=1e4)
        assert y["f_S"] == pytest.approx(98.1, rel=1e-8)
        assert y["f_N"] == pytest.approx(0, abs=0.01)

    @pytest.mark.parametrize("l", [0.2, 0.1])
    def test_a_rope_that_is_too_short_is_an_error(self, l):
        with pytest.raises(ModelError, match="longer than the radius"):
            solve("cylinder_on_rope", l=l)


class TestGuyedMast:
    @pytest.mark.parametrize("x", draws(f_S3=(1, 900), alpha=(0.1, 1.4), beta=(0.1, 1.4), gamma=(0.0, 1.5)))
    def test_forces_from_the_feet_of_the_ropes(self, x):
        """Unit vectors from points on the ground; a mast of height 1, its top cut free."""
        foot = -1 / math.tan(x["beta"])  # below the line of steepest descent
        side = math.tan(x["alpha"]) / math.sin(x["beta"])
        ropes = np.array([[foot, -side, -1.0], [foot, side, -1.0]])
        ropes /= np.linalg.norm(ropes, axis=1)[:, None]
        mast = [0.0, 0.0, -1.0]  # tension pulls the top down
        third = x["f_S3"] * np.array([math.cos(x["gamma"]), 0, -math.sin(x["gamma"])])
        y = solve("guyed_mast", **x)
        expected = np.linalg.solve(np.array([*ropes, mast]).T, -third)
        assert [y["f_S1"], y["f_S2"], y["f_M"]] == pytest.approx(expected, abs=1e-9 * abs(expected).max())

    def test_the_mast_is_compressed_and_more_the_steeper_rope_3(self):
        forces = [solve("guyed_mast", gamma=gamma)["f_M"] for gamma in (0.1, 0.3, 0.5)]
        assert forces == sorted(forces, reverse=True) and forces[0] < 0

    def test_level_ropes_do_not_load_the_mast(self):
        y = solve("guyed_mast", beta=1e-9, gamma=0.0, alpha=1e-9, f_S3=100.0)
        assert (y["f_S1"], y["f_M"]) == pytest.approx((50, 0), abs=1e-6)

    @pytest.mark.parametrize("angles", [{"alpha": 1.6}, {"beta": 1.6}])
    def test_ropes_on_the_wrong_side_are_an_error(self, angles):
        with pytest.raises(ModelError, match="Ropes 1 and 2 must"):
            solve("guyed_mast", **angles)


def corners(a: np.ndarray) -> dict[str, np.ndarray]:
    x, y, z = a
    return {
        "A": np.array([x / 2, 0, z / 2]),
        "B": np.array([x / 2, y / 2, z]),
        "C": np.zeros(3),
        "D": np.array([x, 0, 0]),
    }


@pytest.mark.parametrize("id", ["force_system_box", "force_system_box_about_c"])
class TestForceSystemBox:
    def given(self) -> tuple[dict, dict, dict]:
        edges, forces = RNG.uniform(0.5, 3, 3), dict(zip("ABC", RNG.uniform(-50, 50, (3, 3)), strict=True))
        inputs = dict(zip(("a_x", "a_y", "a_z"), edges, strict=True)) | {f"f_{k}": f for k, f in forces.items()}
        return inputs, forces, corners(edges)

    @pytest.mark.parametrize("point", "CD")
    def test_moments_by_numpy(self, id, point):
        inputs, forces, at = self.given()
        y = solve(id, **inputs)
        assert y["f_R"] == pytest.approx(sum(forces.values()))
        moments = {k: np.cross(at[k] - at[point], f) for k, f in forces.items()}
        for k, tau in moments.items():
            assert y[f"tau_{k}_{point}"] == pytest.approx(tau, abs=1e-9), f"moment of f_{k} about {point}"
        assert y[f"tau_R_{point}"] == pytest.approx(sum(moments.values()), abs=1e-9)

    def test_both_reductions_say_the_same(self, id):
        """τ_C = τ_D + (r_D − r_C) × f_R."""
        inputs, _, at = self.given()
        y = solve(id, **inputs)
        assert y["tau_R_C"] == pytest.approx(y["tau_R_D"] + np.cross(at["D"] - at["C"], y["f_R"]))

    def test_lists_are_taken_like_arrays(self, id):
        assert solve(id, f_A=[1, 2, 3])["f_R"] == solve(id, f_A=np.array([1.0, 2.0, 3.0]))["f_R"]

    def test_a_vector_of_two_components_is_an_error(self, id):
        with pytest.raises(ModelError, match="must be 3 numbers in N"):
            solve(id, f_A=[1, 2])


def test_the_point_of_reduction_can_be_chosen():
    box = systems.load("force_system_box_about_c")
    at_d = box.solve(r_P=[2.0, 0.0, 0.0])
    assert at_d["tau_R_P"] == pytest.approx(at_d["tau_R_D"])
    here = np.array([0.7, -0.2, 1.1])
    tau = np.array(at_d["tau_R_C"]) - np.cross(here, at_d["f_R"])
    assert box.solve(r_P=here)["tau_R_P"] == pytest.approx(tau)


class TestRopeMechanism:
    @pytest.mark.parametrize("x", draws(f_ext=(1, 200), alpha=(-1, 2.5), a=(0.2, 3)))
    def test_rope_force_by_virtual_work(self, x):
        """A small turn about A: the load goes down by 2 a, B by a, C moves by (−a, −a) times the angle."""
        y, a = solve("rope_mechanism", **x), x["a"]
        turned = {"load": np.array([0, -2 * a]), "B": np.array([0, -a]), "C": np.array([-a, -a])}
        along = np.array([math.cos(x["alpha"]), math.sin(x["alpha"])])
        taken_in = turned["B"] @ [0, 1] + turned["C"] @ along
        work = -x["f_ext"] * turned["load"][1] + y["f_S"] * taken_in
        assert work == pytest.approx(0, abs=1e-9 * x["f_ext"] * a)
        total = np.array([y["f_Ax"], y["f_Az"]]) + y["f_S"] * (along + [0, 1]) + [0, -x["f_ext"]]
        assert total == pytest.approx(np.zeros(2), abs=1e-9 * x["f_ext"])

    def test_the_length_cancels(self):
        assert solve("rope_mechanism", a=0.3) == pytest.approx(solve("rope_mechanism", a=30.0))

    def test_the_rope_pulls_least_at_45_degrees(self):
        best = minimize_scalar(
            lambda alpha: solve("rope_mechanism", alpha=alpha)["f_S"], bounds=(0, 1.5), method="bounded"
        )
        assert best.x == pytest.approx(math.pi / 4, abs=1e-5)

    @pytest.mark.parametrize("alpha", [3.2, -1.6])
    def test_a_rope_that_would_have_to_push_is_an_error(self, alpha):
        with pytest.raises(ModelError, match="must turn the frame upwards"):
            solve("rope_mechanism", alpha=alpha)


def friction_needed(f_S: float, m: float, g: float, alpha: float, beta: float) -> tuple[float, float]:
    """Friction (positive down the incline) and normal force that keep the mass at rest under a pull."""
    friction = f_S * math.cos(beta - alpha) - m * g * math.sin(alpha)
    return friction, m * g * math.cos(alpha) - f_S * math.sin(beta - alpha)


class TestMassOnIncline:
    @pytest.mark.parametrize("x", draws(m=(1, 20), g=(1, 20), alpha=(0, 0.9), beta=(0, 1.4), mu_H=(0.05, 0.9)))
    def test_it_sticks_below_the_limit_and_moves_above(self, x):
        y = solve("mass_on_incline_pull", **x)
        rest = {k: v for k, v in x.items() if k != "mu_H"}
        for factor, sticks in ((1 - 1e-9, True), (1 + 1e-9, False)):
            friction, f_N = friction_needed(factor * y["f_S_min"], **rest)
            assert (friction <= x["mu_H"] * f_N) is sticks, "the limit of (3.77) lies elsewhere"
        assert y["f_N"] == pytest.approx(f_N, rel=1e-6)

    @pytest.mark.parametrize("x", draws(3, alpha=(0, 0.6), mu_H=(0.05, 0.6)))
    def test_the_best_angle_is_steeper_by_the_angle_of_friction(self, x):
        pull = lambda beta: solve("mass_on_incline_pull", beta=beta, **x)["f_S_min"]  # noqa: E731
        best = minimize_scalar(pull, bounds=(x["alpha"], 1.5), method="bounded", options={"xatol": 1e-9})
        y = solve("mass_on_incline_pull", **x)
        assert y["beta_opt"] == pytest.approx(best.x, abs=1e-6)
        weight = 98.1 * math.sin(x["alpha"] + math.atan(x["mu_H"]))
        assert best.fun == pytest.approx(weight), "the best pull is perpendicular to the edge of the friction cone"

    def test_without_friction_it_is_the_downhill_force(self):
        y = solve("mass_on_incline_pull", mu_H=0.0, alpha=0.5, beta=0.5)
        assert y["f_S_min"] == pytest.approx(98.1 * math.sin(0.5))

    @pytest.mark.parametrize(
        ("x", "says"),
        [
            ({"beta": 1.7}, "lifts the mass off"),
            ({"alpha": 0.2, "beta": -1.3, "mu_H": 0.9}, "presses the mass on"),
            ({"alpha": 1.6}, "less steep than the vertical"),
            ({"mu_H": -0.1}, "nonnegative"),
        ],
    )
    def test_where_the_formula_does_not_hold(self, x, says):
        with pytest.raises(ModelError, match=says):
            solve("mass_on_incline_pull", **x)


class TestLadder:
    def highest_rung(self, l: float, h: float, mu_H: float, n_rungs: int) -> int:
        """Climb rung by rung; moments about the foot give the wall force, which the floor's friction must balance."""
        foot = math.sqrt(l**2 - h**2)
        for rung in range(1, n_rungs + 1):
            weight = 100.0
            wall = weight * foot * (rung - 1) / (n_rungs - 1) / h
            if wall > mu_H * weight:
                return rung - 1
        return n_rungs

    @pytest.mark.parametrize("x", draws(8, l=(4.5, 6), h=(3, 4.4), mu_H=(0.02, 0.7)))
    def test_climbing_rung_by_rung(self, x):
        y = solve("ladder_person", n_rungs=21, **x)
        assert y["n_max"] == self.highest_rung(**x, n_rungs=21)

    def test_the_ladder_of_the_lecture(self):
        """μ = 1/10 and 45°: 20/10 + 1, exactly three rungs, in spite of rounding."""
        y = solve("ladder_person", mu_H=0.1, l=math.sqrt(2), h=1.0)
        assert y["n_real"] == pytest.approx(3.0)
        assert y["n_max"] == 3

    def test_a_steep_ladder_is_climbed_to_the_top_and_not_further(self):
        y = solve("ladder_person", h=4.99, l=5.0, mu_H=0.3)
        assert y["n_real"] > 21 and y["n_max"] == 21

    @pytest.mark.parametrize("n", [1.0, 5.0, 9.5, 21.0])
    def test_forces_with_the_person_on_a_rung(self, n):
        y = solve("ladder_person", n=n)
        foot = math.sqrt(25 - 4.3**2)
        assert y["f_N"] == pytest.approx(75 * 9.81)
        assert y["f_W"] * 4.3 == pytest.approx(75 * 9.81 * foot * (n - 1) / 20), "moments about the foot"
        assert y["f_H"] == y["f_W"]
        assert (y["f_H"] <= 0.3 * y["f_N"]) == (n <= y["n_real"]), "the person slips at n_real"

    def test_on_a_short_ladder_the_person_stands_at_the_top(self):
        y = solve("ladder_person", n_rungs=5)
        assert y["f_W"] == pytest.approx(solve("ladder_person", n=21.0)["f_W"])
        assert y["n_max"] == self.highest_rung(5.0, 4.3, 0.3, 5)

    def test_the_mass_of_the_person_does_not_matter(self):
        light, heavy = solve("ladder_person", m=40.0), solve("ladder_person", m=120.0)
        assert light["n_real"] == pytest.approx(heavy["n_real"])

    @pytest.mark.parametrize(
        ("x", "says"),
        [
            ({"h": 5.0}, "longer than the height"),
            ({"n": 0.5}, "stands on a rung"),
            ({"n_rungs": 1.5}, "two rungs"),
        ],
    )
    def test_what_is_no_ladder(self, x, says):
        with pytest.raises(ModelError, match=says):
            solve("ladder_person", **x)


# those whose arrows are all forces on one body, drawn to scale, with their number
BALANCED = {"cylinder_on_rope": 3, "guyed_mast": 4, "rope_mechanism": 5}


class TestScenes:
    @pytest.mark.parametrize("id", names_of(Problem))
    def test_it_can_be_played_through_its_whole_range(self, id):
        """A sweep covers at least half of its slider, and every number of the picture is finite there."""
        problem = systems.load(id)
        playable, compiled = PlayableProblem(problem), problem.scene().compile()
        parameters = playable.parameters.defaults
        times = playable.instants(None, parameters)
        if problem.sweep in problem.scene().ranges:  # not where one entry of a matrix is swept
            low, high = problem.scene().ranges[problem.sweep]
            assert np.ptp(times) >= 0.5 * (high - low)
        values = playable.values(parameters, {}, times, {}, compiled.expressions)
        assert np.isfinite(values).all()

    @pytest.mark.parametrize(("id", "count"), BALANCED.items())
    def test_the_arrows_of_a_free_body_close(self, id, count):
        """To scale: the arrows of all forces on the body add up to zero, wherever the sliders are."""
        problem = systems.load(id)
        compiled = problem.scene().compile()
        arrows = [s for s in compiled.spec["shapes"] if s["kind"] == "Arrow" and s["role"] == "force"][:count]
        for factor in (0.9, 1.0, 1.1):
            numbers = {name: factor * value for name, value in problem.parameters.defaults.items()}
            values = problem.evaluate(compiled.expressions, numbers)
            place = lambda entry: values[entry["signal"]] if isinstance(entry, dict) else entry  # noqa: E731, B023
            ends = [[[place(x) for x in s["points"][k]] for k in ("start", "end")] for s in arrows]
            total = sum(np.subtract(end, start) for start, end in ends)
            assert total == pytest.approx(np.zeros(len(total)), abs=1e-9), f"the {count} arrows of {id} do not close"

    def test_the_reaction_leaves_the_cone_when_the_ladder_slips(self):
        problem = systems.load("ladder_person")
        for n, holds in ((8.0, True), (14.0, False)):
            y = problem.solve(n=n)
            assert (math.atan2(y["f_H"], y["f_N"]) <= math.atan(0.3)) is holds
