"""Trees with ball joints: our recursion and the dense equations beside pinocchio and mujoco."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from mechanics.multibody.trees import AT_REST, Graph, Link, Tree, TreeMotion, angular_accelerations
from mechanics.rotations.arrays import quaternion_matrix

from .agreement import agree
from .peers.tree_engines import MujocoTree, PinocchioTree, turned_back
from .report import Target
from .timing import Run, race

__all__ = ["TABLES", "random_tree", "targets"]

Seconds = dict[str, float]
OURS = "mechanics, recursion, numba"
DENSE = "mechanics, dense (Wittenburg), numpy"
STACKED = "mechanics, recursion, numpy"
PINOCCHIO, MUJOCO = "pinocchio aba", "mujoco mj_forward"
COMPILED, GENERAL = "mechanics, numba", "mechanics, without compiler"
BY_PINOCCHIO, BY_MUJOCO = "solve_ivp DOP853 + pinocchio aba", "mujoco RK4, steps of 1 ms"
SIZES, CHAINS = (1, 3, 5, 20, 100, 200), (20, 100)
TIMES = np.linspace(0.0, 10.0, 1001)
TOLERANCE = 1e-8


def random_tree(n: int, is_chain: bool = False) -> Tree:
    """A tree of n bodies of any shape on one joint, grown at random, or a chain of them."""
    rng = np.random.default_rng(n)
    parents = [k if is_chain else int(rng.integers(1, k + 1)) for k in range(1, n)]
    points = 0.2 * rng.normal(size=(n, 5, 3))
    squares = np.einsum("nka,nka->n", points, points)
    J = squares[:, None, None] * np.eye(3) - np.einsum("nka,nkb->nab", points, points)
    graph = Graph([(k + 1, parent) for k, parent in enumerate([0, *parents])])
    return Tree(graph, rng.uniform(0.5, 2.0, n), J, 0.3 * rng.normal(size=(n, 3)), 0.3 * rng.normal(size=(n, 3)))


def mobile() -> Tree:
    """Ten rods that hang in balance, three on the first and two on each of these: close to rest it moves regularly."""
    third = 2 * np.pi / 3

    def link(name: str, parent: str, around: float, radius: float) -> Link:
        joint = (radius * np.cos(around), radius * np.sin(around), -0.15) if parent != "base" else (0, 0, 0)
        return Link(name, 0.5, [4e-3, 4e-3, 1e-3], parent, joint, (0, 0, 0.15))

    arms = [link(f"arm {k}", "stem", third * k, 0.2) for k in range(3)]
    lamps = [
        link(f"lamp {k}{side}", f"arm {k}", third * k + np.pi / 2 + np.pi * side, 0.1)
        for k in range(3)
        for side in range(2)
    ]
    return Tree.of([link("stem", "base", 0.0, 0.0), *arms, *lamps])


def random_state(tree: Tree) -> tuple[np.ndarray, np.ndarray]:
    """Orientations (n, 3, 3) and angular velocities (n, 3)."""
    rng = np.random.default_rng(tree.n + 1)
    return Rotation.random(tree.n, random_state=tree.n).as_matrix(), rng.normal(size=(tree.n, 3))


def accelerations() -> dict[str, Seconds]:
    """One evaluation of all angular accelerations from Python, state at hand in the form that the route takes."""
    results = {f"tree {n}": _accelerations(random_tree(n)) for n in SIZES}
    return results | {f"chain {n}": _accelerations(random_tree(n, True), is_chain=True) for n in CHAINS}


def _accelerations(tree: Tree, is_chain: bool = False) -> Seconds:
    n, (A, w) = tree.n, random_state(tree)
    motion, calls = TreeMotion(tree, A, w), {}
    x, weights = motion.start, motion.loads.weights
    if motion.is_compilable:
        function, constants = motion.compiled()
        calls[OURS] = (lambda: function(x, 0.0, constants), lambda rates: rates[4 * n :].reshape(n, 3))
    calls[DENSE] = (lambda: angular_accelerations(tree, A, w, weights), np.asarray)
    calls[STACKED] = (lambda: motion.recursion.solve(A, w, weights), lambda found: found.w_d)
    # on chains of this length pinocchio's result is wrong by more than a tenth of its value
    for name, module, make in ((PINOCCHIO, "pinocchio", PinocchioTree), (MUJOCO, "mujoco", MujocoTree)):
        if find_spec(module) and not (is_chain and module == "pinocchio"):
            calls[name] = _engine(make(tree), A, w)
    agree({name: result(call()) for name, (call, result) in calls.items()}, 1e-9, f"tree of {n}, accelerations")
    return race({name: Run(call) for name, (call, _) in calls.items()}, budget=0.3)


def _engine(peer: Any, A: np.ndarray, w: np.ndarray) -> tuple[Callable, Callable]:
    q, v = peer.state(A, w)
    return (lambda: peer.accelerations(q, v)), lambda a: turned_back(peer.tree, A, w, a[peer.rows_v])


def motions() -> dict[str, Seconds]:
    """10 s of a tree of ten bodies that swings."""
    tree = mobile()
    A = Rotation.from_rotvec(0.1 * np.random.default_rng(2).normal(size=(10, 3))).as_matrix()
    w = np.zeros((10, 3))
    ours = TreeMotion(tree, A, w)
    general = TreeMotion(tree, A, w, base=lambda t: AT_REST)
    calls: dict[str, Callable[[], np.ndarray]] = {}
    for name, motion in ((COMPILED, ours), (GENERAL, general)):
        if motion is general or motion.is_compilable:
            calls[name] = _integrated(motion)
    if find_spec("pinocchio"):
        calls[BY_PINOCCHIO] = _by_pinocchio(PinocchioTree(tree), A, w)
    if find_spec("mujoco"):
        peer = MujocoTree(tree)
        start = peer.state(A, w)
        calls[BY_MUJOCO] = lambda: peer.run(*start, TIMES[-1], 1e-3)
    agree({name: call() for name, call in calls.items()}, 1e-4, "tree of 10, 10 s")
    return {"tree 10": race({name: Run(call) for name, call in calls.items()})}


def _integrated(motion: TreeMotion) -> Callable[[], np.ndarray]:
    """Orientations at the end."""

    def call() -> np.ndarray:
        return quaternion_matrix(motion.split(motion.integrate(TIMES, TOLERANCE, TOLERANCE)[-1])[0])

    return call


def _by_pinocchio(peer: PinocchioTree, A: np.ndarray, w: np.ndarray) -> Callable[[], np.ndarray]:
    start = np.concatenate(peer.state(A, w))

    def call() -> np.ndarray:
        tolerances = {"rtol": TOLERANCE, "atol": TOLERANCE}
        end = solve_ivp(peer.derivative, (0.0, TIMES[-1]), start, "DOP853", TIMES, **tolerances).y[:, -1]
        return peer.orientations(end[: peer.model.nq])

    return call


TABLES = {
    "tree_accelerations": ("Angular accelerations of a tree with ball joints, from Python", "µs", 1e6, accelerations),
    "tree_motions": ("10 s of a tree of ten bodies, tolerance 1e-8, 1001 outputs", "ms", 1e3, motions),
}  # fmt: skip


def targets(measured: dict[str, Any]) -> list[Target]:
    """At least four times faster than pinocchio for many bodies, never slower; a simulation in 50 ms."""
    once, run = measured["tree_accelerations"], measured["tree_motions"]["tree 10"]

    def ratio(n: int) -> float | None:
        times = once[f"tree {n}"]
        return times[PINOCCHIO] / times[OURS] if PINOCCHIO in times and OURS in times else None

    bounds = {3: 1.0, 5: 1.0, 20: 1.0, 100: 4.0, 200: 4.0}
    compiled = run.get(COMPILED)
    return [
        *(Target(f"tree of {n} with numba, against pinocchio aba", ratio(n), bound) for n, bound in bounds.items()),
        Target("tree of 20, dense, numpy", once["tree 20"][DENSE] * 1e6, 300, "µs", at_least=False),
        Target("10 s of a tree of 10 with numba", compiled and compiled * 1e3, 50, "ms", at_least=False),
    ]
