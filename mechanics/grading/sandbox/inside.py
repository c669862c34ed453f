"""What runs inside a sandbox: the cells of one submission, whose values are answered as plain data.

Everything here is in the hands of the student's code once that runs. It can change nothing but its own answers: what
leaves the sandbox is data, which is checked for its form and judged outside.
"""

import ast
import asyncio
import builtins
import contextlib
import inspect
import os
import signal
import socket
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ...checks.calls import Nowhere
from ...checks.capture import capture
from .messages import receive, send
from .plain_tests import Copies, Tests
from .sympy_speedups import query_assumptions_in_order, speed_up_derivatives

__all__ = ["preload", "rehearse", "serve"]

MOST = 2000  # characters of an error's text
LONGEST_REHEARSAL = 30.0  # seconds for a locked cell
_DERIVATION = """
import sympy
from sympy.physics.mechanics import dynamicsymbols
x, y, m, a, b = *dynamicsymbols("x y"), *sympy.symbols("m a b")
energy = sympy.Matrix([m * (x.diff()**2 + y.diff()**2 * sympy.cos(x)**2) / 2])
terms = energy.jacobian([x.diff(), y.diff()]).diff(dynamicsymbols._t) - energy.jacobian([x, y])
sympy.linear_eq_to_matrix(list(terms.subs({x.diff().diff(): a, y.diff().diff(): b})), [a, b])
sympy.simplify(terms), sympy.hessian(energy[0], [x, y]), sympy.solve(m * a**2 - 4, a)
sympy.Matrix([[m, 1], [1, 2]]).inv(), sympy.lambdify([m], m * 2)(1.0)
"""  # what most answers do: sympy imports many of its modules only when it needs them, which then is done


class TimeIsUp(BaseException):
    """No Exception, so that ``except Exception`` in a cell does not swallow it."""


def preload() -> None:
    """Import what notebooks of the course use, once for all sandboxes; sketches and players are switched off.

    They cost time and earn nothing. The imports stand in here, because only the fork server shall pay for them: the
    grading process, which knows the solutions, imports this module as well and needs none of that.
    """
    import matplotlib

    matplotlib.use("agg")
    import IPython.core.inputtransformer2
    import IPython.display
    import matplotlib.pyplot
    import numpy  # noqa: F401
    import scipy.integrate
    import scipy.optimize  # noqa: F401

    from ... import notebook, widgets
    from ...checks import calls, capture_sympy  # noqa: F401
    from ...drawing import sketch as sketches

    for module in (notebook, widgets, sketches):
        for name in ("simulate", "sketch"):
            if hasattr(module, name):
                setattr(module, name, _picture)
    sys.path.insert(0, "")  # as in a kernel: modules beside the notebook
    vars(builtins)["display"] = IPython.display.display
    query_assumptions_in_order()
    speed_up_derivatives()
    rehearse([_DERIVATION])


def _picture(*_: Any, **__: Any) -> None:
    """Stands for `simulate` and `sketch`."""


def rehearse(sources: Iterable[str]) -> None:
    """Run the locked cells of a task in a namespace that is thrown away, for what they import and cache.

    Parameters
    ----------
    sources : iterable of str
        Source of each cell; one that needs an answer of the student stops with an error, which does not matter.
    """
    namespace = types.ModuleType("__main__").__dict__
    namespace["get_ipython"] = lambda: _Magics(namespace)
    shown = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = Nowhere()
    for source in sources:
        signal.setitimer(signal.ITIMER_REAL, LONGEST_REHEARSAL, 0.5)
        _run(source, namespace)
        signal.setitimer(signal.ITIMER_REAL, 0)
    sys.stdout, sys.stderr = shown


def serve(connection: socket.socket) -> None:
    """Answer the requests of the grader until it hangs up.

    Parameters
    ----------
    connection : socket
        Takes ``{"run": source}`` and ``{"value": expression, "inputs": ...}``. The grader measures the time, and
        interrupts by SIGALRM what takes too long.
    """
    namespace = types.ModuleType("__main__").__dict__
    namespace["get_ipython"] = lambda: _Magics(namespace)
    tests, copies = Tests(namespace, _guarded), Copies()
    process = os.getpid()
    while True:
        request = receive(connection)
        sys.stdout = sys.stderr = Nowhere()  # for each, because a cell may close them
        if "copy" in request:
            if inner := copies.make(request["copy"]):  # in the copy, which answers nothing yet
                connection, copies, process = inner, Copies(), os.getpid()
                continue
            answer: dict[str, Any] = {}
        elif "of" in request:
            answer = copies.ask(request.pop("of"), request)
        elif "test" in request:
            answer = tests.run(request)
        elif "mark" in request:
            answer = tests.mark(request["mark"])
        elif "run" in request:
            answer = _run(request["run"], namespace)
        else:
            answer = _value(request["value"], request["inputs"], namespace)
        if os.getpid() != process:
            os._exit(0)  # forked by the student's code; one of them answers
        send(connection, answer)


class _Magics:
    """Stands for IPython's shell: lines that begin with % or ! do nothing, but Python behind ``%time`` is run."""

    def __init__(self, namespace: dict[str, Any]):
        self._namespace = namespace

    def __getattr__(self, name: str) -> "_Magics":
        return self

    def __call__(self, *_: Any, **__: Any) -> None:
        """Do nothing."""

    def run_line_magic(self, name: str, line: str, *_: Any, **__: Any) -> None:
        """``%time mass = ...``."""
        if name == "time":
            _execute(line, self._namespace)

    def run_cell_magic(self, name: str, line: str, cell: str) -> None:
        """``%%time`` and ``%%capture`` above a cell."""
        if name in ("time", "capture"):
            _execute(cell, self._namespace)


def _run(source: str, namespace: dict[str, Any]) -> dict[str, Any]:
    """Run a cell as IPython would; the error that stopped it, if any."""
    try:
        with _interruptible():
            _execute(source, namespace)
    except TimeIsUp:
        return {"error": "TimeIsUp", "text": ""}
    except BaseException as error:  # also SystemExit and KeyboardInterrupt
        return {"error": type(error).__name__, "text": _text(error)}
    return {}


def _execute(source: str, namespace: dict[str, Any]) -> None:
    """Run Python, or else what IPython makes of it; ``await`` is allowed outside of functions."""
    try:
        code = _compiled(source)
    except SyntaxError:  # or a line that begins with % or !
        # imported by `preload` already; at the top, the grading process would pay for it
        from IPython.core.inputtransformer2 import TransformerManager

        code = _compiled(TransformerManager().transform_cell(source))
    awaited = eval(code, namespace)
    if code.co_flags & inspect.CO_COROUTINE:
        asyncio.run(awaited)


def _compiled(source: str) -> types.CodeType:
    code: types.CodeType = compile(source, "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    return code


def _text(error: BaseException) -> str:
    try:
        return str(error)[:MOST]
    except BaseException:
        return ""


def _guarded(action: Callable[[], Any]) -> dict[str, Any]:
    """What an action returns, or the error that stopped it."""
    try:
        with _interruptible():
            return {"value": action()}
    except TimeIsUp:
        return {"error": "TimeIsUp", "text": ""}
    except BaseException as error:
        return {"error": type(error).__name__, "text": _text(error)}


def _value(expression: str, inputs: Any, namespace: dict[str, Any]) -> dict[str, Any]:
    """The value of an expression as data; a function called with the inputs."""
    try:
        with _interruptible():
            tree = ast.parse(expression, mode="eval")
            return {"data": capture(eval(compile(tree, "<check>", "eval"), namespace), inputs)}
    except TimeIsUp:
        return {"error": "TimeIsUp", "text": ""}
    except BaseException as error:
        return {"error": type(error).__name__, "text": _text(error)}


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Let the grader interrupt what takes too long; code that ignores the signal is ended from outside."""
    running = True

    def stop(*_: Any) -> None:
        if running:  # a signal that comes when the answer is ready must not escape
            raise TimeIsUp

    signal.signal(signal.SIGALRM, stop)
    try:
        yield
    finally:
        running = False
