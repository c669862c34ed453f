"""Accelerations and joint forces of a tree from Newton's and Euler's laws for free bodies: nothing is eliminated.

Unknown are r''_i, ω'_i (inertial) and X_a of all bodies and joints; known are 6n laws of motion and 3n hinges that stay
closed. Takes from the tree only masses, inertias, arcs and hinge points.
"""

import numpy as np

from .random_trees import Case


def cross(a: np.ndarray) -> np.ndarray:
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def solve(case: Case) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """r''_i (n, 3) inertial, ω'_i (n, 3) in the bases of the bodies, X_a (n, 3) inertial."""
    n, tree, A, base = case.tree.n, case.tree, case.A, case.base
    matrix, right = np.zeros((9 * n, 9 * n)), np.zeros(9 * n)
    w = np.einsum("iab,ib->ia", A, case.w)
    for i in range(n):
        J = A[i] @ tree.J[i] @ A[i].T
        r, spin = slice(3 * i, 3 * i + 3), slice(3 * (n + i), 3 * (n + i) + 3)
        matrix[r, r], right[r] = tree.m[i] * np.eye(3), case.F[i]
        matrix[spin, spin], right[spin] = J, case.M[i] - np.cross(w[i], J @ w[i])
    for a, (plus, minus) in enumerate(tree.graph.arcs):
        X = slice(3 * (2 * n + a), 3 * (2 * n + a) + 3)
        for vertex, sign, c in ((plus, 1, tree.c_plus[a]), (minus, -1, tree.c_minus[a])):
            if vertex == 0:
                turning = base.A @ (np.cross(base.w_d, c) + np.cross(base.w, np.cross(base.w, c)))
                right[X] -= sign * (base.r_dd + turning)
                continue
            i = vertex - 1
            arm = A[i] @ c
            r, spin = slice(3 * i, 3 * i + 3), slice(3 * (n + i), 3 * (n + i) + 3)
            matrix[r, X] -= sign * np.eye(3)
            matrix[spin, X] -= sign * cross(arm)
            right[spin] += sign * case.Y[a]
            matrix[X, r] += sign * np.eye(3)
            matrix[X, spin] -= sign * cross(arm)
            right[X] -= sign * np.cross(w[i], np.cross(w[i], arm))
    r_dd, w_d, X = np.linalg.solve(matrix, right).reshape(3, n, 3)
    return r_dd, np.einsum("iba,ib->ia", A, w_d), X
