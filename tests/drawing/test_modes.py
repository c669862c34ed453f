"""A system with modes says in its plots which one it is in."""

import numpy as np

from mechanics import systems
from mechanics.widgets import simulate


def test_the_mode_travels_with_the_run():
    widget = simulate("stick_slip_block", x0=[0.0, 2.0], t=8.0)
    modes = widget.spec["modes"]
    values = np.frombuffer(widget.data, "<f4").reshape(widget.run["count"], widget.run["columns"])
    shown = [modes["names"][int(k)] for k in values[:, modes["column"]]]
    times = np.linspace(0, 8, len(shown))
    run = systems.load("stick_slip_block").numeric().simulate([0.0, 2.0], times)
    assert shown == [name.replace("_", " ") for name in run.mode]
    assert len(set(shown)) == 2, "it slips, then it sticks"


def test_where_there_is_one_mode_none_is_shown():
    assert simulate("cart_pendulum").spec["modes"]["names"] == []
