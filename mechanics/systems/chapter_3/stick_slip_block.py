"""A block on a rough surface that sticks and slides (section 3.5.2)."""

from sympy import Abs, cos, pi, sin, sqrt

from ...friction import DryFriction, friction_angle, stick_slip
from ...model import Inputs, Parameters
from ...poses import rotation, translation
from ...rotations import rotation_z
from ...scene import AngleMark, Arrow, Box, Ground, Handle, Line, Scene, ValueArrow
from ...state_space import States, StateSpaceSystem

WIDTH, HEIGHT, CONE = 1.3, 0.9, 2.0


def stick_slip_block() -> StateSpaceSystem:
    """Block that a force pushes along a rough surface; Coulomb friction with stiction (3.76)-(3.82).

    Modes: ``"stick"`` (3.80a), ``"slip_right"`` and ``"slip_left"`` (3.80b). The output f_r is the friction force on
    the block, towards -x.
    """
    x = States(
        x=("m", "position", 0.0),
        v=("m/s", "velocity", 2.0),
    )
    p = Parameters(
        m=(2.0, "kg", "mass"),
        mu_H=(0.3, "1", "coefficient of static friction", "nonnegative"),
        mu_C=(0.2, "1", "coefficient of kinetic friction", "nonnegative"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(f_e=("N", "external force along +x", 3.0, "f_e"))
    friction = DryFriction(p.mu_H, p.mu_C, p.m * p.g)
    return StateSpaceSystem(
        title="Block that sticks and slides",
        source="section 3.5.2, (3.76)-(3.82)",
        states=x,
        parameters=p,
        inputs=u,
        modes=stick_slip(x.x, x.v, p.m, u.f_e, friction),
        outputs={"f_r": (friction.force(x.v, u.f_e), "N", "friction on the block, towards -x")},
        conditions={"The coefficient of kinetic friction must not exceed that of static friction": friction.possible},
        accuracy=1e-10,  # switching times to 1e-9 s
        scene=scene,
    )


def scene(system: StateSpaceSystem) -> Scene:
    """The block with all forces; below it the force of the ground, inside or outside of the friction cone."""
    x, v = system.states.symbols
    p, f_e, f_r = system.parameters, system.inputs.f_e, system.outputs["f_r"]
    block, weight = translation(x), p.m * p.g
    phi_H = friction_angle(p.mu_H)
    edges = [(side * CONE * sin(phi_H), CONE * cos(phi_H)) for side in (-1, 1)]
    force = (-f_r / (Abs(f_r) + weight), weight / (Abs(f_r) + weight))
    return Scene(
        shapes=(
            Ground((x - 1.4, 0), (x + 1.5, 0), endless=True),
            Box(WIDTH, HEIGHT, (0, HEIGHT / 2), frame=block),
            Line((edges[0], (0, 0), edges[1]), frame=block, role="guide", dashed=True),
            Line(((0, 0), (0, CONE)), frame=block, role="reference", dashed=True),
            AngleMark(
                0.85 * CONE,
                phi_H,
                frame=block @ rotation(rotation_z(pi / 2)),
                label=r"\varphi_H",
                only="sketch",
            ),
            Arrow((0, -0.5), (x, -0.5), label=x),
            ValueArrow((0, HEIGHT / 2), (0, -1), weight, weight, label="m g", push=True, frame=block),
            ValueArrow((WIDTH / 2, HEIGHT / 2), (1, 0), f_e, weight / 4, label=f_e, frame=block),
            ValueArrow((-WIDTH / 2, 0.05), (-1, 0), f_r, weight / 4, label="f_r", frame=block),
            ValueArrow((0, 0), force, sqrt(f_r**2 + weight**2), weight, label="f_R", frame=block),
            ValueArrow((WIDTH / 2, HEIGHT + 0.2), (1, 0), v, 2.0, label=v, frame=block, role="coordinate"),
        ),
        description=(
            "A block on rough ground is pushed to the right by a force; friction acts at its base. An arrow from the "
            "base shows the total force of the ground. While the block sticks, this arrow stays between two dashed "
            "lines, the friction cone; when the required force would leave the cone, the block slides."
        ),
        sketch={"x": 1.6, "v": 0.5},
        handles=(Handle((x, HEIGHT / 2), ("x",)),),
        ranges={"f_e": (-12.0, 12.0), "v": (-4.0, 4.0), "mu_H": (0.25, 1.0), "mu_C": (0.0, 0.25)},
        duration=8.0,
    )
