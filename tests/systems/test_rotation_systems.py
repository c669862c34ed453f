"""Sections 4.1 and 4.2: the problems and their pictures against rotations of single vectors and against scipy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from mechanics import systems
from mechanics.demonstrations.orientation_pictures import interpolations, turn_about_axis
from mechanics.model import ModelError

angle = st.floats(-3.1, 3.1)
AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}


def carried(turns: list[tuple[str, float]], fixed: bool) -> np.ndarray:
    """The axes of a body after some turns: each turn carries all three around one of them, or around a fixed axis."""
    body = np.eye(3)
    for name, value in turns:
        axis = np.array(AXES[name], dtype=float) if fixed else body["xyz".index(name)]
        turn = expm(value * np.cross(np.eye(3), axis))  # solves v' = axis x v
        body = body @ turn.T
    return body.T


def test_elementary_rotations_carry_the_axes_counterclockwise():
    found = systems.load("elementary_rotations").solve(angle=0.8)
    for name in AXES:
        assert found[f"R_{name}"] == pytest.approx(carried([(name, 0.8)], fixed=True), abs=1e-9), name
    quarter = systems.load("elementary_rotations").solve(angle=np.pi / 2)
    assert np.round(quarter["R_x"])[:, 1] == pytest.approx([0, 0, 1]), "a quarter turn about x brings y to z"
    assert np.round(quarter["R_y"])[:, 2] == pytest.approx([1, 0, 0]), "a quarter turn about y brings z to x"
    assert np.round(quarter["R_z"])[:, 0] == pytest.approx([0, 1, 0]), "a quarter turn about z brings x to y"


@given(angle, angle)
@settings(max_examples=20, deadline=None)
def test_two_rotations_step_by_step(phi, theta):
    found = systems.load("rotation_composition").solve(phi=phi, theta=theta)
    z, y = ("z", phi), ("y", theta)
    assert found["R_zy"] == pytest.approx(carried([z, y], fixed=False), abs=1e-9), "z, then the current y"
    assert found["R_yz"] == pytest.approx(carried([y, z], fixed=False), abs=1e-9), "y, then the current z"
    assert found["R_fixed"] == pytest.approx(carried([z, y], fixed=True), abs=1e-9), "z, then the fixed y_0"


def test_order_does_not_matter_for_small_turns_and_half_turns():
    """R_zy and R_yz differ by a turn of the size phi·theta, and not at all where one angle is 0."""
    solve = systems.load("rotation_composition").solve
    assert solve(phi=0.01, theta=0.02)["delta"] == pytest.approx(0.01 * 0.02, rel=1e-3)
    assert solve(phi=0.0, theta=1.3)["delta"] == pytest.approx(0.0, abs=1e-12)
    assert solve(phi=np.pi, theta=np.pi)["delta"] == pytest.approx(0.0, abs=1e-12), "half turns about z and y commute"
    assert solve(phi=np.pi / 2, theta=np.pi / 2)["delta"] == pytest.approx(2 * np.pi / 3), "two books at right angles"


@pytest.mark.parametrize(
    "id, turns, fixed",
    [
        ("euler_angles_zyz", ["z phi", "y theta", "z psi"], False),
        ("roll_pitch_yaw", ["x psi", "y theta", "z phi"], True),
    ],
)
def test_three_rotations_step_by_step(id, turns, fixed):
    given = {"phi": 0.7, "theta": -0.5, "psi": 1.1}
    steps = [(axis, given[name]) for axis, name in map(str.split, turns)]
    assert systems.load(id).solve(**given)["R"] == pytest.approx(carried(steps, fixed), abs=1e-9)


@pytest.mark.parametrize(
    "id, theta, sign",
    [
        ("euler_angles_zyz", 0.0, 1),
        ("euler_angles_zyz", np.pi, -1),
        ("roll_pitch_yaw", np.pi / 2, -1),
        ("roll_pitch_yaw", -np.pi / 2, 1),
    ],
)
def test_a_lock_leaves_one_combination_of_two_angles(id, theta, sign):
    """Phi and psi can be changed against each other, and the body stays; the answer says so."""
    solve = systems.load(id).solve
    one, other = solve(phi=0.3, theta=theta, psi=0.9), solve(phi=0.5, theta=theta, psi=0.9 - sign * 0.2)
    assert one["R"] == pytest.approx(np.array(other["R"])), "the same orientation by other angles"
    mark = "+" if sign > 0 else "-"
    assert f"phi {mark} psi" in one["lock"] or f"psi {mark} phi" in one["lock"], one["lock"]
    assert "regular" in solve(theta=0.7)["lock"]


# those that plot entries of a rotation matrix
@pytest.mark.parametrize("id", ["elementary_rotations", "rotation_composition", "euler_angles_zyz", "roll_pitch_yaw"])
def test_pictures_end_in_the_orientation_that_was_solved_for(id):
    """The first body axis of the picture at the end of the motion is a column of the rotation matrix."""
    problem = systems.load(id)
    values = problem.inputs.defaults
    end = float(problem.evaluate([problem.motion.end], values)[0])
    found = problem.solve()
    for name, (expression, *_) in problem.motion.quantities.items():
        last = problem.evaluate([expression], values, end)[0]
        expected = {
            "R_11": lambda: np.array(found.get("R", found.get("R_z")))[0, 0],
            "R_21": lambda: np.array(found.get("R", found.get("R_z")))[1, 0],
            "R_31": lambda: np.array(found["R"])[2, 0],
            "z_x": lambda: found["R"][0][2],
            "z_y": lambda: found["R"][1][2],
            "z_z": lambda: found["R"][2][2],
            "delta": lambda: found["delta"],
            "lock": lambda: abs(np.sin(values["theta"])),
        }[name]()
        assert last == pytest.approx(expected, abs=1e-9), name


@given(st.tuples(angle, angle, angle).filter(lambda n: np.linalg.norm(n) > 0.1), st.floats(-6, 6))
@settings(max_examples=20, deadline=None)
def test_turn_about_any_axis(n, alpha):
    found = turn_about_axis().solve(n=n, angle=alpha)
    expected = Rotation.from_rotvec(alpha * np.array(n) / np.linalg.norm(n))
    assert found["R"] == pytest.approx(expected.as_matrix(), abs=1e-9)
    x, y, z, w = expected.as_quat()
    assert np.abs(np.dot(found["q"], [w, x, y, z])) == pytest.approx(1.0), "q or -q"


def test_an_axis_needs_a_direction():
    with pytest.raises(ModelError, match="must have a direction"):
        turn_about_axis().solve(n=(0, 0, 0))


def test_the_single_turn_is_the_shortest_way():
    problem = interpolations()
    found = problem.solve()
    start, end = (Rotation.from_euler("ZYZ", problem.inputs[name].default) for name in "ab")
    assert found["alpha"] == pytest.approx((start.inv() * end).magnitude())
    single, euler = (row[0] for row in problem.motion.quantities.values())
    values = problem.inputs.flat(problem.inputs.values_with({}))
    way = problem.evaluate([single, euler], values, np.linspace(0, 4, 9))
    assert np.diff(way[:, 0]) == pytest.approx(np.full(8, found["alpha"] / 8)), "one steady turn"
    assert way[-1] == pytest.approx([found["alpha"]] * 2), "both arrive"
    assert way[4, 1] == pytest.approx(found["halfway"])
    assert abs(way[4, 1] - found["alpha"] / 2) > 0.2, "Euler angles make a detour"
