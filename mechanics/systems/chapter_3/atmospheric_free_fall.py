"""Free fall through the atmosphere (Aufgabe 3.9)."""

from sympy import And

from ...friction import air_density, drag_force, terminal_speed
from ...model import Parameters
from ...scene import Arrow, Ground, Line, PointMass, Scene, Text, ValueArrow
from ...state_space import Mode, States, StateSpaceSystem, Transition

TOP = 40_000.0  # m, of the picture
LAYERS = 24


def atmospheric_free_fall() -> StateSpaceSystem:
    """A body falls through air whose density grows towards the ground; drag (3.75) against gravity.

    m v_d = -m g - c_w A rho(h) v |v| / 2 with v upwards; for v <= 0 the drag is + c_w A rho v² / 2, as the lecture
    writes it. The event ``"fastest"`` is where drag and weight are equal, ``"landing"`` ends at h = 0.
    """
    x = States(
        h=("m", "height", 39_000.0),
        v=("m/s", "velocity upwards", 0.0),
    )
    p = Parameters(
        rho0=(1.2, "kg/m^3", "density of the air at the ground", "positive", r"\rho_0"),
        k=(9100.0, "m", "height over which the density falls to 1/e"),
        A=(0.5, "m^2", "cross-sectional area"),
        m=(100.0, "kg", "mass"),
        c_w=(0.5, "1", "drag coefficient"),
        g=(9.81, "m/s^2", "gravity"),
        h0=(39_000.0, "m", "initial height", "positive", "h(0)"),
        v0=(0.0, "m/s", "initial velocity upwards", "real", "v(0)"),
    )
    h, v = x.symbols
    rho = air_density(h, p.rho0, p.k)
    drag = drag_force(v, p.c_w, p.A, rho)
    falling = {h: v, v: drag / p.m - p.g}
    landing = Transition("landing", h, -1, "landed", {h: 0, v: 0})
    fastest = Transition("fastest", falling[v], +1, "braking")
    return StateSpaceSystem(
        title="Free fall in the atmosphere",
        source="Aufgabe 3.9, (3.75)",
        states=x,
        parameters=p,
        start={h: p.h0, v: p.v0},
        modes={
            "falling": Mode(falling, [fastest, landing]),
            "braking": Mode(falling, [landing], holds=And(v < 0, falling[v] > 0)),
            "landed": Mode({h: 0, v: 0}),
        },
        outputs={
            "rho": (rho, "kg/m^3", "density of the air", r"\rho"),
            "f_D": (drag, "N", "drag upwards"),
            "v_T": (
                -terminal_speed(p.m, p.g, p.c_w, p.A, rho),
                "m/s",
                "velocity at which drag balances the weight",
            ),
        },
        accuracy=1e-12,  # fastest point and landing to eight digits and more
        scene=scene,
    )


def scene(system: StateSpaceSystem) -> Scene:
    """The body against a scale of height; beside it the air, drawn the wider the denser it is."""
    h, v = system.states.symbols
    p = system.parameters
    drag = drag_force(v, p.c_w, p.A, air_density(h, p.rho0, p.k))
    heights = [TOP * i / LAYERS for i in range(LAYERS + 1)]
    air = [(2000 + 7500 * air_density(z, p.rho0, p.k) / 1.2, z) for z in heights]
    marks = [
        shape
        for z in range(0, 50_000, 10_000)
        for shape in (Line(((-9600, z), (-9000, z))), Text((-10_000, z), str(z // 1000), anchor="right"))
    ]
    weight = p.m * p.g
    return Scene(
        shapes=(
            Line(((2000, 0), *air, (2000, TOP)), closed=True, role="body"),
            Text((9000, 3600), r"\rho(h)", anchor="left", only="sketch"),
            *marks,
            Line(((-9000, 0), (-9000, TOP))),
            Text((-9000, TOP + 2600), "height (km)"),
            Ground((-12_000, 0), (12_000, 0), endless=True),
            Arrow((-5800, 0), (-5800, h), label=h),
            PointMass((-3000, h), 700),
            ValueArrow((-3000, h), (0, -1), weight, weight, label="m g"),
            ValueArrow((-3000, h), (0, 1), drag, weight, label="f_D"),
            ValueArrow((900, h), (0, 1), v, 400.0, label=v, role="coordinate"),
        ),
        description=(
            "A body falls from the edge of space towards the ground; a scale on its left shows its height. The air "
            "is drawn as an area that widens towards the ground, where it is dense. Arrows at the body show its "
            "weight, which is constant, the drag, which grows until it is larger than the weight, and the velocity."
        ),
        sketch={"h": 24_000.0, "v": -250.0},
        limits=(-13_000.0, 12_000.0, -3000.0, 45_000.0),
        ranges={
            "h0": (1000.0, 40_000.0),
            "v0": (-500.0, 300.0),
            "c_w": (0.1, 2.0),
            "A": (0.1, 30.0),
            "m": (10.0, 300.0),
        },
        duration=230.0,
    )
