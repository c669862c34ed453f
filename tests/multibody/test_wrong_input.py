"""Wrong input of any kind: every one gets a sentence of the package's own, and none passes."""

import numpy as np
import pytest

from mechanics.model import ModelError
from mechanics.multibody import (
    GROUND,
    Driven,
    GearElement,
    LineElement,
    Marker,
    Place,
    Revolute,
    RigidBody,
    RigidBodySystem,
    SpatialElement,
    Spherical,
    TorsionElement,
)  # fmt: skip
from mechanics.multibody.elements import (
    Clearance,
    Excited,
    Force,
    Integrated,
    Linear,
    Motor,
    Parallel,
    SpringTable,
    joint_friction,
)  # fmt: skip
from mechanics.multibody.trees import (
    AxisSpring,
    BaseState,
    GuidedBase,
    JointMotor,
    JointSpring,
    Link,
    Loads,
    Tree,
    TreeMotion,
)  # fmt: skip

nan = float("nan")
P, Q = Marker("ground"), Marker("b")
TREE = Tree.of([Link("a", 1, (1, 1, 1))])
CASES = {
    "Force text": lambda: Force("abc"),
    "Force None": lambda: Force(None),
    "Force nan": lambda: Force(nan),
    "Motor U text": lambda: Motor("a", 1, 1, 1),
    "Motor U nan": lambda: Motor(nan, 1, 1, 1),
    "Linear text": lambda: Linear("a"),
    "Linear neg": lambda: Linear(-1),
    "Linear array": lambda: Linear(np.ones(2)),
    "Linear complex": lambda: Linear(1j),
    "joint_friction neg": lambda: joint_friction(-1, 0.1, 1, 1, 0.1),
    "joint_friction text": lambda: joint_friction("a", 0.1, 1, 1, 0.1),
    "Gear radii text": lambda: GearElement(P, Q, "a", 1, Linear(1)),
    "Gear nan": lambda: GearElement(P, Q, nan, 1, Linear(1)),
    "Line P text": lambda: LineElement("ground", Q, Linear(1)),
    "Line no law": lambda: LineElement(P, Q, 3.0),
    "Spatial laws text": lambda: SpatialElement(P, Q, "abc"),
    "Spatial None in": lambda: SpatialElement(P, Q, [Linear(1), None, Linear(1)]),
    "Excited u text": lambda: Excited(Linear(1), lambda t: "a", lambda t: 0.0),
    "Excited u None": lambda: Excited(Linear(1), lambda t: None, lambda t: 0.0),
    "Excited nan": lambda: Excited(Linear(1), lambda t: nan, lambda t: nan),
    "Parallel": lambda: Parallel(3),
    "Integrated": lambda: Integrated(3),
    "SpringTable 1 col": lambda: SpringTable([1, 2], [1]),
    "Clearance swapped": lambda: Clearance(1, 2, 1),
    "Clearance text": lambda: Clearance(1, "a", 1),
    "Torsion turns text": lambda: TorsionElement(P, Q, Linear(1), turns="yes"),
    "Element name int": lambda: LineElement(P, Q, Linear(1), name=3),
    "Revolute text": lambda: Revolute("ground", Q),
    "Revolute None": lambda: Revolute(P, None),
    "Revolute name": lambda: Revolute(P, Q, 3),
    "Spherical orient": lambda: Spherical(P, Q, orientation="x"),
    "Driven not joint": lambda: Driven(3, lambda t: (t, 1, 0)),
    "Driven not callable": lambda: Driven(Revolute(P, Q), 3),
    "Driven returns None": lambda: Driven(Revolute(P, Q), lambda t: None),
    "Driven returns text": lambda: Driven(Revolute(P, Q), lambda t: ("a", 1, 2)),
    "Driven 2": lambda: Driven(Revolute(P, Q), lambda t: (t, 1.0)),
    "Driven raises": lambda: Driven(Revolute(P, Q), lambda t: 1 / 0),
    "Marker text": lambda: Marker("b", "abc"),
    "Marker 2E": lambda: Marker("b", R=2 * np.eye(3)),
    "Marker shear": lambda: Marker("b", R=[[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]),
    "Marker reflect": lambda: Marker("b", R=-np.eye(3)),
    "Marker nan": lambda: Marker("b", R=np.full((3, 3), nan)),
    "Marker body": lambda: Marker(3),
    "Marker.along x text": lambda: Marker.along("b", x="a"),
    "along nan": lambda: Marker.along("b", z=(nan, 0, 0)),
    "along parallel": lambda: Marker.along("b", z=(0, 0, 1), x=(0, 0, 2)),
    "Link mass text": lambda: Tree.of([Link("a", "x", (1, 1, 1))]),
    "Link neg": lambda: Tree.of([Link("a", -1, (1, 1, 1))]),
    "Link J six": lambda: Tree.of([Link("a", 1, (1, 1, 1, 1, 1, 1))]),
    "Link hinge": lambda: Tree.of([Link("a", 1, (1, 1, 1), hinge=(1, 2))]),
    "Link asym": lambda: Tree.of([Link("a", 1, [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]])]),
    "Link triangle": lambda: Tree.of([Link("a", 1, (1, 1, 5))]),
    "Tree orient": lambda: TreeMotion(TREE, 2 * np.eye(3)),
    "orient text": lambda: TreeMotion(TREE, "abc"),
    "orient shear": lambda: TreeMotion(TREE, [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]),
    "w text": lambda: TreeMotion(TREE, w="abc"),
    "w shape": lambda: TreeMotion(TREE, w=[1, 2]),
    "tol neg": lambda: TreeMotion(TREE).integrate(np.linspace(0, 1, 5), -1, 1e-8),
    "times decreasing": lambda: TreeMotion(TREE).integrate(np.linspace(1, 0, 5), 1e-8, 1e-8),
    "times text": lambda: TreeMotion(TREE).integrate("abc", 1e-8, 1e-8),
    "times one": lambda: TreeMotion(TREE).integrate(np.array([0.0]), 1e-8, 1e-8),
    "times nan": lambda: TreeMotion(TREE).integrate(np.array([0.0, nan]), 1e-8, 1e-8),
    "JointSpring k": lambda: JointSpring("a", -1),
    "JointSpring rest": lambda: JointSpring("a", 1, 2 * np.eye(3)),
    "JointMotor": lambda: JointMotor("a", (1, 2)),
    "AxisSpring": lambda: AxisSpring("a", 1, (0, 0, 0)),
    "loads not Loads": lambda: TreeMotion(TREE, loads=3),
    "loads forces": lambda: Loads(TREE, forces=[3]),
    "loads moments": lambda: Loads(TREE, moments=[3]),
    "base": lambda: TreeMotion(TREE, base=3),
    "base returns None": lambda: TreeMotion(TREE, base=lambda t: None).integrate(np.linspace(0, 1, 5), 1e-8, 1e-8),
    "BaseState A": lambda: BaseState(A=2 * np.eye(3)),
    "BaseState nan": lambda: BaseState(r=(nan, 0, 0)),
    "state w": lambda: TreeMotion(TREE).state_derivative(0.0, np.zeros(3)),
    "Guided axis": lambda: GuidedBase(axis="abc"),
    "Guided axis nan": lambda: GuidedBase(axis=(nan, 0, 0)),
}
body = RigidBody.about_centre("b", 1, [1, 1, 1])


def sysm():
    return RigidBodySystem([body], [Revolute(P, Q, "h")])


CASES |= {
    "place 2E": lambda: sysm().simulate(places={"b": Place(np.zeros(3), 2 * np.eye(3))}, t=1.0),
    "place shear": lambda: sysm().simulate(
        places={"b": Place(np.zeros(3), np.array([[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]))}, t=1.0
    ),
    "place reflect": lambda: sysm().simulate(places={"b": Place(np.zeros(3), -np.eye(3))}, t=1.0),
    "place nan": lambda: sysm().simulate(places={"b": Place(np.full(3, nan), np.eye(3))}, t=1.0),
    "place text": lambda: sysm().simulate(places={"b": "here"}, t=1.0),
    "place point only": lambda: sysm().simulate(places={"b": (0, 0, 0)}, t=1.0),
    "vel three": lambda: sysm().simulate(velocities={"b": [1, 2, 3]}, t=1.0),
    "vel nan": lambda: sysm().simulate(velocities={"b": [nan] * 6}, t=1.0),
    "vel text": lambda: sysm().simulate(velocities={"b": "fast"}, t=1.0),
    "x0 shape": lambda: sysm().simulate(np.zeros(3), t=1.0),
    "x0 nan": lambda: sysm().simulate(np.full(13, nan), t=1.0),
    "x0 zeros": lambda: sysm().simulate(np.zeros(13), t=1.0),
    "x0 text": lambda: sysm().simulate("abc", t=1.0),
    "t neg": lambda: sysm().simulate(t=-1.0),
    "t decreasing": lambda: sysm().simulate(t=[1, 0]),
    "rtol neg": lambda: sysm().simulate(t=1.0, rtol=-1),
    "atol nan": lambda: sysm().simulate(t=1.0, atol=nan),
    "limit": lambda: sysm().simulate(t=1.0, time_limit=-3),
    "breaks": lambda: sysm().simulate(t=1.0, breaks="abc"),
    "breaks2": lambda: sysm().simulate(t=1.0, breaks=3.0),
    "gravity text": lambda: RigidBodySystem([body], gravity="down"),
    "stab": lambda: RigidBodySystem([body], stabilisation=(-1, 2)),
    "stab3": lambda: RigidBodySystem([body], stabilisation=(1, 2, 3)),
    "body not": lambda: RigidBodySystem([3]),
    "joint not": lambda: RigidBodySystem([body], [3]),
    "element not": lambda: RigidBodySystem([body], [], [Linear(1)]),
    "load not": lambda: RigidBodySystem([body], loads=[3]),
    "both": lambda: sysm().simulate(sysm().start({}), places={"b": GROUND}, t=1.0),
}


@pytest.mark.parametrize("build", CASES.values(), ids=CASES.keys())
def test_every_wrong_input_gets_a_sentence(build):
    with pytest.raises(ModelError) as caught:
        build()
    said = str(caught.value)
    assert said.endswith(".") and len(said.split()) > 5, f"no sentence: {said}"
    assert len(said) < 500, f"too long to read: {said}"
