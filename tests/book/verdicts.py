"""What a page's Python says of answers, in the browser's Python or in this one: ``python verdicts.py JOBS``.

Jobs are a list of ``{"notebook": ..., "keys": ..., "answers": {cell: text}, "forms": [[cell, text, check], ...]}``.
"""

import json
import os
import sys
import tempfile


def verdicts(page_type, jobs):
    """For each form of each job what its check says; all other answers are those of the job."""
    found = []
    for job in jobs:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            page = page_type(job["notebook"], job["keys"])
            found.append([said(page, {**job["answers"], cell: text}, check) for cell, text, check in job["forms"]])
            os.chdir("/")
    return found


def said(page, answers, check):
    """The verdict in plain text; ``absent`` where something does not exist in the page."""
    outputs = {}
    page.run(answers, check, outputs.__setitem__)
    shown = [output for output in outputs[check] if "html" in output or "absent" in output]
    if any("absent" in output for output in shown):
        return "absent"
    return shown[0]["text"] if shown else f"no verdict: {outputs[check]}"


if __name__ == "__main__":
    import mechanics.notebook  # noqa: F401 - it needs IPython itself, which a page replaces
    from docs.book.inpage.page.page import Page

    with open(sys.argv[1], encoding="utf-8") as file:
        asked = json.load(file)
    print(json.dumps(verdicts(Page, asked)))
