"""Every entry of a state has a name of its own that can be used as an identifier."""

import keyword

import numpy as np
import pytest

from mechanics import systems
from mechanics.multibody import LineElement, Marker, MultibodySystem, RigidBody, RigidBodyMotion, RigidBodySystem
from mechanics.multibody.elements import Linear, Series
from mechanics.multibody.state_names import identifiers
from mechanics.multibody.trees import Graph, Link, Tree, TreeMotion

MULTIBODY = [name for name in systems.names() if isinstance(systems.load(name), MultibodySystem)]


def assert_names(states, start):
    assert len(states) == len(start)
    assert len(set(states)) == len(states)
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in states)


@pytest.mark.parametrize("name", MULTIBODY)
def test_every_multibody_system_of_the_lecture_names_its_states(name):
    motion = systems.load(name).numeric().motion
    assert_names(motion.states, motion.start)


def test_the_names_of_a_rigid_body_stand_where_its_numbers_are():
    bodies = [RigidBody.about_centre(name, 1.0, [1, 2, 2]) for name in ("rod 1", "rod 2")]
    elements = [
        LineElement(Marker("ground"), Marker("rod 1", (0, 0, 1)), Linear(1.0), "spring"),
        LineElement(Marker("ground"), Marker("rod 2", (0, 0, 1)), Series(1.0, 1.0), "strut"),
    ]
    system = RigidBodySystem(bodies, elements=elements)
    z = np.arange(1.0, 7.0)
    motion = RigidBodyMotion(system, system.state(velocities={"rod 2": z}))
    assert_names(motion.states, motion.start)
    found = dict(zip(motion.states, motion.start, strict=True))
    assert [found[f"rod_2_{entry}"] for entry in ("v1", "v2", "v3", "w1", "w2", "w3")] == z.tolist()
    assert [found[f"rod_1_q{k}"] for k in range(4)] == [1, 0, 0, 0]
    assert motion.states[0] == "rod_1_x"
    assert motion.states[-1] == "strut_s1"


def test_the_names_of_a_tree_stand_where_its_numbers_are():
    tree = Tree.of([Link("upper", 1.0, [1, 1, 1]), Link("lower", 1.0, [1, 1, 1], "upper", (0, 0, -1))])
    motion = TreeMotion(tree, w=[[1, 2, 3], [4, 5, 6]])
    assert_names(motion.states, motion.start)
    found = dict(zip(motion.states, motion.start, strict=True))
    assert [found[f"lower_w{k}"] for k in (1, 2, 3)] == [4, 5, 6]
    assert found["upper_q0"] == 1.0


def test_bodies_without_names_get_identifiers():
    tree = Tree(Graph([(1, 0), (2, 1)]), [1, 1], [np.eye(3)] * 2, np.zeros((2, 3)), np.zeros((2, 3)))
    assert TreeMotion(tree).states[0] == "body_1_q0"


def test_names_that_become_the_same_identifier_get_numbers():
    assert identifiers(["left wheel", "left-wheel", "left_wheel_2", "3", "?"]) == [
        "left_wheel",
        "left_wheel_2",
        "left_wheel_2_2",
        "body_3",
        "body",
    ]
