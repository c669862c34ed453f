"""Named quantities: order, attributes, defaults, messages."""

import pickle

import pytest

from mechanics.model import Coordinates, Inputs, ModelError, Parameters, t, unknown_name

P = Parameters(
    m_W=(1.5, "kg", "mass of the cart"),
    s_W0=(-0.5, "m", "relaxed position", "real"),
    d=(0, "N s/m", "d", "nonnegative"),
)
Q = Coordinates(s=("m", "position"), phi=("rad", "angle", 0.5, r"\varphi_S"))
U = Inputs(f_e=("N", "force", 2.0))


def test_quantities_are_mappings_in_order_with_symbols_as_attributes():
    assert list(P) == ["m_W", "s_W0", "d"] and len(P) == 3 and "d" in P and "x" not in P
    assert P.symbols == [P.m_W, P.s_W0, P.d] and P["m_W"].symbol is P.m_W
    assert P.defaults == {"m_W": 1.5, "s_W0": -0.5, "d": 0.0} and U.defaults == {"f_e": 2.0}
    assert (P["m_W"].unit, P["m_W"].description, P["s_W0"].domain) == ("kg", "mass of the cart", "real")
    assert Q["phi"].default == 0.5 and Q["phi"].latex == r"\varphi_S" and Q["s"].default == 0.0
    assert "m_W = 1.5 kg: mass of the cart" in repr(P)


def test_domains_become_assumptions():
    assert P.m_W.is_positive and P.s_W0.is_real and P.s_W0.is_positive is None
    assert P.d.is_nonnegative and P.d.is_positive is None and U.f_e.is_real
    assert Q.phi.is_real and Q.phi.diff(t).is_real


def test_values_override_defaults_by_name():
    assert P.values_with({"m_W": 3}) == {"m_W": 3.0, "s_W0": -0.5, "d": 0.0}
    assert P.values_with(None) == P.defaults
    assert P.defaults["m_W"] == 1.5, "the defaults were changed"


def test_an_unknown_name_is_told_with_the_nearest_ones():
    with pytest.raises(ModelError, match="Unknown parameter 'm_w'. Did you mean m_W.* Valid names: m_W, s_W0, d."):
        P["m_w"]
    with pytest.raises(AttributeError, match="Unknown coordinate 'psi'"):
        _ = Q.psi
    assert P.get("nothing") is None and P.get("nothing", 3) == 3
    assert unknown_name("x", [], "input") == "Unknown input 'x'. There is no input here."


def test_quantities_survive_pickling():
    again = pickle.loads(pickle.dumps(P))
    assert again.symbols == P.symbols and again.defaults == P.defaults
    assert pickle.loads(pickle.dumps(Q)).phi == Q.phi
