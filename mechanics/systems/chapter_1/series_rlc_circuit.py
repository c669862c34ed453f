"""Series RLC circuit (Beispiel 1.1)."""

from ...model import Inputs, Parameters
from ...scene import (
    Box,
    Circle,
    Flow,
    Line,
    Scene,
    SpringShape,
    Text,
    ValueArrow,
)
from ...state_space import States, StateSpaceSystem


def series_rlc_circuit() -> StateSpaceSystem:
    """Resistor, inductor and capacitor in series with a voltage source; (1.6)-(1.10).

    Overdamped above R = 2 √(L/C). Equilibrium for constant u: i_L = 0, u_C = u.
    """
    x = States(
        i_L=("A", "inductor current", 0.0),
        u_C=("V", "capacitor voltage", 0.0),
    )
    p = Parameters(
        R=(1.0, "Ohm", "resistance", "nonnegative"),
        L=(0.5, "H", "inductance"),
        C=(0.1, "F", "capacitance"),
    )
    u = Inputs(u=("V", "source voltage", 1.0))
    i_L, u_C = x.symbols
    return StateSpaceSystem(
        title="Series RLC circuit",
        source="Beispiel 1.1, (1.6)-(1.10)",
        states=x,
        parameters=p,
        inputs=u,
        equations={
            i_L: (u.u - u_C - p.R * i_L) / p.L,
            u_C: i_L / p.C,
        },
        outputs={"y": u_C},
        scene=scene,
    )


def scene(system: StateSpaceSystem) -> Scene:
    """Circuit diagram; the dots in the wires show the charge that has flowed, q = C u_C."""
    i_L, u_C = system.states.symbols
    p, u = system.parameters, system.inputs.u
    loop = ((1.6, 0.46), (1.6, 0), (0, 0), (0, 1), (1.6, 1), (1.6, 0.54))  # plate to plate
    return Scene(
        shapes=(
            Line(loop),
            Circle(0.13, (0, 0.5), role="line"),
            Box(0.34, 0.13, (0.42, 1)),
            Line(((0.85, 1), (1.3, 1)), role="gap"),
            Flow(loop, shift=3 * p.C * u_C, spacing=0.13),
            SpringShape((0.8, 1), (1.35, 1), label=p.L, style="loops", coils=5),
            Line(((1.45, 0.54), (1.75, 0.54))),
            Line(((1.45, 0.46), (1.75, 0.46))),
            Text((0.42, 1.16), p.R),
            Text((1.34, 0.5), p.C),
            ValueArrow((-0.38, 0.65), (0, -1), u, 1.0, label=u, role="coordinate"),
            ValueArrow((2.0, 0.65), (0, -1), u_C, 1.0, label=u_C, role="coordinate"),
            ValueArrow((0.32, 0.8), (1, 0), i_L, 0.3, label=i_L),
        ),
        description=(
            "A voltage source feeds a resistor, an inductor and a capacitor in series. An arrow below the "
            "resistor shows the current, dots in the wires show the charge that has flowed; arrows beside "
            "the source and the capacitor show their voltages."
        ),
        sketch={"i_L": 0.2, "u_C": 1.0},
        ranges={"u": (-3.0, 3.0), "R": (0.0, 10.0)},
    )
