"""JupyterLab as a person uses it, in a real browser: a server, a page, and what can be done there."""

import contextlib
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.cells import Cells

EXPOSED = ("--ServerApp.port=0", "--LabApp.expose_app_in_browser=True")
"""Options for Jupyter: a free port, and its application object where a test can reach it."""

_HOSTS = ("localhost", "127.0.0.1", "")  # "": data: and blob: addresses

_READY = """async (path) => {
  const app = window.jupyterapp;
  const panel = path === null ? app.shell.currentWidget
    : await app.commands.execute('docmanager:open', { path, factory: 'Notebook' });
  await panel.context.ready;
  await panel.revealed;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
  // What was opened before may come to the front after this one, on a busy machine.
  for (let quiet = 0; quiet < 25; quiet++) {
    if (app.shell.currentWidget !== panel) {
      app.shell.activateById(panel.id);
      quiet = 0;
    }
    await new Promise((done) => setTimeout(done, 20));
  }
  window.opened = panel;
}"""
_RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
# Promises of JupyterLab may stay open for ever, for example behind a dialog; waiting for them needs a limit.
_START = """([action, argument]) => {
  window.done = undefined;
  (0, eval)(action)(argument).then(() => (window.done = 'fine'), (error) => (window.done = String(error)));
}"""
_ASK = """async (code) => {
  window.said = [];
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  const asked = kernel.requestExecute({ code, store_history: false });
  asked.onIOPub = ({ header, content }) => window.said.push({ kind: header.msg_type, ...content });
  await asked.done;
}"""
_CELLS = "() => window.jupyterapp.shell.currentWidget.context.model.toJSON().cells"
_SCROLL = """async (id) => {
  const { shell } = window.jupyterapp;
  const has = (panel) => panel?.content?.widgets?.some((cell) => cell.model.id === id);
  const panel = has(shell.currentWidget) || !has(window.opened) ? shell.currentWidget : window.opened;
  shell.activateById(panel.id);
  const notebook = panel.content;
  const place = notebook.widgets.findIndex((cell) => cell.model.id === id);
  if (place < 0) throw new Error(`the notebook in front has no cell ${id}`);
  notebook.activeCellIndex = place;
  await notebook.scrollToItem(place, 'start');
  const { node } = notebook.widgets[place];
  node.setAttribute('data-id', id);
  node.scrollIntoView({ block: 'nearest' });
}"""


@dataclass(frozen=True)
class Server:
    """A running Jupyter server: the address that it printed, and the folder that it serves."""

    address: str
    folder: Path


@contextlib.contextmanager
def served(line: Sequence[str], folder: Path, root: Path) -> Iterator[Server]:
    """Start a command that becomes a Jupyter server with the folder `root`; it and its kernels end afterwards.

    Parameters
    ----------
    line
        the command, with the options `EXPOSED`
    folder
        where it is started, and where its log is kept
    root
        what it is expected to serve
    """
    log = folder / ".jupyter.log"
    with log.open("w") as stream:
        process = subprocess.Popen(line, cwd=folder, stdout=stream, stderr=stream)
        try:
            yield Server(_printed_address(process, log), root)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)


def _printed_address(process: subprocess.Popen, log: Path) -> str:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if found := re.search(r"http://localhost:\S+", log.read_text()):
            return found[0]
        assert process.poll() is None, f"JupyterLab ended:\n{log.read_text()}"
        time.sleep(0.05)
    raise AssertionError(f"JupyterLab did not come up in 60 s:\n{log.read_text()}")


@dataclass
class Traffic:
    """What a page asked for, and what went wrong in it."""

    strangers: list[str] = field(default_factory=list)
    exceptions: list[str] = field(default_factory=list)

    def watch(self, context: Any) -> None:
        """Stop every request that would leave this machine, and note it."""
        context.route(lambda url: urlsplit(url).hostname not in _HOSTS[:2], self._refuse)
        context.on("weberror", lambda error: self.exceptions.append(str(error.error)))
        context.on("console", lambda message: self._plugin(message.text))

    def _plugin(self, text: str) -> None:
        """A plugin that does not start is only said in the console."""
        if "failed to activate" in text:
            self.exceptions.append(text[:200])

    def _refuse(self, route: Any) -> None:
        address = route.request.url
        if (urlsplit(address).hostname or "") in _HOSTS:
            route.continue_()
            return
        self.strangers.append(address)
        route.abort()


class Lab:
    """A page that shows JupyterLab."""

    def __init__(self, server: Server, page: Any):
        self.server, self.page = server, page

    def start(self) -> None:
        """Open the address that the server printed."""
        self.page.goto(self.server.address)
        self.page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget", timeout=60_000)
        self.page.evaluate("() => window.jupyterapp.restored")
        if "/lab/tree/" in self.server.address:
            self.page.wait_for_function("() => window.jupyterapp.shell.currentWidget.context")
            self.open()  # otherwise it comes to the front later, when something else is there

    def finish(self, action: str, argument: Any = None, limit: float = 60.0) -> None:
        """Start an action that returns a promise, and wait for its end, at most `limit` seconds."""
        self.page.evaluate(_START, [action, argument])
        self.page.wait_for_function("() => window.done !== undefined", timeout=1000 * limit)
        done = self.page.evaluate("() => window.done")
        assert done == "fine", f"JupyterLab: {done}"

    def open(self, path: str | None = None) -> None:
        """Open a notebook, or take the one in front, and wait until its kernel is connected."""
        self.finish(_READY, path)

    def close(self) -> None:
        """Close the notebook in front without saving, and end its kernel."""
        self.finish("""async () => {
          const panel = window.jupyterapp.shell.currentWidget;
          await panel.context.revert();
          await panel.sessionContext.shutdown();
          panel.dispose();
        }""")

    def run_all(self, limit: float = 60.0) -> float:
        """Run all cells; returns how long it took, s."""
        start = time.monotonic()
        self.finish(_RUN_ALL, limit=limit)
        return time.monotonic() - start

    def ask(self, code: str, limit: float = 60.0) -> str:
        """What code prints that runs in the kernel of the notebook in front, but in none of its cells."""
        self.finish(_ASK, code, limit)
        said = self.page.evaluate("() => window.said")
        failed = [f"{m['ename']}: {m['evalue']}" for m in said if m["kind"] == "error"]
        assert not failed, f"the kernel answered: {failed}"
        return "".join(m["text"] for m in said if m["kind"] == "stream")

    def cells(self) -> list[dict[str, Any]]:
        """The cells of the notebook in front, with their outputs."""
        return self.page.evaluate(_CELLS)

    def cell(self, name: str) -> dict[str, Any]:
        """One cell by its id."""
        return Cells("The notebook in front", ((cell["id"], cell) for cell in self.cells()))[name]

    def show(self, name: str) -> Any:
        """Scroll a cell into sight; returns its place on the page."""
        self.finish(_SCROLL, name)
        return self.page.locator(f'.jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell[data-id="{name}"]')

    def type(self, name: str, text: str) -> None:
        """Replace the text of a cell as a person does."""
        self.show(name).locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)

    def run(self, name: str) -> str:
        """Run a cell with Shift+Enter; returns the text that appears below it."""
        count = self.cell(name)["execution_count"]
        self.show(name).locator(".cm-content").click()
        self.page.keyboard.press("Shift+Enter")
        self.page.wait_for_function(
            """([name, count]) => {
              const { cells } = window.jupyterapp.shell.currentWidget.context.model.toJSON();
              const now = cells.find((cell) => cell.id === name).execution_count;
              return now !== null && now !== count;
            }""",
            arg=[name, count],
        )
        return self.show(name).locator(".jp-OutputArea").inner_text()


def troubles(cells: Sequence[dict[str, Any]]) -> list[str]:
    """Errors and warnings that cells of a notebook show."""
    found = []
    for cell in cells:
        for output in cell.get("outputs", ()):
            if output["output_type"] == "error":
                found.append(f"{cell['id']}: {output['ename']}: {output['evalue']}")
            elif output["output_type"] == "stream" and output["name"] == "stderr":
                found.append(f"{cell['id']}: {''.join(output['text'])}")
    return found


def widgets(cells: Sequence[dict[str, Any]]) -> list[str]:
    """The cells that show a widget, by id."""
    kind = "application/vnd.jupyter.widget-view+json"
    return [cell["id"] for cell in cells if any(kind in o.get("data", {}) for o in cell.get("outputs", ()))]
