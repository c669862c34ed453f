"""Units of a description are read, and what a system adds up has one unit."""

import warnings

import pytest
import sympy as sp

from mechanics import systems
from mechanics.dimensions import DimensionError, UnitWarning, dimension_of, dimensions_by_name, rate_of
from mechanics.lagrange import Body, Damper, Force, LagrangianSystem, Moment, Spring
from mechanics.model import Coordinates, Inputs, ModelError, Parameters
from mechanics.poses import rotation, translation
from mechanics.problem import Given, Outputs, Problem
from mechanics.rotations import rotation_z
from mechanics.state_space import Mode, States, StateSpaceSystem, Transition
from mechanics.units import parse_unit, unit_text

J = parse_unit("J")[1]
LAGRANGIAN = [id for id in systems.names() if isinstance(systems.load(id), LagrangianSystem)]


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("id", LAGRANGIAN)
def test_every_row_of_the_equations_adds_up_one_unit(id):
    """M q̈ + C q̇ + g = f, entry by entry, and the energies: a proof apart from the check of the elements."""
    system = systems.load(id)
    groups = (system.parameters, system.inputs, system.coordinates)
    known = dimensions_by_name({v.name: v.unit for group in groups for v in group.values()})
    q = [known[name] for name in system.coordinates]
    known |= {f"{name}_d": rate_of(known[name]) for name in system.coordinates}
    wanted = [minus(J, x) for x in q]
    for i, row in enumerate(wanted):
        for value, name in ((system.potential_forces[i], "g"), (system.generalized_forces[i], "f")):
            assert dimension_of(value, known) in (None, row), f"{name}[{i}] of {id} is no {unit_text(row)}"
        for j, column in enumerate(q):
            M, C = system.mass_matrix[i, j], system.coriolis_matrix[i, j]
            assert dimension_of(M, known) in (None, minus(row, rate_of(column, 2))), f"M[{i}, {j}] of {id}"
            assert dimension_of(C, known) in (None, minus(row, rate_of(column))), f"C[{i}, {j}] of {id}"
    assert dimension_of(system.lagrangian, known) in (None, J)


Q = Coordinates(s=("m", "way"), phi=("rad", "angle"))
S, PHI = Q.symbols
U = Inputs(f=("N", "force"), tau=("N m", "moment"))


def described(**changes):
    """A sliding mass with a rod, a spring, a damper, a force and a moment; units can be changed."""
    units = {"m": "kg", "I": "kg m^2", "l": "m", "c": "N/m", "d": "N s/m", "g": "m/s^2", "w": "1/s"} | changes
    p = Parameters(**{name: (1.0, unit, name) for name, unit in units.items()})
    frame = translation(S) @ rotation(rotation_z(PHI))
    return LagrangianSystem(
        coordinates=Q, parameters=p, inputs=U, gravity=(0, -p.g, 0),
        bodies=[Body(p.m, frame @ translation(p.l), p.I, name="rod")],
        springs=[Spring(S - p.l, p.c)], dampers=[Damper(S, lambda v: p.d * v)],
        forces=[Force((U.f, 0), frame.p)], moments=[Moment((0, 0, U.tau), frame)],
        generalized_forces={"phi": -p.c * p.l**2 * PHI},
        outputs={"v": (S.diff(sp.Symbol("t")) + p.w * p.l, "m/s", "speed")},
    )  # fmt: skip


WRONG = {
    "m": ("N", r"The mass of the body rod must have the unit kg; got m with the unit N"),
    "I": ("kg m", r"The inertia of the body rod must have the unit kg m.2; got I with the unit"),
    "l": ("rad", r"The position of the body rod does not fit together: .*l in 1"),
    "c": ("N", r"The force of the spring 1 must have the unit N; got .* with the unit N m. The units given: c in N"),
    "d": ("N/m", r"The force of the damper 1 must have the unit N; got d\*rate"),
    "g": ("m/s", r"The gravity must have the unit m/s\^2; got -g with the unit m/s"),
    "w": ("m/s", r"The output v does not fit together"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_unit_names_the_element(name):
    unit, sentence = WRONG[name]
    described().outputs  # noqa: B018  (right as it is)
    with pytest.raises(ModelError, match=sentence):
        described(**{name: unit}).outputs  # noqa: B018


@pytest.mark.parametrize("unit", ["meters", "kg*", "5 m m m)", 3, None, "m/s²²"])
def test_a_unit_that_is_none_is_refused(unit):
    with pytest.raises(ModelError, match="The unit of m must be one such as kg, N m/rad or m/s"):
        Parameters(m=(1.0, unit, "mass"))


@pytest.mark.parametrize(
    ("expression", "unit"),
    [
        ("m*a", "N"), ("m*v**2/2", "J"), ("sqrt(c/m)", "1/s"), ("F*x - m*v**2", "J"), ("atan2(x, l)", "1"),
        ("exp(-w*T)*x", "m"), ("Piecewise((x, v > 3), (l, True))", "m"), ("Abs(x) + Max(l, x)", "m"),
        ("x + 0.2", "m"), ("sin(w*T)*F", "N"), ("x**2*sign(v)", "m^2"),
    ],
)  # fmt: skip
def test_dimension_of_a_formula(expression, unit):
    units = {"m": "kg", "a": "m/s^2", "v": "m/s", "c": "N/m", "F": "N", "x": "m", "l": "m", "w": "rad/s", "T": "s"}
    found = dimension_of(sp.sympify(expression, {name: sp.Symbol(name) for name in units}), dimensions_by_name(units))
    assert found == parse_unit(unit)[1]


@pytest.mark.parametrize("expression", ["x + v", "sin(x)", "x**x", "Max(x, v)", "x*v + x", "atan2(x, v)", "exp(v/x)"])
def test_what_does_not_fit_together(expression):
    units = {"v": "m/s", "x": "m"}
    names = {name: sp.Symbol(name) for name in units}
    with pytest.raises(DimensionError):
        dimension_of(sp.sympify(expression, names), dimensions_by_name(units))


def test_plain_numbers_fit_every_unit():
    """A description may use numbers where it does not care for names."""
    LagrangianSystem(
        coordinates=Q, parameters=Parameters(),
        bodies=[Body(2, translation(S + 1)), Body(1, (sp.cos(PHI), sp.sin(PHI)), 3)],
        gravity=(0, -9.81, 0), springs=[Spring(S, 40)], forces=[Force((9.81 * S, 0), (S, 0))],
    )  # fmt: skip


def test_equations_in_state_space_warn():
    """Van der Pol's equation, for one, is written without units; with units that contradict it there is a warning."""
    mu = Parameters(mu=(3.0, "1", "damping"))
    for unit, rate, fits in (("", "", True), ("m", "m/s", False)):
        x = States(x=(unit, "x", 1.0), v=(rate, "v", 0.0))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            equations = {x.x: x.v, x.v: mu.mu * (1 - x.x**2) * x.v - x.x}
            StateSpaceSystem(states=x, parameters=mu, equations=equations)
        assert fits is not any(issubclass(w.category, UnitWarning) for w in caught)


def test_a_reset_with_another_unit_warns():
    x = States(h=("m", "height", 1.0), v=("m/s", "speed"))
    p = Parameters(e=(0.5, "m", "restitution"), g=(9.81, "m/s^2", "gravity"))
    bounce = Transition("impact", x.h, -1, reset={x.v: -p.e * x.v})
    with pytest.warns(UnitWarning, match=r"The reset of v in the transition 'impact' must have the unit m/s"):
        StateSpaceSystem(states=x, parameters=p, modes={"": Mode({x.h: x.v, x.v: -p.g}, [bounce])})


def test_a_formula_of_a_problem_has_the_unit_of_its_output():
    p = Given(m=(1.0, "kg", "mass"), g=(9.81, "m/s^2", "gravity"), r=((0, 0, 1), "m", "arm", "real"))
    y = Outputs(f=("N", "weight"), tau=("N m", "moment", "", 3))
    weight = p.m * p.g
    right = {"f": weight, "tau": p.r.cross(sp.Matrix([0, 0, -y.f]))}
    assert Problem(parameters=p, outputs=y, formulas=right).solve()["f"] == pytest.approx(9.81)
    with pytest.raises(ModelError, match=r"The formula of f must have the unit N; got m with the unit kg"):
        Problem(parameters=p, outputs=y, formulas={**right, "f": p.m})
