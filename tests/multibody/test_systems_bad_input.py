"""Badly stated systems: each kind of mistake gets one sentence that names what is wrong and how to mend it."""

import numpy as np
import pytest

from mechanics.model import ModelError, SimulationError
from mechanics.multibody import (
    Driven,
    Fixed,
    Load,
    Marker,
    Place,
    RelativeForm,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    Spherical,
)
from mechanics.systems import load
from tests.multibody.builders import turned

FRONT = {"z": (0.0, -1.0, 0.0), "x": (1.0, 0.0, 0.0)}


def bar(name, m=1.0, l=0.4):
    return RigidBody.about_centre(name, m, (1e-3, m * l**2 / 12, m * l**2 / 12), (l / 2, 0, 0))


def hinge(i, at_i, j, at_j, name):
    return Revolute(Marker.along(i, (*at_i,), **FRONT), Marker.along(j, (*at_j,), **FRONT), name)


def pendulum(**options):
    return RigidBodySystem([bar("bar")], [hinge("ground", (0, 0, 0), "bar", (0, 0, 0), "hinge")], **options)


def door(**options):
    """A door on three hinges, of which one would do."""
    axis = [Marker.along("ground", (0, 0, z)) for z in (0.0, 1.0, 2.0)]
    door = [Marker.along("door", (0, 0, z)) for z in (0.0, 1.0, 2.0)]
    names = ("lower hinge", "middle hinge", "upper hinge")
    panel = RigidBody.about_centre("door", 20.0, (7.0, 8.0, 1.5), (0.45, 0, 1.0))
    return RigidBodySystem([panel], [Revolute(*pq) for pq in zip(axis, door, names, strict=True)], **options)


def loop():
    """Two bars between two bearings that are 0.6 m apart: a triangle, which cannot move."""
    return [
        hinge("ground", (0, 0, 0), "a", (0, 0, 0), "left"),
        hinge("ground", (0.6, 0, 0), "b", (0, 0, 0), "right"),
        hinge("a", (0.4, 0, 0), "b", (0.4, 0, 0), "top"),
    ]


def triangle():
    places = {"a": Place(np.zeros(3), turned(0.7)), "b": Place(np.array([0.6, 0, 0]), turned(2.4))}
    system = RigidBodySystem([bar("a"), bar("b")], loop())
    return RigidBodyMotion(system, system.start(places))


BAD = {
    "a loop where a tree is needed, two parents": (
        lambda: RelativeForm(RigidBodySystem([bar("a"), bar("b")], loop()), loops="refuse"),
        "'top' closes a loop: the body 'b' already hangs on the joint 'right', and a body of a tree has one parent",
    ),
    "a joint that points inwards": (
        lambda: RelativeForm(
            RigidBodySystem([bar("a"), bar("b")], [loop()[0], hinge("b", (0, 0, 0), "a", (0.4, 0, 0), "back")])
        ),
        "'back' has marker P on 'b' and Q on 'a', which is nearer to the ground",
    ),
    "a body joined to itself": (
        lambda: hinge("bar", (0, 0, 0), "bar", (0.4, 0, 0), "ring"),
        "'ring' must connect two bodies; both of its markers lie on 'bar'",
    ),
    "an unknown body": (
        lambda: RigidBodySystem([bar("bar")], [hinge("ground", (0, 0, 0), "bat", (0, 0, 0), "hinge")]),
        "hinge: Unknown body 'bat'. Did you mean bar?",
    ),
    "two bodies of one name": (
        lambda: RigidBodySystem([bar("bar"), bar("bar")]),
        "The names of bodies must differ; got bar more than once",
    ),
    "two joints of one name": (
        lambda: RigidBodySystem([bar("a"), bar("b")], [loop()[0], loop()[0]]),
        "The names of joints must differ; got left more than once",
    ),
    "a body called ground": (lambda: RigidBodySystem([bar("ground")]), "'ground' is the inertial frame"),
    "no body": (lambda: RigidBodySystem([]), "at least one body"),
    "a mass that is not positive": (
        lambda: bar("bar", m=-1.0),
        "mass of the body 'bar' must be a positive number",
    ),
    "an inertia that no body has": (
        lambda: RigidBody.about_centre("brick", 1.0, (1.0, 1.0, 3.0)),
        "inertia of the body 'brick' about its mass centre is impossible",
    ),
    "redundant joints": (
        lambda: RigidBodyMotion(door(redundant="refuse"), door().state()),
        "10 constraints are redundant, because other joints forbid the same: middle hinge (shift along x)",
    ),
    "inconsistent positions": (
        lambda: RigidBodyMotion(pendulum(), pendulum().state({"bar": Place((0, 0, 0.1), np.eye(3))})),
        "the joint 'hinge' (shift along y) is open by 0.1",
    ),
    "inconsistent velocities": (
        lambda: RigidBodyMotion(pendulum(), pendulum().state(velocities={"bar": [0, 0.2, 0, 0, 0, 0]})),
        "the joint 'hinge' (shift along z) opens by 0.2 per second",
    ),
    "bodies too short to meet": (
        lambda: RigidBodySystem(
            [bar("a"), bar("b")], [*loop()[:2], hinge("a", (0.2, 0, 0), "b", (0.2, 0, 0), "top")]
        ).start({"b": Place((0.6, 0, 0), turned(3.0))}),
        "cannot be made consistent: the joint 'top'",
    ),
    "speeds that contradict each other": (
        lambda: RigidBodySystem([bar("a"), bar("b")], loop()).start(
            {"a": Place((0, 0, 0), turned(0.7)), "b": Place((0.6, 0, 0), turned(2.4))}, speeds={"left": 1.0}
        ),
        "No velocities are consistent with what is given",
    ),
    "something held that does not exist": (
        lambda: pendulum().start({}, hold=["hing"]),
        "'hing' cannot be held: name a body, a coordinate such as 'body.x', or one of the joints hinge",
    ),
    "no freedom left": (
        triangle,
        "No degree of freedom is left: the joints (left, right, top) hold all 12 of the bodies",
    ),
    "a drive with the wrong derivative": (
        lambda: Driven(loop()[0], lambda t: (np.sin(t), np.sin(t), -np.sin(t))),
        "The drive of the joint 'left' gives the rate",
    ),
    "marker axes that are not orthonormal": (
        lambda: Marker("bar", (0, 0, 0), [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]),
        "axes of a marker on 'bar' must be orthonormal",
    ),
    "a load on the ground": (
        lambda: pendulum(loads=[Load(Marker("ground"), force=(1, 0, 0), name="wind")]),
        "'wind' acts on the ground, which does not move",
    ),
    "gravity with two components": (lambda: pendulum(gravity=(0, -9.81)), "Gravity has three components"),
    "a four-bar linkage that cannot close": (
        lambda: load("four_bar_linkage").numeric(l_0=1.5),
        "The four-bar linkage cannot close: its hinges are",
    ),
    "a crank longer than the rod": (
        lambda: load("slider_crank").numeric(r=0.6),
        "The crank must be shorter than the rod",
    ),
    "a wishbone too short": (lambda: load("double_wishbone").numeric(l_u=0.01), "The upper wishbone ends at"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_badly_stated_system_gets_one_clear_sentence(kind):
    build, sentence = BAD[kind]
    with pytest.raises(ModelError) as told:
        build()
    assert sentence in str(told.value), f"{kind}: {told.value}"


def test_all_redundant_rows_of_a_door_on_three_hinges_are_named():
    system = door()
    x = system.state()
    named = system.redundant_rows(0.0, x)
    assert len(named) == 10
    assert {row.joint for row in named} == {"middle hinge", "upper hinge"}, "the first hinge holds the door alone"
    assert system.freedoms(0.0, x) == 1


def test_a_door_on_three_hinges_shares_its_weight_and_turns_like_one_on_one_hinge():
    system, x = door(), door().state(velocities={"door": [0, 0, 0, 0, 0, 1.0]})
    alone = RigidBodySystem(system.bodies, system.joints[:1])
    np.testing.assert_allclose(system.accelerations(0, x).z_d, alone.accelerations(0, x).z_d, atol=1e-10)
    lifts = [reaction.force[2] for reaction in system.reactions(0.0, x).values()]
    np.testing.assert_allclose(lifts, np.full(3, 20.0 * 9.81 / 3), rtol=1e-9)


def test_a_position_where_joints_block_each_other_is_found_on_the_way():
    """A parallelogram of equal bars may fold into an antiparallelogram when all its bars are in line."""
    l = {"l_0": 0.4, "l_1": 0.2, "l_2": 0.4, "l_3": 0.2}
    model = load("four_bar_linkage").numeric(**l, phi_0=0.5, omega_0=-8.0)
    try:
        run = model.simulate(t=2.0)
    except SimulationError as told:
        assert "dependent" in str(told) or "not on the way" in str(told)
    else:
        assert model.motion.drift(run.t, run.x) < 1e-9, "went through a singular position and opened a joint"


def test_a_ball_joint_in_place_of_hinges_leaves_nothing_redundant():
    bodies = [bar("a"), bar("b"), bar("c")]
    left, right, _ = loop()
    joints = [
        left,
        right,
        Revolute(Marker.along("a", (0.4, 0, 0), **FRONT), Marker.along("c", (0, 0, 0), **FRONT), "elbow"),
        Spherical(Marker("c", (0.6, 0, 0)), Marker("b", (0.4, 0, 0)), "ball"),
    ]
    places = {
        "a": Place((0, 0, 0), turned(1.0)),
        "b": Place((0.6, 0, 0), turned(1.0)),
        "c": Place(turned(1.0) @ [0.4, 0, 0], np.eye(3)),
    }
    system = RigidBodySystem(bodies, joints)
    x = system.start(places)
    assert [row.forbids for row in system.redundant_rows(0.0, x)] == ["shift along y"], (
        "in space one constraint of the planar loop stays redundant: motion out of the plane"
    )


def test_a_clamped_body_does_not_move_and_bears_its_weight():
    system = RigidBodySystem([bar("bar")], [Fixed(Marker("ground"), Marker("bar"), "wall")])
    reaction = system.reactions(0.0, system.state())["wall"]
    np.testing.assert_allclose(reaction.force, [0, 0, 9.81], atol=1e-12)
    np.testing.assert_allclose(reaction.moment, [0, -9.81 * 0.2, 0], atol=1e-12)
