"""Free-body diagrams: a right one is accepted however it is drawn, a wrong one gets the reason for its mistake."""

import json
import math
import random
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.checks import capture, judge, make_key
from mechanics.demonstrations.free_bodies import body_names, cut_body
from mechanics.drawing.free_body import draw
from mechanics.scene import CutBody, Disc
from mechanics.scene.cut_body import axes, cut, force, moment
from tests.conftest import CHECKOUT

PLACES = {"A": (0.0, 0.0), "S": (1.0, 0.0), "B": (2.0, 0.0), "C": (1.0, -1.0), "D": (0.5, 0.0), "E": (1.0, 0.7)}


def body(turn=0.0, scale=1.0, shift=(0.0, 0.0)) -> CutBody:
    """A body of six points, turned by an angle in degrees, scaled and shifted."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    places = {
        n: (shift[0] + scale * (c * x - s * y), shift[1] + scale * (s * x + c * y)) for n, (x, y) in PLACES.items()
    }
    names = {"along": 30.0, "back": 210.0, "fall": 270.0}
    return CutBody(
        "The plate", (Disc(1.0),), {name: (x, y, "a point") for name, (x, y) in places.items()}, "A plate.",
        {name: angle + turn for name, angle in names.items()},
    )  # fmt: skip


def acts(action, role, by, **more):
    return {**action, "as": role, "by": by, **more}


WEIGHT = acts(force("G", "S", "fall"), "weight", "the earth")
SECOND = acts(force("G_E", "E", "fall"), "weight", "the earth")
ROPE = acts(force("f_S", "B", "along"), "rope", "the rope")
PUSH = acts(force("f_N", "C", 180.0), "contact", "the wall")
RUB = acts(force("f_r", "C", 90.0), "friction", "the rough wall")
HINGE = {"force": "A", "at": "A", "as": "hinge", "by": "the hinge"}
CLAMP = {"force": "A", "at": "A", "as": "clamp", "by": "the wall"}
OTHER = {"force": "B", "at": "B", "as": "hinge", "by": "another hinge"}
SPRING = acts(force("f_c", "B", "fall"), "spring", "the spring", sense="any")
DRAG = acts(force("f_D", "S", 180.0), "drag", "the air")
MOTOR = acts(moment("M", "A", "clockwise"), "motor", "the motor")


def verdict(diagram, *reference, **options):
    return judge(capture(diagram), make_key("free_body", list(reference), body=body(), **options))


def bare(action):
    return {name: value for name, value in action.items() if name not in ("as", "by", "sense")}


G, S, N, R = map(bare, (WEIGHT, ROPE, PUSH, RUB))
X, Y, M = force("A_x", "A", 0), force("A_y", "A", 90), moment("M_A", "A")


@pytest.mark.parametrize(
    ("diagram", "reference"),
    [
        ([G, S, N], (WEIGHT, ROPE, PUSH)),
        ([N, S, G], (WEIGHT, ROPE, PUSH)),
        ([force("G", "C", "fall"), S], (WEIGHT, ROPE)),  # slid along its line
        ([force("G", "E", 270), S], (WEIGHT, ROPE)),
        ([force("G", "S", -90), force("S", "B", 390)], (WEIGHT, ROPE)),
        ([G, X, Y], (WEIGHT, HINGE)),
        ([G, force("a", "A", 200), force("b", "A", 300)], (WEIGHT, HINGE)),
        ([G, force("a", "B", 0), force("b", "A", 90)], (WEIGHT, HINGE)),  # a component slid along its line
        ([G, force("A", "A", "unknown")], (WEIGHT, HINGE)),
        ([G, X, Y, M], (WEIGHT, CLAMP)),
        ([G, X, Y, moment("M", "C", "clockwise")], (WEIGHT, CLAMP)),  # a moment acts the same everywhere
        ([G, force("A", "A", "unknown"), M], (WEIGHT, CLAMP)),
        ([G, force("f", "B", 90)], (WEIGHT, SPRING)),
        ([G, force("f", "B", 270)], (WEIGHT, SPRING)),
        ([moment("M", "D", "clockwise"), G], (WEIGHT, MOTOR)),
        ([cut("A"), cut("B"), G, S, X, Y], (cut("A"), cut("B"), WEIGHT, ROPE, HINGE)),
        ([cut("A"), G], (WEIGHT,)),  # cuts count only where they are asked for
        ([axes("B", 17), axes("A"), G], (WEIGHT,)),  # and so do axes
        ([axes("A", "along"), G, S, X, Y], (axes("A", "along"), WEIGHT, ROPE, HINGE)),
        ([axes("A", 120), G, S, X, Y], (axes("A", "along"), WEIGHT, ROPE, HINGE)),  # x and y exchanged
        ([axes("A", "fall"), G, S, X, Y], (axes("A", "along"), WEIGHT, ROPE, HINGE)),  # either force is oblique once
        ([axes("E", 90), N, R], ({**axes("C", 0), "origin": "any"}, PUSH, RUB)),
        ([G, X, Y, force("B_x", "B", 120), force("B_y", "B", 60)], (WEIGHT, HINGE, OTHER)),
    ],
)  # fmt: skip
def test_right_diagrams(diagram, reference):
    found = verdict(diagram, *reference)
    assert found.ok, found.reason


@pytest.mark.parametrize(
    ("diagram", "reference", "reason"),
    [
        ([S], (WEIGHT, ROPE), "The weight is missing"),
        ([G, S], (WEIGHT, SECOND, ROPE), "This body has 2 weights, and not all"),
        ([G], (WEIGHT, ROPE), "What the rope does to the body is missing"),
        ([G, N], (WEIGHT, PUSH, RUB), "along a rough surface is missing"),
        ([G, S, X], (WEIGHT, ROPE, HINGE), "`A_x` alone is not enough for the hinge"),
        ([G, X, force("b", "A", 180)], (WEIGHT, HINGE), "alone is not enough"),
        ([G, X, Y], (WEIGHT, CLAMP), "its moment is missing"),
        ([force("G", "B", "fall"), S], (WEIGHT, ROPE), "does not act at the mass centre"),
        ([force("G", "S", 90), S], (WEIGHT, ROPE), "away from the earth"),
        ([force("G", "S", 250), S], (WEIGHT, ROPE), "is not vertical"),
        ([G, force("f", "B", "back")], (WEIGHT, ROPE), "pushes, but the rope can only pull"),
        ([G, force("f", "B", 60)], (WEIGHT, ROPE), "does not lie along the rope"),
        ([G, force("f", "C", 0)], (WEIGHT, PUSH), "a contact can only push"),
        ([G, force("f", "C", 45)], (WEIGHT, PUSH), "not at right angles to the surface"),
        ([G, N, force("f", "C", 270)], (WEIGHT, PUSH, RUB), "wrong side"),
        ([G, force("v", "S", 0)], (WEIGHT, DRAG), "drives the body on"),
        ([G, S, N, force("f", "C", 0)], (WEIGHT, ROPE, PUSH), "action and reaction"),
        ([G, S, force("f", "D", 0)], (WEIGHT, ROPE), "one too many"),
        ([G, S, force("f", "B", 30)], (WEIGHT, ROPE), "drawn twice"),
        ([G, S, M], (WEIGHT, ROPE), "nothing exerts a moment"),
        ([G, moment("M", "A")], (WEIGHT, MOTOR), "turns in the opposite sense"),
        ([G, X, Y, M, moment("M_2", "B")], (WEIGHT, CLAMP), "one moment too many"),
        ([G, X, Y, force("c", "A", 45)], (WEIGHT, HINGE), "already represent everything"),
        ([G, X, force("A", "A", "unknown")], (WEIGHT, HINGE), "already represent everything"),
        ([G, force("f", "B", "unknown")], (WEIGHT, ROPE), "has a known line"),
        ([force("f", "S", "fall"), force("f", "B", "along")], (WEIGHT, ROPE), "two different ones are called `f`"),
        ([cut("A"), G], (cut("A"), cut("B"), WEIGHT), "1 thing still holds it"),
        ([cut("A"), cut("B"), cut("C"), G], (cut("A"), cut("B"), WEIGHT), "nothing to cut"),
        ([cut("A")], (cut("A"), WEIGHT), "Nothing is drawn yet"),
        ([cut("A"), cut("B"), G, S], (cut("A"), cut("B"), WEIGHT, ROPE, HINGE), "At the cut `A` nothing acts yet."),
        ([cut("B"), G], (cut("B"), WEIGHT, ROPE), "At the cut `B` nothing acts yet. What the rope did"),
        ([X, Y, M, force("G", "A", "fall")], (CLAMP, WEIGHT), "`G` does not act at the mass centre"),
        ([G, S, X, Y], (axes("A", 0), WEIGHT, ROPE, HINGE), "All arrows are right. The axes are missing"),
        ([axes("A"), axes("B"), G], (axes("A"), WEIGHT), "2 pairs of axes"),
        ([axes("C"), G, S, X, Y], (axes("A"), WEIGHT, ROPE, HINGE), "about `C`, the origin of your axes, 3 unknown"),
        ([axes("A", 45), N, R], (axes("C"), PUSH, RUB), "about `A`, the origin of your axes, 2 unknown forces"),
        ([axes("C", 45), N, R], (axes("C"), PUSH, RUB), "But 2 forces have components along both of your axes"),
        ([axes("C", 45), G], (axes("C"), WEIGHT), "But 1 force has components along both"),
        ([axes("A"), N], (axes("C"), PUSH, RUB), "along a rough surface is missing"),
        ([axes("X"), N], (axes("C"), PUSH), "Axes begin at one of the points"),
        ([axes("C", "unknown"), N], (axes("C"), PUSH), "need a direction of x that is known"),
    ],
)  # fmt: skip
def test_wrong_diagrams_get_their_reason(diagram, reference, reason):
    found = verdict(diagram, *reference)
    assert not found.ok and found.judged
    assert reason in found.reason, found.reason


def test_axes_of_a_reference_that_are_not_the_best_are_refused():
    with pytest.raises(ValueError, match="not the best ones: But about `B`"):
        make_key("free_body", [axes("B"), WEIGHT, HINGE], body=body())


def test_the_best_axes_are_those_in_which_the_balances_are_shortest():
    """Against an independent count: the unknowns in the balance of moments."""
    ropes = [((2, 0), 30)]

    def moment_about(point, x, y, a):
        x, y, turn = x - PLACES[point][0], y - PLACES[point][1], math.radians(a)
        return x * math.sin(turn) - y * math.cos(turn)

    def count(point, turn):
        hinge = [((0, 0), turn), ((0, 0), turn + 90)]  # its components, along the axes
        return sum(abs(moment_about(point, *at, a)) > 0.02 for at, a in ropes + hinge)

    def oblique(turn):
        return sum(abs(math.sin(2 * math.radians(a - turn))) > 1e-9 for a in (270, 30))

    least = min(oblique(turn) for turn in range(90))
    for point in PLACES:
        for turn in range(0, 90, 5):
            found = verdict([axes(point, turn), G, S, X, Y], axes("A"), WEIGHT, ROPE, HINGE)
            best = min(count(other, turn) for other in PLACES)
            assert found.ok == ((count(point, turn), oblique(turn)) == (best, least)), (point, turn, found.reason)


def test_forces_inside_and_known_mistakes_come_first():
    wrong = {"The frame is light.": force("", "D", 270), "Nothing turns here.": {"moment": "M", "at": "A"}}
    said = [
        verdict([G, force("f", "E", 0)], WEIGHT, inside=["E"]).reason,
        verdict([G, force("f", "D", 270)], WEIGHT, mistakes=wrong).reason,
        verdict([G, moment("f", "B", "clockwise")], WEIGHT, mistakes=wrong).reason,
        verdict([G, force("f", "D", 0)], WEIGHT, mistakes=wrong).reason,
    ]
    assert "inside the body" in said[0]
    assert said[1].startswith("The frame is light.") and said[2].startswith("Nothing turns here.")
    assert "light" not in said[3] and "one too many" in said[3]


def test_reasons_tell_what_is_right_but_not_what_is_left():
    found = verdict([G, force("f", "D", 50)], WEIGHT, ROPE, PUSH)
    assert "1 of the 2 arrows is right" in found.reason
    assert "rope" not in found.reason and "wall" not in found.reason, "it tells what else is missing"


FULL = (WEIGHT, ROPE, PUSH, RUB, HINGE, MOTOR)
DRAWN = [G, S, N, R, X, Y, moment("M_1", "A", "clockwise")]


def turned(diagram, angle):
    """The same diagram with its directions in degrees turned; those with names turn with the body."""
    return [
        {**x, "direction": x["direction"] + angle} if isinstance(x.get("direction"), int | float) else x
        for x in diagram
    ]


@given(
    angle=st.floats(-400, 400), scale=st.floats(1e-3, 1e3), shift=st.tuples(st.floats(-5, 5), st.floats(-5, 5)),
    seed=st.integers(0, 10**6), drop=st.integers(-1, len(DRAWN) - 1), flip=st.integers(-1, len(DRAWN) - 1),
)  # fmt: skip
def test_the_verdict_does_not_depend_on_place_size_and_order(angle, scale, shift, seed, drop, flip):
    diagram = [x for k, x in enumerate(DRAWN) if k != drop]
    diagram = [_reversed(x) if k == flip else x for k, x in enumerate(diagram)]
    plain = verdict(diagram, *FULL)
    shift = (shift[0] * scale, shift[1] * scale)
    mixed = turned(diagram, angle)
    random.Random(seed).shuffle(mixed)
    key = make_key("free_body", turned(FULL, angle), body=body(angle, scale, shift))
    assert judge(capture(mixed), key).ok == plain.ok
    key = make_key("free_body", turned(FULL, angle), body=body(angle, scale, shift))
    assert judge(capture(turned(diagram, angle)), key) == plain


def _reversed(action):
    if "moment" in action:
        return {**action, "direction": "counterclockwise" if action["direction"] == "clockwise" else "clockwise"}
    angles = {"along": 30.0, "back": 210.0, "fall": 270.0}
    return {**action, "direction": angles.get(action["direction"], action["direction"]) + 180.0}


@given(st.lists(st.tuples(st.sampled_from(sorted(PLACES)), st.integers(0, 11)), max_size=8))
def test_only_wrenches_of_the_reference_are_accepted(arrows):
    """Whatever is accepted loads the body as the reference does: the same lines, the same senses."""
    diagram = [force(f"f_{k}", at, 30 * step) for k, (at, step) in enumerate(arrows)]
    lines = {
        (round(math.cos(a), 6), round(math.sin(a), 6), round(x * math.sin(a) - y * math.cos(a), 6))
        for at, step in arrows
        for (x, y), a in [(PLACES[at], math.radians(30 * step))]
    }
    wanted = {(0.0, -1.0, -1.0), (round(math.cos(math.pi / 6), 6), 0.5, 1.0)}
    found = verdict(diagram, WEIGHT, ROPE)
    assert found.ok == (len(arrows) == 2 and {tuple(x + 0.0 for x in line) for line in lines} == wanted)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (None, "Nothing entered yet"),
        ([], "Nothing entered yet"),
        (3, "this is a single expression"),
        ("up", "Expected a list of arrows"),
        ([["G", "S", "down"]], "not an arrow"),
        ([{"force": "G", "moment": "G", "at": "S"}], "not an arrow"),
        ([force("G", "Q", "down")], "one of the points A, S, B, C, D, E; got `Q`"),
        ([force("G", 3, "down")], "got 3"),
        ([force("G", "S", "sideways")], "one of right, up, left, down, along, back, fall, unknown, or an angle"),
        ([force("G", "S", float("nan"))], "or an angle in degrees"),
        ([force("G", "S", float("inf"))], "or an angle in degrees"),
        ([force("G", "S", 10**400)], "or an angle in degrees"),
        ([force("G", "S", True)], "or an angle in degrees"),
        ([force("G", "S", None)], "got nothing"),
        ([force("G", "S", [1])], "or an angle in degrees"),
        ([{"force": "G"}], "got nothing"),
        ([moment("M", "S", "up")], "counterclockwise or clockwise"),
        ([cut(["A"])], "A cut is at one of the points"),
        ([force("x" * 5000, "S", "down")] * 2, "two different ones"),
        ([force("G", "S", "down")] * 500, "500 entries"),
        ([force(f"f{k}", "S", 7 * k) for k in range(25)], "25 arrows"),
        (lambda: 1, "cannot be read as an answer"),
        ({"force": "G", "at": "S", "direction": "fall"}, "What the rope does"),
    ],
    ids=lambda value: "a function" if callable(value) else str(value)[:40],
)
def test_odd_answers_get_one_sentence(answer, reason):
    found = verdict(answer, WEIGHT, ROPE)
    assert not found.ok and found.judged
    assert reason in found.reason or "two different" in reason, found.reason
    assert len(found.reason) < 400


def test_a_diagram_made_to_take_long_does_not():
    points = sorted(PLACES)
    diagram = [force(f"f{k}", points[k % 6], 17.3 * k) for k in range(20)]
    hinges = [{"force": at, "at": at, "as": "hinge", "by": f"the hinge {at}"} for at in points]
    start = time.process_time()
    verdict(diagram, *hinges, WEIGHT, ROPE)
    assert time.process_time() - start < 5


def test_the_key_is_plain_numbers_and_names_no_arrow():
    key = make_key("free_body", [WEIGHT, ROPE, HINGE], body=body())
    assert json.loads(json.dumps(key)) == key
    needed = json.dumps(key["needed"])
    assert "f_S" not in needed and '"along"' not in needed and '"B"' not in needed


@pytest.mark.parametrize(
    ("reference", "options", "reason"),
    [
        ([bare(WEIGHT)], {}, '"as"'),
        ([{**WEIGHT, "as": "magic"}], {}, '"as"'),
        ([{**WEIGHT, "at": "Q"}], {}, "Q"),
        ([acts(force("f", "A", "unknown"), "rope", "the rope")], {}, "only a hinge"),
        ([WEIGHT], {"inside": ["Q"]}, "no point"),
        ([WEIGHT], {"body": "ladderr"}, "did you mean 'ladder'"),
    ],
)
def test_a_wrong_reference_is_refused(reference, options, reason):
    with pytest.raises(ValueError, match=reason):
        make_key("free_body", reference, **{"body": body(), **options})


def test_the_example_of_the_page_is_right():
    text = (CHECKOUT / "docs/free-body-diagrams.md").read_text(encoding="utf-8")
    cells = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    namespace: dict = {}
    exec("\n".join([*cells[:2], "from mechanics.checks import verify", cells[2]]), namespace)
    assert "force G at S, down" in repr(namespace["draw"](namespace["crate"], namespace["arrows"]))


@pytest.mark.parametrize("name", body_names())
def test_every_body_is_drawn_with_all_that_can_be_on_it(name):
    known = cut_body(name)
    first = next(iter(known.points))
    arrows = [force(f"f_{k}", at, 17 * k) for k, at in enumerate(known.points)]
    arrows += [force("f", first, direction) for direction in known.angles]
    board = draw(name, [*arrows, force("odd $_{ name", first, "unknown"), moment("M", first, "clockwise"), cut(first)])
    assert board.picture().png(25).startswith(b"\x89PNG")
    left, right, bottom, top = board.window
    assert all(left < x < right and bottom < y < top for x, y, _ in known.points.values()), "a point is out of sight"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("laddr", []), "did you mean 'ladder'"),
        ((3, []), "a body to be cut free"),
        (("ladder", 3), "takes a list of arrows"),
        (("ladder", ["A"]), "one entry is 'A'"),
        (("ladder", [force("f", "Q", "up")]), "has the points A, M, P, B; got 'Q'"),
        (("ladder", [force("f", "A", "sideways")]), "got 'sideways'"),
        (("ladder", [force("f", "A", math.nan)]), "got 'nan'"),
        (("ladder", [moment("M", "A", 30)]), "counterclockwise, clockwise; got '30'"),
    ],
    ids=str,
)
def test_a_wrong_call_of_draw_gets_a_sentence(arguments, reason):
    with pytest.raises(ValueError, match=re.escape(reason)):
        draw(*arguments)


def test_an_untouched_cell_shows_the_bare_body():
    assert "nothing is drawn yet" in repr(draw("ladder", [])) + repr(draw("ladder", ...))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"points": {}}, "at least one point"),
        ({"points": {"A": (0, 0)}}, "must be (x, y, what it is)"),
        ({"points": {"A": (0, math.inf, "far")}}, "must be (x, y, what it is)"),
        ({"directions": {"up": 3}}, "has a meaning already"),
        ({"directions": {"there": math.nan}}, "angle in degrees"),
    ],
    ids=str,
)
def test_a_body_that_cannot_be_is_refused(change, reason):
    given = {"title": "It", "shapes": (), "points": {"A": (0, 0, "a point")}, "description": "A body."}
    with pytest.raises(ValueError, match=re.escape(reason)):
        CutBody(**{**given, **change})
