"""Scenes as data: complete, honest about the geometry of the system, and nothing but numbers and text."""

import json
from functools import cache
from typing import Any

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.drawing.playable import playable_of
from mechanics.drawing.sketch import resolved
from mechanics.lagrange import LagrangianSystem
from mechanics.model import Coordinates, Parameters
from mechanics.poses import rotation, translation
from mechanics.rotations import rotation_z
from mechanics.scene import AngleMark, Box, PointMass, Projection, Rod, Scene, frame_arrows
from mechanics.scene.compiled import evaluated
from tests.kinds import names_of, promised

ALL = systems.names()
TIMES = np.linspace(0, 3, 61)


@cache
def drawn(id: str) -> tuple[Scene, Any]:
    """The scene of a system, and the same compiled; only read here."""
    scene = systems.load(id).scene()
    return scene, scene.compile()


def shown(id: str, **start: float) -> tuple[Any, np.ndarray, dict[str, np.ndarray]]:
    """A compiled scene, its signals along a run, and the run's quantities by name."""
    playable = playable_of(id)
    _, compiled = drawn(id)
    parameters = playable.parameters.defaults
    times = playable.instants(TIMES, parameters)
    values = playable.values(parameters, playable.start(start), times, {}, compiled.expressions)
    width = len(compiled.expressions)
    columns = {item.name: values[:, width + k] for k, item in enumerate(playable.quantities)}
    return compiled, values[:, :width], columns


def shapes(compiled: Any, kind: str, **options: Any) -> list[dict[str, Any]]:
    return [s for s in compiled.spec["shapes"] if s["kind"] == kind and all(s[k] == v for k, v in options.items())]


def place(values: np.ndarray, entries: Any) -> np.ndarray:
    return np.stack([evaluated(entry, values) for entry in entries], axis=-1)


@pytest.mark.parametrize("id", ALL)
def test_a_system_is_of_the_kind_that_its_function_promises(id):
    assert isinstance(systems.load(id), promised(id)), "the return annotation says another class"


@pytest.mark.parametrize("id", ALL)
def test_scene_is_plain_data_with_a_description(id):
    compiled, values, _ = shown(id)
    scene, _ = drawn(id)
    assert len(scene.description) > 60, "a description says what is to be seen"
    assert json.loads(json.dumps(compiled.spec)) == compiled.spec, "the scene is not plain JSON data"
    assert np.isfinite(values).all(), "a number of the scene is not finite along a run"
    assert compiled.expressions == tuple(dict.fromkeys(compiled.expressions)), "a signal is there twice"


@pytest.mark.parametrize("id", ALL)
def test_sketch_names_every_coordinate_and_input(id):
    playable = playable_of(id)
    labels = [s["label"] for s in drawn(id)[1].spec["shapes"] if s.get("label")]
    for variable in [*playable.starts, *playable.inputs.values()]:
        if not variable.name.endswith("_d"):
            assert sum(variable.latex == label for label in labels) == 1, f"{variable.name} has no label of its own"


@pytest.mark.parametrize("id", names_of(LagrangianSystem))
def test_arrows_point_in_the_positive_direction(id):
    playable = playable_of(id)
    scene, compiled = drawn(id)
    parameters, start = playable.parameters.defaults, playable.start(scene.sketch)
    for variable in systems.load(id).coordinates.values():
        assert start[variable.name] > 0, f"{variable.name} must be positive in the sketch, to show its direction"
        (mark,) = [s for s in compiled.spec["shapes"] if s.get("label") == variable.latex]
        sizes = []
        for value in (start[variable.name], start[variable.name] + 0.01):
            values = playable.snapshot(parameters, start | {variable.name: value}, compiled.expressions)
            if mark["kind"] == "AngleMark":
                start_angle, stop = (evaluated(mark["numbers"][name], values) for name in ("start", "stop"))
                sizes.append(float(stop - start_angle))
            else:  # in space, whatever the view
                from_to = [place(values, mark["points"][name]) for name in ("start", "end")]
                sizes.append(float(np.linalg.norm(from_to[1] - from_to[0])))
        assert sizes[0] == pytest.approx(start[variable.name]), f"the mark of {variable.name} has another size"
        assert sizes[1] - sizes[0] == pytest.approx(0.01), f"the mark of {variable.name} points backwards"


def test_cart_and_rod_hang_together():
    compiled, values, run = shown("cart_pendulum")
    (rod,) = shapes(compiled, "Rod")
    top, end = (place(values, rod["points"][name]) for name in ("start", "end"))
    assert np.hypot(*(end - top).T) == pytest.approx(0.6), "the rod changes its length"
    assert top[:, 0] == pytest.approx(run["s"])
    assert end[:, 0] - top[:, 0] == pytest.approx(0.6 * np.sin(run["phi"])), "phi counts from hanging, to the right"
    assert end[0, 1] < 0, "a rod at 1 rad from hanging is below its hinge"


def test_spring_of_the_cart_ends_at_the_cart():
    compiled, values, _ = shown("cart_pendulum")
    (cart,), (spring,), (damper,) = (shapes(compiled, kind) for kind in ("Box", "Spring", "Damper"))
    left_side = place(values, cart["points"]["center"])[:, 0] - cart["lengths"]["width"] / 2
    for element in (spring, damper):
        assert place(values, element["points"]["end"])[:, 0] == pytest.approx(left_side)
        assert np.ptp(place(values, element["points"]["start"]), axis=0) == pytest.approx([0, 0])


def test_ball_touches_the_beam_and_rolls_on_it():
    compiled, values, run = shown("ball_on_beam")
    (ball,) = shapes(compiled, "Disc")
    center, spoke = place(values, ball["points"]["center"]), place(values, ball["vectors"]["x"])
    phi1, r = run["phi1"], run["r"]
    normal = np.stack([-np.sin(phi1), np.cos(phi1)], axis=-1)
    assert np.sum(center * normal, axis=1) == pytest.approx(0.02), "the ball does not lie on the beam"
    angle = phi1 - r / 0.02  # clockwise against the beam when it rolls to the right
    expected = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    assert spoke == pytest.approx(expected), "the ball slips: it must turn by r / r_K against the beam"


def test_links_of_the_manipulator_meet_and_spring_reaches_A():
    compiled, values, run = shown("planar_manipulator")
    link1, link2 = shapes(compiled, "Rod")
    ends = [place(values, link["points"][name]) for link in (link1, link2) for name in ("start", "end")]
    assert ends[1] == pytest.approx(ends[2]), "the links come apart at the joint"
    model, q = systems.load("planar_manipulator").numeric(), np.column_stack([run["phi1"], run["phi2"]])
    assert ends[3] == pytest.approx(model.output("p_e", q)[:, :2]), "link 2 does not end at the end effector"
    (spring,) = shapes(compiled, "Spring")
    length = place(values, spring["points"]["end"]) - place(values, spring["points"]["start"])
    assert np.hypot(*length.T) == pytest.approx(model.output("s_e", q)), "the spring is drawn in another length"


def test_spherical_pendulum_keeps_its_length_in_space():
    system = systems.load("spherical_pendulum")
    scene = system.scene()
    (rod,) = [s for s in scene.shapes if isinstance(s, Rod)]
    difference = sp.Matrix(rod.end) - sp.Matrix(rod.start)
    assert sp.simplify(difference.dot(difference) - system.parameters.l**2) == 0
    assert (sp.Matrix(rod.end) - system.bodies[0].pose.p).is_zero_matrix, "the drawn mass is not the body"


def test_discs_turn_with_their_angles():
    compiled, values, run = shown("rotational_two_mass")
    for disc, name in zip(shapes(compiled, "Disc"), ("phi1", "phi2"), strict=True):
        assert place(values, disc["vectors"]["x"])[:, 1] == pytest.approx(np.cos(run[name]))
    first, second = (s["numbers"]["twist"] for s in shapes(compiled, "TorsionSpring"))
    assert evaluated(first, values) == pytest.approx(run["phi1"])
    assert evaluated(second, values) == pytest.approx(run["phi2"] - run["phi1"])


# --- building scenes ------------------------------------------------------------------------------------


def test_constants_stay_constants_and_expressions_become_signals():
    q = Coordinates(phi=("rad", "angle"))
    p = Parameters(l=(2.0, "m", "length"))
    link = translation(1, 0) @ rotation(rotation_z(q.phi))
    compiled = Scene((Rod((0, 0), (p.l, 0), 0.1, frame=link),), "A link.").compile()
    (rod,) = compiled.spec["shapes"]
    assert rod["points"]["start"] == [1.0, 0.0]
    assert rod["lengths"]["width"] == 0.1
    k, m = (entry["signal"] for entry in rod["points"]["end"])
    assert compiled.expressions[k] == p.l * sp.cos(q.phi) + 1
    assert compiled.expressions[m] == p.l * sp.sin(q.phi)


def test_bounds_hold_whole_bodies():
    x = sp.Symbol("x", real=True)
    compiled = Scene((Box(0.4, 0.2, frame=translation(x)),), "A box.").compile()
    columns = np.array([[float(e.subs(x, value)) for e in compiled.expressions] for value in (0.0, 3.0)])
    assert compiled.bounds(columns) == pytest.approx((-0.2, 3.2, -0.1, 0.1))


def test_limits_end_the_window():
    x = sp.Symbol("x", real=True)
    compiled = Scene((Box(0.4, 0.2, frame=translation(x)),), "A box.", limits=(-1, 1, -1, 1)).compile()
    columns = np.array([[float(e.subs(x, value)) for e in compiled.expressions] for value in (0.0, 30.0)])
    assert compiled.bounds(columns) == pytest.approx((-0.2, 1.0, -0.1, 0.1))


def test_projections_keep_lengths_and_the_vertical():
    point = sp.Matrix([1, 2, 3])
    assert Projection()(point) == [1, 2]
    assert Projection(right=(0, 1, 0), up=(0, 0, 1))(point) == [2, 3]
    view = Projection.axonometric(0.4, 0.3)
    rows = np.array([view.right, view.up])
    assert rows @ rows.T == pytest.approx(np.eye(2)), "the view distorts lengths"
    assert view(sp.Matrix([0, 1, 0]))[0] == 0, "the vertical is not vertical on the page"


def test_nearness_orders_shapes_in_space_only():
    flat = Scene((Rod((0, 0), (1, 0)),), "x").compile()
    view = Projection.axonometric(0.3, 0)
    deep = Scene((Rod((0, 0, 2), (1, 0, 2)),), "x", projection=view).compile()
    none = np.empty(0)
    assert "nearness" not in resolved(flat.spec["shapes"][0], none, flat.projection)
    near = resolved(deep.spec["shapes"][0], none, deep.projection)["nearness"]
    assert near == pytest.approx(2 * np.cos(0.3) + 0.5 * np.sin(0.3))


def test_the_same_view_with_y_or_z_upwards():
    for azimuth, elevation in ((0, 0), (0.5, 0.3), (-2.0, 1.2)):
        y_up = Projection.axonometric(azimuth, elevation)
        z_up = Projection.axonometric(azimuth, elevation, up="z")
        turned = sp.Matrix([1, -3, 2])  # what is (1, 2, 3) with y upwards
        assert z_up(turned) == pytest.approx(y_up(sp.Matrix([1, 2, 3]))), "z up is not y up turned about x"
    assert np.linalg.det(z_up.rows) == pytest.approx(1), "the view is a mirror image"


def test_the_room_of_a_scene_holds_all_that_moves():
    x = sp.Symbol("x")
    shapes = (Box(0.4, 0.2, depth=0.6, frame=translation(x)), PointMass((0, 1, 0), 0.1))
    compiled = Scene(shapes, "x", projection=Projection.axonometric(0.3, 0.2)).compile()
    values = np.array([[float(e.subs(x, value)) for e in compiled.expressions] for value in (-1.0, 2.0)])
    low, high = compiled.room(values)
    assert low == pytest.approx([-1.2, -0.1, -0.3])
    assert high == pytest.approx([2.2, 1.1, 0.3])


def test_frame_arrows_are_the_axes_of_the_frame():
    pose = translation(1, 2, 3) @ rotation(rotation_z(sp.pi / 2))
    arrows = frame_arrows(pose, 0.5, 1)
    assert [arrow.label for arrow in arrows] == ["x_{1}", "y_{1}", "z_{1}"]
    assert pose.point(arrows[0].end) == sp.Matrix([1, 2.5, 3])


def test_a_scene_without_description_is_an_error():
    with pytest.raises(ValueError, match="description"):
        Scene((Rod((0, 0), (1, 0)),), "  ")


def test_what_is_no_shape_is_an_error():
    with pytest.raises(TypeError, match="Rod"):
        Scene(("rod",), "A rod.")  # type: ignore[arg-type]


def test_wrong_points_are_an_error():
    with pytest.raises(ValueError, match="2 or 3"):
        Scene((AngleMark(1.0, 0.5, center=(0, 0, 0, 0)),), "x").compile()
