"""Judging answers: what a student computed becomes plain data, the data is judged against a key.

In a test cell (the one line a student sees, and the hidden one)::

    from mechanics.checks import check, verify

    check("cart-pendulum/kinetic-energy", T)          # judged by the entry of that name in ``key.json``
    ### BEGIN HIDDEN TESTS
    verify("cart-pendulum/kinetic-energy", T, "(m_W + m_S)*s_d**2/2 + ...", domain="cart_pendulum",
           mistakes={"The Steiner term of the rod is missing.": "..."})
    ### END HIDDEN TESTS

In front of a person `check` displays one of five states: right, noted (judged when the task is graded), not right yet,
not yet answered, not yet run. Otherwise both print one line when nothing is wrong with the answer, and raise
`CheckFailed` – whose display is its sentence, not a traceback – when something is. `check` reads only ``key.json``
beside the notebook; `verify` reads only its own arguments and draws new points every time, so a forged key earns
nothing. The hidden line is also the only source of the key: ``make keys`` runs the solution inside `recording` and
writes what the `verify` calls define::

    with recording() as keys:      # verify() makes keys instead of judging, check() does nothing
        ...                        # execute the code cells of the solution
    write_keys(folder / "key.json", keys)

``check("rod/force", f_G, follows="m_S")`` gives the points of a step that is right with the student's own, wrong
``m_S``; ``variant(m_S=(2, 5))`` next to the givens lets every student have another number.

The parts, for a grader that judges in another process (plain JSON between the two)::

    data = capture(answer)                        # in the student's process; never raises
    data = capture(function, inputs_of(key))      # a Python function is called there, with time limit
    verdict = judge(data, key)                    # anywhere; needs neither sympy nor numpy; never raises
    verdict.ok, verdict.reason

    key = make_key(kind, reference, domain, mistakes=..., seed=..., hidden=False, **options)

Kinds and their references (text of our own reader, or sympy objects)
    ``expression``, ``vector``, ``matrix``
        ``"m*l**2/2"``, ``"[a, b]"``, ``"[[a, b], [c, d]]"``; without a kind, it is inferred from the
        reference. Lists, tuples, arrays and matrices of any flavour are accepted; a vector may be a row, a
        column or a dictionary. ``Eq(f, m*g)``, ``Eq(m*g, f)`` and equations that are linear in the result count
        as the formula.
    ``equations``
        equations of motion, ``"[m*s_dd + c*s - f_e, ...]"``; a name that ends in ``_dd`` is an
        acceleration. Accepted are all systems with the same accelerations: any order, sign, scaling,
        combination, implicit or explicit, as `Eq`, as expressions that are zero, as dict ``{phi_dd: ...}``
        or as text with ``=``.
    ``equilibria``
        ``"[{phi: 0, s: s_W0 + f_e/c_W}, ...]"``; a coordinate that is left out or maps to itself is free.
        Order does not matter, coordinates of the domain ``angle`` count modulo 2 pi. Options:
        ``coordinates=["s", "phi"]`` (their order in answers without names; default: the names of the first
        reference), ``optional="[{...}]"``.
    ``number``
        ``verify(..., 9.81, kind="number", unit="m/s**2", tolerance=1e-2)``; an answer is a number in that
        unit or text such as ``"981 cm/s**2"`` or ``"(1 + sqrt(2))/3 kN"``. The tolerance is absolute where the value
        is zero. The visible key knows unit, sign and a range of plausible values only.
    ``function``
        a Python function; the reference is text in the names of ``arguments=["phi", "m"]`` (a nested list
        is passed as an array, a list of lists as a matrix) or a Python function; it is called with drawn inputs.
        Options: ``tolerance=1e-6``.
    ``simulation``
        a Python function that integrates a motion and returns lists, by any method: it is called with three numbers
        of steps and judged by its start, by whether it settles, and by laws that its quantities must obey. Options:
        see `mechanics.checks.kinds.simulation.make`.
    ``free_body``
        A free-body diagram, a list of ``force("f_1", at="A", direction="up")`` and ``moment(...)`` as
        `mechanics.drawing.free_body` draws it. The reference is such a list in which every action also has a role
        ``"as"`` (weight, load, rope, contact, friction, drag, spring, damper, rod, slider, hinge, clamp, motor,
        resistance) and ``"by"``, what exerts it; ``"sense": "any"`` where it may point either way. Options:
        ``body`` (a `mechanics.scene.CutBody`, or the name of one), ``inside=["M"]``, points at which nothing is cut.
        Accepted are forces anywhere on their lines of action, and for a hinge any two components or one force of
        direction ``"unknown"``. Mistakes are wrong arrows.
    ``choice``
        ``verify(..., "b", kind="choice", options=["a", "b", "c"])``; a list as reference means "all that
        apply". The visible key knows the options only.

Domain: which names the task has and what values they may take
    a mapping name -> ``"positive" | "nonnegative" | "real" | "angle" | "acute"`` or ``"= expression"`` for an
    abbreviation (``{"m_S": "= rho_S*l_S*b_S*h_S"}``: the answer may use it or not); a system or its id
    (`domain_of`: coordinates, rates ``phi_d``, accelerations ``phi_dd``, parameters, inputs); or a list of
    such, merged. An ``acute`` angle lies between 0 and a right one, so that its sine, cosine and tangent are
    positive. With a unit for every name, ``"positive [kg]"``, as systems have them, the reason for a wrong answer
    also says where its units do not fit.

What counts as right, kind by kind: docs/judging.md.

Mistakes: ``{sentence: wrong result}``, the wrong result written like the reference. The generic ones –
overall sign, constant factor, exchanged sine and cosine, degrees, a missing term or factor, a wrong sign
inside, components in another order, a transposed matrix, a dependence too many or too few – need not be
listed.
"""

from mechanics.checks.capture import capture
from mechanics.checks.judge import Verdict, inputs_of, judge, symbols_of
from mechanics.checks.key import domain_of, make_key, read_keys, write_keys
from mechanics.checks.notebook import CheckFailed, check, recording, verify
from mechanics.checks.session import this_session
from mechanics.checks.variants import variant

__all__ = [
    "CheckFailed",
    "Verdict",
    "capture",
    "check",
    "domain_of",
    "inputs_of",
    "judge",
    "make_key",
    "read_keys",
    "recording",
    "symbols_of",
    "variant",
    "verify",
    "write_keys",
]

this_session()  # in a notebook: watches its cells from here on, so that a check knows how its answer ended
