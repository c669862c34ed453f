"""Contacts and pushes between bodies that move freely: no step passes over them."""

import numpy as np
import pytest

from mechanics.model import ModelError
from mechanics.multibody import (
    Actuator,
    LineElement,
    Load,
    Marker,
    Place,
    Prismatic,
    RigidBody,
    RigidBodySystem,
    Sensor,
)
from mechanics.multibody.elements import Contact, Force
from tests.lagrange.test_sudden_forces import bounced

NOWHERE = (0.0, 0.0, 0.0)


def ball(name: str, m: float = 1.0) -> RigidBody:
    return RigidBody.about_centre(name, m, (0.1, 0.1, 0.1))


def at(x: float) -> Place:
    return Place((x, 0.0, 0.0), np.eye(3))


@pytest.mark.parametrize("k", [1e4, 1e5])
def test_a_ball_does_not_fall_through_a_contact_with_a_point_below(k):
    """A stage of the step that is thrown beyond the point, 10 m below, meets no contact there."""
    contact = LineElement(Marker("ground", (0, 0, -10)), Marker("ball"), Contact(k=k, l_0=10.0), "contact")
    system = RigidBodySystem([ball("ball")], [Prismatic(Marker("ground"), Marker("ball"), "guide")], [contact])
    run = system.simulate(places={"ball": Place((0, 0, 1), np.eye(3))}, t=5.0)
    np.testing.assert_allclose(run.places["ball"].r[:, 2], bounced(k, run.t), atol=1e-5)


def test_two_balls_that_fly_towards_each_other_collide():
    """Each of equal mass leaves with the velocity of the other; the contact lasts 2 ms of a flight of 10 s."""
    contact = LineElement(Marker("a"), Marker("b"), Contact(k=1e6, l_0=0.2), "contact")
    system = RigidBodySystem([ball("a"), ball("b")], [], [contact], gravity=NOWHERE)
    speeds = {"a": (1.0, 0, 0, 0, 0, 0), "b": (-0.5, 0, 0, 0, 0, 0)}
    run = system.simulate(places={"a": at(-3.0), "b": at(4.0)}, velocities=speeds, t=10.0)
    assert run.velocities["a"][-1, 0] == pytest.approx(-0.5, abs=1e-4)
    assert run.velocities["b"][-1, 0] == pytest.approx(1.0, abs=1e-4)


def test_a_push_on_a_free_body_is_seen():
    """50 N for 20 ms."""
    push = Load(Marker("a"), lambda t: (50.0 * (3.0 < t < 3.02), 0, 0), name="push")
    run = RigidBodySystem([ball("a")], [], loads=[push], gravity=NOWHERE).simulate(places={"a": at(0.0)}, t=10.0)
    assert run.velocities["a"][-1, 0] == pytest.approx(1.0, rel=1e-3)


def test_more_samples_than_any_run_could_take_are_a_sentence():
    pull = LineElement(Marker("a"), Marker("ground", (100, 0, 0)), Force(0.0), "pull")
    place = Sensor(Marker("a"), "position", "x")
    control = Actuator(pull, [place], lambda t, y, s: -y[0], sample_time=1e-9, name="control")
    rail = Prismatic(Marker.along("ground", z=(1, 0, 0)), Marker.along("a", z=(1, 0, 0)), "rail")
    with pytest.raises(ModelError, match="samples every 1e-09 s does so 1e.09 times in this run"):
        RigidBodySystem([ball("a")], [rail], [control]).simulate(places={"a": at(1.0)}, t=1.0)
