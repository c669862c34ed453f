"""Series RLC circuit (Beispiel 1.1)."""

from ..model import Inputs, Parameters
from ..state_space import States, StateSpaceSystem


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
    )
