"""Satellite that turns by a torque pulse, with two flexible solar panels that go on swinging."""

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from sympy import Matrix

from ...flexible import AssumedModes, Section, StandardData, assembled, cantilever_shapes, moved
from ...flexible.motion import BodyState, FreeMotion
from ...flexible.nodes import Nodes
from ...model import Parameters
from ...multibody import MultibodySystem
from ...poses import Pose
from ...scene import AngleMark, Arrow, Box, Line, Projection, Scene, Trace, ValueArc

SEGMENTS, MODES = 5, 2
PANELS = {  # axes of a panel in the frame of the satellite, as columns: outwards, across, upwards
    "left": np.array([[0.0, 1, 0], [-1, 0, 0], [0, 0, 1]]),
    "right": np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]),
}


def satellite_with_panels() -> MultibodySystem:
    """Rigid hub with two panels along ±y that bend along z; a torque about x turns it by `angle` in the time T_s.

    The torque is bang-bang with `smooth` = 0: full forwards, then full backwards. With `smooth` = 1 it is a full
    wave of a sine that leads to the same angle; between them it is a mixture. It is chosen for a rigid satellite, and
    that is why the real one swings after it has arrived. No weight, no external force but the torque (gas jets).

    The panels are part of one flexible body whose frame R is fixed in the hub.
    """
    p = Parameters(
        a=(1.4, "m", "edge of the hub, a cube"),
        m_h=(250.0, "kg", "mass of the hub"),
        l=(5.0, "m", "length of a panel"),
        b=(1.4, "m", "width of a panel"),
        m_p=(20.0, "kg", "mass of a panel"),
        f_p=(0.3, "1/s", "lowest natural frequency of a clamped panel"),
        zeta=(0.004, "", "damping ratio of the panels", "nonnegative", r"\zeta"),
        angle=(1.2, "rad", "angle to turn by", "real", r"\varphi_e"),
        T_s=(8.0, "s", "time of the turn"),
        smooth=(0.0, "", "a smooth torque (1) instead of a bang-bang one (0)", "nonnegative"),
    )
    return MultibodySystem(
        title="Satellite with flexible panels",
        source="F(0)-F(11)",
        parameters=p,
        frames=["hub", *(f"{side}{k}" for side in PANELS for k in range(SEGMENTS)), "left_tip", "right_tip"],
        build=build,
        accuracy=1e-6,
        outputs={
            "phi": ("rad", "angle of the hub about the x axis", r"\varphi"),
            "omega": ("rad/s", "angular velocity of the hub about the x axis", r"\omega"),
            "tip_left": ("m", "deflection of the tip of the left panel", "w_l"),
            "tip_right": ("m", "deflection of the tip of the right panel", "w_r"),
            "torque": ("N m", "torque of the jets", "M"),
            "D": ("kg*m^2/s", "angular momentum about the x axis"),
        },
        scene=scene,
    )


class Slew(FreeMotion):
    """The satellite under the torque of its jets."""

    def __init__(self, values: Mapping[str, float]):
        panel = panel_of(values)
        own = panel.standard_data(values["zeta"])
        data = assembled(hub_of(values), *(moved(own, R=R) for R in PANELS.values()))
        self.duration, self.share = values["T_s"], min(values["smooth"], 1.0)
        self.size = 4 * data.I0[0, 0] * values["angle"] / self.duration**2  # φ = M T²/(4 I) after bang-bang
        tips = panel_nodes(panel, [1.0]).Phi[:, 2]
        outputs = {
            "phi": lambda s: np.unwrap(np.arctan2(s.A[:, 2, 1], s.A[:, 1, 1])),
            "omega": lambda s: s.w[:, 0],
            "tip_left": lambda s: s.q @ tips[0],
            "tip_right": lambda s: s.q @ tips[1],
            "torque": lambda s: self.torque(s.t),
        }
        nodes = panel_nodes(panel, [*(np.arange(SEGMENTS) + 0.5) / SEGMENTS, 1.0])
        super().__init__(data, nodes, outputs=outputs)

    def torque(self, t: np.ndarray | float) -> np.ndarray:
        """Torque of the jets about x, N m."""
        s = np.asarray(t) / self.duration
        bang = 1.0 - 2.0 * (s >= 0.5)
        mixed = (1 - self.share) * bang + self.share * np.pi / 2 * np.sin(2 * np.pi * s)
        return self.size * mixed * ((s >= 0) & (s < 1))

    def loads(self, state: BodyState) -> np.ndarray:
        """What the jets do to the body, (6 + n_q,); it has no weight."""
        h = np.zeros(6 + self.data.n_q)
        h[3] = self.torque(state.t)
        return h

    def power(self, t: np.ndarray, x: np.ndarray) -> np.ndarray:
        """Power of the jets less what the panels damp, W, (k,)."""
        s = self.at(t, x)
        return self.torque(t) * s.w[:, 0] - np.einsum("ki,ij,kj->k", s.q_d, self.data.D_e, s.q_d)

    @property
    def breaks(self) -> tuple[float, ...]:
        """Times at which the torque jumps, s."""
        return 0.0, self.duration / 2, self.duration

    def quantities(self, t: np.ndarray, x: np.ndarray) -> dict[str, np.ndarray]:
        """The outputs by name, each (k,)."""
        return super().quantities(t, x) | {"D": self.momenta(t, x)[1][:, 0]}

    @cached_property
    def about_x(self) -> tuple[np.ndarray, ...]:
        """What of the standard data acts in a turn about x: I_xx, C2, C4 and C6 in their x components."""
        data = self.data
        return data.I0[0, 0], data.C2[0], data.C4[:, 0, 0], data.C6[:, :, 0, 0]

    def turn_derivative(self, t: float, y: np.ndarray) -> np.ndarray:
        """Rate of y = (φ, ω, q, q̇): the rows of ω_x and q of F(0).

        The panels are alike and bend along z only. So nothing pushes the hub aside or turns it about y or z, and F(0)
        falls apart; C5 is zero, for all shapes have the same direction.
        """
        I_0, C2, C4, C6 = self.about_x
        n = len(C2)
        w, q, q_d = y[1], y[2 : 2 + n], y[2 + n :]
        X = C4 + C6 @ q
        M = np.empty((n + 1, n + 1))
        M[0, 0], M[0, 1:], M[1:, 0], M[1:, 1:] = I_0 - (C4 + X) @ q, C2, C2, self.data.M_e
        right = np.empty(n + 1)
        right[0] = self.torque(t) + 2 * w * (X @ q_d)
        right[1:] = -(w**2) * X - self.data.K_e @ q - self.data.D_e @ q_d
        z_d = np.linalg.solve(M, right)
        return np.concatenate([[w, z_d[0]], q_d, z_d[1:]])

    def integrate(self, times: np.ndarray, rtol: float, atol: float) -> np.ndarray:
        """States at the times, (k, n); the plane turn, piece by piece between the jumps of the torque."""
        from scipy.integrate import solve_ivp  # takes half a second to import

        inner = [t for t in (self.duration / 2, self.duration) if times[0] < t < times[-1]]
        bounds, n = [times[0], *inner, times[-1]], self.data.n_q
        y, start = np.empty((len(times), 2 + 2 * n)), np.zeros(2 + 2 * n)
        for begin, end in zip(bounds, bounds[1:], strict=False):
            span = (begin, np.nextafter(end, begin))
            found = solve_ivp(self.turn_derivative, span, start, "DOP853", rtol=rtol, atol=atol, dense_output=True)
            inside = (times >= begin) & (times <= end)
            y[inside], start = found.sol(times[inside]).T, found.y[:, -1]
        return self.in_space(y)

    def in_space(self, y: np.ndarray) -> np.ndarray:
        """The states of the free body, (k, 13 + 2 n_q), that belong to (φ, ω, q, q̇), (k, 2 + 2 n_q)."""
        x = np.zeros((len(y), len(self.start)))
        x[:, 3], x[:, 4], x[:, 10], x[:, 13:] = np.cos(y[:, 0] / 2), np.sin(y[:, 0] / 2), y[:, 1], y[:, 2:]
        return x


def build(values: Mapping[str, float]) -> Slew:
    """Hub and panels on one frame."""
    return Slew(values)


def hub_of(values: Mapping[str, float]) -> StandardData:
    """The hub, a homogeneous cube about the origin of R.

    Parameters
    ----------
    values : mapping of str to float
        Values of the parameters by name.
    """
    m, a = values["m_h"], values["a"]
    return StandardData.rigid(m, (0, 0, 0), m * a**2 / 6 * np.eye(3))


def panel_of(values: Mapping[str, float]) -> AssumedModes:
    """A panel along the x axis of its own frame, which begins in the centre of the hub; it bends along z.

    Parameters
    ----------
    values : mapping of str to float
        Values of the parameters by name.
    """
    mu, l = values["m_p"] / values["l"], values["l"]
    shapes = cantilever_shapes(MODES)
    EI = mu * (2 * np.pi * values["f_p"]) ** 2 * (l / shapes[0].kappa) ** 4
    section = Section(mu=mu, EI_y=EI, EI_z=1e4 * EI, r_y=values["b"] / 12**0.5)
    return AssumedModes(section, l, z=shapes, offset=values["a"] / 2)


def panel_nodes(panel: AssumedModes, xi: list[float]) -> Nodes:
    """Nodes of both panels in the frame of the satellite: all places inside, then the tips.

    Parameters
    ----------
    panel : AssumedModes
        One panel; the other one is equal.
    xi : list of float
        Places along a panel, 0 to 1, the tip last.
    """
    own = panel.nodes(xi)
    n, inside = own.Phi.shape[2], len(xi) - 1
    parts = []
    for k, R in enumerate(PANELS.values()):
        columns = np.zeros((n, len(PANELS) * n))
        columns[:, k * n : (k + 1) * n] = np.eye(n)
        parts.append((own.R_0 @ R.T, R @ own.Phi @ columns, R @ own.Psi @ columns))
    pieces = [np.concatenate([entry[:inside] for entry in group]) for group in zip(*parts, strict=True)]
    tips = [np.concatenate([entry[inside:] for entry in group]) for group in zip(*parts, strict=True)]
    return Nodes(*(np.concatenate(pair) for pair in zip(pieces, tips, strict=True)))


def scene(system: MultibodySystem) -> Scene:
    """Hub and panels in pieces, with dashed lines where rigid panels would be."""
    p, hub = system.parameters, system.frame("hub")
    size = p.l / SEGMENTS
    pieces = [
        Box(0.97 * p.b, 0.97 * size, frame=system.frame(f"{side}{k}"), depth=0.02 * p.l)
        for side in PANELS
        for k in range(SEGMENTS)
    ]
    end, about_x = p.a / 2 + p.l, Matrix([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    jets, hub_side = Pose(about_x, Matrix([0, 0, 0])), Pose(hub.R * about_x, hub.point((0.6 * p.a, 0, 0)))
    tips = [system.frame(f"{side}_tip").point((0, 0, 0)) for side in PANELS]
    return Scene(
        shapes=(
            Line((hub.point((0, -end, 0)), hub.point((0, end, 0))), role="reference", dashed=True),
            *(Trace(tip, duration=3.0) for tip in tips),
            Box(p.a, p.a, frame=hub, depth=p.a),
            *pieces,
            Arrow((0, 0, 0), hub.point((1.3 * p.a, 0, 0)), "x", role="axis"),
            Arrow((0, 0, 0), hub.point((0, 0, 1.1 * p.a)), "z", role="axis"),
            Line(((0, 0, 0), (0, end, 0)), role="reference"),
            AngleMark(0.7 * end, system.outputs["phi"], frame=jets, label=system.outputs["phi"]),
            Arrow(hub.point((0, end, 0)), hub.point((0, end, 0.25 * p.l)), "w_r"),
            Arrow(hub.point((0, -end, 0)), hub.point((0, -end, 0.25 * p.l)), "w_l"),
            ValueArc(
                0.9 * p.a,
                system.outputs["torque"],
                frame=hub_side,
                reference=60.0,
                label=system.outputs["torque"],
            ),
        ),
        description=(
            "A cube with two long solar panels, one to the left and one to the right, floats in space. Gas jets "
            "turn it about its x axis, which is perpendicular to the panels; a red arc shows their torque. The panels "
            "bend, first behind the motion and then ahead of it, and go on swinging after the jets have stopped. "
            "A dashed line through the hub shows where rigid panels would be; the angle of the hub is marked between "
            "it and a line that stays level."
        ),
        projection=Projection.axonometric(azimuth=0.9, elevation=0.35, up="z"),
        ranges={
            "smooth": (0.0, 1.0),
            "f_p": (0.1, 1.0),
            "T_s": (2.0, 20.0),
            "angle": (-3.0, 3.0),
            "zeta": (0.0, 0.1),
        },
        switches=("smooth",),
        duration=20.0,
    )
