"""The equations of motion agree with Kane's method, built from frames, points and forces alone."""

import numpy as np
import pytest

from mechanics import systems

from . import kane
from .states import random_model, random_state


def test_every_mechanical_system_is_compared(system):
    assert system.id in kane.BUILDERS, f"tests/lagrange/kane has no builder for {system.id}: add one to a module there"


@pytest.mark.filterwarnings("ignore::sympy.utilities.exceptions.SymPyDeprecationWarning")
def test_accelerations_agree_with_kane(system, rng):
    expected = kane.accelerations(system.id)
    for _ in range(20):
        model = random_model(system, rng)
        q, q_d, u = random_state(system, rng)
        ours = model.accelerations(q, q_d, u)
        theirs = expected(q, q_d, model.parameters | u)
        np.testing.assert_allclose(
            ours,
            theirs,
            rtol=0,
            atol=1e-10 * np.abs(theirs).max(),
            err_msg=f"{system.id}: accelerations differ from Kane's method at q = {q}, q_d = {q_d}, {u}",
        )


def test_the_comparison_notices_a_wrong_sign(rng):
    """A torque with the wrong sign is seen: the comparison can fail."""
    system = systems.load("rotational_two_mass")
    model = system.numeric()
    q, q_d, u = random_state(system, rng)
    theirs = kane.accelerations(system.id)(q, q_d, model.parameters | {k: -v for k, v in u.items()})
    assert not np.allclose(model.accelerations(q, q_d, u), theirs, rtol=1e-6)
