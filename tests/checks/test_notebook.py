"""The calls of a test cell: a line on success, a sentence for a traceback, nothing on stderr, no leaks."""

import contextlib
import json
import logging
import os
import subprocess
import sys
import time
import warnings
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy as sp

from mechanics.checks import CheckFailed, check, read_keys, recording, verify, write_keys

from .answers import DOMAIN, EQUATIONS, KINETIC_ENERGY, T, m_S

FORCE = {"m": "positive", "g": "positive"}
ENERGY = "cart-pendulum/kinetic-energy"


def solution() -> dict:
    """What the test cells of a solution notebook do, recorded."""
    with recording() as keys:
        check(ENERGY, T)
        verify(
            ENERGY,
            T,
            KINETIC_ENERGY,
            domain=DOMAIN,
            mistakes={"The Steiner term is missing.": KINETIC_ENERGY.replace(" + m_S*l_S**2/4", "")},
        )
        verify("weight", lambda m, g: m * g, "m*g", kind="function", domain=FORCE, arguments=["m", "g"])
        verify("gravity", 9.81, 9.81, kind="number", unit="m/s**2")
        verify("choice", "b", "b", kind="choice", options=["a", "b"])
        verify("equations", EQUATIONS, EQUATIONS, kind="equations", domain=DOMAIN)
    return keys


@pytest.fixture(scope="module")
def recorded():
    return solution()


@pytest.fixture
def folder(tmp_path, monkeypatch, recorded) -> Path:
    """The folder of an assignment, as the kernel of its notebook sees it."""
    write_keys(tmp_path / "key.json", recorded)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def failure(function, *arguments, **options) -> str:
    with pytest.raises(CheckFailed) as caught:
        function(*arguments, **options)
    return str(caught.value)


def test_a_right_answer_prints_one_line(folder, capfd):
    check(ENERGY, T)
    verify(ENERGY, T, KINETIC_ENERGY, domain=DOMAIN)
    out, err = capfd.readouterr()
    assert out.splitlines() == ["✓ Right: kinetic energy.", "✓ Right at other points, too: kinetic energy."]
    assert not err


def test_a_wrong_answer_is_explained_by_the_mistake_of_the_task(folder):
    assert failure(check, ENERGY, sp.expand(T - m_S * sp.Symbol("l_S") ** 2 / 8 * sp.Symbol("phi_d") ** 2)) == (
        "Kinetic energy: The Steiner term is missing."
    )


def test_recording_is_reproducible_and_the_file_is_stable(folder, recorded):
    assert json.dumps(solution()) == json.dumps(recorded)
    before = (folder / "key.json").read_text()
    write_keys(folder / "key.json", read_keys("key.json"))
    assert (folder / "key.json").read_text() == before


def test_recording_refuses_a_solution_that_contradicts_its_reference():
    with pytest.raises(CheckFailed), recording():
        verify(ENERGY, 2 * T, KINETIC_ENERGY, domain=DOMAIN)
    with pytest.raises(ValueError, match="kinetic"), recording():
        verify(ENERGY, T, "m_X*2", domain=DOMAIN)


def texts(data, inside=""):
    """All text in a key, with the entry it stands in; the names of entries themselves are no secret."""
    if isinstance(data, dict):
        return [text for name, value in data.items() for text in texts(value, name)]
    if isinstance(data, list):
        return [text for value in data for text in texts(value, inside)]
    return [(inside, data)] if isinstance(data, str) else []


def test_a_key_holds_numbers_and_no_formula(recorded):
    told = {"kind", "say", "unit", "options", "names", "accelerations", "arguments", "vary"}
    for name, key in recorded.items():
        for inside, text in texts(key):
            if inside not in told and inside not in DOMAIN:  # (the dimension of a name stands under the name)
                assert float(Fraction(text) if "/" in text else text) is not None, f"{name}: {inside} is {text!r}"
            if inside in ("names", "accelerations", "arguments", "vary"):
                assert text.isidentifier(), f"{name}: {inside} tells more than names: {text!r}"
    assert not {"value", "values"} & set(recorded["gravity"]), "the key of a number must not hold the number"
    assert "chosen" not in recorded["choice"], "the key of a choice must not hold the choice"


def test_visible_checks_of_numbers_and_choices_do_not_say_whether_they_are_right(folder, capsys):
    for value in (9.81, 3.0, "20 m/s**2"):
        check("gravity", value)
    check("choice", "a")
    check("choice", "b")
    assert capsys.readouterr().out.count("judged when the task is graded") == 5
    assert "sign" in failure(check, "gravity", -9.81)
    assert "unit" in failure(check, "gravity", "9.81 kg")
    assert "large" in failure(check, "gravity", 1e9)


@pytest.mark.parametrize("content", [None, "", "{", "[]", "null", '{"version": 1}', '{"version": 99, "checks": {}}'])
def test_a_missing_or_damaged_key_is_a_sentence(tmp_path, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    if content is not None:
        (tmp_path / "key.json").write_text(content)
    assert "key.json" in failure(check, ENERGY, T)


@pytest.mark.parametrize("entry", [None, {}, [], 1, {"kind": "unheard of"}, {"kind": "expression"},
                                   {"kind": "expression", "shape": [], "names": 3}])  # fmt: skip
def test_a_damaged_entry_is_a_sentence(tmp_path, monkeypatch, entry):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key.json").write_text(json.dumps({"version": 1, "checks": {ENERGY: entry}}))
    assert failure(check, ENERGY, T).endswith(".")


def test_a_file_that_is_no_text_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key.json").write_bytes(b"\xff\xfe\x00")
    assert "damaged" in failure(check, ENERGY, T)
    (tmp_path / "key.json").unlink()
    (tmp_path / "key.json").mkdir()
    assert "key.json" in failure(check, ENERGY, T)


def test_a_forged_key_earns_nothing(folder):
    wrong = 7 * T
    with recording() as forged:
        verify(ENERGY, wrong, wrong, domain=DOMAIN)
    write_keys("key.json", forged)
    check(ENERGY, wrong)  # the visible check is fooled
    assert failure(verify, ENERGY, wrong, KINETIC_ENERGY, domain=DOMAIN), "the hidden check must not be"


def test_a_hidden_check_quotes_nothing_of_itself(folder):
    said = [
        failure(verify, ENERGY, 3 * T, KINETIC_ENERGY, domain=DOMAIN, mistakes={"SECRET": f"3*({KINETIC_ENERGY})"}),
        failure(verify, "w", lambda m, g: 1 / 0, "m*g*31415", kind="function", domain=FORCE, arguments=["m", "g"]),
        failure(verify, "w", lambda m, g: m + g, "m*g*31415", kind="function", domain=FORCE, arguments=["m", "g"]),
        failure(verify, "w", lambda m: m, "m*g*31415", kind="function", domain=FORCE, arguments=["m", "g"]),
        failure(verify, "n", 3, 31415, kind="number"),
        failure(verify, "c", "a", "b", kind="choice", options=["a", "b"]),
        failure(verify, "broken", T, "m_X*31415", domain=DOMAIN),
        failure(verify, "broken", T, "31415*(", domain=DOMAIN),
        failure(verify, "e", "[s_dd, phi_dd]", EQUATIONS, kind="equations", domain=DOMAIN),
    ]
    for sentence in said:
        for secret in ("SECRET", "31415", "m_X", "l_S**2", "0.", "1.", "2.", "Traceback"):
            assert secret not in sentence, f"{secret!r} of the hidden check is in {sentence!r}"


def noisy(m, g):
    warnings.warn("careful", stacklevel=1)
    np.float64(1.0) / np.float64(0.0)
    print("to stdout")
    print("to stderr", file=sys.stderr)
    logging.getLogger("student").warning("log")
    os.write(2, b"to descriptor 2\n")
    os.write(1, b"to descriptor 1\n")
    return m * g


@pytest.mark.parametrize("action", ["default", "error"])
def test_warnings_and_prints_of_a_students_function_cost_nothing(folder, capfd, action):
    with warnings.catch_warnings():
        warnings.simplefilter(action)
        check("weight", noisy)
        verify("weight", noisy, "m*g", kind="function", domain=FORCE, arguments=["m", "g"])
    out, err = capfd.readouterr()
    assert not err, "nbgrader gives 0 points for anything on stderr"
    assert len(out.splitlines()) == 2


def swallowing(m, g):
    while True:
        try:
            while True:
                pass
        except BaseException as error:
            if "Up" in type(error).__name__ and time.monotonic() > swallowing.end:
                raise


def test_an_endless_function_is_stopped(folder, monkeypatch):
    monkeypatch.setattr("mechanics.checks.calls.TIME_LIMIT", 0.3)

    def endless(m, g):
        while True:
            with contextlib.suppress(Exception):
                time.sleep(0.01)

    assert "did not finish" in failure(check, "weight", endless)
    swallowing.end = time.monotonic() + 0.8
    assert "did not finish" in failure(check, "weight", swallowing), "also one that catches the first interruptions"


def test_what_a_function_raises_is_a_sentence(folder):
    def quits(m, g):
        sys.exit(3)

    def recursive(m, g):
        return recursive(m, g)

    class Rude(Exception):
        def __str__(self):
            raise RuntimeError

    def rude(m, g):
        raise Rude

    for function, name in ((quits, "SystemExit"), (recursive, "RecursionError"), (rude, "Rude")):
        assert name in failure(check, "weight", function)
    assert "function of m, g" in failure(check, "weight", 5)


NOTEBOOK = """
import sys
from IPython.core.interactiveshell import InteractiveShell
from mechanics.checks import check, verify
shell = InteractiveShell.instance()
shell.run_cell("from mechanics.checks import check, verify")
hidden = '"secret_name*2", domain={"secret_name": "real"})'
cells = ('check("x/first-answer", 3)', 'verify("x/first-answer", 3, ' + hidden,
         'verify("x/first-answer", ..., ' + hidden)
for cell in cells:
    result = shell.run_cell(cell)
    print("RAISED", type(result.error_in_exec).__name__)
"""


def test_ipython_shows_the_sentence_instead_of_a_traceback(tmp_path):
    done = subprocess.run([sys.executable, "-c", NOTEBOOK], capture_output=True, text=True, cwd=tmp_path, timeout=120,
                          env={**os.environ, "IPYTHONDIR": str(tmp_path / "ipython"),
                               "PYTHONPATH": str(Path(__file__).parents[2])})  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not done.stderr, done.stderr
    assert done.stdout.count("RAISED CheckFailed") == 3
    assert "First answer: There is no readable file key.json" in done.stdout
    assert "Nothing entered yet." in done.stdout
    for trace in ("Traceback", "secret_name", "notebook.py", "line 1"):
        assert trace not in done.stdout, f"{trace!r} is shown to the student"
