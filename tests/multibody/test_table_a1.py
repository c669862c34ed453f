"""Table A-1: every element of the source is there once, and what it names can be imported as it stands."""

from xml.etree import ElementTree

import pytest

from mechanics import multibody
from mechanics.multibody import elements
from mechanics.multibody.elements import magic_formula
from mechanics.multibody.elements.table_a1 import HERE, TABLE_A1, elements_here, table_a1

PRINTED = {*range(1, 20), 41, 46, 47, 48, 49, 85, *range(87, 106), 190, 191, 192, 195, 200}
"""Numbers in the source's table."""


def test_every_element_of_the_source_stands_once_in_the_table():
    numbers = [number for row in TABLE_A1 for number in row.numbers]
    assert sorted(numbers) == sorted(PRINTED) and len(numbers) == 49


def test_what_is_absent_has_its_reason():
    assert not [row.numbers for row in TABLE_A1 if not row.classes and len(row.remark.split()) < 8]


@pytest.mark.parametrize("row", TABLE_A1, ids=lambda row: f"FE-{row.numbers[0]}")
def test_a_student_can_import_what_the_table_names(row):
    for thing in row.classes:
        name = thing.__name__
        public = [module for module in (multibody, elements, magic_formula) if name in module.__all__]
        assert public and all(getattr(module, name) is thing for module in public), f"{name} is not public"


def test_every_law_and_kind_of_element_is_described():
    described = {thing for things in HERE.values() for thing in things}
    bases = {"ForceElement", "Geometry", "Law", "Integrated", "joint_friction"}
    missing = {name for name in elements.__all__ if getattr(elements, name) not in described} - bases
    assert not missing, f"elements_here does not list {missing}"


@pytest.mark.parametrize("table", [table_a1(), *map(elements_here, HERE)], ids=["A-1", *HERE])
def test_a_notebook_shows_every_cell(table):
    html = table._repr_html_()
    root = ElementTree.fromstring(html)
    rows = [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]
    assert len(rows) == len(table.rows) + 1 and {len(row) for row in rows} == {len(table.head)}
    assert all(all(row) for row in rows), "no cell is empty"
    assert not [x for row in rows for cell in row for x in "`*" if x in cell], "marks have become elements"
    assert table.rows[0][0] in repr(table)
