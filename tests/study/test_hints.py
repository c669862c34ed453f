"""Hints unfold one by one, are counted, and survive odd files."""

import json
from pathlib import Path

import pytest

from mechanics.checks.hints import HintsError, counted, hints_in, take, taken_in
from mechanics.study.hint_box import hint_box

NAME = "crane/energy"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "hints.toml").write_text(f"\"{NAME}\" = ['Look at $x$.', 'Newton.', 'It begins $m\\ddot x$']\n")
    return tmp_path


def texts(box):
    return [child.value for child in box.children if hasattr(child, "value")]


def buttons(box):
    return [child for child in box.children if hasattr(child, "on_click")]


def test_hints_unfold_one_by_one_and_are_counted(folder):
    box = hint_box(folder, NAME)
    assert texts(box) == [] and buttons(box)[0].description == "A hint? (3)"
    for count in (1, 2, 3):
        buttons(box)[0].click()
        assert len(texts(box)) == count == taken_in(folder)[NAME]
    assert not buttons(box), "after the last hint there is nothing to press"
    assert "\\ddot" in texts(box)[-1], "formulas arrive as they were written"


def test_hints_unfold_where_nothing_can_be_written(folder, monkeypatch):
    def forbidden(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_text", forbidden)
    box = hint_box(folder, NAME)
    for count in (1, 2, 3):
        buttons(box)[0].click()
        assert len(texts(box)) == count, "the next hint stays hidden where its count cannot be saved"
    assert not buttons(box) and taken_in(folder) == {}


def test_hints_that_were_taken_are_there_the_next_day(folder):
    take(folder, NAME)
    assert len(texts(hint_box(folder, NAME))) == 1


def test_never_more_hints_are_counted_than_there_are(folder):
    assert [take(folder, NAME) for _ in range(5)] == [1, 2, 3, 3, 3]


def test_a_step_without_hints_has_no_button(folder, tmp_path):
    assert hint_box(folder, "crane/other") is None
    assert hints_in(tmp_path / "nowhere") == {}


@pytest.mark.parametrize(
    "text", ['"a" = "one"', '"a" = []', '"a" = [1]', '"a" = ["1", "2", "3", "4"]', "a = [", "a = 1"]
)
def test_a_wrong_file_of_hints_is_named_in_one_sentence(folder, text):
    (folder / "hints.toml").write_text(text)
    with pytest.raises(HintsError, match="hints.toml"):
        hints_in(folder)


@pytest.mark.parametrize("text", ["", "[]", '{"crane/energy": 3}', "\x00", '{"crane/energy": [1, 2, 3, 4, 5, 6]}'])
def test_an_odd_count_is_no_accident(folder, text):
    (folder / "hints-taken.json").write_text(text)
    assert taken_in(folder).get(NAME, 0) <= 3
    assert take(folder, NAME) <= 3
    assert json.loads((folder / "hints-taken.json").read_text())[NAME]


def test_a_file_that_was_handed_in_may_hold_anything():
    for content in (b"\xff\xfe", b"[" * 100_000, b'{"a": ' * 100_000, b'{"a": {"b": 1}, "c": [[[]]]}'):
        assert counted(content).get("a", 0) == 0
