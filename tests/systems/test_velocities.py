"""Sections 4.5 and 4.6: angular velocities and Jacobians against differences of positions and rotations."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mechanics import systems
from mechanics.model import ModelError
from mechanics.problem import Given

RNG = np.random.default_rng(45)
H = 1e-3
FRAMES = systems.load("angular_velocity")
EULER = systems.load("euler_rate_jacobian")
ARM = systems.load("planar_manipulator_jacobians")
CRANE = systems.load("tower_crane_jacobians")
COORDINATES = ("phi1", "s2", "phi3", "phi4", "s5")


def derivative(function) -> np.ndarray:
    f = [np.asarray(function(k * H)) for k in (-2, -1, 1, 2)]
    return (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * H)


def turning(function) -> np.ndarray:
    """Angular velocity of a rotation matrix that is a function of time, at time zero, by differences."""
    S = derivative(function) @ function(0.0).T
    np.testing.assert_allclose(S, -S.T, atol=1e-9)
    return np.array([S[2, 1], S[0, 2], S[1, 0]])


def zyz(angles, rates, h: float) -> np.ndarray:
    return Rotation.from_euler("ZYZ", np.add(angles, np.multiply(h, rates))).as_matrix()


@pytest.mark.parametrize("values", RNG.uniform(-2, 2, (6, 4, 3)), ids=lambda _: "")
def test_angular_velocity_of_a_frame_on_a_turning_frame(values):
    a, w, b, v = values.tolist()
    found = FRAMES.solve(angles_01=a, rates_01=w, angles_12=b, rates_12=v)
    assert found["omega_01"] == pytest.approx(turning(lambda h: zyz(a, w, h)), abs=1e-8)
    assert found["omega_12"] == pytest.approx(turning(lambda h: zyz(b, v, h)), abs=1e-8)
    both = turning(lambda h: zyz(a, w, h) @ zyz(b, v, h))
    assert found["omega_02"] == pytest.approx(both, abs=1e-8), "omega_02 is not that of the product of rotations"


def test_a_rotor_at_rest_relative_to_its_shaft_turns_with_it():
    found = FRAMES.solve(rates_12=[0, 0, 0])
    assert found["omega_02"] == found["omega_01"]
    upright = FRAMES.solve(angles_01=[0.3, 0.0, 0.0])
    assert upright["omega_02"] == pytest.approx([0, 0, 3.8]), "about parallel axes the rates simply add up"


@pytest.mark.parametrize("values", RNG.uniform(-2.5, 2.5, (6, 2, 3)), ids=lambda _: "")
def test_euler_rates(values):
    angles, rates = values.tolist()
    found = EULER.solve(angles=angles, rates=rates)
    assert found["omega"] == pytest.approx(turning(lambda h: zyz(angles, rates, h)), abs=1e-8)
    r = np.array([0.3, -0.7, 1.1])
    assert np.array(found["S"]) @ r == pytest.approx(np.cross(found["omega"], r))
    assert found["det_J_w"] == pytest.approx(np.linalg.det(found["J_w"]), abs=1e-12)


def test_euler_angles_lose_a_direction_at_theta_zero():
    """First and third rate do the same, and no rates turn the body about one horizontal axis."""
    found = EULER.solve(angles=[0.7, 0.0, -0.4], rates=[1.0, 0.0, -1.0])
    assert found["omega"] == pytest.approx([0, 0, 0], abs=1e-15) and found["det_J_w"] == 0
    lost = np.array([np.cos(0.7), np.sin(0.7), 0])
    assert lost @ np.array(found["J_w"]) == pytest.approx([0, 0, 0], abs=1e-15)


def arm_points(phi1: float, phi2: float, l1: float, l2: float, l_s1: float, l_s2: float) -> dict[str, np.ndarray]:
    """Places as complex numbers, which know nothing of rotation matrices."""
    elbow = l1 * np.exp(1j * phi1)
    forearm = np.exp(1j * (phi1 + phi2))
    places = {"s1": l_s1 * np.exp(1j * phi1), "s2": elbow + l_s2 * forearm, "e2": elbow + l2 * forearm}
    return {name: np.array([z.real, z.imag, 0]) for name, z in places.items()}


@pytest.mark.parametrize(
    "values",
    RNG.uniform([-3, -3, 0.2, 0.2, 0.1, 0.1, -2, -2], [3, 3, 1, 1, 1, 1, 2, 2], (5, 8)),
    ids=lambda _: "",
)
def test_velocities_of_the_manipulator(values):
    given = dict(zip(ARM.inputs, values.tolist(), strict=True))
    found = ARM.solve(**given)
    *sizes, w1, w2 = values
    for name in ("s1", "s2", "e2"):
        v = derivative(lambda h, name=name: arm_points(sizes[0] + h * w1, sizes[1] + h * w2, *sizes[2:])[name])
        assert found[f"v_{name}"] == pytest.approx(v, abs=1e-9), f"velocity of {name}"
        assert np.array(found[f"J_v_{name}"]) @ [w1, w2] == pytest.approx(v, abs=1e-9)
    assert found["omega_0_1"] == [0, 0, w1]
    assert found["omega_0_2"] == pytest.approx([0, 0, w1 + w2])
    assert np.array(found["J_w_e2"]) @ [w1, w2] == pytest.approx(found["omega_0_2"])


def crane_bodies(q: np.ndarray, h1: float, l_xsT: float) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Rotation and place of tower, trolley and load by scipy, from what the coordinates mean."""
    phi1, s2, phi3, phi4, s5 = q
    tower = Rotation.from_rotvec([0, 0, phi1])
    rope = tower * Rotation.from_rotvec([0, phi3, 0]) * Rotation.from_rotvec([phi4, 0, 0])
    trolley = tower.apply([s2, 0, h1])
    return {
        "sT": (tower.as_matrix(), tower.apply([l_xsT, 0, 4.0])),
        "sK": (tower.as_matrix(), trolley),
        "sL": (rope.as_matrix(), trolley + rope.apply([0, 0, -s5])),
    }


@pytest.mark.parametrize("q", RNG.uniform([-3, 1, -1.2, -1.2, 1], [3, 10, 1.2, 1.2, 9], (5, 5)), ids=lambda _: "")
def test_jacobians_of_the_crane(q):
    found = CRANE.solve(**dict(zip(COORDINATES, q.tolist(), strict=True)))
    for k, step in enumerate(np.eye(5)):
        for name in ("sT", "sK", "sL"):

            def body(h: float, name=name, step=step):
                return crane_bodies(q + h * step, 12.0, found["l_xsT"])[name]

            v, omega = derivative(lambda h: body(h)[1]), turning(lambda h: body(h)[0])
            assert np.array(found[f"J_v_{name}"])[:, k] == pytest.approx(v, abs=1e-8), f"{name} by {COORDINATES[k]}"
            assert np.array(found[f"J_w_{name}"])[:, k] == pytest.approx(omega, abs=1e-8), f"{name}, turning"


def test_mass_centre_of_tower_and_jib():
    """Equal masses: half way; no jib to speak of: in the axis. Density does not count."""
    r1 = np.sqrt(12 * 0.8 * 0.8 / (np.pi * 12))  # then the tower is as heavy as the jib
    assert CRANE.solve(r1=r1)["l_xsT"] == pytest.approx(3.0)
    assert CRANE.solve(l1y=1e-9)["l_xsT"] == pytest.approx(0.0, abs=1e-7)
    assert CRANE.solve(rho1=999.0)["l_xsT"] == pytest.approx(CRANE.solve()["l_xsT"])


@pytest.mark.parametrize("id", ["angular_velocity", "planar_manipulator_jacobians", "tower_crane_jacobians"])
def test_the_picture_goes_on_from_the_given_instant(id):
    """What is plotted at t = 0 is what the problem finds."""
    problem = systems.load(id)
    found, rows = problem.solve(), problem.motion.quantities
    expected = {
        "angular_velocity": lambda: {
            "omega_x": found["omega_02"][0],
            "size": np.linalg.norm(found["omega_02"]),
        },
        "planar_manipulator_jacobians": lambda: {"v": np.linalg.norm(found["v_e2"])},
        "tower_crane_jacobians": lambda: {
            "v_L": np.linalg.norm(np.array(found["J_v_sL"]) @ problem.inputs["qd"].default)
        },
    }[id]()
    for name, value in expected.items():
        assert problem.evaluate([rows[name][0]], {}, 0.0)[0] == pytest.approx(value), name


@pytest.mark.parametrize(
    "id, given, sentence",
    [
        ("angular_velocity", {"angles_01": [0.1, 0.2]}, r"angles_01 must have the shape \(3,\)"),
        ("euler_rate_jacobian", {"rates": "fast"}, "must be a list of numbers"),
        ("planar_manipulator_jacobians", {"l1": -1.0}, "must be positive"),
        ("tower_crane_jacobians", {"s3": 1.0}, "Unknown parameter 's3'"),
    ],
)
def test_bad_input_is_refused(id, given, sentence):
    with pytest.raises(ModelError, match=sentence):
        systems.load(id).solve(**given)


def test_every_number_of_a_list_may_have_its_own_letter():
    given = Given(angles=([0.1, 0.2], "rad", "angles", "real", (r"\varphi", r"\theta")))
    assert [v.latex for v in given.scalars.values()] == [r"\varphi", r"\theta"]
    with pytest.raises(ModelError, match="LaTeX for each number of angles was expected"):
        Given(angles=([0.1, 0.2], "rad", "angles", "real", (r"\varphi",)))
