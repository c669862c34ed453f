"""Files of notebooks in every state, the points of 7 that each earns, and its status."""

import json

from .conftest import cell, cells, notebook, own

RIGHT = cells()
WINDOWS = json.dumps(json.loads(notebook(RIGHT)), indent=1)
HELP, LEAVE = own("M = rho*l*b*h"), own("import os; os._exit(1)")

NOTEBOOKS = {
    "as it should be": (notebook(RIGHT), 7, "graded"),
    "no file": (None, 0, "missing"),
    "an empty file": (b"", 0, "unreadable"),
    "cut off": (notebook(RIGHT)[:-40], 0, "unreadable"),
    "not a notebook": (b"%PDF-1.4 homework", 0, "unreadable"),
    "a list": (b"[1, 2]", 0, "unreadable"),
    "endlessly nested": (b"[" * 100_000, 0, "unreadable"),
    "no cells": (notebook([]), 0, "graded"),
    "invalid cells": (b'{"cells": [1, null, {}, {"cell_type": 3}]}', 0, "graded"),
    "test cells deleted": (notebook([c for c in RIGHT if not c["id"].endswith("check")]), 7, "graded"),
    "locked cells deleted": (notebook([c for c in RIGHT if c["id"] != "tools"]), 7, "graded"),
    "test cells rewritten": (notebook(cells(mass_check="print('passed')", mass_answer="mass = 1")), 2, "graded"),
    "tests as text cells": (notebook([c | {"cell_type": "markdown"} if "check" in c["id"] else c for c in RIGHT]), 7,
                            "graded"),
    "answers as text cells": (notebook([c | {"cell_type": "raw"} if "answer" in c["id"] else c for c in RIGHT]), 7,
                              "graded"),
    "an answer copied": (notebook([RIGHT[0], RIGHT[1], RIGHT[1], *RIGHT[2:]]), 7, "graded"),
    "a test copied": (notebook([*RIGHT, RIGHT[2], RIGHT[4]]), 7, "graded"),
    "everything twice": (notebook(RIGHT + RIGHT), 7, "graded"),
    "backwards": (notebook(RIGHT[::-1]), 7, "graded"),
    "marks lost": (notebook([c | {"metadata": {}} for c in RIGHT]), 7, "graded"),
    "marks of another kind": (notebook([c | {"metadata": {"nbgrader": "yes"}} for c in RIGHT]), 7, "graded"),
    "points raised": (notebook([*RIGHT[:2], cell("mass-check", "pass") | {"points": 100}, *RIGHT[3:]]), 7, "graded"),
    "another kernel": (notebook(RIGHT, kernelspec={"name": "ir"}), 7, "graded"),
    "a Windows file": (b"\xef\xbb\xbf" + WINDOWS.replace("\n", "\r\n").encode(), 7, "graded"),
    "bytes that are not text": (notebook([*RIGHT, own("#")]).replace(b'"#"', b'"# \xff\xfe"'), 7, "graded"),
    "an extra cell that fails": (notebook([RIGHT[0], own("raise RuntimeError"), *RIGHT[1:]]), 7, "graded"),
    "an extra cell that helps": (notebook([RIGHT[0], HELP, cell("mass-answer", "mass = M"), *RIGHT[2:]]), 7, "graded"),
    "an extra cell that ends the process": (notebook([*RIGHT[:5], LEAVE, *RIGHT[5:]]), 7, "cut short"),
    "source as lines": (notebook([c | {"source": c["source"].splitlines(True)} for c in RIGHT]), 7, "graded"),
    "source that is a number": (notebook([*RIGHT, own("") | {"source": 7}]), 7, "graded"),
    "outputs of a page": (notebook([c | {"outputs": [{"output_type": "display_data",
                          "data": {"text/html": "<script>alert(1)</script>"}}]} for c in RIGHT]), 7, "graded"),
    "a notebook in an old format": (
        b'{"nbformat": 3, "worksheets": [{"cells": []}], "metadata": {}}', 0, "unreadable"),
    "a notebook in a future format": (notebook(RIGHT).replace(b'"nbformat": 4', b'"nbformat": 99'), 7, "graded"),
    "two notebooks one after the other": (notebook(RIGHT) * 2, 0, "unreadable"),
    "null": (b"null", 0, "unreadable"),
    "NUL bytes": (b"\0" * 5000, 0, "unreadable"),
    "UTF-16": (notebook(RIGHT).decode().encode("utf-16"), 0, "unreadable"),
    "a number of a million digits": (b'{"cells": ' + b"9" * 10**6 + b"}", 0, "unreadable"),
    "cells in an object": (b'{"cells": {"a": {"cell_type": "code"}}}', 0, "graded"),
    "tests before their answers": (notebook([RIGHT[k] for k in (0, 2, 1, 4, 3, 6, 5)]), 7, "graded"),
    "cells of two steps swapped": (notebook([RIGHT[k] for k in (0, 5, 6, 3, 4, 1, 2)]), 7, "graded"),
    "only the answers": (notebook([c for c in RIGHT if c["id"].endswith("answer")]), 7, "graded"),
    "an answer deleted": (notebook([c for c in RIGHT if c["id"] != "square-answer"]), 5, "graded"),
    "the first answer deleted": (notebook([c for c in RIGHT if c["id"] != "mass-answer"]), 2, "graded"),
    "two answers in one cell": (notebook(cells(mass_answer="mass = rho*l*b*h\nforce = mass*g", force_answer="")), 7,
                                "graded"),
    "the empty copy first": (notebook([RIGHT[0], RIGHT[1] | {"source": ""}, *RIGHT[1:]]), 7, "graded"),
    "a locked cell that cheats": (notebook(cells(tools="import os; os._exit(0)")), 7, "graded"),
    "a locked cell emptied": (notebook(cells(tools="")), 7, "graded"),
    "names of cells changed": (notebook([c | {"id": f"new-{k}"} for k, c in enumerate(RIGHT)]), 7, "graded"),
    "names and marks changed": (notebook([c | {"id": f"new-{k}", "metadata": {}} for k, c in enumerate(RIGHT)]), 7,
                                "graded"),
    "an answer under the name of a test": (
        notebook([c | {"metadata": {"nbgrader": {"grade_id": "mass-check"}}, "source": "mass = 1"}
                  if c["id"] == "mass-answer" else c for c in RIGHT]), 2, "graded"),
    "a thousand extra cells": (notebook([*RIGHT[:1], *[own("x = 1")] * 1000, *RIGHT[1:]]), 7, "graded"),
    "a cell of a megabyte": (notebook(cells(mass_answer="# " + "x" * 2**20 + "\nmass = rho*l*b*h")), 7, "graded"),
    "text cells full of scripts": (
        notebook([{"cell_type": "markdown", "id": "m", "metadata": {}, "source": "<script>alert(1)</script>"}, *RIGHT]),
        7, "graded"),
    "a kernel without a name": (notebook(RIGHT, kernelspec={"name": None, "language": 3}), 7, "graded"),
    "metadata that is a list": (notebook([c | {"metadata": []} for c in RIGHT]), 7, "graded"),
    "no types of cells": (notebook([{k: v for k, v in c.items() if k != "cell_type"} for c in RIGHT]), 0, "graded"),
}  # fmt: skip
