"""The answer is captured in one process and judged in another one, with JSON between them."""

import json
import subprocess
import sys

import pytest

from mechanics.checks import make_key

from .answers import DOMAIN, EQUATIONS, KINETIC_ENERGY, MATRIX

STUDENT = """
import json, sys
from sympy import *
from sympy.physics.mechanics import dynamicsymbols
from mechanics.checks import capture
s, phi = dynamicsymbols("s phi")
m_W, m_S, l_S, b_S, c_W, d_R, s_W0, f_e, g = symbols("m_W m_S l_S b_S c_W d_R s_W0 f_e g")
I = m_S*(l_S**2 + b_S**2)/12 + m_S*l_S**2/4
T = (m_W + m_S)*s.diff()**2/2 + m_S*l_S*cos(phi)*s.diff()*phi.diff()/2 + I*phi.diff()**2/2
L = T + m_S*g*l_S*cos(phi)/2 - c_W*(s - s_W0)**2/2
M = hessian(T, [s.diff(), phi.diff()])
t = dynamicsymbols._t
equations = [Eq(L.diff(q.diff()).diff(t) - L.diff(q), Q) for q, Q in ((s, f_e - d_R*s.diff()), (phi, 0))]
wrong = [equations[0], Eq(L.diff(phi.diff()).diff(t), 0)]
inputs = json.loads(sys.stdin.read())
functions = [lambda m, g: m*g, lambda m, g: m/g]
answers = [T, -T, M, M.subs(l_S, 2*l_S), equations, wrong, *functions, "9.81 m/s**2", 981]
called = [inputs if any(answer is f for f in functions) else None for answer in answers]
print(json.dumps([capture(answer, use) for answer, use in zip(answers, called)]))
"""

JUDGE = """
import json, sys
from mechanics.checks import judge
data, keys = json.loads(sys.stdin.read())
verdicts = [judge(one, keys[index // 2]) for index, one in enumerate(data)]
assert not {"sympy", "numpy", "IPython", "matplotlib"} & set(sys.modules), "judging needs none of these"
print(json.dumps([[verdict.ok, verdict.reason] for verdict in verdicts]))
"""


def run(code: str, given: object) -> list:
    done = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(given), capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("hidden", [False, True])
def test_capture_and_judge_in_two_processes(hidden):
    force = {"m": "positive", "g": "positive"}
    keys = [
        make_key("expression", KINETIC_ENERGY, DOMAIN, hidden=hidden),
        make_key("matrix", MATRIX, DOMAIN, hidden=hidden),
        make_key("equations", EQUATIONS, DOMAIN, hidden=hidden),
        make_key("function", "m*g", force, arguments=["m", "g"], hidden=hidden),
        make_key("number", 9.81, unit="m/s**2", hidden=hidden),
    ]
    captured = run(STUDENT, keys[3]["inputs"])
    verdicts = run(JUDGE, [captured, keys])
    assert [ok for ok, _ in verdicts] == [True, False] * 5, verdicts


def test_the_package_is_imported_without_sympy_numpy_and_jupyter():
    code = """
import json, sys
sys.stdin.read()
import mechanics.checks
print(json.dumps(sorted({"sympy", "numpy", "IPython", "nbgrader", "matplotlib"} & set(sys.modules))))
"""
    assert run(code, None) == []
