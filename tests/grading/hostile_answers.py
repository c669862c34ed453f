"""What the student wrote in the first answer cell, and the points of 7 that it earns.

A wrong mass costs its point and the four of the force. None: he broke his own Python, may lose everything, and gains
nothing.
"""

USUAL = {
    "nothing": ("", 2),
    "an exception": ("1/0", 2),
    "a syntax error": ("mass = = 3", 2),
    "Unicode and a byte that no source may have": ("mass = rho*l*b*h # Größe \u2028 \x00", 2),
    "exit()": ("exit()", 2),
    "sys.exit(0)": ("import sys; sys.exit(0)", 2),
    "os._exit(0)": ("import os; os._exit(0)", 2),
    "os.abort()": ("import os; os.abort()", 2),
    "kill the parent": ("import os, signal; os.kill(os.getppid() or 1, signal.SIGKILL); os._exit(1)", 2),
    "an endless loop": ("while True: pass", 2),
    "a loop that ignores interrupts": (
        "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass", 2),
    "a loop that swallows everything": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass", 2),
    "endless recursion": ("def f(): return f()\nf()", 2),
    "a segmentation fault": ("import ctypes; ctypes.string_at(0)", 2),
    "8 GB of memory": ("mass = bytearray(8 * 2**30)", 2),
    "memory piece by piece": ("parts = []\nwhile True: parts.append(bytearray(2**24))", 2),
    "a fork bomb": ("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass", 2),
    "endless threads": (
        "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(60,)).start()", 2),
    "a large file": ("open('large', 'wb').write(bytes(10**9))\nmass = rho*l*b*h", 2),
    "500 MB of output": ("for _ in range(500): print('x' * 10**6)\nmass = rho*l*b*h", 7),
    "warnings": ("import warnings; warnings.warn('oh'); mass = rho*l*b*h", 7),
    "an object that equals everything": (
        "class Any:\n    def __eq__(self, other): return True\n    def __getattr__(self, n): return self\n"
        "    __sub__ = __mul__ = __rmul__ = lambda self, o: self\nmass = Any()", 2),
    "a symbol that equals everything": (
        "class S(sp.Symbol):\n    def __eq__(self, other): return True\n"
        "    __hash__ = sp.Symbol.__hash__\nmass = S('x')", 2),
    "recursion in __repr__": ("class R:\n    def __repr__(self): return repr(self)\nmass = R()", 2),
    "a list that contains itself": ("mass = []; mass.append(mass)", 2),
    "an endless generator": ("def g():\n    while True: yield 1\nmass = g()", 2),
    "a gigantic integer": ("mass = 10**(10**7)", 2),
    "a gigantic integer as text": ("mass = '9' * 10**7", 2),
    "code in a text": ("mass = '__import__(\"os\").system(\"touch owned\")'", 2),
    "simplify removed": ("sp.simplify = sp.nsimplify = 0\nmass = rho*l*b*h", 7),
    "checker replaced": ("import mechanics.checks as c\nc.check = c.verify = lambda *a, **k: None\nmass = 0", 2),
    "judge replaced": (
        "import mechanics.checks.judge as j, mechanics.checks.verdict as v\n"
        "j.judge = lambda *a: v.right()\nmass = 0", 2),
    "capture replaced": (
        "import mechanics.grading.sandbox.inside as i\ni.capture = lambda *a: {'type': 'right'}\nmass = 0", 0),
    "answers without a type": (
        "import mechanics.grading.sandbox.inside as i\ni.capture = lambda *a: {'type': {'x': 1}}\nmass = 0", 0),
    "abs removed": ("import builtins\nbuiltins.abs = lambda x: 0\nmass = rho*l*b*h", 7),
    "float removed": ("import builtins\nbuiltins.float = int\nmass = 0", None),
    "import hook": (
        "import sys\nclass H:\n    def find_spec(self, *a): raise RuntimeError\n"
        "sys.meta_path.insert(0, H())\nmass = rho*l*b*h", 7),
    "exec hook": ("import sys\nsys.settrace(lambda *a: (_ for _ in ()).throw(SystemExit))\nmass = 0", None),
    "an IPython hook": ("get_ipython().events.register('post_run_cell', lambda r: None)\nmass = rho*l*b*h", 7),
    "a shell line": ("!touch owned\nmass = rho*l*b*h", 7),
    "a search for hidden tests in memory": (
        "import gc\nfound = [o for o in gc.get_objects() if isinstance(o, str) and 'verify(\"box/mass\"' in o]\n"
        "assert found", 2),
    "extra messages on the channel": (
        "import os\nfor fd in range(3, 20):\n"
        "    try: os.write(fd, b'\\xff\\xff\\xff\\xff' * 10)\n    except OSError: pass", None),
    "channel closed": ("import os; os.closerange(3, 20)\nmass = rho*l*b*h", 2),
    "channel flooded": (
        "import os, struct\nfor fd in range(3, 20):\n    try: os.write(fd, struct.pack('<I', 2**31) + b'x')\n"
        "    except OSError: pass", None),
}  # fmt: skip

# whoever leaves or breaks his own process, in every way
ENDING = {
    "quit()": ("quit()", 2),
    "os.execv": ("import os; os.execv('/bin/true', ['true'])", 2),
    "another program that sleeps": ("import os; os.execv('/bin/sleep', ['sleep', '1000'])", 2),
    "a signal to the group of processes": ("import os; os.kill(0, 9)", None),
    "a signal to every process": (
        "import os\ntry: os.kill(-1, 9)\nexcept OSError: pass\nmass = rho*l*b*h", 7),
    "a signal to every number": (
        "import os, signal\nfor pid in range(2, 5000):\n    try: os.kill(pid, signal.SIGKILL)\n"
        "    except OSError: pass\nmass = rho*l*b*h", 7),
    "stops itself": ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)\nmass = rho*l*b*h", 7),
    "all signals ignored": (
        "import signal\nfor s in range(1, 65):\n    try: signal.signal(s, signal.SIG_IGN)\n"
        "    except (OSError, ValueError): pass\nwhile True: pass", 2),
    "asks the person at the keyboard": ("mass = input('mass?')", 2),
    "a debugger": ("breakpoint()\nmass = rho*l*b*h", 2),
    "no limit on recursion": (
        "import sys; sys.setrecursionlimit(10**9)\ndef f(): return f()\nf()", 2),
    "all names deleted": ("globals().clear()", None),
    "no builtins": ("__builtins__ = {}\nimport builtins; vars(builtins).clear()\nmass = rho*l*b*h", None),
    "no standard output": ("import sys; sys.stdout.close(); sys.stdout = None\nmass = rho*l*b*h", 7),
    "work at the end of the process": ("import atexit; atexit.register(print, 'x')\nmass = rho*l*b*h", 7),
    "warnings are errors": ("import warnings; warnings.simplefilter('error')\nmass = rho*l*b*h", 7),
    "no clock": ("import time; time.monotonic = time.time = lambda: 0\nmass = rho*l*b*h", 7),
    "elsewhere": ("import os; os.chdir('/')\nmass = rho*l*b*h", 7),
    "an endless file": ("open('/dev/zero', 'rb').read()", 2),
    "an endless computation": ("mass = sp.expand((rho + l)**(10**6))", 2),
    "an endless power": ("mass = 9**9**9", 2),
    "a catastrophic pattern": ("import re; re.match('(a+)+$', 'a' * 60 + 'b')", 2),
    "a process that answers instead": ("import os; os.fork()\nmass = 1", None),
}  # fmt: skip

# what runs in a notebook of JupyterLab must run here
AS_IN_JUPYTER = {
    "timed": ("%%time\nmass = rho*l*b*h", 7),
    "output kept": ("%%capture out\nmass = rho*l*b*h", 7),
    "a timed line": ("%time mass = rho*l*b*h", 7),
    "awaited": ("import asyncio\nawait asyncio.sleep(0)\nmass = rho*l*b*h", 7),
    "pictures requested": ("%matplotlib inline\nmass = rho*l*b*h\ndisplay(mass)", 7),
    "help requested": ("mass = rho*l*b*h\nmass?", 7),
    "a cell for another program": ("%%bash\necho mass", 2),
    "two names in one line": ("m = mass = rho*l*b*h", 7),
    "names of Python's future": ("from __future__ import annotations\nmass = rho*l*b*h", 7),
    "its own class": ("class Box:\n    mass = rho*l*b*h\nmass = Box().mass", 7),
    "a figure": ("import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nmass = rho*l*b*h", 7),
    "a small process of helpers": (
        "from multiprocessing import Pool\nwith Pool(2) as p: assert p.map(abs, [-1]) == [1]\nmass = rho*l*b*h", 7),
    "its own file": ("open('notes.txt', 'w').write('x')\nmass = rho*l*b*h", 7),
}  # fmt: skip

# answers that are none, or lie about what they are
ODD_ANSWERS = {
    "a symbol with the name of the formula": ("mass = sp.Symbol('rho*l*b*h')", 2),
    "a symbol with the name of a page": ("mass = sp.Symbol('<script>alert(1)</script>')", 2),
    "half a pair of surrogates": (r"mass = '\ud800'", 2),
    "a NUL": (r"mass = '\0'", 2),
    "NaN": ("mass = float('nan')", 2),
    "infinity": ("mass = sp.oo", 2),
    "true": ("mass = True", 2),
    "a complex number": ("mass = 1j", 2),
    "nested a thousand times": ("mass = rho\nfor _ in range(1000): mass = sp.sin(mass)", 2),
    "a sum of very many": ("mass = sum(rho**k for k in range(20000))", 2),
    "an endless array that takes no memory": ("import numpy as np; mass = np.broadcast_to(1, (10**6, 10**6))", 2),
    "an array that is too large": ("import numpy as np; mass = np.ones((10**5, 10**5))", 2),
    "a class that lies about itself": (
        "class M(type):\n    __instancecheck__ = __subclasscheck__ = lambda *a: True\n"
        "class A(metaclass=M):\n    __class__ = property(lambda self: sp.Symbol)\nmass = A()", 2),
    "arguments that lie": ("class E(sp.Expr):\n    args = (rho, l, b, h)\n    func = sp.Mul\nmass = E()", 2),
    "a text that lies": ("class S(str):\n    __str__ = __eq__ = lambda *a: 'rho*l*b*h'\nmass = S('1')", 2),
    "a float that equals everything": (
        "class F(float):\n    __eq__ = lambda *a: True\n    __hash__ = None\n    __sub__ = lambda *a: 0.0\n"
        "mass = F(1)", 2),
    "comparison of sympy replaced": (
        "sp.Basic.__eq__ = sp.Mul.__eq__ = sp.Expr.equals = lambda *a: True\nmass = rho", None),
    "operators of sympy replaced": (
        "sp.Expr.__sub__ = sp.Expr.__rsub__ = lambda *a: sp.S(0)\nmass = rho", 2),
    "all of sympy replaced": (
        "import sys, types\nfor name in list(sys.modules):\n    if name.startswith('sympy'):\n"
        "        sys.modules[name] = types.ModuleType(name)\nmass = rho*l*b*h", None),
    "values from its own hook": (
        "import sys; sys.displayhook = sys.excepthook = lambda *a: None\nmass = rho*l*b*h", 7),
    "its own import paths": (
        "import sys\nopen('mechanics.py', 'w').write('x')\nopen('sympy.py', 'w').write('x')\n"
        "sys.path.insert(0, '')\nmass = rho*l*b*h", 7),
}  # fmt: skip

MESSAGE = (
    "import json, os, socket, struct, time\ndef wires():\n    for fd in range(3, 30):\n        try:\n"
    "            socket.socket(fileno=os.dup(fd)).detach()\n            yield fd\n        except OSError: pass\n"
    "def say(data):\n    for fd in wires(): os.write(fd, struct.pack('<I', len(data)) + data)\n"
)
# messages that the student writes himself; whoever knows the right answer may say it in any way
FORGED = {
    what: (MESSAGE + source + "\nmass = 1", None)
    for what, source in {
        "points claimed":
            "say(json.dumps({'points': 7, 'status': 'right', 'type': 'right', 'data': {'type': 'right'}}).encode())",
        "verdicts claimed": "for _ in range(9): say(json.dumps({'data': {'type': 'boolean', 'value': True}}).encode())",
        "a message that is not an object": "for text in (b'null', b'[]', b'7', b'\"x\"', b'{}'): say(text)",
        "a message that is not JSON": "say(b'{]')",
        "an endlessly nested message": "say(b'[' * 1_000_000)",
        "a message of 15 MB": "say(b'[' + b'[],' * (5 * 2**20) + b'0]')",
        "a message longer than any": "for fd in wires(): os.write(fd, struct.pack('<I', 2**32 - 1) + b'{')",
        "a message that trickles in": "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\n"
            "for fd in wires(): os.write(fd, struct.pack('<I', 2**23))\n"
            "while True:\n    for fd in wires(): os.write(fd, b' ')\n    time.sleep(0.1)",
        "a number of a million digits":
            "say(b'{\"data\": {\"type\": \"scalar\", \"tree\": ' + b'9' * 10**6 + b'}}')",
        "endless decimals": "say(json.dumps({'data': {'type': 'scalar', 'tree': ['num', '9' * 10**6]}}).encode())",
        "a tower of powers":
            "say(json.dumps({'data': {'type': 'scalar', 'tree': ['^', 9, ['^', 9, ['^', 9, 9]]]}}).encode())",
        "half a formula": "say(json.dumps({'data': {'type': 'scalar', 'tree': ['sin']}}).encode())",
        "an endlessly nested formula":
            "say(b'{\"data\": {\"type\": \"scalar\", \"tree\": ' + b'[\"sin\",' * 900 + b'1' + b']' * 900 + b'}}')",
        "an invalid type": "say(json.dumps({'data': {'type': ['scalar'], 'tree': 1}}).encode())",
        "an invalid error": "say(json.dumps({'error': {'x': ['y']}, 'text': {'z': 1}}).encode())",
        "requests read away": "for fd in wires(): socket.socket(fileno=fd).recv(10**6)",
    }.items()
}  # fmt: skip

# what is left in the sandbox: gone with it
LEFT = {
    "files in /dev/shm and /tmp": (
        "for place in ('/dev/shm', '/tmp', '.'): open(f'{place}/owned', 'w').write('x')\nmass = rho*l*b*h", 7),
    "a million files": ("for k in range(10**6): open(f'{k}', 'w')", 2),
    "a full folder": ("for k in range(1000): open(f'{k}', 'wb').write(bytes(10**7))", 2),
    "a pipe in place of the notebook": ("import os; os.mkfifo('box.ipynb')\nmass = rho*l*b*h", 7),
    "a link in place of the keys": (
        "import os; os.remove('key.json'); os.symlink('/etc/passwd', 'key.json')\nmass = rho*l*b*h", 7),
    "a thousand open files": ("files = [open('/dev/null') for _ in range(1000)]", 2),
    "pipes full of data": (
        "import os, socket\npairs = []\nwhile True:\n    pairs.append(socket.socketpair())\n"
        "    pairs[-1][0].setblocking(False)\n    pairs[-1][0].send(bytes(100_000))", 2),
    "a limit raised": (
        "import resource\nresource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)", 2),
    "more than its share": ("import os; os.nice(-20)", 2),
}  # fmt: skip

ANSWERS_TRIED = USUAL | ENDING | AS_IN_JUPYTER | ODD_ANSWERS | FORGED | LEFT
