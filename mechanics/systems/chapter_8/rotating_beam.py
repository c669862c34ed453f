"""Flexible beam that is spun up about its root: with the centrifugal stiffening, and without it."""

from collections.abc import Callable, Mapping
from functools import cached_property

import numpy as np
from sympy import Matrix, cos, pi, sin

from ...flexible import AssumedModes, Section, cantilever_shapes
from ...flexible.equations import inertia_forces, rotational_coupling
from ...flexible.motion import DrivenMotion, turning
from ...model import Parameters
from ...multibody import MultibodySystem
from ...poses import Pose
from ...scene import Arrow, Box, Disc, Line, Projection, Scene, Trace
from .holding import integrate_and_hold

SEGMENTS = 8
LIMIT = 0.5  # of the length: a tip that moves farther has left the range of small deflections


def rotating_beam() -> MultibodySystem:
    """Beam on a hub whose speed rises smoothly from 0 to Ω and then stays, after Kane, Ryan and Banerjee (1987).

    The hub turns about the vertical with ω(t) = Ω (t/T − sin(2π t/T)/2π) up to the time T; the beam bends in the plane
    of the rotation (tip_y) and across it (tip_z). With `stiffening` = 1 the centrifugal forces pull it straight; with 0
    they are left out, as F does. Then the beam seems to lose its stiffness and runs away once ω exceeds its
    natural frequency; the simulation holds it where its tip has moved by half its length.

    No weight: the axis of the hub is that of a satellite, or the beam is stiff enough.
    """
    p = Parameters(
        l=(10.0, "m", "length of the beam"),
        r_h=(0.0, "m", "radius of the hub, where the beam begins", "nonnegative"),
        mu=(1.2, "kg/m", "mass per length", "positive", r"\mu"),
        EI=(1.4e4, "N m^2", "bending stiffness", "positive", "EI"),
        Omega=(6.0, "rad/s", "speed at the end", "positive", r"\Omega"),
        T_s=(15.0, "s", "time of the spin-up"),
        stiffening=(
            1.0,
            "",
            "share of the centrifugal stiffening: 1 as in nature, 0 left out",
            "nonnegative",
        ),
        zeta=(0.0, "", "damping ratio of the bending modes", "nonnegative", r"\zeta"),
        y_0=(0.0, "m", "deflection of the tip in the plane of rotation at the start", "real"),
        z_0=(0.0, "m", "deflection of the tip across the plane of rotation at the start", "real"),
    )
    return MultibodySystem(
        title="Rotating flexible beam",
        source="F(0)-F(11), Kane, Ryan and Banerjee (1987)",
        parameters=p,
        frames=["hub", *(f"piece{k}" for k in range(SEGMENTS)), "tip"],
        build=build,
        outputs={
            "omega": ("rad/s", "speed of the hub", r"\omega"),
            "tip_y": ("m", "deflection of the tip in the plane of the rotation", "w_y"),
            "tip_z": ("m", "deflection of the tip across that plane", "w_z"),
        },
        scene=scene,
    )


class SpinUp(DrivenMotion):
    """The beam in its turning frame; held as soon as the tip leaves the range of small deflections."""

    def __init__(self, beam: AssumedModes, values: Mapping[str, float]):
        data = beam.standard_data(values["zeta"], stiffening=True)
        data = data.with_stiffness(K_geo=values["stiffening"] * data.K_geo)
        xi = [*((np.arange(SEGMENTS) + 0.5) / SEGMENTS), 1.0]
        self.tip, self.farthest = beam.nodes([1.0]).Phi[0], LIMIT * beam.l
        q = np.zeros(data.n_q)
        q[0], q[len(beam.y)] = values["y_0"], values["z_0"]  # the slowest modes in the plane and across it
        self.speed = spin_up(values["Omega"], values["T_s"])
        outputs = {
            "omega": lambda s: s.w[:, 2],
            "tip_y": lambda s: s.q @ self.tip[1],
            "tip_z": lambda s: s.q @ self.tip[2],
        }
        super().__init__(data, turning((0, 0, 1), self.speed), beam.nodes(xi), q=q, outputs=outputs)

    @cached_property
    def parts(self) -> tuple[np.ndarray, ...]:
        """M_e⁻¹ times what 1, ω² and ω̇ multiply of q, and 1 and ω of q̇, and what ω̇ drives alone.

        About a fixed axis the equations of F are linear in q and q̇; so their matrices are collected once, column by
        column from the general equations, and a step takes microseconds.
        """
        data, zero, e_z = self.data, np.zeros(self.data.n_q), np.array([0.0, 0.0, 1.0])
        unit = np.eye(data.n_q)
        start = inertia_forces(data, zero, zero, e_z)[6:]
        squared = np.array([inertia_forces(data, q, zero, e_z)[6:] - start for q in unit]).T
        coriolis = np.array([inertia_forces(data, zero, q_d, e_z)[6:] - start for q_d in unit]).T
        drive = rotational_coupling(data, zero) @ e_z
        euler = np.array([rotational_coupling(data, q) @ e_z - drive for q in unit]).T
        columns = (data.K_e, squared, euler, data.D_e, coriolis, start[:, None], drive[:, None])
        return tuple(np.linalg.solve(data.M_e, part) for part in columns)

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ = (q̇, q̈), by the last rows of F(0)."""
        K, squared, euler, D, coriolis, start, drive = self.parts
        _, w, w_d = self.speed(t)
        q, q_d = x[: len(K)], x[len(K) :]
        q_dd = (K + w**2 * squared + w_d * euler) @ q + (D + w * coriolis) @ q_d
        return np.concatenate([q_d, -q_dd - w**2 * start[:, 0] - w_d * drive[:, 0]])

    def power(self, t: np.ndarray, x: np.ndarray) -> None:
        """Not known: the stiffening has no energy of its own, and what holds the beam takes all that it has."""
        return None

    def integrate(self, times: np.ndarray, rtol: float, atol: float) -> np.ndarray:
        """States at the times, (k, n); held where the tip has moved too far."""
        return integrate_and_hold(self, self.margin_of, times, rtol, atol)

    def margin_of(self, x: np.ndarray) -> float:
        """How much farther the tip may move, m."""
        return self.farthest - np.abs(self.tip @ x[: self.data.n_q]).max()


def build(values: Mapping[str, float]) -> SpinUp:
    """Two shapes of bending in the plane of the rotation and one across it."""
    section = Section(mu=values["mu"], EI_y=values["EI"], EI_z=values["EI"])
    y, z = cantilever_shapes(2), cantilever_shapes(1)
    return SpinUp(AssumedModes(section, values["l"], y=y, z=z, offset=values["r_h"]), values)


def spin_up(Omega: float, T: float) -> Callable[[float], tuple[float, float, float]]:
    """Angle, speed and acceleration of the hub: φ̈ = Ω/T (1 − cos(2π t/T)) up to T, then nothing.

    Parameters
    ----------
    Omega : float
        Speed at the end, rad/s.
    T : float
        Time of the spin-up, s.

    Returns
    -------
    callable
        Gives angle, rad, speed, rad/s, and acceleration, rad/s², at a time in s.
    """

    def angle(t: float) -> tuple[float, float, float]:
        if t >= T:
            return Omega * (t - T / 2), Omega, 0.0
        s = 2 * np.pi * t / T
        swing = (T / (2 * np.pi)) ** 2 * (np.cos(s) - 1)
        speed = t - T / (2 * np.pi) * np.sin(s)
        return Omega / T * (t**2 / 2 + swing), Omega / T * speed, Omega / T * (1 - np.cos(s))

    return angle


def scene(system: MultibodySystem) -> Scene:
    """The beam in pieces, with a dashed line where it would be if it were rigid."""
    p, hub, tip = system.parameters, system.frame("hub"), system.frame("tip")
    size = p.l / SEGMENTS
    pieces = [Box(size, 0.03 * p.l, frame=system.frame(f"piece{k}"), depth=0.03 * p.l) for k in range(SEGMENTS)]
    end, radius = p.r_h + p.l, p.r_h + 0.07 * p.l
    circle = [(end * cos(k * pi / 24), end * sin(k * pi / 24), 0) for k in range(49)]
    below = Pose(hub.R, Matrix([0, 0, -0.03 * p.l]))
    return Scene(
        shapes=(
            Line(tuple(circle), role="reference", dashed=True),
            Line((hub.point((0, 0, 0)), hub.point((end, 0, 0))), role="reference", dashed=True),
            Disc(radius, frame=below, thickness=0.06 * p.l, spokes=2),
            Trace(tip.point((0, 0, 0)), duration=1.5),
            *pieces,
            Arrow((0, 0, 0), (0, 0, 0.35 * p.l), r"\omega", role="axis"),
            Arrow(hub.point((end, 0, 0)), hub.point((end, 0.4 * p.l, 0)), "w_y"),
            Arrow(hub.point((0.8 * end, 0, 0)), hub.point((0.8 * end, 0, 0.25 * p.l)), "w_z"),
        ),
        description=(
            "A long slender beam is fixed to a hub that turns about the vertical, slowly at first and then faster. "
            "A dashed line shows where the beam would be if it were rigid. While the hub speeds up, the tip stays "
            "behind; later it swings about the line. Two arrows on the line show the positive directions of "
            "its deflections, in the plane of the rotation and across it."
        ),
        projection=Projection.axonometric(azimuth=0.5, elevation=0.5, up="z"),
        sketch={"y_0": -1.4, "z_0": 1.2},
        ranges={
            "stiffening": (0.0, 1.0), "Omega": (0.5, 10.0), "T_s": (2.0, 20.0), "r_h": (0.0, 3.0), "zeta": (0.0, 0.2),
            "y_0": (-1.0, 1.0), "z_0": (-1.0, 1.0),
        },
        duration=20.0,
    )  # fmt: skip
