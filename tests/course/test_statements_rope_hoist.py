"""What the chapter on the rope hoist (A.9) says in words and numbers is so."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.hoist_force import hoist_force


class TestHoist:
    def test_numbers_of_the_answer(self):
        y = hoist_force().solve()
        assert (y["f"], y["dV"], y["W_R"], y["dT"]) == pytest.approx((838.7, 744.4, 688.7, 244.2), abs=0.05)
        assert hoist_force().solve(s1=1.0)["f"] == pytest.approx(961, abs=0.5), "half the way"

    def test_range_in_which_nothing_moves(self):
        model = systems.load("rope_hoist").numeric()
        for f, moves in ((27.0, True), (30.0, False), (710.0, False), (718.0, True)):
            assert (model.simulate([0.5], [0.0], 1.0, {"f": f})["s_d"][-1] != 0) == moves
        run = model.simulate([0.3], [2.0], 3.0, {"f": 717.0})
        assert run["s_d"][-1] == pytest.approx(2.0, abs=0.02)

    def test_it_takes_longer_down_than_up(self):
        run = systems.load("rope_hoist").numeric().simulate([0.3], [2.0], np.linspace(0, 20, 2001), {"f": 0.0})
        top = run.t[np.argmax(run["s"])]
        back = run.t[(run["s"] < 0.3) & (run.t > top)][0]
        assert back - top > 2 * top

    def test_there_is_a_best_drum(self):
        ways = [
            systems.load("rope_hoist").numeric(m2=20.0, r1=r1).simulate([0.0], t=1.2, u={"f": 900.0})["s"][-1]
            for r1 in (0.4, 0.89, 1.4)
        ]
        assert ways[1] > max(ways[0], ways[2])
