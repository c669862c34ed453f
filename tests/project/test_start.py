"""The command ``mechanics`` from its first moment on."""

import builtins
from typing import Any

import pytest

from mechanics import start


def test_ctrl_c_while_modules_are_loaded_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    load = builtins.__import__

    def interrupted(name: str, *more: Any) -> Any:
        if name == "mechanics" and more[2] == ("cli",):
            raise KeyboardInterrupt
        return load(name, *more)

    monkeypatch.setattr(builtins, "__import__", interrupted)
    code = start.main()
    monkeypatch.undo()
    assert code == 130
    assert capsys.readouterr().err == "mechanics: stopped.\n"


def test_it_is_the_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["mechanics", "check", "/nowhere.ipynb"])
    assert start.main() == 2
    assert "/nowhere.ipynb" in capsys.readouterr().err
