"""The three elementary rotations (Aufgabe 4.1)."""

from typing import Any

from ...poses import rotation
from ...problem import Given, Motion, Outputs, Problem
from ...rotations import rotation_x, rotation_y, rotation_z
from ...scene import AngleMark, Box, Scene, Shape, frame_arrows
from .turning import VIEW, across, beside, body_axes, steps

TURNS = {"x": rotation_x, "y": rotation_y, "z": rotation_z}
APART = 1.9  # m between two frames of the picture


def elementary_rotations() -> Problem:
    """R_x, R_y, R_z: columns are the axes of frame 1 in components of frame 0; (4.4), (4.9), (4.10)."""
    p = Given(angle=(0.7, "rad", "angle of the rotation, counterclockwise about the axis", "real", r"\varphi"))
    y = Outputs(**{f"R_{axis}": ("1", f"rotation about the {axis} axis", f"R_{{{axis}}}", (3, 3)) for axis in "xyz"})
    (angle,), end = steps([p.angle])
    return Problem(
        title="Elementary rotations",
        source="Aufgabe 4.1, (4.4), (4.9), (4.10)",
        parameters=p,
        outputs=y,
        formulas={f"R_{axis}": turn(p.angle) for axis, turn in TURNS.items()},
        motion=Motion(
            end=end,
            quantities={
                "R_11": (rotation_z(angle)[0, 0], "1", "component of x_1 along x_0, rotation about z"),
                "R_21": (rotation_z(angle)[1, 0], "1", "component of x_1 along y_0, rotation about z"),
            },
        ),
        scene=scene,
    )


def scene(problem: Problem) -> Scene:
    """Frame 0 stays, frame 1 turns with a block in it; once about x, once about y, once about z."""
    (angle,), _ = steps([problem.parameters.angle])
    return Scene(
        shapes=tuple(shape for k, axis in enumerate("xyz") for shape in _turned(axis, angle, problem, k - 1)),
        description=(
            "Three pairs of frames stand beside each other. In each of them frame 0 stays where it is and frame 1 "
            "turns with a block by the same angle, counterclockwise about one axis: about x on the left, about y in "
            "the middle, about z on the right. The axis of the rotation is common to both frames."
        ),
        projection=VIEW,
        sketch={"t": 1.5},
        ranges={"angle": (-3.14, 3.14)},
    )


def _turned(axis: str, angle: Any, problem: Problem, k: int) -> list[Shape]:
    """Frame 0, and frame 1 turned about one of its axes."""
    rest = beside(k, APART)
    frame = rest @ rotation(TURNS[axis](angle))
    names = [f"{name}_1" for name in "xyz"]
    names["xyz".index(axis)] = ""  # the axis is common to both frames
    return [
        *frame_arrows(rest, 0.95, 0),
        Box(0.4, 0.3, depth=0.2, frame=frame),
        *body_axes(frame, 0.8, names),
        AngleMark(0.6, angle, frame=rest @ across(axis), label=problem.parameters.angle),
    ]
