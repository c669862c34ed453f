"""Flexible bodies as JSON: the same numbers come back, and every mistake is told by its path."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics.flexible import Nodes, StandardData, from_json, to_json
from mechanics.flexible.exchange import STORED
from mechanics.model import ModelError

from .bodies import body, stiffness


def text(n_q: int = 2, change=None) -> str:
    """A body of two modes with its nodes; `change` may spoil the document."""
    data, nodes = body(1, n_q, K_e=stiffness(1, n_q), D_e=0.1 * stiffness(2, n_q))
    document = json.loads(to_json(data, Nodes(nodes.R_0, nodes.Phi, 0.3 * nodes.Phi)))
    if change is not None:
        change(document)
    return json.dumps(document)


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(0, 4))
def test_a_body_comes_back_to_the_last_bit(seed, n_q):
    data, nodes = body(seed, n_q, K_e=stiffness(seed, n_q), K_geo=np.ones((6, n_q, n_q)) / 3)
    again, nodes_again = from_json(to_json(data, nodes))
    for name in STORED:
        assert np.array_equal(getattr(again, name), getattr(data, name)), f"{name} has changed"
    for name in ("R_0", "Phi", "Psi"):
        assert np.array_equal(getattr(nodes_again, name), getattr(nodes, name)), f"nodes.{name} has changed"


def test_nodes_and_stiffness_may_be_left_out():
    data, _ = body(1, 2)

    def only_the_integrals(document):
        for name in ("K_e", "D_e", "K_geo", "nodes"):
            document.pop(name)

    again, nodes = from_json(text(change=only_the_integrals))
    assert np.array_equal(again.C3, data.C3) and not again.K_e.any() and len(nodes) == 0


def test_a_table_may_carry_c5_and_c6_if_they_agree():
    data, _ = body(1, 2)
    from_json(text(change=lambda d: d.update(C5=data.C5.tolist(), C6=data.C6.tolist())))
    with pytest.raises(ModelError, match="C6.*must hold"):
        from_json(text(change=lambda d: d.update(C6=(-data.C6).tolist())))


def put(*path, value):
    """A change of one entry of the document."""

    def change(document):
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("C3", 0, 2, 1, 0, value="x"), r"C3\[0\]\[2\]\[1\]\[0\]: a finite number expected, got 'x'"),
        (put("c0", 1, value=float("nan")), r"c0\[1\]: a finite number expected, got nan"),
        (put("c0", 1, value=True), r"c0\[1\]: a finite number expected, got True"),
        (put("C4", 1, value=[[1, 2, 3]]), r"C4\[1\]: a list of 3 x 3 numbers expected, got a list of 1 entries"),
        (put("m", value=None), "m: missing, a finite number expected"),
        (lambda d: d.pop("I0"), "I0: missing, a list of 3 x 3 numbers expected"),
        (put("Ke", value=[[1]]), "Ke: unknown, K_e may be meant"),
        (put("nodes", "Phi", 3, value=1), r"nodes.Phi\[3\]: a list of 3 x 2 numbers expected, got 1"),
        (put("nodes", "R0", value=1), "nodes.R0: unknown, R_0 may be meant"),
        (put("nodes", value=[1, 2]), "nodes: an object with R_0, Phi, Psi expected"),
        (put("n_q", value="two"), "n_q: the number of modes expected, got 'two'"),
        (put("n_q", value=3), r"C1\[0\]: a list of 3 numbers expected, got a list of 2 entries"),
        (put("version", value=7), "version: 1 expected, got 7"),
        (put("format", value="rigid"), "format: 'flexible body' expected, got 'rigid'"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_by_its_path(change, message):
    with pytest.raises(ModelError, match=message):
        from_json(text(change=change))


def test_all_mistakes_come_at_once_and_endless_lists_are_cut():
    def change(document):
        document["C1"] = [["?"] * 2] * 3
        document["C2"] = [["?"] * 2] * 3

    with pytest.raises(ModelError, match=r"C1\[0\]\[0\].*C2\[0\]\[1\].*; and 4 more"):
        from_json(text(change=change))


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ('{"m": 1,}', "not JSON.*line 1, column"),
        ("[1, 2]", "A flexible body is a JSON object"),
        ('{"m": 1, "m": 2}', "m: given more than once"),
    ],
)
def test_other_texts_are_refused(broken, message):
    with pytest.raises(ModelError, match=message):
        from_json(broken)


def test_data_that_no_body_has_are_refused_as_everywhere():
    with pytest.raises(ModelError, match="mass m must be positive"):
        from_json(text(change=put("m", value=-1)))


def test_a_rigid_body_has_no_modes():
    data = StandardData.rigid(2.0, (0, 0, 0.1), np.diag([1, 1, 0.5]))
    again, _ = from_json(to_json(data))
    assert again.n_q == 0 and again.C3.shape == (3, 3, 0, 0) and np.array_equal(again.I0, data.I0)
