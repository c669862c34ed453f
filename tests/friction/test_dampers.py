"""Viscous and mixed friction, characteristics of dampers."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from mechanics.friction import (
    characteristic,
    check_dissipative,
    damping,
    mixed_friction,
    stribeck_friction,
    viscous_friction,
)
from mechanics.lagrange import Body, Damper, LagrangianSystem
from mechanics.model import Coordinates, ModelError, Parameters

SHOCK_ABSORBER = [(-1.0, -400.0), (-0.1, -120.0), (0.0, 0.0), (0.1, 300.0), (1.0, 1500.0)]


def test_mixed_friction_is_dry_and_viscous_friction():
    dv = sp.Symbol("dv", positive=True)
    assert mixed_friction(0.2, 10, 3, dv) == 0.2 * 10 + 3 * dv
    assert mixed_friction(0.2, 10, 3, -dv) == -0.2 * 10 - 3 * dv


@given(st.floats(0.001, 3.0), st.booleans())
def test_stribeck_lies_between_stiction_and_sliding(speed, forwards):
    dv = speed if forwards else -speed
    force = float(stribeck_friction(0.4, 0.2, 10.0, 0.5, dv, 0.05)) - float(viscous_friction(0.5, dv))
    assert 0.2 * 10 - 1e-12 <= abs(force) <= 0.4 * 10
    assert force * dv > 0


def test_a_measured_characteristic_goes_through_its_points_and_is_linear_beyond():
    law = characteristic(SHOCK_ABSORBER)
    assert [float(law(sp.Float(v))) for v, _ in SHOCK_ABSORBER] == pytest.approx([f for _, f in SHOCK_ABSORBER])
    assert float(law(sp.Float(2.0))) == pytest.approx(1500 + 1200 / 0.9)
    assert float(damping(law, 0.05)) == pytest.approx(3000.0)
    assert float(damping(lambda dv: 7 * dv + dv**3)) == 7.0


def test_a_damper_that_would_drive_is_refused():
    with pytest.raises(ModelError, match="takes energy out"):
        characteristic([(-1.0, -1.0), (0.5, -1.0), (1.0, 1.0)])
    with pytest.raises(ModelError, match="same sign"):
        check_dissipative(lambda dv: dv - 0.5 * sp.sign(dv), 1.0)
    check_dissipative(lambda dv: dv + 0.5 * sp.sign(dv), 1.0)


@pytest.mark.parametrize(
    "points", [[(0.0, 0.0)], [(1.0, 1.0), (0.0, 0.0)], [(0, 0, 0), (1, 1, 1)], [(0, 0), (1, np.nan)]]
)
def test_a_table_that_is_none_is_refused(points):
    with pytest.raises(ModelError):
        characteristic(points)


def test_a_characteristic_works_in_a_system_of_bodies():
    """A mass that a shock absorber brakes: v_d = -f_D(v)/m, by hand in the steep part of the table."""
    q, p = Coordinates(s=("m", "position")), Parameters(m=(2.0, "kg", "mass"))
    system = LagrangianSystem(
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m, (q.s, 0, 0))],
        dampers=[Damper(q.s, characteristic(SHOCK_ABSORBER))],
    )
    run = system.numeric().simulate([0.0], [0.1], 1e-3)
    assert run.q_d[-1, 0] == pytest.approx(0.1 * np.exp(-3000 / 2 * 1e-3), rel=1e-6)
