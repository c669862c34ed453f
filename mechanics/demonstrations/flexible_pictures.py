"""What chapter 8 shows besides its systems: a beam in its modes, and a cross whose masses slide along its arms."""

from collections.abc import Mapping

import numpy as np
from sympy import Matrix

from ..flexible import AssumedModes, Section, StandardData, cantilever_shapes
from ..flexible.equations import inertia_forces, inertia_tensor
from ..flexible.motion import DrivenMotion, FreeMotion, at_rest
from ..flexible.nodes import Nodes
from ..model import Parameters
from ..multibody import MultibodySystem
from ..poses import Pose
from ..rotations.arrays import quaternion_rate
from ..scene import Arrow, Box, Line, PointMass, Projection, Rod, Scene, SpringShape, Trace, frame_arrows
from ..systems.chapter_8.holding import integrate_and_hold

__all__ = ["cross_data", "sliding_cross", "swinging_beam"]

PIECES, SHAPES = 14, 3
SMALL = 0.3  # share of the fixed masses of the cross
OUTERMOST = 0.45  # m: the masses of the cross stop here, near to the ends of their springs


def swinging_beam() -> MultibodySystem:
    """Clamped beam that vibrates in its first three modes; q_1, q_2, q_3 are their parts of the tip's deflection."""
    p = Parameters(
        l=(2.0, "m", "length"),
        f_1=(0.5, "1/s", "lowest natural frequency"),
        zeta=(0.01, "", "damping ratio of every mode", "nonnegative", r"\zeta"),
        q_1=(0.3, "m", "first mode at the start", "real"),
        q_2=(0.0, "m", "second mode at the start", "real"),
        q_3=(0.0, "m", "third mode at the start", "real"),
    )
    return MultibodySystem(
        title="Beam in its modes",
        source="F(0), F(8)",
        parameters=p,
        frames=["clamp", *(f"piece{k}" for k in range(PIECES)), "end"],
        build=Swinging,
        outputs={
            "tip": ("m", "deflection of the tip", "w(l)"),
            "middle": ("m", "deflection half way", "w(l/2)"),
        },
        scene=_beam_scene,
    )


class Swinging(DrivenMotion):
    """The clamped beam; its modes are decoupled, so each has its own closed solution."""

    def __init__(self, values: Mapping[str, float]):
        l, shapes = values["l"], cantilever_shapes(SHAPES)
        EI = (2 * np.pi * values["f_1"]) ** 2 * (l / shapes[0].kappa) ** 4
        beam = AssumedModes(Section(mu=1.0, EI_y=EI, EI_z=EI), l, z=shapes)
        data = beam.standard_data(values["zeta"])
        rows = beam.nodes([1.0, 0.5]).Phi[:, 2]
        self.omega, self.zeta = np.sqrt(np.diag(data.K_e) / np.diag(data.M_e)), values["zeta"]
        super().__init__(
            data,
            at_rest(),
            beam.nodes([*((np.arange(PIECES) + 0.5) / PIECES), 1.0]),
            q=[values[f"q_{k + 1}"] for k in range(SHAPES)],
            outputs={"tip": lambda s: s.q @ rows[0], "middle": lambda s: s.q @ rows[1]},
        )

    def integrate(self, times: np.ndarray, rtol: float, atol: float) -> np.ndarray:
        """q_k = q_k(0) e^(−ζωt) (cos νt + ζω/ν sin νt), ν = ω √(1 − ζ²): swings, so ζ < 1."""
        t, w, q = times[:, None] - times[0], self.omega, self.start[:SHAPES]
        nu, decay = w * np.sqrt(1 - self.zeta**2), np.exp(-self.zeta * w * t)
        found = q * decay * (np.cos(nu * t) + self.zeta * w / nu * np.sin(nu * t))
        rate = -q * decay * w**2 / nu * np.sin(nu * t)
        return np.concatenate([found, rate], axis=1)


def _beam_scene(system: MultibodySystem) -> Scene:
    p, clamp, tip = system.parameters, system.frame("clamp"), system.frame("end")
    size = p.l / PIECES
    pieces = [Box(size, 0.12 * p.l, frame=system.frame(f"piece{k}"), depth=0.02 * p.l) for k in range(PIECES)]
    end = clamp.point((p.l, 0, 0))
    return Scene(
        shapes=(
            Line((clamp.p, end), role="reference", dashed=True),
            Box(0.06 * p.l, 0.3 * p.l, center=(-0.03 * p.l, 0, 0), depth=0.3 * p.l, role="ground"),
            *pieces,
            Trace(tip.p, duration=1.0),
            *frame_arrows(clamp, 0.3 * p.l, ""),
            Arrow(end, clamp.point((p.l, 0, 0.3 * p.l)), "w"),
        ),
        description=(
            "A flat beam is clamped to a wall at its left end and swings up and down. A dashed line shows where it is "
            "at rest. In its first mode it bends to one side only, in the second its middle swings against the tip, "
            "in the third it bends to and fro twice."
        ),
        projection=Projection.axonometric(azimuth=0.35, elevation=0.25, up="z"),
        sketch={"q_1": 0.3, "q_2": -0.1},
        ranges={**dict.fromkeys(("q_1", "q_2", "q_3"), (-0.4, 0.4)), "zeta": (0.0, 0.2), "f_1": (0.1, 1.0)},
        duration=8.0,
    )


def cross_data(m: float = 1.0, a: float = 0.5, c: float = 150.0) -> StandardData:
    """Two masses m on the x axis that slide outwards together, by q, against springs c; two small ones fixed on y.

    One mode, Φ = (±1, 0, 0); exact for every q, because sliding is a straight motion.

    Parameters
    ----------
    m : float
        Mass, kg.
    a : float
        Distance of the masses on y from the middle, m.
    c : float
        Stiffness, N/m.
    """
    R_0 = a * np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])
    Phi = np.zeros((4, 3, 1))
    Phi[:2, 0, 0] = 1.0, -1.0
    return StandardData.from_nodes(m * np.array([1, 1, SMALL, SMALL]), R_0, Phi, K_e=[[2 * c]])


def sliding_cross() -> MultibodySystem:
    """The cross in free flight, spinning about z; its equations can be made wrong in two ways.

    `second_order` = 0 drops I2 as a linearisation in q does. `sign_r` = −1 takes h_r with the sign that is printed in
    the integral. Motions that leave the range of the springs are held there.
    """
    p = Parameters(
        m=(1.0, "kg", "mass of a sliding ball; the fixed ones have 0.3 of it"),
        a=(0.5, "m", "length of the arms"),
        c=(100.0, "N/m", "stiffness of each spring"),
        omega=(4.0, "rad/s", "spin about z at the start", "real", r"\omega_z"),
        omega_x=(0.0, "rad/s", "angular velocity about x at the start", "real"),
        q_0=(-0.2, "m", "how far the springs are stretched at the start", "real"),
        second_order=(1.0, "", "with I2 (1) or without it (0)", "nonnegative", r"k_2"),
        sign_r=(1.0, "", "sign of h_r: the right one (1) or as printed (−1)", "real", "s_r"),
    )
    return MultibodySystem(
        title="Spinning cross with sliding masses",
        source="F(0)-F(11)",
        parameters=p,
        frames=["hub", "east", "west", "north", "south"],
        build=Cross,
        accuracy=1e-6,
        outputs={
            "q": ("m", "how far the masses have slid outwards"),
            "omega_z": ("rad/s", "spin about z"),
            "E": ("J", "energy"),
            "D": ("kg*m^2/s", "size of the angular momentum"),
        },
        scene=_cross_scene,
    )


class Cross(FreeMotion):
    """The cross with equations that may be wrong; energy and angular momentum are always the true ones."""

    def __init__(self, values: Mapping[str, float]):
        data = cross_data(values["m"], values["a"], values["c"])
        R_0 = values["a"] * np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])
        Phi = np.zeros((4, 3, 1))
        Phi[:2, 0, 0] = 1.0, -1.0
        outputs = {"q": lambda s: s.q[:, 0], "omega_z": lambda s: s.w[:, 2]}
        spin = (values["omega_x"], 0.0, values["omega"])
        self.keeps_square, self.sign = bool(values["second_order"] >= 0.5), 1.0 if values["sign_r"] >= 0 else -1.0
        self.margin = OUTERMOST / 0.5 * values["a"]
        super().__init__(data, Nodes(R_0, Phi), w=spin, q=[values["q_0"]], outputs=outputs)

    def power(self, t: np.ndarray, x: np.ndarray) -> np.ndarray | None:
        """None where the equations are wrong on purpose: their balance of energy is for the reader to find."""
        return super().power(t, x) if self.keeps_square and self.sign == 1.0 else None

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ by F(0), with the errors that the parameters ask for; the cross is symmetric, so M is diagonal."""
        quaternion, w, q, q_d = x[3:7], x[10:13], x[13:14], x[14:]
        h = inertia_forces(self.data, q, q_d, w, self.keeps_square)
        I = np.diag(inertia_tensor(self.data, q, self.keeps_square))
        w_d, q_dd = -self.sign * h[3:6] / I, -(h[6:] + self.data.K_e @ q) / np.diag(self.data.M_e)
        return np.concatenate([x[7:10], quaternion_rate(quaternion, w), np.zeros(3), w_d, q_d, q_dd])

    def integrate(self, times: np.ndarray, rtol: float, atol: float) -> np.ndarray:
        """States at the times, (k, n); held where the masses reach the end of the arms."""
        return integrate_and_hold(self, self.margin_of, times, rtol, atol)

    def margin_of(self, x: np.ndarray) -> float:
        """How much farther the masses may slide, m."""
        return self.margin - abs(x[13])

    def quantities(self, t: np.ndarray, x: np.ndarray) -> dict[str, np.ndarray]:
        """The outputs by name, each (k,)."""
        kinetic, potential = self.energies(t, x)
        spin = np.linalg.norm(self.momenta(t, x)[1], axis=1)
        return super().quantities(t, x) | {"E": kinetic + potential, "D": spin}


def _cross_scene(system: MultibodySystem) -> Scene:
    p, hub = system.parameters, system.frame("hub")
    ends = [system.frame(name).p for name in ("east", "west", "north", "south")]
    arms = [hub.point(end) for end in ((2 * p.a, 0, 0), (-2 * p.a, 0, 0), (0, p.a, 0), (0, -p.a, 0))]
    below = Pose(hub.R, hub.point(Matrix([0, 0, -0.05 * p.a])))
    return Scene(
        shapes=(
            Rod(arms[0], arms[1], 0.03 * p.a),
            Rod(arms[2], arms[3], 0.06 * p.a),
            SpringShape(hub.p, ends[0]),
            SpringShape(hub.p, ends[1]),
            *(PointMass(end, size * p.a) for end, size in zip(ends, (0.15, 0.15, 0.1, 0.1), strict=True)),
            Trace(ends[0], duration=1.5),
            Box(0.3 * p.a, 0.3 * p.a, frame=below, depth=0.3 * p.a),
            *frame_arrows(hub, 1.4 * p.a, ""),
            Arrow(hub.point((p.a, 0.25 * p.a, 0)), ends[0] + hub.R * Matrix([0, 0.25 * p.a, 0]), "q"),
        ),
        description=(
            "A cross of four balls spins freely in space. Two of the balls are fixed to their arms, the two others "
            "slide along a rod through the hub, held by springs. While the cross spins they swing inwards and "
            "outwards; the farther they are, the slower it spins."
        ),
        projection=Projection.axonometric(azimuth=0.5, elevation=0.6, up="z"),
        sketch={"q_0": 0.2},
        ranges={
            "omega": (0.0, 5.0), "omega_x": (-3.0, 3.0), "q_0": (-0.2, 0.2), "second_order": (0.0, 1.0),
            "c": (80.0, 300.0), "sign_r": (-1.0, 1.0), "a": (0.45, 0.8), "m": (0.2, 1.5),
        },
        switches=("second_order", "sign_r"),
        duration=8.0,
    )  # fmt: skip
