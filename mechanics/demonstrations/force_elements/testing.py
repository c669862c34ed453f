"""A testing machine: it moves one end of an element to and fro, and records its force."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ...model import ModelError, Parameters, unknown_name
from ...multibody import MultibodySystem
from ...multibody.elements import (
    AirSpring,
    Clearance,
    DamperTable,
    HydraulicMount,
    Hysteresis,
    Law,
    Linear,
    Parallel,
    Series,
    SpringTable,
)
from ...scene import Arrow, Box, Dimension, Ground, Line, Rod, Scene, SpringShape, ValueArrow

__all__ = ["testing_machine"]

L = 0.4  # m, between the clamps at rest


class _Specimen(NamedTuple):
    """What is clamped."""

    title: str
    parameters: Mapping[str, tuple[Any, ...]]
    law: Callable[[Mapping[str, float]], Law]
    stroke: tuple[float, float] = (0.02, 6.0)  # m and rad/s
    reference: float = 500.0  # N


SPECIMENS: dict[str, _Specimen] = {
    "table": _Specimen(
        "A strut with measured characteristics",
        {"q": (1.0, "1", "rebound relative to compression of the damper")},
        lambda p: Parallel(
            SpringTable([-0.08, -0.05, 0.0, 0.05, 0.08], [-4000.0, -1500.0, 0.0, 1000.0, 1700.0]),
            DamperTable([-0.6, -0.1, 0.1, 0.6], [-700.0, -250.0, 500.0 * p["q"], 1400.0 * p["q"]]),
        ),
        (0.05, 4.0), 2000.0,
    ),
    "series": _Specimen(
        "Spring and damper in series",
        {"k": (20e3, "N/m", "stiffness of the spring in series"), "d": (3000.0, "N s/m", "damping in series"),
         "k_p": (5e3, "N/m", "stiffness of the spring beside them", "nonnegative", "k_p")},
        lambda p: Series(p["k"], p["d"], 0.0, p["k_p"]),
    ),
    "hysteresis": _Specimen(
        "A spring with friction inside",
        {"k": (5e3, "N/m", "stiffness of the spring", "nonnegative"),
         "F_C": (120.0, "N", "friction while it slides", "positive", "F_C"),
         "k_F": (80e3, "N/m", "stiffness of the contact while it sticks", "positive", "k_F")},
        lambda p: Parallel(Linear(p["k"]), Hysteresis(p["F_C"], p["k_F"])),
        reference=200.0,
    ),
    "clearance": _Specimen(
        "A coupling with play",
        {"k": (60e3, "N/m", "stiffness of the stops"), "d": (300.0, "N s/m", "damping in the stops", "nonnegative"),
         "b": (0.012, "m", "play to each side")},
        lambda p: Clearance(p["k"], -p["b"], p["b"], p["d"]),
    ),
    "air": _Specimen(
        "An air spring",
        {"p_0": (6e5, "Pa", "pressure at rest"), "A": (0.01, "m^2", "area of the piston"),
         "V_0": (0.0016, "m^3", "volume at rest"), "n": (1.4, "1", "polytropic exponent")},
        lambda p: AirSpring(p["p_0"], p["A"], p["V_0"], 0.0, p["n"]),
        (0.08, 4.0), 10e3,
    ),
    "mount": _Specimen(
        "A hydraulic mount",
        {"k": (200e3, "N/m", "stiffness of the rubber"), "k_c": (300e3, "N/m", "stiffness of the chamber"),
         "m_f": (80.0, "kg", "reduced mass of the fluid"), "d_f": (1500.0, "N s/m", "damping in the channel")},
        lambda p: HydraulicMount(p["k"], 100.0, p["k_c"], p["m_f"], p["d_f"]),
        (0.001, 60.0), 300.0,
    ),
}  # fmt: skip


def testing_machine(specimen: str) -> MultibodySystem:
    """An element between a fixed clamp and one that moves as x = a sin(Ω t); R(2.56).

    Parameters
    ----------
    specimen : str
        ``"table"``, ``"series"``, ``"hysteresis"``, ``"clearance"``, ``"air"`` or ``"mount"``.

    Raises
    ------
    ModelError
        for an unknown one.
    """
    if specimen not in SPECIMENS:
        raise ModelError(unknown_name(specimen, SPECIMENS, "specimen of the testing machine"))
    kind = SPECIMENS[specimen]
    a, Omega = kind.stroke
    p = Parameters(
        a=(a, "m", "stroke of the machine"),
        Omega=(Omega, "rad/s", "its angular frequency", "positive", r"\Omega"),
        **kind.parameters,
    )
    return MultibodySystem(
        title=kind.title,
        source="R(2.56)",
        parameters=p,
        frames=["clamp"],
        build=lambda values: Tested(kind.law(values), values["a"], values["Omega"]),
        outputs={
            "x": ("m", "elongation"),
            "F": ("N", "force, tension positive"),
            "v": ("m/s", "rate of the elongation"),
            "Q": ("J", "energy that has become heat"),
        },
        scene=lambda system: scene(system, kind),
    )


class Tested:
    """A motion that is prescribed; only the own states of the law, and the heat, are integrated.

    Parameters
    ----------
    law : Law
        What is tested.
    a, Omega : float
        Stroke, m, and angular frequency, rad/s.
    """

    def __init__(self, law: Law, a: float, Omega: float) -> None:
        self.law, self.a, self.Omega = law, a, Omega
        self.start = np.append(law.start, 0.0)

    def motion(self, t: Any) -> tuple[Any, Any]:
        """Elongation, m, and its rate, m/s.

        Parameters
        ----------
        t : float or ndarray
            Time, s.
        """
        return self.a * np.sin(self.Omega * t), self.a * self.Omega * np.cos(self.Omega * t)

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """Rates of the own states, then the power that becomes heat."""
        l, l_d = self.motion(t)
        heat = self.law.dissipated_power(l, l_d, t, x[:-1].tolist())
        return np.append(self.law.state_derivative(l, l_d, t, x[:-1].tolist()), heat)

    def places(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The clamp that moves, (k, 1, 3) and (k, 1, 3, 3)."""
        r = np.zeros((len(t), 1, 3))
        r[:, 0, 0] = L + self.motion(np.asarray(t))[0]
        return r, np.broadcast_to(np.eye(3), (len(t), 1, 3, 3))

    def energies(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Nothing has mass here; what is stored in the element."""
        stored = [self.law.energy(self.motion(now)[0], now, s) for now, s in zip(t, x[:, :-1], strict=True)]
        return np.zeros(len(t)), np.array(stored)

    def quantities(self, t: np.ndarray, x: np.ndarray) -> Mapping[str, np.ndarray]:
        """Elongation, rate, force and heat."""
        l, l_d = self.motion(np.asarray(t, dtype=float))
        F = [self.law(*now) for now in zip(l, l_d, t, x[:, :-1], strict=True)]
        return {"x": l, "v": l_d, "F": np.array(F), "Q": x[:, -1]}


def scene(system: MultibodySystem, kind: _Specimen) -> Scene:
    """The element between two clamps, and the force that the right one has to give."""
    clamp, y = system.frame("clamp").p, system.outputs
    x, h = clamp[0], 0.08
    return Scene(
        shapes=(
            Ground((0, h), (0, -h)),
            Line(((L, 1.3 * h), (L, -1.3 * h)), role="reference", dashed=True),
            SpringShape((0.03, 0), (x - 0.02, 0), coils=8),
            Box(0.03, 0.9 * h, (0.015, 0)),
            Box(0.04, 1.2 * h, (x, 0)),
            Rod((x + 0.02, 0), (0.66, 0), 0.012),
            Arrow((L, -1.2 * h), (x, -1.2 * h), y["x"]),
            Dimension((0, -1.6 * h), (x, -1.6 * h), "l"),
            ValueArrow((x, 1.0 * h), (1, 0), y["F"], kind.reference, label=y["F"]),
        ),
        description=(
            "An element is held by a clamp at a wall on the left and by a clamp on the right, which a machine moves to "
            "and fro by x. An arrow on the right clamp shows the force F of the machine: to the right it pulls the "
            "element apart, to the left it presses it together."
        ),
        limits=(-0.06, 0.72, -0.2, 0.2),
        ranges={
            "a": (0.02 * kind.stroke[0], 1.5 * kind.stroke[0]),
            "Omega": (kind.stroke[1] / 4, 8 * kind.stroke[1]),
        },
        duration=8 * np.pi / kind.stroke[1],
    )
