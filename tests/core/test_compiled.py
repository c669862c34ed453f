"""The compiled path (numba) computes the same as the plain one, and fails with the same sentences."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mechanics import systems
from mechanics.lagrange import Body, LagrangianSystem
from mechanics.model import Coordinates, ModelError, Parameters, SimulationError

numba = pytest.importorskip("numba", reason="the compiled path needs numba (extra fast)")


@pytest.fixture(autouse=True, scope="module")
def generated_sources(tmp_path_factory):
    """Generated sources and their machine code stay out of the user's cache folder."""
    from mechanics import cache

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MECHANICS_CACHE", str(tmp_path_factory.mktemp("cache")))
        cache.cache_folder.cache_clear()
        yield
    cache.cache_folder.cache_clear()


def particle(force, domain="positive") -> LagrangianSystem:
    """A point mass on a line that feels the force `force(x, parameters)`."""
    q = Coordinates(x=("m", "position", 1.0))
    p = Parameters(m=(1.0, "kg", "mass"), k=(1.0, "", "strength", domain))
    return LagrangianSystem(
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m, (q.x, 0, 0))],
        generalized_forces={"x": force(q.x, p)},
        title="particle",
    )


# a sample, because each system is compiled for about half a second: with and without dampers, in the plane and in space
@pytest.mark.parametrize("name", ["planar_manipulator", "ball_on_beam", "spherical_pendulum"])
def test_a_compiled_simulation_is_the_plain_one(name):
    model = systems.load(name).numeric()
    times = np.linspace(0.0, 2.0, 101)
    start = {"q_d0": [0.3, 0.2]}
    plain = model.simulate(t=times, rtol=1e-11, atol=1e-11, **start)
    fast = model.simulate(t=times, rtol=1e-11, atol=1e-11, method="compiled", **start)
    assert np.allclose(fast.q, plain.q, atol=1e-8), "positions of the two paths differ"
    assert np.allclose(fast.q_d, plain.q_d, atol=1e-8), "rates of the two paths differ"
    assert np.allclose(fast.energy, plain.energy, atol=1e-8)


def test_the_error_stays_within_the_tolerance():
    model = systems.load("mathematical_pendulum").numeric()
    run = model.simulate(q0=[1.0], t=20.0, rtol=1e-10, atol=1e-10, method="compiled")
    assert np.ptp(run.energy) < 1e-7 * run.kinetic.max(), "the compiled integrator loses or gains energy"


def test_the_compiled_derivative_is_the_state_derivative_in_the_order_of_the_states():
    model = systems.load("ball_on_beam").numeric(m_K=0.3)  # its states are phi1, omega1, r, v
    function, constants = model.compiled({"tau_e": 0.4})
    for x in np.random.default_rng(3).normal(size=(5, 4)):
        expected = model.state_derivative(0.0, x, {"tau_e": 0.4})
        assert np.allclose(function(x, 0.0, constants), expected, rtol=1e-12)


def test_other_parameters_and_inputs_do_not_compile_again():
    system = systems.load("ball_on_beam")
    first, one = system.numeric().compiled()
    second, other = system.numeric(m_K=0.5).compiled({"tau_e": 1.0})
    assert first is second, "a slider would compile again"
    assert not np.array_equal(one, other)


def test_a_function_as_input_is_refused_in_words():
    model = systems.load("ball_on_beam").numeric()
    with pytest.raises(ModelError, match="got a function for tau_e"):
        model.simulate(t=1.0, u={"tau_e": lambda t, x: t}, method="compiled")


def test_events_are_refused_in_words():
    model = systems.load("ball_on_beam").numeric()
    with pytest.raises(ModelError, match="finds no events"):
        model.simulate(t=1.0, events={"middle": model.system.coordinates.r}, method="compiled")


@pytest.mark.parametrize("method", ["auto", "compiled"])
def test_a_motion_that_runs_away_is_one_clear_error(method):
    model = particle(lambda x, p: p.k * x).numeric(k=25.0)
    with pytest.raises(SimulationError, match="ran away at t = "):
        model.simulate(t=20.0, method=method)


@pytest.mark.parametrize("method", ["auto", "compiled"])
def test_a_motion_into_a_singularity_is_one_clear_error(method):
    model = particle(lambda x, p: -p.k / x**2).numeric()  # falls into the centre at t = 1.11 s
    with pytest.raises(SimulationError, match=r"stopped at t = 1\.1|cannot be evaluated|ran away at t = 1\.1"):
        model.simulate(t=20.0, method=method)


@pytest.mark.parametrize("method", ["auto", "compiled"])
def test_equations_without_a_value_at_the_start_are_one_clear_error(method):
    model = particle(lambda x, p: p.k / x).numeric()
    with pytest.raises(SimulationError, match="cannot be evaluated"):
        model.simulate(q0=[0.0], t=1.0, method=method)


def test_bad_tolerances_are_an_error():
    with pytest.raises(ModelError, match="Tolerances must be positive"):
        systems.load("ball_on_beam").numeric().simulate(t=1.0, rtol=0.0, method="compiled")


def test_without_numba_the_error_names_the_extra(monkeypatch):
    from mechanics.state_space import compiled

    monkeypatch.setattr(compiled, "find_spec", lambda name: None)
    with pytest.raises(ModelError, match=r'pip install "mechanics-course\[fast\]"'):
        particle(lambda x, p: -p.k * x).numeric().simulate(t=1.0, method="compiled")


SECOND_PROCESS = """
from mechanics import systems
model = systems.load("mathematical_pendulum").numeric()
model.simulate(t=1.0, method="compiled")
function, constants = model.compiled()
function(constants[:2], 0.0, constants)
from mechanics.state_space import dop853
from mechanics.lagrange.compiled_simulation import _DERIVATIVES
derivative, = _DERIVATIVES.values()
misses = [f.stats.cache_misses for f in (dop853.solve, function)]
print("misses", sum(sum(m.values()) for m in misses), "entry hits", derivative.entry.cache_hits)
"""


@pytest.mark.slow
def test_a_second_process_takes_the_machine_code_from_the_disk(tmp_path):
    environment = os.environ | {"MECHANICS_CACHE": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "numba")}
    outputs = [
        subprocess.run(
            [sys.executable, "-c", SECOND_PROCESS],
            env=environment, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True,
        ).stdout
        for _ in range(2)
    ]  # fmt: skip
    assert outputs[0] == "misses 2 entry hits 0\n", f"the first process starts without machine code: {outputs[0]}"
    assert outputs[1] == "misses 0 entry hits 1\n", f"the second process compiled again: {outputs[1]}"


def test_importing_the_systems_loads_no_numba():
    code = "import sys; from mechanics import systems; systems.load('cart_pendulum').numeric().simulate(t=1.0);"
    code += "print([m for m in ('numba', 'matplotlib', 'IPython', 'ipywidgets') if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n", f"loaded without being asked for: {result.stdout}"
