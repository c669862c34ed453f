"""A kernel as a person uses it in JupyterLab: cells have ids, somebody could be asked, and outputs change later."""

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jupyter_client.manager import KernelManager

from mechanics.grading.kernels import in_own_folder

LIMIT = 60.0  # s


class Person:
    """Runs cells; `outputs` holds what is displayed below each of them, by id."""

    def __init__(self, client: Any):
        self._client = client
        self._displays: dict[str, tuple[str, int]] = {}
        self.outputs: dict[str, list[str]] = {}
        self.failed = False

    def run(self, cell: str, source: str, asks: bool = True) -> str:
        """What is displayed below a cell that runs; `failed` says whether *Run All* would stop there."""
        content = {
            "code": source,
            "silent": False,
            "store_history": True,
            "user_expressions": {},
            "allow_stdin": asks,
            "stop_on_error": True,
        }
        message = self._client.session.msg("execute_request", content, metadata={"cellId": cell})
        self._client.shell_channel.send(message)
        self.outputs[cell], self.failed = [], False
        while True:
            answer = self._client.get_iopub_msg(timeout=LIMIT)
            if answer["parent_header"].get("msg_id") != message["header"]["msg_id"]:
                continue
            if answer["content"].get("execution_state") == "idle":
                return "\n".join(self.outputs[cell])
            self._take(cell, answer["msg_type"], answer["content"])

    def below(self, cell: str) -> str:
        """What is displayed below a cell now."""
        return "\n".join(self.outputs[cell])

    def _take(self, cell: str, kind: str, content: dict[str, Any]) -> None:
        if kind == "error":
            self.failed = True
            self.outputs[cell].append(f"{content['ename']}: {content['evalue']}")
        elif kind == "stream":
            self.outputs[cell].append(content["text"].rstrip())
        elif kind in ("display_data", "update_display_data"):
            name, text = content["transient"].get("display_id", ""), content["data"]["text/plain"]
            if kind == "update_display_data":
                other, place = self._displays[name]
                self.outputs[other][place] = text
            else:
                self._displays[name] = cell, len(self.outputs[cell])
                self.outputs[cell].append(text)


@contextlib.contextmanager
def person(notebook: Path, *options: str) -> Iterator[Person]:
    """Somebody who has opened a notebook."""
    manager = KernelManager(**in_own_folder().get("KernelManager", {}))
    environment = {**os.environ, "JPY_SESSION_NAME": notebook.name}
    manager.start_kernel(cwd=str(notebook.parent), env=environment, extra_arguments=list(options))
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=LIMIT)
        yield Person(client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def code_of(notebook: Path) -> dict[str, str]:
    """Code cells of a file, by their ids."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return {cell["id"]: "".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"}
