"""Where the body on a torsion spring can rest (Aufgabe A.13)."""

from sympy import Eq, Expr, Max, Min, Piecewise

from ..lagrange import LagrangianSystem
from ..poses import Pose
from ..problem import Given, Outputs, Problem
from ..scene import AngleMark, Hinge, Line, PointMass, Rod, Scene, ValueArc, ValueArrow
from ..systems.self_study.spiral_spring import spiral_spring
from ..systems.self_study.torsion_spring_body import CLOCKWISE, THICK, THIN, torsion_spring_body


def torsion_spring_rest() -> Problem:
    """The body held still at the angle phi: what the moments of weight, force and spring are there; (A.158) at rest.

    It stays by itself where tau is zero, and the place is stable where k = -d(tau)/d(phi) is positive. c_R is the
    stiffness with which this very angle would be a place of rest, cut off at 0 (no spring does it) and at 2 m g L_S
    (near upright no spring is stiff enough).
    """
    p = Given(
        phi=(1.0, "rad", "angle from upright, clockwise", "real", r"\varphi"),
        c_F=(8.0, "N m/rad", "torsion spring"),
        f=(0.0, "N", "force in the corner along the short rod", "real"),
        m=(1.0, "kg", "mass of the long rod; the short one has half of it"),
        L_S=(1.0, "m", "length of the long rod; the short one has half of it"),
        g=(9.81, "m/s^2", "gravity"),
    )
    y = Outputs(
        tau=("N m", "moment that is left over, along φ", r"\tau"),
        tau_c=("N m", "moment of the spring, against φ", r"\tau_c"),
        tau_g=("N m", "moment of weight and force, along φ", r"\tau_g"),
        k=("N m/rad", "stiffness at this angle"),
        V=("J", "potential energy, with that of the constant force"),
        c_R=("N m/rad", "stiffness of the spring that would hold the body here", "c_R"),
        angle=("rad", "the angle once more, for diagrams", r"\varphi_R"),
    )
    system = torsion_spring_body()
    moment, energy = at_rest(system, p.phi)
    return Problem(
        title="Places of rest on a torsion spring",
        source="Aufgabe A.13, (A.158)",
        parameters=p,
        outputs=y,
        formulas={
            "tau": moment,
            "tau_c": p.c_F * p.phi,
            "tau_g": (moment + p.c_F * p.phi).expand(),
            "k": -moment.diff(p.phi),
            "V": energy,
            "c_R": holding_stiffness(y.tau_g, p),
            "angle": p.phi,
        },
        frames={name: pose.at_values({system.coordinates.phi: p.phi}) for name, pose in system.frames.items()},
        scene=scene,
        sweep="phi",
    )


def holding_stiffness(tau_g: Expr, p: Given) -> Expr:
    """c_R = tau_g / phi between 0 and 2 m g L_S.

    Parameters
    ----------
    tau_g : Expr
        Moment of weight and force, N m.
    p : Given
        Inputs of the problem.

    Returns
    -------
    Expr
        N m/rad.
    """
    most = 2 * p.m * p.g * p.L_S
    return Piecewise((most, Eq(p.phi, 0)), (Max(0, Min(tau_g / p.phi, most)), True))


def at_rest(system: LagrangianSystem, angle: Expr) -> tuple[Expr, Expr]:
    """Moment along phi that is left at rest, and the potential V - f L_S phi that it is the slope of.

    Parameters
    ----------
    system : LagrangianSystem
        The body on its torsion spring.
    angle : Expr
        Where it is held, rad.

    Returns
    -------
    tuple of Expr
        N m and J.
    """
    (phi,) = system.coordinates.symbols
    still = (system.generalized_forces - system.potential_forces)[0]
    potential = system.potential_energy - system.generalized_forces[0] * phi
    return still.subs(phi, angle), potential.subs(phi, angle)


def scene(problem: Problem) -> Scene:
    """The body held at the angle, with the moments about its hinge."""
    p, y = problem.parameters, problem.outputs
    turned, middle = problem.frame("hinge"), problem.frame("both rods").p
    weight = p.m * p.g * 3 / 2
    return Scene(
        shapes=(
            Line(((0, 0), (0, 1.15 * p.L_S)), role="reference", dashed=True),
            Rod((0, 0), (0, p.L_S), THICK, frame=turned),
            Rod((0, p.L_S), (p.L_S / 2, p.L_S), THIN, frame=turned),
            spiral_spring(Pose(), -p.phi, 0.12 * p.L_S),
            Hinge((0, 0)),
            AngleMark(0.8 * p.L_S, p.phi, frame=CLOCKWISE, label=p.phi),
            PointMass(middle, 0.025),
            ValueArrow(middle, (0, -1), weight, weight, label=r"\frac{3}{2} m g"),
            ValueArrow((0, p.L_S), (1, 0), p.f, 5.0, label=p.f, push=True, frame=turned),
            ValueArc(0.24 * p.L_S, y.tau_g, reference=8.0, turn=0.2, frame=CLOCKWISE, label=y.tau_g),
            ValueArc(0.17 * p.L_S, y.tau_c, reference=8.0, turn=0.2, label=y.tau_c),
            ValueArc(0.35 * p.L_S, y.tau, reference=4.0, frame=CLOCKWISE, label=y.tau, role="coordinate"),
        ),
        description=(
            "The body of two rods is held at an angle phi from upright. Curved arrows about the hinge show the moment "
            "of the weight and the force, which tips it over, the moment of the spring, which holds it, and the rest "
            "of both. Where nothing is left over the body stays by itself."
        ),
        sketch={"phi": 0.7},
        ranges={"phi": (-2.2, 2.2), "c_F": (2.0, 20.0), "f": (-5.0, 5.0)},
    )
