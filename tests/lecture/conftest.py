"""`python -m pytest tests/lecture --equations` prints which equations of the lecture the tests prove."""

import pytest

from .lecture_map import report


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--equations", action="store_true", help="print which equations of the lecture are proved")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.getoption("--equations", default=False):
        terminalreporter.section("equations of the lecture")
        terminalreporter.write_line(report())
