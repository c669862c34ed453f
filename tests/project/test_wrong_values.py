"""Values that are wrong, one by one: bodies, poses, parameters, states; the sweep is in test_wrong_inputs.py."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.energy import Field, Spring, circulation, koenig, parallel
from mechanics.forces import Force, ForceSystem, reactions
from mechanics.friction import characteristic
from mechanics.kinematics import MotionProfile, Shaper, seven_pieces
from mechanics.mass import Region, Solid, composite, integral, point_masses, shapes
from mechanics.model import ModelError, Parameters
from mechanics.momentum import Particle, whole
from mechanics.oscillators import Oscillator
from mechanics.poses import Chain, Fixed, Freedom, Pose, Revolute, rotation, translation
from mechanics.rotations import Quaternion, angular_velocity, angular_velocity_from_samples, direction_cosines, vee
from mechanics.state_space.fixed_step import fixed_steps

E, NAN, INF, a = np.eye(3), float("nan"), float("inf"), sp.Symbol("a")
SHEARED, REFLECTED = [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]], np.diag([1, 1, -1])
ROUNDED = [[1, 1e-3, 0], [0, 1, 0], [0, 0, 1]]
TURNED_WRONG = sp.Matrix([[sp.cos(a), sp.sin(a), 0], [sp.sin(a), sp.cos(a), 0], [0, 0, 1]])

FREE = translation(0.1)
HOLED = shapes.box(7850.0, 0.1, 0.1, 0.1)
PLATE = ForceSystem([Force((a, 0, 0)), Force((-1.0, 0, 0))])
CHAIN = Chain([Revolute(a)])
X = sp.Symbol("x")
OSCILLATION = (lambda x, t: [x[1], -x[0]], [1.0, 0.0], [0.0, 0.1])
CART = systems.load("cart_pendulum").numeric()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        # matrices that are no rotation
        (lambda: rotation(2 * E), "R.T R - E is .*must have the length 1"),
        (lambda: Pose(SHEARED), "The rotation R of a pose was expected"),
        (lambda: Pose(REFLECTED), "det R = -1: a reflection"),
        (lambda: rotation(ROUNDED), "looks like rounding; nearest_rotation"),
        (lambda: rotation(2 * sp.Matrix(TURNED_WRONG)), "R.T R - E"),
        (lambda: angular_velocity(2 * E), "R.T R - E"),
        (lambda: angular_velocity_from_samples([0, 1], [E, REFLECTED]), "at t = 1 s, is none"),
        (lambda: angular_velocity_from_samples([0, NAN], [E, E]), "must hold finite numbers; .1. is nan"),
        (lambda: direction_cosines(E, None), "Three vectors"),
        (lambda: vee(SHEARED), "skew-symmetric 3x3 matrix was expected"),
        (lambda: Quaternion(0, 0, 0, 0).R, "A unit quaternion was expected"),
        (lambda: Quaternion(1, 0, "0", 0), "y of Quaternion must be a finite real number or a formula; got '0'"),
        # poses and chains
        (lambda: Pose(p=(1, 2, 3, 4)), "position p of a pose must be a vector with 3 components"),
        (lambda: FREE @ (1, 2, 3), r"another pose; got \(1, 2, 3\). For a point use pose.point"),
        (lambda: FREE.at_values({a: "3"}), "A value must be a finite real number"),
        (lambda: Revolute(a, at=(1, 2, 3)), "A joint is at a Pose, such as translation"),
        (lambda: Fixed(None), "A joint is at a Pose"),
        (lambda: Freedom(a, "slide", "x"), "'turn' or 'shift'; got 'slide'"),
        (lambda: CHAIN.matrices("a"), "The coordinates must be numbers"),
        (lambda: CHAIN.matrices([NAN]), "finite numbers"),
        (lambda: CHAIN.between(0, None), "counted from 0"),
        (lambda: Chain([Revolute(a)], base=None), "The base of a chain is a Pose"),
        # masses, holes, tensors
        (lambda: Solid("2", (0, 0), E), "mass of a solid must be a finite real number"),
        (lambda: Solid(1.0, (0, 0), np.diag([1, 1, 3])), "none may be larger than the sum of the other two"),
        (lambda: Solid(1.0, (0, 0), -E), "No body has the principal moments"),
        (lambda: HOLED - shapes.box(7850.0, 0.2, 0.1, 0.1), "Holes must be smaller than their body"),
        (lambda: HOLED - shapes.box(7850.0, 0.1, 0.1, 0.1), "Is a hole as large as the body"),
        (lambda: HOLED - shapes.box(100.0, 2.0, 0.1, 0.1).with_mass(7.0), "holes that stick out"),
        (lambda: shapes.tube(7850.0, 0.1, 0.1, 1.0), "inner radius of a tube must be smaller"),
        (lambda: composite(HOLED, 3.0), "parts of a composite body are solids; got 3.0"),
        (lambda: HOLED - 3.0, "subtracted from another one, as its hole; got 3.0"),
        (lambda: HOLED.with_mass(-1.0), "A positive mass"),
        (lambda: HOLED.moved((1, 0, 0)), "A solid is moved by a Pose"),
        (lambda: point_masses([1, -2], [(0, 0), (1, 0)]), "No body has|Holes must"),
        (lambda: Region.cartesian(("x", 0, 1)), "The limits of an integral are .symbol, lower, upper."),
        (lambda: Region.cartesian((X, 0, INF)), "A limit of x must be a finite real number"),
        (lambda: integral(1, "box"), "A Region was expected"),
        # forces and momentum
        (lambda: reactions(PLATE, ["a"]), "list of symbols"),
        (lambda: reactions([Force((1, 0))], [a]), "A free body is a ForceSystem"),
        (lambda: ForceSystem(None), "made from a list of Force"),
        (lambda: Particle(1, (0, 0), [3.0]), "A force must be a vector with 2 or 3 components; got 3.0"),
        (lambda: Particle(True, (0, 0)), "mass of a particle must be a finite real number"),
        (lambda: whole([1.0]), r"A list of Particle\(...\) was expected"),
        # springs, fields, profiles, oscillators
        (lambda: parallel(3.0), "At least one spring"),
        (lambda: Spring("stiff"), "stiffness of a spring must be a finite real number"),
        (lambda: Field([X, X], "xy"), "coordinates of a field are different symbols; got 'xy'"),
        (lambda: circulation(Field([X], [X]), [0], ["b"]), "A point must be a list of numbers"),
        (lambda: koenig([1, -1], [[1, 0], [0, 1]]), "must not be negative"),
        (lambda: koenig([0, 0], [[1, 0], [0, 1]]), "masses of which one is not zero"),
        (lambda: characteristic([(0, 0), (1,)]), "points of a characteristic must be numbers"),
        (lambda: MotionProfile([0, 2, 1], [1, 1]), "times of a profile must increase"),
        (lambda: MotionProfile([0, 1], [1]).velocity("1"), "The time must be numbers"),
        (lambda: Shaper((0.5, 0.6), (0, 1)), "whose sum is 1"),
        (lambda: seven_pieces((-1, 1, 1), 2.0), "durations that are not negative"),
        (lambda: Oscillator([[1, 0], [0]]), "M must be a matrix of finite real numbers"),
        (lambda: Oscillator(E, B="B"), "B must be a matrix"),
        # parameters and states
        (lambda: Parameters(m=("1", "kg", "mass")), "parameter m must be a finite number in kg; got '1'"),
        (lambda: Parameters(m=(True, "kg", "mass")), "got True"),
        (lambda: systems.load("cart_pendulum").numeric(m_V=1.0), "Unknown parameter 'm_V'. Did you mean"),
        (lambda: systems.load("cart_pendulum").numeric(m_W=X), "parameter m_W must be a finite number"),
        (lambda: systems.load("cart_pendulum").numeric(m_W=[1.0, 2.0]), "parameter m_W must be a finite number"),
        (lambda: CART.mass_matrix([0.1]), "shape .*for the coordinates s, phi"),
        (lambda: CART.mass_matrix([0.1, "0.2"]), "must be numbers"),
        (lambda: CART.mass_matrix([0.1, X]), "must be numbers"),
        (lambda: CART.mass_matrix({"phi": 0.1}), "there is none for s"),
        (lambda: CART.mass_matrix({"phy": 0.1, "s": 0.0}), "Unknown coordinate 'phy'. Did you mean phi"),
        # steps of fixed size
        (lambda: fixed_steps(None, *OSCILLATION[1:]), "The derivative must be a function"),
        (lambda: fixed_steps(*OSCILLATION[:2], [1.0, 0.0]), "two or more numbers that increase"),
        (lambda: fixed_steps(*OSCILLATION[:2], [0.0, 0.0]), "two or more numbers that increase"),
        (lambda: fixed_steps(*OSCILLATION[:2], [0.0, NAN]), "finite numbers"),
        (lambda: fixed_steps(OSCILLATION[0], ["a", 0], [0, 1]), "The start values must be numbers"),
        (lambda: fixed_steps(OSCILLATION[0], [1.0], [0, 1]), "as many start values as it uses"),
        (lambda: fixed_steps(lambda x, t: None, *OSCILLATION[1:]), "derivative must be numbers .* got None"),
        (lambda: fixed_steps(lambda x, t: [1.0], *OSCILLATION[1:]), r"The derivative must have the shape \(2,\)"),
        (lambda: fixed_steps(*OSCILLATION, method="rk5"), "Unknown method 'rk5'. Did you mean rk4"),
        (lambda: fixed_steps(*OSCILLATION, method=None), "Unknown method None"),
    ],
)  # fmt: skip
def test_a_wrong_value_gets_a_sentence_that_helps(make: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ModelError, match=sentence):
        make()


def test_states_by_name_are_those_in_order() -> None:
    by_name = CART.simulate({"phi": 0.3, "s": 0.1}, [0.0, 0.0], 0.2)
    np.testing.assert_array_equal(by_name.x, CART.simulate([0.1, 0.3], [0.0, 0.0], 0.2).x)


def test_a_hole_may_consist_of_several_holes() -> None:
    hole = shapes.cylinder(7850.0, 0.01, 0.1)
    once = HOLED - hole.at((0.02, 0)) - hole.at((-0.02, 0))
    together = HOLED + composite(-hole.at((0.02, 0)), -hole.at((-0.02, 0)))
    np.testing.assert_allclose(np.array(together.inertia, float), np.array(once.inertia, float), rtol=1e-12)
