"""Four-bar linkage (Gelenkviereck): a closed loop that stays, with the force that closes it."""

from sympy import Matrix, pi

from ..lagrange import Body, Damper, LagrangianSystem
from ..model import Coordinates, Inputs, Parameters
from ..poses import rotation, translation
from ..rotations import rotation_z
from ..scene import AngleMark, Dimension, Handle, Hinge, Line, Rod, Scene, Text, Trace, ValueArc, ValueArrow


def four_bar() -> LagrangianSystem:
    """Crank AB, coupler BC and rocker DC, three angles for one degree of freedom; own example.

    The joint C closes the loop: its two conditions x_C = 0, y_C = 0 on the gap between coupler and rocker stay in the
    equations with the components f_x, f_y of the joint force as multipliers. Rods are homogeneous.
    """
    q = Coordinates(
        phi1=("rad", "angle of the crank", 0.6, r"\varphi_1"),
        phi2=("rad", "angle of the coupler", 0.5, r"\varphi_2"),
        phi3=("rad", "angle of the rocker", 1.5, r"\varphi_3"),
    )
    p = Parameters(
        l0=(0.6, "m", "distance of the bearings A and D"),
        l1=(0.2, "m", "length of the crank"),
        l2=(0.55, "m", "length of the coupler"),
        l3=(0.45, "m", "length of the rocker"),
        mu=(1.0, "kg/m", "mass of the rods per length", "positive", r"\mu"),
        d=(0.3, "N m s/rad", "friction in A", "nonnegative"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(tau=("N m", "torque on the crank", 2.0, r"\tau"))
    crank = rotation(rotation_z(q.phi1))  # each in the first joint of its rod, x along the rod
    coupler = translation(*crank.point((p.l1, 0))) @ rotation(rotation_z(q.phi2))
    rocker = translation(p.l0) @ rotation(rotation_z(q.phi3))
    rods = [(crank, p.l1, "crank"), (coupler, p.l2, "coupler"), (rocker, p.l3, "rocker")]
    gap = rocker.point((p.l3, 0)) - coupler.point((p.l2, 0))
    return LagrangianSystem(
        title="Four-bar linkage",
        source="own example",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(p.mu * l, frame @ translation(l / 2), p.mu * l**3 / 12, name) for frame, l, name in rods],
        gravity=(0, -p.g, 0),
        dampers=[Damper(q.phi1, p.d)],
        generalized_forces={"phi1": u.tau},
        loops={
            "f_x": (gap[0], "N", "force of the coupler's joint on the rocker, along x", "f_x"),
            "f_y": (gap[1], "N", "force of the coupler's joint on the rocker, along y", "f_y"),
        },
        frames={"A": crank, "B": coupler, "D": rocker},
        scene=scene,
    )


def scene(system: LagrangianSystem) -> Scene:
    """The three rods over their bearings; the force in the joint C that the loop needs."""
    q, p, tau = system.coordinates.symbols, system.parameters, system.inputs.tau
    crank, coupler, rocker = (system.frame(joint) for joint in "ABD")
    C = rocker.point((p.l3, 0))
    force = Matrix([*system.multipliers.symbols, 0])
    axes = [
        Line(((0, 0), (0.7 * p.l1, 0)), frame=translation(*f.p), role="reference", dashed=True)
        for f in (coupler, rocker)
    ]
    return Scene(
        shapes=(
            Line(((0, 0), (p.l0, 0)), role="reference", dashed=True),
            *axes,
            Hinge((0, 0), support=(0, -1)),
            Hinge((p.l0, 0), support=(0, -1)),
            Trace(coupler.point((p.l2 / 2, 0)), duration=4.0),
            Rod((0, 0), (p.l1, 0), 0.04, frame=crank),
            Rod((0, 0), (p.l3, 0), 0.04, frame=rocker),
            Rod((0, 0), (p.l2, 0), 0.03, frame=coupler),
            *(Hinge(point) for point in ((0, 0), (p.l0, 0), coupler.p, C)),
            Text((-0.05, 0.03), "A"),
            Text((p.l0 + 0.05, 0.03), "D"),
            AngleMark(0.5 * p.l1, q[0], label=q[0]),
            AngleMark(0.6 * p.l1, q[1], frame=translation(*coupler.p), label=q[1]),
            AngleMark(0.5 * p.l1, q[2], frame=translation(p.l0), label=q[2]),
            Dimension((0, 0), (p.l1, 0), p.l1, offset=0.06, frame=crank, only="sketch"),
            Dimension((0, 0), (p.l2, 0), p.l2, offset=0.05, frame=coupler, only="sketch"),
            Dimension((p.l3, 0), (0, 0), p.l3, offset=0.06, frame=rocker, only="sketch"),
            ValueArc(0.07, tau, reference=2.0, turn=pi, label=tau),
            ValueArrow(C, (1, 0), force[0], 8.0, label="f_x"),
            ValueArrow(C, (0, 1), force[1], 8.0, label="f_y"),
        ),
        description=(
            "A linkage of three rods in a vertical plane: a short crank turns about the bearing A, a long rocker "
            "swings about the bearing D, and a coupler joins their ends. A torque drives the crank. Arrows in the "
            "joint between coupler and rocker show the force that keeps the loop closed."
        ),
        sketch={"phi1": 1.0, "phi2": 0.53686, "phi3": 1.61373},
        handles=(Handle(crank.point((p.l1, 0)), ("phi1",)),),
        ranges={"tau": (-3.0, 3.0), "l1": (0.1, 0.45), "l0": (0.5, 0.7), "l2": (0.45, 0.65), "l3": (0.4, 0.6)},
        duration=8.0,
    )
