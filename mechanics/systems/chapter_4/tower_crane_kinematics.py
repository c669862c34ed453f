"""Where the load of the tower crane is, with five degrees of freedom (Aufgabe 4.2)."""

from collections.abc import Sequence
from dataclasses import replace

from ...poses import point_velocity
from ...problem import Given, Outputs, Problem
from ...scene import Handle, Scene, frame_arrows
from .crane_frames import CraneFrames, crane_frames
from .crane_picture import CRANE_VIEW, Crane, crane_marks, crane_shapes

NAMES = ("phi1", "s2", "phi3", "phi4", "s5")
RATES = (r"\dot{\varphi}_1", r"\dot{s}_2", r"\dot{\varphi}_3", r"\dot{\varphi}_4", r"\dot{s}_5")


def tower_crane_kinematics() -> Problem:
    """Position and velocity of the load from the coordinates of the crane and their rates; (4.36)-(4.41).

    Of the other parameters of the crane only the height h1 matters here. `qd` are the rates in the order of the
    coordinates, phi1, s2, phi3, phi4, s5.
    """
    p = crane_given()
    y = Outputs(
        p_L=("m", "position of the load", "p^L_0", 3),
        v_L=("m/s", "velocity of the load", "v^L_0", 3),
    )
    q, load = [p[name].symbol for name in NAMES], frames_of(p).load.p
    return Problem(
        title="Tower crane: kinematics",
        source="Aufgabe 4.2, (4.41)",
        parameters=p,
        outputs=y,
        formulas={"p_L": load, "v_L": point_velocity(load, q, list(p.qd))},
        frames=frames_of(p).named,
        scene=scene,
        sweep="phi1",
    )


def crane_given(qd: Sequence[float] = (0.1, 0.0, 0.0, 0.0, 0.0)) -> Given:
    """Dimensions and masses of the crane, its coordinates, and their rates `qd`, rad/s and m/s.

    Parameters
    ----------
    qd : sequence of float
        Defaults of the rates.
    """
    return Given(
        r1=(0.5, "m", "radius of the tower"),
        h1=(12.0, "m", "height of the rail"),
        l1x=(12.0, "m", "length of the jib"),
        l1y=(0.8, "m", "width of the jib"),
        l1z=(0.8, "m", "height of the jib"),
        rho1=(150.0, "kg/m^3", "density of tower and jib", "positive", r"\rho_1"),
        m_K=(150.0, "kg", "mass of the trolley"),
        I_Kzz=(40.0, "kg m^2", "inertia of the trolley about z", "positive", "I_{zz,2}^{sK}"),
        m_L=(300.0, "kg", "mass of the load"),
        g=(9.81, "m/s^2", "gravity"),
        phi1=(0.5, "rad", "slewing angle of the tower", "real", r"\varphi_1"),
        s2=(7.0, "m", "position of the trolley on the jib", "real"),
        phi3=(0.35, "rad", "swing of the rope about y2, along the jib", "real", r"\varphi_3"),
        phi4=(0.3, "rad", "swing of the rope about x3, across the jib", "real", r"\varphi_4"),
        s5=(6.0, "m", "length of the rope", "nonnegative"),
        qd=(list(qd), "rad/s, m/s, rad/s, rad/s, m/s", "rates of the coordinates, in rad/s and m/s", "real", RATES),
    )


def frames_of(p: Given) -> CraneFrames:
    """The frames of tower, trolley, rope and load; (4.36), (4.37).

    Parameters
    ----------
    p : Given
        With the coordinates and the height h1.
    """
    return crane_frames(**{name: p[name].symbol for name in NAMES}, h1=p.h1)


def scene(problem: Problem) -> Scene:
    """The crane in space with its five coordinates and the frames in which they count."""
    p, y = problem.parameters, problem.outputs
    frames = CraneFrames.of(problem)
    crane = Crane(frames, p.s2, p.s5, p.h1, p.l1x, p.l1y, p.l1z, p.r1)
    return Scene(
        shapes=(
            *crane_shapes(crane),
            *(replace(axis, only="player") for axis in frame_arrows(frames.trolley, 3.0, 2)),
            *(replace(axis, only="player") for axis in frame_arrows(frames.load, 2.4, 3)),
            *crane_marks(crane, {name: p[name].symbol for name in NAMES}),
        ),
        description=(
            "A tower crane in space. The tower with its jib turns about the vertical axis by phi1, a trolley runs "
            "along the jib at the distance s2 from the axis, and a load hangs from it on a rope of the length s5. The "
            "rope is swung by phi3 about the axis y2, along the jib, and by phi4 about the axis x3, across it. A "
            "dashed line leads from the load plumb down to the ground; arrows at the trolley show its frame and that "
            "of the rope."
        ),
        projection=CRANE_VIEW,
        ranges={
            "phi1": (-3.14, 3.14), "s2": (1.0, 12.0), "phi3": (-1.2, 1.2), "phi4": (-1.2, 1.2), "s5": (0.5, 11.0),
            **{f"qd_{k}": (-1.0, 1.0) for k in range(1, 6)},
        },
        sketch={"phi1": 1.0, "s2": 8.5, "phi3": 0.6, "phi4": 0.5, "s5": 8.0},
        handles=(Handle(y.p_L, ("phi1", "s2")),),
    )  # fmt: skip
