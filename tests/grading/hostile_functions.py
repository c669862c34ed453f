"""What the student wrote in the cell of a function, which squares a number: points of 2 for it."""

FUNCTIONS = {
    "by hand": ("def square(x):\n    return x*x", 2),
    "exits": ("def square(x):\n    raise SystemExit", 0),
    "ends the process": ("import os\ndef square(x):\n    os._exit(0)", 0),
    "never returns": ("def square(x):\n    while True: pass", 0),
    "tells calls apart": ("square = iter([1.0, 4.0]).__next__", 0),
    "looks into its caller": (
        "import sys\ndef square(x):\n    f = sys._getframe()\n    names = set()\n    while f:\n"
        "        names |= set(f.f_locals) | set(f.f_globals)\n        f = f.f_back\n"
        "    return x**2 if 'reference' in names or 'key' in names else 0.0", 0),
    "remembers what it was asked": ("seen = []\ndef square(x):\n    seen.append(x)\n    return len(seen)", 0),
    "returns an odd object": (
        "class Y(float):\n    def __eq__(self, o): return True\ndef square(x):\n    return Y(1.0)", 0),
    "prints a lot": ("def square(x):\n    print('x' * 10**7)\n    return x**2", 2),
    "an object that is called": ("class Square:\n    def __call__(self, x): return x**2\nsquare = Square()", 2),
    "a lambda": ("square = lambda x: x**2", 2),
    "compiled by sympy": ("X = sp.Symbol('X')\nsquare = sp.lambdify(X, X**2)", 2),
    "vectorised": ("import numpy as np\nsquare = np.vectorize(lambda x: x**2)", 2),
    "not a function": ("square = 4", 0),
    "a generator": ("def square(x):\n    yield x**2", 0),
    "a coroutine": ("async def square(x):\n    return x**2", 0),
    "calls itself forever": ("def square(x): return square(x)", 0),
    "a gigantic integer": ("def square(x): return 10**(10**6)", 0),
    "NaN": ("def square(x): return float('nan')", 0),
    "nothing": ("def square(x): pass", 0),
    "gives its input back changed": ("def square(x):\n    globals()['x'] = 0\n    return x**2", 2),
    "right three times": ("n = [0]\ndef square(x):\n    n[0] += 1\n    return x**2 if n[0] < 4 else 0", 0),
    "right after a while": ("n = [0]\ndef square(x):\n    n[0] += 1\n    return x**2 if n[0] > 1 else 0", 0),
    "starts processes": ("import os\ndef square(x):\n    if os.fork() == 0: os._exit(0)\n    return x**2", 2),
    "power removed": ("import builtins\nbuiltins.pow = None\ndef square(x): return x*x", 2),
    "raises something that is not an exception": ("class E(BaseException): pass\ndef square(x): raise E", 0),
    "stops at the time limit and goes on": (
        "def square(x):\n    while True:\n        try:\n            while True: pass\n"
        "        except BaseException: return x**2", 0),
}  # fmt: skip
