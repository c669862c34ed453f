"""The markers of the equation tests: they name real equations, and no equation is left out."""

import pytest

from mechanics import systems

from .lecture_map import coverage, equations, items, marks, marks_in

EQUATIONS, MARKS = equations(), marks()


def test_the_list_of_equations_is_complete():
    lecture = [number for number in EQUATIONS if "(" not in number]
    assert len(lecture) == 656, "equations.csv has lost or gained rows"
    assert {e.kind for e in EQUATIONS.values()} == {"D", "B", "I", "N", "S", "D/I", "B/I"}
    for chapter, last in {"1": 10, "2": 27, "3": 142, "4": 74, "5": 112, "A": 189}.items():
        numbers = {int(n.split(".")[1].rstrip("abcdefgh")) for n in EQUATIONS if n.startswith(f"{chapter}.")}
        assert numbers == set(range(1, last + 1)), f"chapter {chapter} has a gap in equations.csv"


def test_the_lists_of_the_multibody_documents_are_complete():
    numbers = list(EQUATIONS)
    assert [n for n in numbers if n[0] == "W"] == [f"W({k})" for k in range(1, 68)]
    assert sum(n.startswith("R(2.") for n in numbers) == 61  # 64 without four, and (2.4) twice
    assert sum(n.startswith("R(3.") for n in numbers) == 16
    assert sum(n.startswith("F(") for n in numbers) == 21


def test_every_system_of_the_library_is_an_item_of_the_lecture_in_its_order():
    order = [row["system"] or row["id"] for row in items()]  # the applications of chapter 1 go by their items' ids
    assert len(order) == 81
    positions = [order.index(name) if name in order else len(order) for name in systems.names()]
    assert positions == sorted(positions), "systems.names() is not in the order of the lecture, multibody systems last"


@pytest.mark.parametrize("mark", MARKS, ids=lambda m: m.test)
def test_a_marker_names_one_to_three_equations_of_the_lecture(mark):
    assert 1 <= len(mark.numbers) <= 3, f"{mark.test} names {len(mark.numbers)} equations; one to three are allowed"
    unknown = [n for n in mark.numbers if n not in EQUATIONS]
    assert not unknown, f'{mark.test} names {unknown}, which the lecture does not have (write "5.80a", a string)'
    if mark.exercised:
        proved = [n for n in mark.numbers if not EQUATIONS[n].is_definition]
        assert not proved, f"{mark.test} only exercises {proved}, but these are no definitions and must be checked"


STATUS = coverage(MARKS)


@pytest.mark.parametrize("number", EQUATIONS)
def test_every_equation_is_proved(number):
    allowed = {"checked", "exercised"} if EQUATIONS[number].is_definition else {"checked"}
    meaning = EQUATIONS[number].meaning
    assert STATUS[number] in allowed, f"({number}) {meaning}: {STATUS[number]}, no test proves it"


def test_markers_are_found_in_the_text_of_a_test():
    source = '@pytest.mark.equation("5.45", "5.46", exercised=True)\ndef test_x(): pass\n'
    (mark,) = marks_in(source, "module")
    assert mark.numbers == ("5.45", "5.46") and mark.exercised
    assert coverage([mark])["5.45"] == "exercised"
    (checked,) = marks_in(source.replace(", exercised=True", ""), "module")
    assert coverage([mark, checked])["5.45"] == coverage([checked, mark])["5.45"] == "checked"
    assert coverage([])["5.45"] == "open"
