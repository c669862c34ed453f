"""`simulate` without a browser: what the player holds, and what it answers."""

import json
import subprocess
import sys

import numpy as np
import pytest

from mechanics import systems
from mechanics.drawing.frames import packed
from mechanics.drawing.playable import playable_of
from mechanics.drawing.window import settled, with_margin
from mechanics.model import ModelError
from mechanics.widgets import simulate
from tests.drawing.engine import code_of

ALL = systems.names()


def rows(widget) -> np.ndarray:
    return np.frombuffer(widget.data, "<f4").reshape(widget.run["count"], widget.run["columns"])


def column(widget, name: str) -> np.ndarray:
    return rows(widget)[:, widget.spec["variables"][name]["column"]]


@pytest.fixture
def cart():
    return simulate("cart_pendulum")


@pytest.mark.parametrize("id", ALL)
def test_every_system_can_be_played(id):
    widget = simulate(id, t=2.0)
    assert json.dumps(widget.spec)
    assert np.isfinite(rows(widget)).all()
    assert widget.error == ""
    assert widget.spec["plots"], "no plot is shown"
    for name, item in widget.spec["variables"].items():
        assert item["label"] and item["description"], f"{name} lacks a name or a meaning"
    assert all(item.unit for item in playable_of(id).quantities), "a quantity lacks a unit"


def test_data_are_the_simulation(cart):
    run = systems.load("cart_pendulum").numeric().simulate(t=np.linspace(0, 10, cart.run["count"]))
    assert column(cart, "phi") == pytest.approx(run.q[:, 1], abs=1e-4)
    assert column(cart, "s_d") == pytest.approx(run.q_d[:, 0], abs=1e-4)
    assert column(cart, "energy") == pytest.approx(run.energy, abs=1e-4)
    assert column(cart, "kinetic_energy") + column(cart, "potential_energy") == pytest.approx(
        column(cart, "energy"), abs=1e-5
    )


def test_a_moved_slider_changes_the_data_and_nothing_else(cart):
    spec, size, before = cart.spec, len(cart.data), cart.data
    cart.request = {"id": 1, "values": {"m_W": 2.0}}
    assert cart.run["answers"] == 1
    assert cart.run["values"]["m_W"] == 2.0
    assert len(cart.data) == size and cart.data != before
    assert cart.spec is spec, "the figure was rebuilt"
    expected = simulate("cart_pendulum", m_W=2.0)
    assert cart.data == expected.data


def test_run_and_data_travel_in_one_message(cart, monkeypatch):
    messages = []
    monkeypatch.setattr(
        cart, "send_state", lambda key=None: messages.append({key} if isinstance(key, str) else set(key))
    )
    cart.request = {"id": 1, "values": {"m_W": 2.0}}
    updates = [keys for keys in messages if keys & {"data", "run"}]
    assert len(updates) == 1 and {"data", "run"} <= updates[0], "the front end could see half of a run"


def test_sliders_move_starts_and_inputs_too(cart):
    cart.request = {"id": 1, "values": {"phi": 0.2, "s_d": 0.5, "f_e": 3.0}}
    assert column(cart, "phi")[0] == pytest.approx(0.2)
    assert column(cart, "s_d")[0] == pytest.approx(0.5)
    assert column(cart, "f_e") == pytest.approx(3.0)


def test_an_impossible_value_gives_a_message_and_keeps_the_run(cart):
    data, values = cart.data, cart.run["values"]
    cart.request = {"id": 7, "values": {"m_W": -1.0}}
    assert "m_W" in cart.error and "positive" in cart.error
    assert cart.data == data and cart.run["values"] == values
    assert cart.run["answers"] == 7, "the front end waits for an answer to each request"
    cart.request = {"id": 8, "values": {"m_W": 1.5}}
    assert cart.error == "" and cart.data != data


def test_a_run_that_cannot_be_drawn_gives_a_message(cart):
    data = cart.data
    cart.request = {"id": 1, "values": {"phi": float("inf")}}
    assert cart.error and cart.data == data
    with pytest.raises(ValueError, match="drawn"):
        packed(np.array([[1e300]]))


def test_an_error_in_a_law_of_the_user_reaches_the_user():
    def law(t):
        return 1.0 / law.divisor if law.divisor else {}["nothing here"]

    law.divisor = 2.0
    widget = simulate("cart_pendulum", u={"f_e": law}, t=1.0)
    law.divisor = 0.0
    widget.request = {"id": 3, "values": {"m_W": 2.0}}
    assert "nothing here" in widget.error and widget.run["answers"] == 3


@pytest.mark.parametrize(
    "request_values",
    [
        {"m_W": 2.5},
        {"phi": 0.25, "s": -0.5},
        {"phi_d": 1.0},
        {"f_e": 2.0},
        {"m_W": 0.5, "f_e": -1.0, "phi": -2.0},
    ],
)
def test_the_line_of_code_reproduces_the_run(request_values, tmp_path):
    widget = simulate("cart_pendulum", l_S=0.5, t=3.0)
    widget.request = {"id": 1, "values": request_values}
    code = code_of(widget, tmp_path)
    assert eval(code, {"simulate": simulate}).data == widget.data, code


def test_functions_as_inputs_have_no_slider():
    widget = simulate("cart_pendulum", u={"f_e": lambda t: np.sin(t)}, t=2.0)
    assert "f_e" not in [s["name"] for s in widget.spec["sliders"]]
    assert column(widget, "f_e")[-1] == pytest.approx(np.sin(2.0))


def test_sliders_can_be_chosen_with_ranges():
    widget = simulate("cart_pendulum", sliders={"m_W": (0.5, 4.0), "phi": None})
    mass, angle = widget.spec["sliders"]
    assert (mass["min"], mass["max"]) == pytest.approx((0.5, 4.0))
    assert angle["group"] == "Start"
    for slider in simulate("cart_pendulum").spec["sliders"]:
        assert slider["min"] <= slider["value"] <= slider["max"], slider["name"]


def test_plots_can_be_chosen():
    widget = simulate("cart_pendulum", plots=["phi", ("phi", "phi_d"), "energy bars", ("s", "phi")])
    chosen = [widget.spec["choices"][k] for k in widget.spec["plots"]]
    assert [(c.get("x", "t"), c["y"]) for c in chosen[:2]] == [("t", ["phi"]), ("phi", ["phi_d"])]
    assert chosen[2]["bars"]
    assert (chosen[3]["x"], chosen[3]["y"]) == ("s", ["phi"])


def test_several_quantities_can_share_a_plot_over_time():
    widget = simulate("cart_pendulum", plots=[("t", "s", "f_e")])
    (chosen,) = (widget.spec["choices"][k] for k in widget.spec["plots"])
    assert chosen["y"] == ["s", "f_e"] and chosen.get("x", "t") == "t"
    with pytest.raises(ModelError, match="Unknown plot 't'"):
        simulate("cart_pendulum", plots=["t"])


def test_dragging_finds_coordinates():
    widget = simulate("planar_manipulator", t=1.0)
    widget.request = {"id": 1, "values": {}, "drag": {"handle": 0, "x": 0.3, "y": 0.6}}
    end = systems.load("planar_manipulator").numeric().output("p_e", [column(widget, f"phi{i}")[0] for i in (1, 2)])
    assert end[:2] == pytest.approx([0.3, 0.6], abs=1e-3)


def test_dragging_out_of_reach_comes_as_near_as_it_can():
    widget = simulate("mathematical_pendulum", t=1.0)
    widget.request = {"id": 1, "values": {}, "drag": {"handle": 0, "x": 3.0, "y": -3.0}}
    assert widget.error == ""
    assert column(widget, "phi")[0] == pytest.approx(np.pi / 4, abs=0.02)


def test_window_rests_while_the_motion_fits():
    window = with_margin((-1.0, 1.0, -1.0, 1.0))
    assert settled(window, (-0.9, 0.9, -1.0, 0.8)) == window
    assert settled(window, (-3.0, 1.0, -1.0, 1.0))[0] < -3.0
    assert settled(window, (-0.1, 0.1, -0.1, 0.1))[1] < 0.2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: simulate("cart_pendulm"), "cart_pendulum"),
        (lambda: simulate("cart_pendulum", m_w=2.0), "m_W"),
        (lambda: simulate("cart_pendulum", m_W=-2.0), "positive"),
        (lambda: simulate("cart_pendulum", q0=[1.0]), "s, phi"),
        (lambda: simulate("cart_pendulum", x0=[1.0]), "q0"),
        (lambda: simulate("series_rlc_circuit", q0=[1.0, 0.0]), "x0"),
        (lambda: simulate("cart_pendulum", u={"fe": 1.0}), "f_e"),
        (lambda: simulate("cart_pendulum", u={"fe": lambda t: 1.0}), "f_e"),
        (lambda: simulate("cart_pendulum", t=-1.0), "end time"),
        (lambda: simulate("cart_pendulum", plots=["psi"]), "phi"),
        (lambda: simulate("series_rlc_circuit", plots=["energies"]), "u_C"),
        (lambda: simulate("cart_pendulum", sliders=["mass"]), "m_W"),
        (lambda: simulate("cart_pendulum", sliders={"m_W": (2.0, 1.0)}), "low < high"),
        (lambda: simulate("cart_pendulum", speed=0.0), "speed"),
    ],
)
def test_bad_input_is_one_clear_error(call, message):
    with pytest.raises(ModelError, match=message):
        call()


def test_missing_packages_are_named():
    code = "import sys; sys.modules['anywidget'] = None\nimport mechanics.widgets"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert 'pip install "mechanics-course[course]"' in result.stderr


def test_scenes_need_neither_matplotlib_nor_jupyter():
    code = (
        "import sys\nfrom mechanics import systems\n"
        "for id in systems.names()[::6]: systems.load(id).scene().compile()\n"
        "print([m for m in ('matplotlib', 'anywidget', 'ipywidgets', 'IPython') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_a_picture_is_as_accurate_as_the_system_asks_for():
    """The areal velocity of a planet is a flat line, also in the player."""
    player = simulate("kepler_area_law", t=10.0)
    column = player.spec["variables"]["area_rate"]["column"]
    rows = np.frombuffer(player.data, "<f4").reshape(player.run["count"], -1)
    assert np.ptp(rows[:, column]) < 1e-6


def test_the_numbers_of_what_is_shown(cart):
    assert cart.result["phi"] == pytest.approx(column(cart, "phi"), abs=1e-6)
    cart.request = {"id": 1, "values": {"m_W": 2.0, "phi": 0.4, "f_e": 1.5}}
    run = cart.result
    assert run.model.parameters["m_W"] == 2.0 and run.u["f_e"][0] == 1.5
    assert run["phi"] == pytest.approx(column(cart, "phi"), abs=1e-6)
    assert run.t[-1] == cart.run["end"] and run.energy == pytest.approx(column(cart, "energy"), abs=1e-4)


def test_a_request_that_fails_keeps_the_numbers(cart):
    before = cart.result
    cart.request = {"id": 1, "values": {"m_W": -1.0}}
    assert cart.result is before


@pytest.mark.parametrize("id", ["rocket", "chandelier", "trebuchet"])
def test_every_kind_of_motion_gives_a_run(id):
    widget = simulate(id, t=1.0)
    name = next(name for name, item in widget.spec["variables"].items() if item["main"])
    assert widget.result[name] == pytest.approx(column(widget, name), rel=1e-6, abs=1e-6)


def test_the_numbers_of_a_problem_are_its_outputs():
    widget = simulate("ladder_person")
    widget.request = {"id": 1, "values": {"m": 90.0}}
    assert widget.result == systems.load("ladder_person").solve(**widget.run["values"])


@pytest.mark.parametrize("id, says", [("cart_pendulum", "starts from q0 and q_d0; got x0"), ("chandelier", "takes no")])
def test_a_start_that_a_kind_of_system_does_not_have_is_named(id, says):
    with pytest.raises(ModelError, match=says):
        simulate(id, x0=[0.0, 0.0, 0.0, 0.0])


def test_what_is_not_a_system_is_refused():
    with pytest.raises(ModelError, match="cart_pendulum"):
        simulate(5)
