"""Table A-1 of the source, the force elements of SIMPACK 8.5: what each is, and what stands for it here.

The numbers and what they name are the source's; the words are ours. Classes are given as objects, so that a name that
does not exist, or exists no longer, is an error.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from ..joints import Gear, RollingDisc, RollingSphere, Screw
from .actuator import Actuator
from .combined import Parallel
from .excitation import Excited
from .fluids import AirSpring, HydraulicMount, Orifice
from .friction import StickSlip, joint_friction
from .inner import Hysteresis, Motor, Series
from .kinds import GearElement, LineElement, SpatialElement, TorsionElement
from .laws import Force, Linear, OwnLaw
from .magic_formula import MagicFormula
from .one_sided import Clearance, Contact, Rope
from .sensors import ForceSensor, ReactionSensor, Sensor
from .sticking import ElastoPlastic
from .tables import DamperTable, SpringTable
from .tyre import TyreElement

__all__ = ["TABLE_A1", "ElementTable", "Row", "elements_here", "table_a1"]


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes
    ----------
    numbers : tuple of int
        Numbers of the source, FE-...; several where they differ only in what the direction refers to.
    what : str
        What the element is.
    classes : tuple
        Classes and functions of the library that make it; empty where it is absent.
    remark : str
        How they make it, or the reason why it is absent.
    """

    numbers: tuple[int, ...]
    what: str
    classes: tuple[Any, ...]
    remark: str = ""

    @property
    def cells(self) -> tuple[str, str, str]:
        """The three cells of the line; `names` are marked as in Markdown."""
        names = ", ".join(f"`{thing.__name__}`" for thing in self.classes) or "absent"
        remark = f"; {self.remark}" if self.classes and self.remark else f": {self.remark}" if self.remark else ""
        return ", ".join(map(str, self.numbers)), self.what, names + remark


TABLE_A1: tuple[Row, ...] = (
    Row((1,), "spring along a line", (LineElement, Linear, SpringTable)),
    Row((2,), "damper along a line", (LineElement, Linear, DamperTable), "`Linear` with k = 0"),
    Row((3,), "rubber block: springs along three axes, with moments", (SpatialElement, Linear)),
    Row((4,), "spring and damper side by side, along a line", (LineElement, Linear)),
    Row((5,), "rubber block, nonlinear and with play: a bushing", (SpatialElement, Parallel, SpringTable, Clearance)),
    Row((6,), "spring and damper in series", (LineElement, Series), "one own state"),
    Row((7,), "friction in a joint", (TorsionElement, joint_friction, ElastoPlastic)),
    Row((8,), "electric motor on a hinge, with its control", (TorsionElement, Motor, Actuator)),
    Row((9,), "electric motor with worm and nut", (LineElement, Motor, Screw), "the nut as a joint that is a `Screw`"),
    Row((10,), "tyre fitted to measurements by Bakker, Nyborg and Pacejka", (TyreElement, MagicFormula)),
    Row((11,), "tyre by similarity, on an uneven road", (TyreElement, MagicFormula),
        "`grip` scales by similarity; the road is a plane, which may move"),
    Row((12,), "torsion spring on the angle of a hinge", (TorsionElement, Linear)),
    Row((13,), "torsion springs about three axes", (SpatialElement, Linear), "with rotation only"),
    Row((14,), "gear with elastic teeth", (GearElement, Linear, Clearance), "stiff teeth are the joint `Gear`"),
    Row((15,), "excitation with a frequency that is swept by the program", (),
        "a setting of an analysis in the frequency domain, not a law; a sweep over time is `Excited` or `Force`"),
    Row((16, 90, 93), "force or motion over time, in a given direction", (SpatialElement, Force, Excited),
        "a sine and a table are functions of time"),
    Row((17, 94), "the same along the line between two markers", (LineElement, Force, Excited)),
    Row((18,), "contact that only pushes", (LineElement, Contact, Rope), "a rope only pulls"),
    Row((19, 46, 47, 48), "laws that the user programs", (OwnLaw,), "any Python function of (l, l_d, t, s)"),
    Row((41,), "equal springs and dampers along three axes", (SpatialElement, Linear), "with translation only"),
    Row((49,), "tyre, general interface", (TyreElement,), "one tyre model, no interface to those of manufacturers"),
    Row((85,), "screw with its friction", (Screw, Actuator, ReactionSensor),
        "the joint, and friction by the force in its thread"),
    Row((87,), "an algebraic equation that the user adds", (Actuator, ReactionSensor),
        "a command that depends on the reactions it changes is solved together with them"),
    Row((88, 89), "friction between wheel and rail", (),
        "creep forces need the shape of both profiles and rolling contact after Kalker; "
        "pure rolling is the joint `RollingDisc`"),
    Row((91,), "hydraulic mount whose fluid oscillates", (HydraulicMount,), "two own states"),
    Row((92,), "belt and rolls of a conveyor", (), "the belt is a continuum that travels, with data of its maker"),
    Row((95,), "hydropneumatic strut of an aircraft", (AirSpring, Orifice, Parallel)),
    Row((96,), "tyre of an aircraft in a drop test", (TyreElement,), "it touches with a wheel that does not turn yet"),
    Row((97,), "steering of a vehicle", (Actuator, Sensor), "a controller that turns a hinge"),
    Row((98,), "equation for the way along a track", (), "it serves the rails of that program, not the mechanics"),
    Row((99,), "sleeper under the rail", (SpatialElement, Linear), "between the ground and a body that is the rail"),
    Row((100, 101), "friction whose normal force is that of another element", (Actuator, ForceSensor)),
    Row((102, 103), "spring and damper given by a frequency response", (Parallel, Series),
        "a sum of `Series` fits the response and dissipates at every frequency"),
    Row((104, 105), "nonlinear spring with hysteresis", (Parallel, SpringTable, Hysteresis)),
    Row((190,), "stick–slip along a line", (LineElement, ElastoPlastic, StickSlip),
        "the first sticks without creeping, the second is smoothed"),
    Row((191,), "stick–slip with the load of another element", (Actuator, ForceSensor), "smoothed, by the load"),
    Row((192,), "stick–slip with the load of a joint", (Actuator, ReactionSensor), "smoothed, in the same way"),
    Row((195,), "contact of two surfaces of any shape", (),
        "finding where two surfaces touch is geometry that is missing here; points in contact have `Contact`"),
    Row((200,), "whether a wheel has left its rail", (), "it watches a constraint of that program, not a force"),
)  # fmt: skip

HERE: dict[str, tuple[Any, ...]] = {
    "geometry": (LineElement, TorsionElement, SpatialElement, GearElement, TyreElement),
    "law": (Linear, Force, SpringTable, DamperTable, Series, Parallel, Contact, Rope, Clearance, Hysteresis,
            ElastoPlastic, StickSlip, Motor, AirSpring, Orifice, HydraulicMount, Excited, OwnLaw),
    "control": (Actuator, Sensor, ForceSensor, ReactionSensor),
    "constraint": (Screw, Gear, RollingDisc, RollingSphere),
}  # fmt: skip


class ElementTable:
    """A table that a notebook shows.

    Parameters
    ----------
    head : sequence of str
        Titles of the columns.
    rows : iterable of sequence of str
        Cells; `names` and *terms* are marked as in Markdown.
    """

    def __init__(self, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        self.head, self.rows = tuple(head), tuple(map(tuple, rows))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{_html(cell)}</th>" for cell in self.head)
        body = "".join("<tr>" + "".join(f"<td>{_html(cell)}</td>" for cell in row) + "</tr>" for row in self.rows)
        style = 'style="text-align: left"'
        return f"<table {style}><thead><tr {style}>{head}</tr></thead><tbody {style}>{body}</tbody></table>"

    def __repr__(self) -> str:
        return "\n".join("  ".join(row) for row in (self.head, *self.rows))


def _html(text: str) -> str:
    """A cell in HTML."""
    code = re.sub(r"`([^`]+)`", r'<code style="white-space: nowrap">\1</code>', escape(text, quote=False))
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", code)


def table_a1() -> ElementTable:
    """Table A-1 (SIMPACK 8.5): every force element of it, and the classes that make it here, or why there are none."""
    return ElementTable(("FE-", "what it is", "here"), (row.cells for row in TABLE_A1))


def elements_here(kind: str) -> ElementTable:
    """The classes of one kind, each with the first sentence of its documentation.

    Parameters
    ----------
    kind : {"geometry", "law", "control", "constraint"}
        Which of them.
    """
    return ElementTable(("class", "what it is"), ((f"`{c.__name__}`", _summary(c)) for c in HERE[kind]))


def _summary(thing: Any) -> str:
    """First sentence of a docstring, without the numbers of equations."""
    first = (thing.__doc__ or "").split("\n")[0].split("; ")[0].split("R(2.")[0]
    return first.rstrip(" ,.:;")
