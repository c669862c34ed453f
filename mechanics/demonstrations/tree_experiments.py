"""Experiments of chapter 7 with trees of any size: a rope of rods, what its end weighs, how long its equations take."""

from collections.abc import Callable
from time import perf_counter

import numpy as np

from ..multibody.trees import BaseState, Link, Tree
from ..multibody.trees.motion import TreeMotion
from ..multibody.trees.recursion import Recursion
from ..rotations.arrays import rotation_vector_matrix

__all__ = ["apparent_mass", "random_position", "rope", "times_of_a_call"]

REPEATS = 7  # of a measurement; the shortest one counts, what else the machine does is no part of it


def rope(n: int, m: float = 5.0, length: float = 2.0) -> Tree:
    """A rope (*Seil*) of n equal rods on ball joints, of the whole mass m in kg and the whole length in m.

    Parameters
    ----------
    n : int
        Number of rods.
    m : float
        Mass of the rope, kg.
    length : float
        Of the rope, m.
    """
    rod, half = m / n, length / n / 2
    J = (rod * half**2 / 3, rod * half**2 / 3, rod * half**2 / 75)
    return Tree.of(
        Link(
            f"rod {k}",
            rod,
            J,
            f"rod {k - 1}" if k > 1 else "base",
            (0, 0, -half if k > 1 else 0),
            (0, 0, half),
        )
        for k in range(1, n + 1)
    )


def apparent_mass(tree: Tree, A: np.ndarray) -> np.ndarray:
    """B of f = B a + p, (3, 3), kg: what pushes back, beyond the force at rest, at the hinge that accelerates by a.

    Parameters
    ----------
    A : ndarray
        (n, 3, 3) rotation matrices, body to inertial.
    """
    recursion, still = Recursion(tree), np.zeros((tree.n, 3))
    first = tree.graph.order[0]
    columns = [recursion.solve(A, still, base=BaseState(r_dd=a)).forces[first] for a in np.eye(3)]
    return np.stack(columns, axis=1)


def random_position(n: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Orientations (n, 3, 3) and angular velocities (n, 3) of bodies that hang and swing at random.

    Parameters
    ----------
    n : int
        Number of bodies.
    seed : int
        Of the random numbers.

    Returns
    -------
    tuple of ndarray
        Orientations (n, 3, 3), and angular velocities (n, 3), rad/s.
    """
    source = np.random.default_rng(seed)
    return rotation_vector_matrix(source.normal(0, 0.4, (n, 3))), source.normal(0, 1.0, (n, 3))


def times_of_a_call(n: int) -> dict[str, float]:
    """How long one evaluation of the equations of a rope of n rods takes, in microseconds, by each method.

    Parameters
    ----------
    n : int
        Number of rods.

    Returns
    -------
    dict of str
        Microseconds by the name of the way.
    """
    A, w = random_position(n)
    motion = TreeMotion(rope(n), A, w)
    x, ways = motion.start, {"dense": lambda: motion.state_derivative(0.0, motion.start)}
    if motion.is_compilable:
        function, constants = motion.compiled()
        ways["recursion, compiled"] = lambda: function(x, 0.0, constants)
    return {name: _shortest(call) for name, call in ways.items()}


def _shortest(call: Callable[[], object]) -> float:
    call()
    found = []
    for _ in range(REPEATS):
        start = perf_counter()
        call()
        found.append(1e6 * (perf_counter() - start))
    return min(found)
