"""Chapter 2: the problems against motions that are integrated or differentiated by numerical methods."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mechanics import systems
from mechanics.demonstrations.point_pictures import path_in_space, smooth_drive, turntable
from mechanics.kinematics import jerk_limited
from mechanics.model import ModelError

RNG = np.random.default_rng(2)
PROFILE = systems.load("acceleration_profile")
POLAR = systems.load("polar_kinematics")
SPHERICAL = ("spherical_velocity", "spherical_acceleration")


def random_profiles() -> list[dict[str, float]]:
    rows = []
    for _ in range(8):
        a_max, t0, first, coast = (
            RNG.uniform(0.5, 4),
            RNG.uniform(-1, 2),
            RNG.uniform(0.3, 2),
            RNG.uniform(0, 3),
        )
        gone = a_max * first * (first / 2 + coast)
        times = {"t0": t0, "t1": t0 + first, "t2": t0 + first + coast}
        rows.append({"a_max": a_max, **times, "x_end": gone * RNG.uniform(1.05, 3)})
    return rows


def driven(given: dict[str, float], a_min: float, times: np.ndarray) -> np.ndarray:
    """x and v at the times, by numerical integration from phase to phase."""
    edges = [given["t0"], given["t1"], given["t2"], times[-1]]
    state, rows = np.zeros(2), []
    for start, end, a in zip(edges, edges[1:], (given["a_max"], 0.0, a_min), strict=False):
        inside = times[(times > start) & (times <= end)]
        if end <= start:
            continue
        run = solve_ivp(
            lambda _, x, a=a: [x[1], a],
            (start, end),
            state,
            t_eval=np.unique([*inside, end]),
            rtol=1e-10,
            atol=1e-12,
        )
        rows += run.y.T[: len(inside)].tolist()
        state = run.y[:, -1]
    return np.array(rows)


@pytest.mark.parametrize("given", random_profiles(), ids=lambda _: "")
def test_the_carriage_stops_at_its_end_position(given):
    found = PROFILE.solve(**given)
    times = np.array(found["t_samples"])
    assert np.diff([given["t0"], *times]) == pytest.approx(np.full(6, (found["t3"] - given["t0"]) / 6))
    motion = driven(given, found["a_min"], times)
    assert found["x_samples"] == pytest.approx(motion[:, 0], abs=1e-8)
    assert found["v_samples"] == pytest.approx(motion[:, 1], abs=1e-8)
    assert found["x_samples"][-1] == pytest.approx(given["x_end"]) and found["v_samples"][-1] == pytest.approx(
        0, abs=1e-9
    )
    assert found["v_max"] == pytest.approx(given["a_max"] * (given["t1"] - given["t0"])) and found["a_min"] < 0


def test_braking_takes_the_energy_of_the_motion():
    """v² / 2 = |a_min| s: the way of braking by work and kinetic energy, without any time."""
    found = PROFILE.solve(a_max=3.0, t1=2.0, t2=2.0, x_end=10.0)
    assert found["a_min"] == pytest.approx(-(6.0**2) / 2 / (10.0 - 6.0))
    assert found["t3"] == pytest.approx(2.0 + 2 * 4.0 / 6.0), "at half the speed on average"


@pytest.mark.parametrize(
    "given, sentence",
    [
        ({"x_end": 4.0}, "larger than the distance travelled until t2"),
        ({"x_end": 1.0}, "larger than the distance travelled until t2"),
        ({"t0": 1.5}, "t0 < t1"),
        ({"t2": 0.5}, "t1 <= t2"),
        ({"a_max": -1.0}, "a_max .* must be positive"),
        ({"x_soll": 9.0}, "Unknown parameter 'x_soll'"),
        ({"t1": float("nan")}, "finite number"),
    ],
)
def test_what_cannot_be_done_is_said(given, sentence):
    with pytest.raises(ModelError, match=sentence):
        PROFILE.solve(**given)


def by_differences(position, h: float = 1e-3) -> tuple[np.ndarray, np.ndarray]:
    """Velocity and acceleration at t = 0 by central differences of order 4."""
    x = np.array([position(k * h) for k in range(-2, 3)])
    return np.array([1, -8, 0, 8, -1]) @ x / (12 * h), np.array([-1, 16, -30, 16, -1]) @ x / (12 * h**2)


def moving(values: np.ndarray, time: float) -> np.ndarray:
    q, q_d, q_dd = np.split(values, 3)
    return q + q_d * time + q_dd * time**2 / 2


@pytest.mark.parametrize("values", RNG.uniform([0.5, -3, -1, -2, -1, -2], [3, 3, 1, 2, 1, 2], (6, 6)), ids=lambda _: "")
def test_polar_components(values):
    found = POLAR.solve(**dict(zip(POLAR.inputs, values.tolist(), strict=True)))

    def position(time: float) -> np.ndarray:
        r, phi = moving(values, time)
        return np.array([r * np.cos(phi), r * np.sin(phi)])

    v, a = by_differences(position)
    phi = values[1]
    radial, across = np.array([np.cos(phi), np.sin(phi)]), np.array([-np.sin(phi), np.cos(phi)])
    for name, vector in (("v", v), ("a", a)):
        assert [found[f"{name}_x"], found[f"{name}_y"]] == pytest.approx(vector, abs=1e-7)
        assert [found[f"{name}_r"], found[f"{name}_phi"]] == pytest.approx([vector @ radial, vector @ across], abs=1e-7)


@pytest.mark.parametrize("id", SPHERICAL)
@pytest.mark.parametrize(
    "values",
    RNG.uniform([0.5, 0.2, -3, -1, -1, -2, -1, -1, -2], [3, 2.9, 3, 1, 1, 2, 1, 1, 2], (4, 9)),
    ids=lambda _: "",
)
def test_spherical_components(id, values):
    problem = systems.load(id)
    found = problem.solve(**dict(zip(problem.inputs, values.tolist(), strict=True)))

    def position(time: float) -> np.ndarray:
        r, theta, phi = moving(values, time)
        return r * np.array([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)])

    v, a = by_differences(position)
    _, theta, phi = values[:3]
    e_r = np.array([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)])
    e_phi = np.array([-np.sin(phi), np.cos(phi), 0.0])
    e_theta = np.cross(e_phi, e_r)  # right-handed in the order r, theta, phi
    for name, vector in (("v", v), ("a", a)):
        assert found[name] == pytest.approx(vector, abs=1e-7), f"{name} in Cartesian components"
        ours = [found[f"{name}_{c}"] for c in ("r", "theta", "phi")]
        assert ours == pytest.approx([vector @ e for e in (e_r, e_theta, e_phi)], abs=1e-7)


def test_great_circles_have_no_acceleration_across():
    """A meridian and the equator at constant speed: only the centripetal acceleration v²/r."""
    problem = systems.load("spherical_acceleration")
    rest = dict.fromkeys(("r_d", "theta_d", "phi_d", "r_dd", "theta_dd", "phi_dd"), 0.0)
    meridian = problem.solve(**(rest | {"r": 2.0, "theta": 0.8, "theta_d": 1.5}))
    equator = problem.solve(**(rest | {"r": 2.0, "theta": np.pi / 2, "phi_d": -1.5}))
    for found in (meridian, equator):
        assert [found["a_r"], found["a_theta"], found["a_phi"]] == pytest.approx([-4.5, 0, 0], abs=1e-12)
    parallel = problem.solve(**(rest | {"r": 2.0, "theta": np.pi / 6, "phi_d": 1.5}))
    assert np.hypot(parallel["a_r"], parallel["a_theta"]) == pytest.approx(1.5**2 * 2.0 * np.sin(np.pi / 6))


@pytest.mark.parametrize("id", ["polar_kinematics", *SPHERICAL])
def test_the_coordinates_are_singular_at_the_origin(id):
    with pytest.raises(ModelError, match="r .*must be positive"):
        systems.load(id).solve(r=0.0)


@pytest.mark.parametrize("id", ["polar_kinematics", *SPHERICAL])
def test_the_picture_begins_with_the_given_values(id):
    problem = systems.load(id)
    found = problem.solve()
    names = [n for n in problem.motion.quantities if n in found]
    drawn = problem.evaluate([problem.motion.quantities[n][0] for n in names], {}, 0.0)
    assert drawn == pytest.approx([found[n] for n in names])


# --- pictures of the chapter ----------------------------------------------------------------------------


def test_walking_on_the_turntable_has_the_acceleration_of_the_seen_path():
    problem = turntable()
    given, time = {"R": 2.0, "u": 0.7, "omega": -1.3}, 1.7
    found = problem.solve(**given)
    assert found["t_R"] == pytest.approx(2.0 / 0.7)

    def position(s: float) -> np.ndarray:
        r, phi = 0.7 * (time + s), -1.3 * (time + s)
        return np.array([r * np.cos(phi), r * np.sin(phi)])

    _, a = by_differences(position)
    phi = -1.3 * time
    expected = [a @ [np.cos(phi), np.sin(phi)], a @ [-np.sin(phi), np.cos(phi)]]
    drawn = problem.evaluate([problem.motion.quantities[n][0] for n in ("a_r", "a_phi")], given, time)
    assert drawn == pytest.approx(expected, abs=1e-7)
    assert found["a_phi"] == pytest.approx(expected[1]), "the Coriolis term is the same everywhere"


@pytest.mark.parametrize("given", [{}, {"x_end": 1.0}, {"x_end": 0.2}, {"j_max": 40.0, "v_max": 0.6}], ids=str)
def test_the_smooth_drive_is_the_motion_of_the_library(given):
    problem = smooth_drive()
    values = problem.inputs.values_with(given)
    profile = jerk_limited(*values.values())
    found = problem.solve(**given)
    assert found["t_end"] == pytest.approx(float(profile.end))
    times = np.linspace(0, found["t_end"], 50)
    for name, value in (("x", profile.position), ("v", profile.velocity), ("a", profile.acceleration)):
        drawn = problem.evaluate([problem.motion.quantities[name][0]], values, times)[:, 0]
        assert drawn[1:-1] == pytest.approx(value(times)[1:-1], abs=1e-9), f"{name} of the picture"
    assert found["T_v"] >= 0 and problem.evaluate([problem.motion.quantities["x"][0]], values, found["t_end"])[
        0
    ] == pytest.approx(values["x_end"])


def test_the_path_in_space_is_closed_and_its_velocity_touches_it():
    problem = path_in_space()
    rows = {k: [problem.motion.quantities[f"{k}_{axis}"][0] for axis in "xyz"] for k in "rva"}
    period = 2 * np.pi / 1.0
    start, end = (problem.evaluate(rows["r"], {}, s) for s in (0.0, period))
    assert start == pytest.approx(end)
    v, a = by_differences(lambda s: problem.evaluate(rows["r"], {}, 0.9 + s))
    assert problem.evaluate(rows["v"], {}, 0.9) == pytest.approx(v, abs=1e-8)
    assert problem.evaluate(rows["a"], {}, 0.9) == pytest.approx(a, abs=1e-7)
    assert problem.solve()["v0"] == pytest.approx(1.4)
