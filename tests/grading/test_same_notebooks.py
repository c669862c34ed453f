"""Copies are told from chance: what most students write says nothing, what few write does. It takes no time."""

import random
import time

import pytest

from mechanics.grading.triage_form import normal_form, shingles
from mechanics.grading.triage_same import Written, same_notebooks

RIGHT = {f"step-{k}": f"x_{k} = m*g*{k} + c*phi" for k in range(7)}


def alone(number: int, steps: int = 7) -> dict[str, str]:
    """Answers of a student who worked alone: most are right in the usual form, some in a form of his own."""
    draw = random.Random(number)
    own = {}
    for k in range(steps):
        if draw.random() < 0.3:
            own[f"step-{k}"] = f"value = {draw.random():.6f}*m\nx_{k} = value + g*{draw.randint(1, 10**6)}"
    return RIGHT | own


def is_original(number: int) -> bool:
    """Whether somebody who copies from this student can be noticed: four answers are in a form of his own."""
    return sum(text != RIGHT[name] for name, text in alone(number).items()) >= 4


ORIGINAL = [number for number in range(1000) if is_original(number)]


def class_of(size: int, **copies: str) -> list[Written]:
    written = {f"s{k:04}": alone(k) for k in range(size)}
    for copier, source in copies.items():
        written[copier] = dict(written[source])
    return [Written(student, answers) for student, answers in written.items()]


@pytest.mark.parametrize(("a", "b"), [
    ("x = m*g", "x = g * m  # weight"),
    ("x = a + b + c", "x = c + (b + a)"),
    ("total = m*g\nx = total/2", "weight = m * g\n\nx = weight / 2"),
    ("def f(x):\n    return x**2", 'def f(y):\n    """Square."""\n    return y ** 2'),
    ("x = [k for k in y]", "x = [j for j in y]"),
])  # fmt: skip
def test_the_same_answer_in_other_words_has_the_same_form(a, b):
    assert normal_form(a) == normal_form(b)


@pytest.mark.parametrize(("a", "b"), [
    ("x = m*g", "x = m/g"), ("x = a - b", "x = b - a"), ("x = m*g", "x = m*G"), ("x = sin(phi)", "x = cos(phi)"),
    ("def f(x): return x", "def h(x): return x"), ("x = a**b", "x = b**a"), ("x = 2*a + b", "x = 2*(a + b)"),
])  # fmt: skip
def test_another_answer_has_another_form(a, b):
    assert normal_form(a) != normal_form(b)


@pytest.mark.parametrize("text", ["", "x = = 1", "Weil F = m a.", "\0", "(" * 5000, "x = " + "1+" * 40_000 + "1"])
def test_whatever_was_written_has_a_form(text):
    assert normal_form(text) == normal_form(text)
    shingles(text)


@pytest.mark.parametrize("size", [3, 30, 300])
def test_a_class_that_works_alone_has_no_pairs(size):
    assert same_notebooks("crane", class_of(size)) == []


@pytest.mark.parametrize("size", [30, 300])
def test_a_copy_is_found_character_by_character(size):
    source = f"s{ORIGINAL[0]:04}"
    [same] = same_notebooks("crane", class_of(size, copier=source))
    assert same.students == ("copier", source) and "character by character" in same.why


@pytest.mark.parametrize("size", [30, 300])
def test_a_copy_with_other_names_and_comments_is_found(size):
    written = class_of(size)
    source = written[ORIGINAL[0]].answers
    changed = {name: f"# mine\n{text}".replace("value", "tmp").replace("m*g", "g*m") for name, text in source.items()}
    [same] = same_notebooks("crane", [*written, Written("copier", changed)])
    assert same.students == ("copier", written[ORIGINAL[0]].student) and "but for names" in same.why


def test_a_long_text_needs_no_class_to_be_a_copy():
    [same] = same_notebooks("crane", [Written(student, {"why": "Because of Newton. " * 20}) for student in "ba"])
    assert same.students == ("a", "b")


def test_texts_for_people_that_are_nearly_the_same_are_found():
    words = "the force on the rod is proportional to its mass because every particle has to be accelerated".split()

    def text(seed: int) -> str:
        draw = random.Random(seed)
        return " ".join(draw.choice(words) for _ in range(80))

    written = [Written(f"s{k}", {"why": text(k)}) for k in range(40)]
    copied = text(7).split()
    copied[5], copied[60] = "thus", "therefore"
    [same] = same_notebooks("crane", [*written, Written("copier", {"why": " ".join(copied)})])
    assert same.students == ("copier", "s7") and "of what only a few students wrote" in same.why


def test_the_same_rare_mistakes_are_found_and_common_ones_are_not():
    usual = {"step-1": "The sign is wrong.", "step-2": "A factor 2 is missing."}
    written = [Written(w.student, w.answers, usual if k % 2 else {}) for k, w in enumerate(class_of(60))]
    assert same_notebooks("crane", written) == []
    rare = {"step-3": "This is a moment, expected a force.", "step-4": "The Steiner term is missing: 1.25 is not 3.5."}
    again = {"step-3": "This is a moment, expected a force.", "step-4": "The Steiner term is missing: 7.5 is not 0.3."}
    third = {"step-5": "Not a matrix."}
    for k, mistakes in ((10, rare), (20, again), (30, third)):
        written[k] = Written(written[k].student, written[k].answers, mistakes)
    [same] = same_notebooks("crane", written)
    assert same.students == ("s0010", "s0020") and "step-3, step-4" in same.why


def test_two_thousand_students_take_seconds_and_not_their_square():
    copies = {f"copier{k:03}": f"s{ORIGINAL[k // 20]:04}" for k in range(400)}  # 20 of each of 20
    written = class_of(1600, **copies)
    begin = time.process_time()
    found = same_notebooks("crane", written)
    took = time.process_time() - begin
    assert len(found) == 20 and all(len(same.students) == 21 for same in found)
    assert took < 10, f"{took:.1f} s for 2000 notebooks"
