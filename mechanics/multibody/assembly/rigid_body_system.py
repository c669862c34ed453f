"""Systems of rigid bodies with joints and force elements, in maximal coordinates.

Every body keeps its six velocities z = (v; ω), every joint adds its constraints with their multipliers λ:

    [[M, -Gᵀ], [G, 0]] [ż; λ] = [h - Q; -γ' - 2 a ġ - b² g]
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..body import Place
from .description import SystemDescription
from .index_one import Accelerations, solve
from .reactions import Reaction, reactions
from .starts import Hold, consistent

__all__ = ["Accelerations", "RigidBodySystem"]


class RigidBodySystem(SystemDescription):
    """Rigid bodies, joints between them, force elements and loads.

    Parameters
    ----------
    bodies : iterable of RigidBody
        At least one, with different names.
    joints : iterable of Joint, optional
        Joints between markers of these bodies and ``"ground"``.
    elements : iterable of ForceElement, optional
        Force elements between such markers.
    gravity : sequence of float, shape (3,), optional
        Acceleration of free fall, inertial basis, m/s².
    loads : iterable of Load, optional
        Forces and moments from outside.
    stabilisation : tuple of float, optional
        Coefficients a and b of Baumgarte's terms -2 a ġ - b² g, which pull a state back to its constraints, 1/s.
    redundant : {"allow", "refuse"}, optional
        Whether constraints may be redundant; the λ of smallest norm are taken then.

    Attributes
    ----------
    rows : Rows
        Constraints of all joints as arrays.
    inertias : Inertias
        Mass matrices and gravity.
    applied : Applied
        Weight, force elements and loads.

    Raises
    ------
    ModelError
        For names that are used twice or unknown.

    Examples
    --------
    >>> pendulum = RigidBodySystem([bob], [Revolute(Marker("ground"), Marker("bob"), "hinge")])
    >>> x = pendulum.start({"bob": Place((0, 0, 0), A)})
    >>> pendulum.accelerations(0.0, x).z_d
    """

    def start(
        self,
        places: Mapping[str, Place],
        velocities: Mapping[str, ArrayLike] | None = None,
        *,
        hold: Hold = (),
        speeds: Mapping[str, ArrayLike] | None = None,
        t: float = 0.0,
    ) -> np.ndarray:
        """A state that satisfies all constraints, near the given one.

        Parameters
        ----------
        places : mapping of str
            Approximate poses of the bodies by name; the origin unless given.
        velocities : mapping of str, optional
            Approximate z = (v; ω) (6,) by name, basis of the body, m/s, rad/s; rest unless given.
        hold : iterable or mapping of str, optional
            Bodies, coordinates and joints that keep their values, as in `starts.consistent`.
        speeds : mapping of str, optional
            Relative speeds of joints by name, rad/s, m/s.
        t : float, optional
            Time, s.

        Returns
        -------
        np.ndarray, shape (13 n + own,)
            State.

        Raises
        ------
        ModelError
            Where no such state is found; the message names the constraint that stays open, and by how much.
        """
        return consistent(self, self.state(places, velocities), hold, speeds, t)

    def accelerations(self, t: float, x: np.ndarray) -> Accelerations:
        """Accelerations ż and multipliers λ of one state, by the index-1 equations with stabilisation.

        Parameters
        ----------
        t : float
            Time, s.
        x : np.ndarray, shape (13 n + own,)
            State.

        Returns
        -------
        Accelerations
            With the λ of smallest norm where constraints are redundant.
        """
        return solve(self, t, np.asarray(x, dtype=float))

    def reactions(self, t: float | np.ndarray, x: np.ndarray) -> dict[str, Reaction]:
        """Force and moment of each joint on body j at Q, by the joint's name; of one state or many.

        Parameters
        ----------
        t : float or np.ndarray
            Time or times, s.
        x : np.ndarray, shape (13 n + own,)
            State; or many, shape (k, 13 n + own).

        Returns
        -------
        dict
            A `Reaction`, force and moment (3,) or (k, 3) in the axes of P, N, N m, by the name of the joint.
        """
        x = np.asarray(x, dtype=float)
        if x.ndim == 2:
            return reactions(self, np.broadcast_to(t, len(x)), x)
        once = reactions(self, np.array([t], dtype=float), x[None])
        return {name: Reaction(*(part[0] for part in reaction)) for name, reaction in once.items()}
