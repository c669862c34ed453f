"""A session as a student: ``python -m tests.browser.student_session --pictures FOLDER``.

Opens three chapters and five tasks in JupyterLab, as wide as a small laptop, makes the mistakes of `typical_mistakes`,
and writes what was said to each into ``tests/browser/student_session.md``. On a phone it looks at the same notebooks.
Pictures are kept in the folder.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mechanics.doctor import find_browser
from tests.browser.jupyterlab import EXPOSED, Lab, Server, Traffic, served
from tests.browser.typical_mistakes import CHAPTERS, TASKS, Mistake
from tests.conftest import CHECKOUT

PAGE = Path(__file__).with_name("student_session.md")
LAPTOP = {"viewport": {"width": 1280, "height": 720}}
README = {"viewport": {"width": 1400, "height": 1000}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@contextmanager
def lab_in(browser: Any, server: Server, **options: Any) -> Iterator[Lab]:
    """JupyterLab in a page of its own, which must ask nobody but this machine."""
    context, traffic = browser.new_context(**options), Traffic()
    traffic.watch(context)
    lab = Lab(server, context.new_page())
    lab.start()
    try:
        yield lab
    finally:
        context.close()
    assert not traffic.exceptions, f"the page raised: {traffic.exceptions}"
    assert not traffic.strangers, f"the page asked other machines: {traffic.strangers}"


def answer_to(lab: Lab, mistake: Mistake) -> str:
    """Type a mistake, run its cell and its check; returns what is said."""
    name, text = mistake.cell, mistake.text
    cell = lab.cell(name)["source"]
    if text.startswith("["):  # a diagram: the call of `draw` stays
        variable, show = cell.split(" = ")[0], cell.splitlines()[-1]
        text = f"{variable} = {text}\n{show}"
    elif text.startswith("answer ="):
        text = re.sub(r"^answer = .*$", lambda _: text, cell, flags=re.MULTILINE)
    elif name.startswith("turns") and "import" in cell:
        text = f"{cell.splitlines()[0]}\n\n{text}"
    lab.type(name, text)
    said = re.sub(r"^\[\d+\]:\s*", "", lab.run(name))
    if not name.endswith("-answer") or name.startswith(("turns", "check-load")):
        return said
    follows = lab.run(name.removesuffix("-answer") + "-check")
    return f"{_hint(said)} {follows}".strip()


def _hint(output: str) -> str:
    """The hint below a cell that ended with an error."""
    return next((line for line in output.splitlines() if line.startswith("→")), "")


def chosen(only: str) -> dict[str, list[Mistake]]:
    """The notebooks whose path contains a text, with their mistakes."""
    return {path: mistakes for path, mistakes in {**CHAPTERS, **TASKS}.items() if only in path}


def session(lab: Lab, take: Any, only: str) -> Iterator[tuple[str, Mistake, str]]:
    """Make all mistakes; yields the notebook, the mistake and what was said."""
    for path, mistakes in chosen(only).items():
        stem = Path(path).stem
        lab.open(path)
        lab.run_all(limit=300)
        take(lab, f"{stem}-opened")
        for number, mistake in enumerate(mistakes, 1):
            said = " ".join(answer_to(lab, mistake).split())
            take(lab, f"{stem}-{number:02}")
            yield path, mistake, said
        lab.close()


def look(lab: Lab, take: Any, only: str) -> None:
    """The same notebooks on a phone: the first mistakes of each, where they stand."""
    lab.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")
    for path, mistakes in chosen(only).items():
        stem = Path(path).stem
        lab.open(path)
        lab.run_all(limit=300)
        for cell in dict.fromkeys(mistake.cell for mistake in mistakes[:4]):
            lab.show(cell)
            take(lab, f"{stem}-phone-{cell}")
        lab.close()


def picture_of_the_readme(lab: Lab) -> None:
    """The chapter on Lagrange's equations with a simulation, as the README shows it."""
    lab.open("course/05b-lagrange-equations.ipynb")
    lab.run("imports")
    lab.run("play-cart")
    lab.show("play-cart").locator(".mp-canvas").wait_for(timeout=60_000)
    lab.show("playgrounds").evaluate("(node) => node.scrollIntoView({ block: 'start' })")
    lab.page.wait_for_timeout(3000)
    lab.page.screenshot(path=CHECKOUT / "docs" / "screenshot.png")


HEAD = "# What a student is told\n\nWritten by `python -m tests.browser.student_session`; not edited by hand.\n"


def page_of(told: list[tuple[str, Mistake, str]], before: str) -> str:
    """What was said, as a page; what it told of other notebooks stays."""
    sections = {text.split("\n", 1)[0]: text.split("\n", 1)[1] for text in before.split("\n## ")[1:]}
    for path in dict.fromkeys(path for path, _, _ in told):
        rows = [_row(mistake, said) for where, mistake, said in told if where == path]
        sections[path] = "\n".join(["", "| typed | said |", "| --- | --- |", *rows]) + "\n"
    ordered = [path for path in {**CHAPTERS, **TASKS} if path in sections]
    return HEAD + "".join(f"\n## {path}\n{sections[path]}" for path in ordered)


def _row(mistake: Mistake, said: str) -> str:
    typed, said = (" ".join(text.split()).replace("|", "\\|") for text in (mistake.text, said))
    return f"| `{typed}` | {said} |"


def main() -> int:
    """Run the session; returns the number of sentences that are not as expected."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, help="where pictures are kept")
    parser.add_argument("--only", default="", help="part of the paths of the notebooks")
    parser.add_argument("--readme", action="store_true", help="take docs/screenshot.png instead")
    parser.add_argument("--phone", action="store_true", help="look at the notebooks on a phone instead")
    options = parser.parse_args()

    def take(lab: Lab, name: str) -> None:
        if options.pictures:
            options.pictures.mkdir(parents=True, exist_ok=True)
            lab.page.wait_for_timeout(300)
            lab.page.screenshot(path=options.pictures / f"{name}.png")

    told: list[tuple[str, Mistake, str]] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        line = [sys.executable, "-m", "mechanics.cli", "lab", "desk", "--no-browser", "--", *EXPOSED]
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        window = PHONE if options.phone else README if options.readme else LAPTOP
        with served(line, Path(folder), Path(folder) / "desk") as server, lab_in(browser, server, **window) as lab:
            if options.readme:
                picture_of_the_readme(lab)
                return 0
            if options.phone:
                look(lab, take, options.only)
                return 0
            for path, mistake, said in session(lab, take, options.only):
                told.append((path, mistake, said))
                mark = " " if mistake.said in said else "?"
                print(f"{mark} {Path(path).stem}: {mistake.text!r}\n    {said}", flush=True)
    before = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    PAGE.write_text(page_of(told, before), encoding="utf-8")
    return sum(mistake.said not in said for _, mistake, said in told)


if __name__ == "__main__":
    sys.exit(main())
