"""Bad input: one `ModelError` each that names the mend; never a silent NaN, never another exception."""

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.lagrange import Body, Damper, Force, LagrangianSystem, Moment, Spring, euler_lagrange
from mechanics.model import Coordinates, Inputs, ModelError, Parameters, SimulationError, t
from mechanics.poses import rotation
from mechanics.rotations import rotation_z

CART = systems.load("cart_pendulum")
MODEL = CART.numeric()
SPHERICAL = systems.load("spherical_pendulum").numeric()
ARM = systems.load("planar_manipulator").numeric()
NAN, INF = float("nan"), float("inf")
Q = Coordinates(x=("m", "position", 1.0), y=("m", "height"))
P = Parameters(m=(2.0, "kg", "mass"), c=(3.0, "", "stiffness"))
U = Inputs(f=("N", "force"))


def built(**changes) -> LagrangianSystem:
    """A free mass in the plane with something changed; the derivation has been asked for."""
    parts = {
        "coordinates": Q,
        "parameters": P,
        "inputs": U,
        "bodies": [Body(P.m, (Q.x, Q.y))],
        "title": "free mass",
    }
    system = LagrangianSystem(**(parts | changes))
    system.terms  # noqa: B018 - the equations are derived when first asked for
    return system


# (what is called, what the message must say)
CALLS = {
    "unknown parameter": (lambda: CART.numeric(m_w=1.0), "Unknown parameter 'm_w'.*m_W.*Valid names"),
    "parameter of another system": (
        lambda: CART.numeric(tau=1.0),
        "Unknown parameter 'tau'.*Valid names.*rho_S",
    ),
    "zero mass": (lambda: CART.numeric(m_W=0.0), "m_W .mass of the cart. must be positive; got 0"),
    "negative mass": (lambda: CART.numeric(m_W=-1.0), "must be positive; got -1"),
    "negative damping": (lambda: CART.numeric(d_R=-0.1), "d_R.*must be nonnegative; got -0.1"),
    "NaN as a parameter": (lambda: CART.numeric(l_S=NAN), "l_S must be a finite number in m; got nan"),
    "infinite parameter": (lambda: CART.numeric(l_S=INF), "l_S must be a finite number in m; got inf"),
    "text as a parameter": (lambda: CART.numeric(l_S="2"), "l_S must be a finite number in m; got '2'"),
    "None as a parameter": (lambda: CART.numeric(l_S=None), "l_S must be a finite number in m; got None"),
    "list as a parameter": (lambda: CART.numeric(l_S=[1, 2]), "l_S must be a finite number"),
    "complex parameter": (lambda: CART.numeric(l_S=1j), "l_S must be a finite number"),
    "too few coordinates": (lambda: MODEL.accelerations([0.1]), r"shape \(..., 2\).*s, phi.*got \(1,\)"),
    "too many coordinates": (lambda: MODEL.accelerations([0.1, 0.2, 0.3]), r"got \(3,\)"),
    "a number as q": (lambda: MODEL.mass_matrix(0.1), r"q must have the shape \(..., 2\)"),
    "text as q": (lambda: MODEL.mass_matrix(["a", "b"]), "q must be numbers"),
    "None as q": (lambda: MODEL.mass_matrix(None), "q must be"),
    "ragged q": (lambda: MODEL.mass_matrix([[1, 2], [3]]), "q must be numbers"),
    "transposed states": (lambda: MODEL.accelerations(np.zeros((2, 100))), r"got \(2, 100\)"),
    "NaN in q": (lambda: MODEL.accelerations([0.1, NAN]), r"q must be finite, without NaN; got \[0.1, nan\]"),
    "NaN in q_d": (lambda: MODEL.kinetic_energy([0.1, 0.2], [NAN, 0]), "q_d must be finite"),
    "NaN in one of many states": (
        lambda: MODEL.potential_forces([[0, 0], [1, NAN], [2, 2]]),
        r"q must be finite, without NaN; got \[1.0, nan\]",
    ),
    "NaN as time": (lambda: MODEL.accelerations([0, 0], t=NAN), "time t must be finite"),
    "numbers of states that do not fit": (
        lambda: MODEL.accelerations(np.zeros((3, 2)), np.zeros((4, 2))),
        r"do not fit: q has the shape \(3, 2\), q_d .*\(4, 2\)",
    ),
    "inputs that do not fit": (
        lambda: MODEL.accelerations(np.zeros((3, 2)), u={"f_e": np.zeros(4)}),
        "do not fit",
    ),
    "unknown input": (lambda: MODEL.accelerations([0, 0], u={"f": 1.0}), "Unknown input 'f'.*f_e"),
    "input without a name": (
        lambda: MODEL.accelerations([0, 0], u=3.0),
        "by name, for example u={'f_e': 1.0}; got 3.0",
    ),
    "NaN as an input": (
        lambda: MODEL.accelerations([0, 0], u={"f_e": NAN}),
        "input f_e must be a finite number",
    ),
    "NaN in an array of inputs": (
        lambda: MODEL.accelerations([0, 0], u={"f_e": [1.0, NAN]}),
        "input f_e must be finite",
    ),
    "text as an input": (
        lambda: MODEL.accelerations([0, 0], u={"f_e": "1"}),
        "input f_e must be a finite number",
    ),
    "input where there is none": (
        lambda: systems.load("mathematical_pendulum").numeric().accelerations([0.0], u={"f": 1.0}),
        "Unknown input 'f'.*There is no input here",
    ),
    "unknown output": (lambda: ARM.output("p_E", [0, 0]), "Unknown output 'p_E'.*p_e"),
    "unknown symbol": (lambda: MODEL.evaluate([sp.Symbol("m_w")], [0, 0]), "Unknown symbol 'm_w'.*m_W"),
    "an expression alone": (lambda: MODEL.evaluate(CART.parameters.m_W + 1, [0, 0]), r"list of expressions"),
    "a function without code": (lambda: MODEL.evaluate([sp.zeta(Q.x)], [0, 0]), "x|zeta"),
    "a state of the wrong length": (
        lambda: MODEL.state_derivative(0.0, [0, 0, 0]),
        r"\(..., 4\), for .* s, phi, s_d, phi_d; got \(3,\)",
    ),
    "singular mass matrix": (
        lambda: SPHERICAL.accelerations([0.0, 0.3], [1.0, 1.0]),
        "mass matrix is singular",
    ),
    "almost singular mass matrix": (
        lambda: SPHERICAL.accelerations([np.pi, 0.3], [0, 0], {"f_ex": 1.0}),
        "mass matrix is singular",
    ),
    "singular mass matrix among many": (
        lambda: SPHERICAL.accelerations([[0.5, 0.0], [0.0, 0.3]], [[1.0, 1.0]] * 2),
        r"mass matrix is singular at q = \[0.0, 0.3\]",
    ),
    "a mass matrix that is singular but for rounding": (
        lambda: (
            built(bodies=[Body(P.m, (sp.exp(Q.x / 10 + 3 * Q.y / 10), 0))]).numeric().accelerations([0.3, 0.7], [1, 2])
        ),
        r"mass matrix is singular at q = \[0.3, 0.7\]",
    ),
    "two coordinates that are the same motion": (
        lambda: built(bodies=[Body(P.m, (Q.x + Q.y, 0))]).numeric().accelerations([0.3, 0.7]),
        "singular everywhere: some motion of x, y moves no mass",
    ),
    "the same, only with these parameters": (
        lambda: (
            built(bodies=[Body(P.m, (Q.x + Q.y, 0)), Body(P.c - 3, (Q.y, 0))], gravity=(1, 0, 0))
            .numeric()
            .accelerations([0.3, 0.7])
        ),
        "division by zero, such as by a singular mass matrix",
    ),
    "linearization at a singular point": (lambda: SPHERICAL.linearize([0.0, 0.3]), "mass matrix is singular"),
    "a force that is not defined": (
        lambda: systems.load("planar_manipulator").numeric(l0A=0.9, h0A=0.0).potential_forces([0.0, 0.0]),
        "No finite value of potential forces at phi1 = 0, phi2 = 0",
    ),
    "the same among many": (
        lambda: systems.load("planar_manipulator").numeric(l0A=0.9, h0A=0.0).potential_forces([[1.0, 0.0], [0.0, 0.0]]),
        "No finite value of potential forces at phi1 = 0, phi2 = 0",
    ),
    "root of a negative number": (
        lambda: MODEL.evaluate([sp.sqrt(CART.coordinates.s)], [-1, 0]),
        "No finite value",
    ),
    "root of a negative number among many": (
        lambda: MODEL.evaluate([sp.sqrt(CART.coordinates.s)], [[1, 0], [-1, 0]]),
        r"No finite value of sqrt\(s\) at s = -1, phi = 0",
    ),
    "unknown system": (lambda: systems.load("cart_pendulm"), "Unknown system 'cart_pendulm'.*cart_pendulum"),
    "no system at all": (lambda: systems.load(""), "Unknown system"),
    # simulations
    "start of the wrong length": (lambda: MODEL.simulate([0.1]), r"q0 must have the shape"),
    "NaN at the start": (lambda: MODEL.simulate([NAN, 0]), "q0 must be finite"),
    "many starts at once": (lambda: MODEL.simulate(np.zeros((3, 2))), "q0 must be 2 finite numbers"),
    "end time zero": (lambda: MODEL.simulate(t=0.0), "end time must be a positive number of seconds; got 0.0"),
    "negative end time": (lambda: MODEL.simulate(t=-1), "end time must be"),
    "NaN as end time": (lambda: MODEL.simulate(t=NAN), "end time must be"),
    "times that go back": (lambda: MODEL.simulate(t=[0.0, 1.0, 0.5]), "increasing"),
    "tolerance zero": (lambda: MODEL.simulate(t=1, rtol=0.0), "Tolerances must be positive"),
    "unknown input of a simulation": (
        lambda: MODEL.simulate(t=1, u={"F_e": 1.0}),
        "Unknown input 'F_e'.*f_e",
    ),
    "unknown input law": (lambda: MODEL.simulate(t=1, u={"F_e": lambda t, x: 1.0}), "Unknown input 'F_e'"),
    "NaN as a constant input": (
        lambda: MODEL.simulate(t=1, u={"f_e": NAN}),
        "input f_e must be a finite number",
    ),
    "a law that gives NaN": (
        lambda: MODEL.simulate(t=1, u={"f_e": lambda t, x: NAN if t > 0.5 else 1.0}),
        "input f_e must give a finite number; got nan at t = 0.5",
    ),
    "a law that gives None": (
        lambda: MODEL.simulate(t=1, u={"f_e": lambda t, x: None}),
        "input f_e must give",
    ),
    "a law that gives text": (
        lambda: MODEL.simulate(t=1, u={"f_e": lambda t, x: "a"}),
        "input f_e must give",
    ),
    "a law that gives two numbers": (
        lambda: MODEL.simulate(t=1, u={"f_e": lambda t, x: np.array([1.0, 2.0])}),
        "input f_e must give",
    ),
    "a motion through a singular point": (
        lambda: SPHERICAL.simulate([0.0, 0.0], [1.0, 1.0], 1.0),
        "singular|stopped",
    ),
    "a time outside the simulation": (lambda: MODEL.simulate(t=1.0).at(2.0), "runs from 0 to 1 s"),
    "an unknown history": (lambda: MODEL.simulate(t=1.0)["psi"], "Unknown output 'psi'"),
    # declarations
    "negative default": (lambda: Parameters(m=(-1.0, "kg", "mass")), "m .mass. must be positive; got -1"),
    "unknown domain": (
        lambda: Parameters(m=(1.0, "kg", "mass", "big")),
        "domain of m must be one of positive",
    ),
    "a parameter without unit": (
        lambda: Parameters(m=(1.0,)),
        "m must be described by a tuple .default, unit, desc",
    ),
    "a parameter as a number": (lambda: Parameters(m=1.0), "m must be described by a tuple"),
    "a coordinate without description": (
        lambda: Coordinates(x=("m",)),
        "x must be described by a tuple .unit, desc",
    ),
    "too long a description": (
        lambda: Inputs(f=("N", "force", 0.0, "f", 3)),
        "f must be described by a tuple",
    ),
    "a system without bodies": (lambda: built(bodies=[]), "No body moves with the coordinate x"),
    "a coordinate without mass": (
        lambda: built(bodies=[Body(P.m, (Q.x, 0))]),
        "No body moves with the coordinate y.*Give a body mass",
    ),
    "an unknown symbol in a position": (
        lambda: built(bodies=[Body(P.m, (Q.x, Q.y + sp.Symbol("h")))]),
        "uses h in the Body",
    ),
    "an unknown symbol in a spring": (lambda: built(springs=[Spring(Q.x, sp.Symbol("c_2"))]), "uses c_2 in the Spring"),
    "an unknown symbol in a force": (lambda: built(forces=[Force((sp.Symbol("F"), 0), (Q.x, 0))]), "F in the Force"),
    "a rate in a position": (lambda: built(bodies=[Body(P.m, (Q.x + Q.x.diff(t), Q.y))]), "may not contain rates"),
    "a rate in the potential": (lambda: built(potential=Q.x.diff(t) ** 2).mass_matrix, "linear in the rates"),
    "an unknown generalized force": (lambda: built(generalized_forces={"z": U.f}), "Unknown coordinate 'z'"),
    "states that are not complete": (lambda: built(states={"x": Q.x}), "states must be every coordinate"),
    "a mass that changes in time": (lambda: Body(P.m * t, (Q.x, 0)), "must be constant"),
    "a negative mass in a body": (
        lambda: Body(-1, (Q.x, 0), name="load"),
        "mass of load must be constant and not neg",
    ),
    "an inertia of four numbers": (
        lambda: Body(1, (Q.x, 0), (1, 2, 3, 4)),
        "An inertia is one value about z",
    ),
    "an inertia that is not symmetric": (
        lambda: Body(1, (Q.x, 0), [[1, 2, 0], [0, 1, 0], [0, 0, 1]]),
        "symmetric 3x3 matrix",
    ),
    "a spring law without integral": (
        lambda: built(springs=[Spring(Q.x, lambda x: sp.sin(sp.sin(x)))]),
        "no integral in closed form",
    ),
    "a rate in a spring": (
        lambda: built(springs=[Spring(Q.x - Q.y.diff(t), P.c)]),
        "uses y_d,.*may not contain rates",
    ),
    "a rate in a damper": (
        lambda: built(dampers=[Damper(Q.x - Q.y.diff(t), P.c)]),
        "uses y_d,.*may not contain rates",
    ),
    "a coordinate in an abbreviation": (
        lambda: built(abbreviations={sp.Symbol("k"): P.c * Q.x}),
        "abbreviation k may contain parameters.*got x in it",
    ),
    "an unknown symbol in an abbreviation": (
        lambda: built(abbreviations={sp.Symbol("k"): sp.Symbol("c_2")}),
        "abbreviation k may contain parameters.*got c_2 in it",
    ),
    "a name twice": (lambda: built(inputs=Inputs(m=("N", "force"))), "name m is used twice"),
    "a name that is a rate": (
        lambda: built(parameters=Parameters(m=(1.0, "kg", "m"), x_d=(1.0, "m", "x"))),
        "x_d is used twice",
    ),
    "a reserved name": (lambda: built(inputs=Inputs(t=("N", "force"))), "name 't' cannot be used"),
    "a function as a name": (lambda: built(inputs=Inputs(sin=("N", "force"))), "name 'sin' cannot be used"),
    "a keyword as a name": (
        lambda: built(inputs=Inputs(**{"lambda": ("N", "force")})),
        "'lambda' cannot be used",
    ),
    "different numbers of forces": (
        lambda: euler_lagrange(Q.x.diff(t) ** 2, [Q.x], [0, 1]),
        "One generalized force",
    ),
    "a coordinate without time": (lambda: euler_lagrange(0, [sp.Symbol("x")]), "does not depend on the time"),
    "no scene": (lambda: built().scene(), "has no scene"),
}


@pytest.mark.parametrize("name", CALLS)
def test_one_clear_error(name):
    call, message = CALLS[name]
    with pytest.raises(ModelError, match=message) as caught:
        call()
    text = str(caught.value)
    assert len(text) < 700 and "\n" not in text, f"one clear sentence or two were expected: {text}"
    assert caught.value.__cause__ is None and (caught.value.__suppress_context__ or not caught.value.__context__), (
        "the reader should see one error, not a chain of them"
    )


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: built(gravity=9.81), "gravity must be a vector with 2 or 3 components; got 9.81."),
        (lambda: built(gravity=(0, 0, 0, 1)), "gravity must be a vector .* got \\(0, 0, 0, 1\\)."),
        (lambda: Force((1, 0), (Q.x,)), "must be a vector with 2 or 3 components; got \\(x,\\)."),
    ],
)
def test_vectors_have_two_or_three_components(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_a_force_without_limit_runs_away():
    q = Coordinates(x=("m", "position", 1.0))
    p = Parameters(m=(1.0, "kg", "mass"))
    pushed = LagrangianSystem(
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m, (q.x, 0))],
        forces=[Force((q.x**3, 0), (q.x, 0))],
        title="runaway",
    )
    with pytest.raises(SimulationError, match=r"t = \d"):
        pushed.numeric().simulate(t=10.0)
    slow = LagrangianSystem(
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m, (q.x, 0))],
        forces=[Force((q.x, 0), (q.x, 0))],
        title="slow",
    )
    with pytest.raises(SimulationError, match="ran away at t = 2"):
        slow.numeric().simulate(t=40.0)


def test_a_law_that_raises_is_not_hidden():
    def law(t: float, x: np.ndarray) -> float:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        MODEL.simulate(t=1.0, u={"f_e": law})


def test_pole_of_the_spherical_pendulum_is_fine_where_nothing_divides_by_zero():
    assert np.isfinite(SPHERICAL.mass_matrix([0.0, 0.0])).all()
    assert SPHERICAL.potential_energy([0.0, 0.0]) == 0.0


def test_a_damper_to_the_ground_is_no_mass():
    with pytest.raises(ModelError, match="No body moves with the coordinate y"):
        built(bodies=[Body(P.m, (Q.x, 0))], dampers=[Damper(Q.y, P.c)])


def test_a_moment_needs_a_frame_that_turns():
    """A moment on a body that cannot turn does no work: zero, not an error."""
    system = built(moments=[Moment((0, 0, 1.0 * U.f), rotation(rotation_z(0)))])
    assert system.generalized_forces.tolist() == [[0], [0]]
