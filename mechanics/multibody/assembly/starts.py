"""Consistent initial values (*konsistente Anfangswerte*): a state that joints allow, nearest to a given one."""

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import ArrayLike

from ...checking import instances, mapping
from ...model import ModelError
from ..joints import Joint
from .description import SystemDescription
from .equations import State, attitudes, displaced, joined

__all__ = ["Hold", "check_consistent", "consistent"]

CLOSED = 1e-9  # residual of a constraint that holds, m or -
SMALL = 1e-6  # singular values below this, of the largest, belong to rows that are redundant
MOVING = 1e-9  # rate of a constraint that holds, m/s or 1/s
MOST_STEPS = 60
LONGEST_TURN = 0.4  # rad in one step of Newton's method
Hold = Iterable[str] | Mapping[str, ArrayLike | None]
"""Names of what stays, or such names with the coordinates that joints get."""

COMPONENTS = {".x": 0, ".y": 1, ".z": 2}


def consistent(
    system: SystemDescription,
    x: np.ndarray,
    hold: Hold = (),
    speeds: Mapping[str, ArrayLike] | None = None,
    t: float = 0.0,
) -> np.ndarray:
    """The state that satisfies all constraints with the smallest change, by Newton's method; then its velocities.

    Changes are measured by the mass matrices, so that a heavy body moves less than a light one.

    Parameters
    ----------
    x : np.ndarray, shape (13 n + own,)
        Approximate state.
    hold : iterable or mapping of str, optional
        What stays in place: a whole body (``"crank"``), a coordinate of its origin (``"slider.x"``), or the relative
        coordinates of a joint; a mapping gives a joint its coordinates: ``{"bearing": 0.3}``.
    speeds : mapping of str, optional
        Relative speeds of joints, ``{"bearing": 5.0}``; without them what is held keeps its velocity.
    t : float, optional
        Time, s.

    Raises
    ------
    ModelError
        Where no such state is found; the message names the constraint that stays open, and by how much.
    """
    before = np.inf
    named = mapping(hold, "`hold`", "") if isinstance(hold, Mapping) else dict.fromkeys(instances(hold, str, "`hold`"))
    held = Held(system, named, mapping(speeds, "`speeds`", '{"bearing": 5.0}'), x)
    # With step = half y and half halfᵀ = M⁻¹, the shortest y is the step with the smallest stepᵀ M step.
    half, placed = system.inertias.half, system.rows.holonomic
    for _ in range(MOST_STEPS):
        values = system.constraints(t, x)
        H, missing = held.positions(x)
        wrong = np.concatenate([values.g, missing])
        size = np.abs(wrong).max(initial=0.0)
        if size == 0.0 or (size < CLOSED and size > 0.5 * before):  # as near as rounding lets it come
            break
        before = size
        step = half @ _shortest(values.G[placed] @ half, -values.g[placed], H @ half, -missing)
        x = _moved(system, x, step)
    _check_closed(system, t, x, held)
    return _moving(system, t, x, held, half)


def check_consistent(system: SystemDescription, t: float, x: np.ndarray, tolerance: float = 1e-6) -> None:
    """Refuse a state that violates a constraint in position or velocity.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    t : float
        Time, s.
    x : np.ndarray, shape (13 n + own,)
        State.
    tolerance : float, optional
        Largest residual that is accepted, m or dimensionless; and rate, per second.

    Raises
    ------
    ModelError
        Naming the constraint that is violated most.
    """
    values = system.constraints(t, x)
    for what, unit, sizes in (("is open", "", np.abs(values.g)), ("opens", " per second", np.abs(values.g_d))):
        if sizes.max(initial=0.0) > tolerance:
            raise ModelError(
                f"The start values are not consistent: {_name(system, int(sizes.argmax()))} {what} by "
                f"{sizes.max():.3g}{unit}. system.start(places, velocities) finds the nearest consistent state."
            )


class Held:
    """What a start has to keep, as rows that are solved together with the constraints.

    Attributes
    ----------
    system : SystemDescription
        Bodies and joints.
    bodies, origins : list of str
        Names of the bodies that stay, and of the coordinates of origins that stay.
    y, u : dict
        Coordinates and speeds that joints have to get, by name.
    """

    def __init__(
        self, system: SystemDescription, hold: dict[str, ArrayLike | None], speeds: dict[str, ArrayLike], x: np.ndarray
    ):
        self.system, self.start, self.joints = system, x, {joint.name: joint for joint in system.joints}
        self.bodies = [name for name in hold if name in system.index]
        self.origins = [name for name in hold if name[-2:] in COMPONENTS and name[:-2] in system.index]
        rest = {name: v for name, v in hold.items() if name not in (*self.bodies, *self.origins)}
        for name in (*rest, *speeds):
            self._check_joint(name)
        here = {name: self._coordinates(x, name) for name in rest}
        self.y = {name: here[name] if v is None else self._given(name, v) for name, v in rest.items()}
        self.u = {name: self._given(name, v) for name, v in speeds.items()}

    def positions(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rows H of small steps in the bases of the bodies, and what is missing: H step = -missing.

        Parameters
        ----------
        x : np.ndarray, shape (13 n + own,)
            State.

        Returns
        -------
        H : np.ndarray, shape (h, 6 n)
            One row for each number that is held.
        missing : np.ndarray, shape (h,)
            m or rad.
        """
        n, A = self.system.n, attitudes(self.system.split(x).q)
        H, missing = [np.zeros((0, 6 * n))], [np.zeros(0)]
        for name in self.bodies:
            H.append(self._block(name, np.eye(6)))
            missing.append(np.zeros(6))
        for name in self.origins:
            row = np.append(A[self.system.index[name[:-2]]][COMPONENTS[name[-2:]]], np.zeros(3))
            H.append(self._block(name[:-2], row[None]))
            missing.append(np.zeros(1))
        for name, y in self.y.items():
            away = self._coordinates(x, name) - y
            angles = np.array(["angle" in coordinate for coordinate in self.joints[name].coordinates])
            H.append(self._relative(x, name))
            missing.append(np.where(angles, np.remainder(away + np.pi, 2 * np.pi) - np.pi, away))
        return np.concatenate(H), np.concatenate(missing)

    def velocities(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rows H and the values of H z: the given speeds, or else the velocity of what is held at the start.

        Parameters
        ----------
        x : np.ndarray, shape (13 n + own,)
            State.

        Returns
        -------
        H : np.ndarray, shape (h, 6 n)
            One row for each number that is held.
        wanted : np.ndarray, shape (h,)
            Their values, m/s or rad/s.
        """
        if not self.u:
            H, _ = self.positions(x)
            return H, H @ self.system.split(self.start).z.ravel()
        H = np.concatenate([self._relative(x, name) for name in self.u])
        return H, np.concatenate(list(self.u.values()))

    def _relative(self, x: np.ndarray, name: str) -> np.ndarray:
        """Relative speeds of a joint from z: u = J_y⁺ (z_j - J_i z_i)."""
        joint, y = self.joints[name], self._coordinates(x, name)
        back = np.linalg.pinv(joint.J_y(y))
        return self._block(joint.Q.body, back) + self._block(joint.P.body, -back @ joint.J_i(y))

    def _block(self, name: str, rows: np.ndarray) -> np.ndarray:
        full = np.zeros((len(rows), self.system.n + 1, 6))
        full[:, self.system.index[name]] = rows
        return full[:, :-1].reshape(len(rows), -1)

    def _coordinates(self, x: np.ndarray, name: str) -> np.ndarray:
        joint = self.joints[name]
        return joint.coordinates_of(*(self.system.place(x, body) for body in joint.bodies))

    def _given(self, name: str, value: ArrayLike) -> np.ndarray:
        numbers, joint = np.atleast_1d(np.asarray(value, dtype=float)), self.joints[name]
        if numbers.shape != (joint.f,) or not np.isfinite(numbers).all():
            raise ModelError(
                f"The joint {name!r} needs one finite number for each of its coordinates "
                f"{', '.join(joint.coordinates)}; got {value!r}."
            )
        return numbers

    def _check_joint(self, name: str) -> None:
        joint: Joint | None = self.joints.get(name)
        if joint is None or not joint.coordinates or joint.coordinates != joint.speeds:
            known = [n for n, j in self.joints.items() if j.coordinates and j.coordinates == j.speeds]
            raise ModelError(
                f"{name!r} cannot be held: name a body, a coordinate such as 'body.x', or one of the joints "
                f"{', '.join(known) or '(there are none with coordinates that are angles or displacements)'}."
            )


def _shortest(rows: np.ndarray, right: np.ndarray, held: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """The shortest y with `held` y = `kept`, and then `rows` y = `right` as nearly as that leaves it free."""
    U, sizes, V = np.linalg.svd(held)
    rank = int(np.sum(sizes > SMALL * sizes.max(initial=0.0)))
    fixed = V[:rank].T @ ((U.T @ kept)[:rank] / sizes[:rank])
    free = V[rank:].T
    return fixed + free @ np.linalg.lstsq(rows @ free, right - rows @ fixed, rcond=SMALL)[0]


def _moved(system: SystemDescription, x: np.ndarray, step: np.ndarray) -> np.ndarray:
    """The state with all bodies moved by a step (6 n,), shortened where it turns one too far."""
    state, step = system.split(x), step.reshape(-1, 6)
    step = step / max(1.0, np.linalg.norm(step[:, 3:], axis=1).max() / LONGEST_TURN)
    return joined(State(*displaced(state.r, state.q, step), state.z, state.s))


def _moving(system: SystemDescription, t: float, x: np.ndarray, held: Held, half: np.ndarray) -> np.ndarray:
    """The state with the velocities that satisfy G z + γ = 0 and are nearest to the given ones."""
    state, values, (H, wanted) = system.split(x), system.constraints(t, x), held.velocities(x)
    change = _shortest(values.G @ half, -values.g_d, H @ half, wanted - H @ state.z.ravel())
    z = state.z + (half @ change).reshape(-1, 6)
    x = joined(state._replace(z=z))
    rates, missed = np.abs(system.constraints(t, x).g_d), np.abs(H @ z.ravel() - wanted)
    if max(rates.max(initial=0.0), missed.max(initial=0.0)) > MOVING * (1.0 + np.abs(z).max()):
        worst = (
            "what is held" if missed.max(initial=0.0) > rates.max(initial=0.0) else _name(system, int(rates.argmax()))
        )
        raise ModelError(
            f"No velocities are consistent with what is given: {worst} misses by {max(*rates, *missed):.3g} per second."
            " Hold less, or give fewer speeds."
        )
    own = system.applied.start(state.r, attitudes(state.q)) if system.applied.own else state.s
    return joined(State(state.r, state.q, z, own))


def _check_closed(system: SystemDescription, t: float, x: np.ndarray, held: Held) -> None:
    sizes, missing = np.abs(system.constraints(t, x).g), np.abs(held.positions(x)[1])
    if max(sizes.max(initial=0.0), missing.max(initial=0.0)) < CLOSED:
        return
    names = [*held.bodies, *held.origins, *held.y]
    kept = f" while {', '.join(names)} is held" if names else ""
    worst = _name(system, int(sizes.argmax())) if len(sizes) else "a joint"
    raise ModelError(
        f"The start values cannot be made consistent{kept}: {worst} stays open by {sizes.max(initial=0.0):.3g}. "
        "The bodies may be too short to meet, or the start too far away; start nearer, or hold less."
    )


def _name(system: SystemDescription, row: int) -> str:
    name = system.rows.names[row]
    return f"the joint {name.joint!r} ({name.forbids})"
