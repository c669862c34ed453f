"""Our systems of rigid bodies in exudyn: the same masses, joints, springs and start; generalized-α, fixed steps."""

from typing import Any

import exudyn
import exudyn.itemInterface as items
import numpy as np
from exudyn.utilities import RigidBodyInertia

from mechanics.multibody import (
    Prismatic,
    Revolute,
    RigidBodySystem,
    Spherical,
    Universal,
)
from mechanics.multibody.elements import LineElement

__all__ = ["simulated"]

AXES = {
    Revolute: [1, 1, 1, 1, 1, 0],
    Prismatic: [1, 1, 0, 1, 1, 1],
    Spherical: [1, 1, 1, 0, 0, 0],
    Universal: [1, 1, 1, 0, 0, 1],
}


def simulated(system: RigidBodySystem, x: np.ndarray, end: float, step: float) -> Any:
    """A function that integrates to the end and returns the origins of the bodies there, (n, 3)."""
    mbs = exudyn.SystemContainer().AddSystem()
    ground = mbs.AddObject(items.ObjectGround())
    numbers = {"ground": ground} | {b.name: _body(mbs, system, b, x) for b in system.bodies}
    for joint in system.joints:
        P, Q = (_marker(mbs, numbers, m) for m in (joint.P, joint.Q))
        mbs.AddObject(
            items.GenericJoint(
                markerNumbers=[P, Q],
                constrainedAxes=AXES[type(joint)],
                rotationMarker0=joint.P.R,
                rotationMarker1=joint.Q.R,
            )
        )
    for element in system.elements:
        _element(mbs, system, numbers, element)
    for load in system.loads:  # constant moments in the axes of the ground
        at = _marker(mbs, numbers, load.at)
        mbs.AddLoad(items.Torque(markerNumber=at, loadVector=list(load.moment)))
    mbs.Assemble()
    return lambda: _solved(mbs, system, numbers, x, end, step)


def _body(mbs: Any, system: RigidBodySystem, body: Any, x: np.ndarray) -> int:
    place, z = system.place(x, body.name), system.velocity(x, body.name)
    inertia = RigidBodyInertia(body.m, body.I_O, body.r_S, inertiaTensorAtCOM=False)
    made = mbs.CreateRigidBody(
        inertia=inertia,
        referencePosition=place.r,
        referenceRotationMatrix=place.A,
        initialVelocity=place.A @ z[:3],
        initialAngularVelocity=place.A @ z[3:],
        gravity=list(system.gravity),
        nodeType=exudyn.NodeType.RotationEulerParameters,
    )
    return made


def _marker(mbs: Any, numbers: dict[str, int], marker: Any) -> int:
    return mbs.AddMarker(items.MarkerBodyRigid(bodyNumber=numbers[marker.body], localPosition=marker.r))


def _element(mbs: Any, system: RigidBodySystem, numbers: dict[str, int], element: Any) -> None:
    """A spring and damper along a line; everything else is a vertical spring to the ground."""
    P, Q, law = _marker(mbs, numbers, element.P), _marker(mbs, numbers, element.Q), element.laws[0]
    if isinstance(element, LineElement):
        mbs.AddObject(items.SpringDamper(markerNumbers=[P, Q], referenceLength=law.l_0, stiffness=law.k, damping=law.d))
        return
    mbs.AddObject(
        items.CartesianSpringDamper(
            markerNumbers=[P, Q], stiffness=[0, 0, law.k], damping=[0, 0, law.d], offset=[0, 0, law.l_0]
        )
    )


def _solved(
    mbs: Any, system: RigidBodySystem, numbers: dict[str, int], start: np.ndarray, end: float, step: float
) -> np.ndarray:
    settings = exudyn.SimulationSettings()
    settings.timeIntegration.numberOfSteps = round(end / step)
    settings.timeIntegration.endTime = end
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.timeIntegration.verboseMode = 0
    kinds = exudyn.LinearSolverType
    redundant = len(system.dependent(0.0, start))  # planar loops are redundant in space, which needs the dense solver
    settings.linearSolverType = kinds.EigenSparse if len(system.bodies) > 10 and not redundant else kinds.EigenDense
    settings.linearSolverSettings.ignoreSingularJacobian = True
    settings.solutionSettings.writeSolutionToFile = False
    settings.displayStatistics = settings.displayComputationTime = False
    mbs.SolveDynamic(settings)
    where = exudyn.OutputVariableType.Position
    return np.array([mbs.GetObjectOutputBody(numbers[b.name], where, [0, 0, 0]) for b in system.bodies])
