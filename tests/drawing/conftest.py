"""A page with the player and a model that behaves like anywidget's, driven in a real browser."""

import base64
from collections.abc import Callable, Iterator
from typing import Any

import pytest

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>player</title></head>
<body style="margin:8px;background:BACKGROUND"><style>STYLE</style><main id="place"></main></body></html>"""

# A model as anywidget gives it: get, set, on, off, save_changes; `send` only where there is a kernel.
START = """async ([source, state, kernel]) => {
  const bytes = (text) => new DataView(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
  const values = { ...state, data: bytes(state.data) };
  const listeners = {};
  window.requests = [];
  window.answered = 0;
  const model = {
    get: (name) => values[name],
    set: (name, value) => (values[name] = value),
    on: (name, action) => (listeners[name] ??= []).push(action),
    off: (name, action) => (listeners[name] = (listeners[name] ?? []).filter((a) => a !== action)),
    async save_changes() {
      window.requests.push(values.request);
      if (!kernel || window.kernelSleeps) return;
      window.update(await window.kernel(values.request));
      window.answered++;
    },
  };
  if (kernel) model.send = () => {};
  if (state.bundle) model.widget_manager = { get_model: async () => ({ get: () => state.bundle }) };
  window.update = (answer) => {
    Object.assign(values, answer, { data: bytes(answer.data) });
    for (const name of ["data", "error", "run"]) for (const action of listeners[`change:${name}`] ?? []) action();
  };
  const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  window.build = async (el) => (window.stop = await module.default.render({ model, el }));
  await window.build(document.getElementById("place"));
}"""


def state_of(widget: Any) -> dict[str, Any]:
    """What a page without kernel would store of a player."""
    data = base64.b64encode(widget.data).decode()
    state = {"spec": widget.spec, "run": widget.run, "error": widget.error, "data": data}
    if widget.space:
        state |= {"space": f"IPY_MODEL_{widget.space.model_id}", "bundle": widget.space.code}
    return state


@pytest.fixture
def show(browser: Any) -> Iterator[Callable[..., Any]]:
    """``show(widget)`` puts a player into a page and returns it; the page must stay quiet and off the network."""
    pages: list[Any] = []
    troubles: list[str] = []

    def open_page(
        widget: Any,
        *,
        width: int = 1000,
        kernel: bool = True,
        dark: bool = False,
        motion: str = "reduce",
        opened: bool = True,
    ) -> Any:
        page = browser.new_page(viewport={"width": width, "height": 900}, reduced_motion=motion)
        pages.append(page)
        page.on("console", lambda m: troubles.append(f"console: {m.text}") if m.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(f"exception: {error}"))
        page.on(
            "request",
            lambda r: troubles.append(f"network: {r.url}") if not r.url.startswith("blob:") else None,
        )

        def answer(request: dict[str, Any]) -> dict[str, Any]:
            widget.request = request
            return state_of(widget)

        page.expose_function("kernel", answer)
        background = "#111" if dark else "#fff"
        page.set_content(PAGE.replace("STYLE", widget._css).replace("BACKGROUND", background))
        page.evaluate(START, [widget._esm, state_of(widget), kernel])
        if opened and page.locator("[data-name=skip]").count():  # it asks for a prediction first
            page.click("[data-name=skip]")
        page.wait_for_selector(".mp-canvas", state="visible" if opened else "attached")
        return page

    yield open_page
    for page in pages:
        page.close()
    assert not troubles, "the player made trouble in the browser:\n" + "\n".join(troubles)
