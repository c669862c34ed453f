"""The buttons below a check: *Hint 1 of 3*, then the text of that hint and the next button."""

from pathlib import Path

import ipywidgets

from ..checks.hints import hints_in, take, taken_in
from ..language import say, tell

__all__ = ["hint_box"]

COUNTED = "Your teachers can see how many hints you took. Hints cost no points, unless your teachers have said so."


def hint_box(folder: Path, name: str) -> ipywidgets.VBox | None:
    """The hints of a step, those already taken unfolded.

    Parameters
    ----------
    folder : Path
        Of the assignment.
    name : str
        Of the check.

    Returns
    -------
    VBox or None
        None for a step without hints.

    Raises
    ------
    HintsError
        If the file of hints is damaged.
    """
    hints = hints_in(folder).get(name, ())
    if not hints:
        return None
    box = ipywidgets.VBox(layout={"align_items": "flex-start"})
    shown = 0
    button = ipywidgets.Button(layout={"width": "auto"}, style={"font_weight": "normal"})

    def show(count: int) -> None:
        nonlocal shown
        shown = count
        texts = [ipywidgets.HTMLMath(f"<b>{say(f'Hint {k}')}.</b> {tell(h)}") for k, h in enumerate(hints[:count], 1)]
        button.description = say(f"Hint {count + 1} of {len(hints)}" if count else f"A hint? ({len(hints)})")
        box.children = [*texts, button] if count < len(hints) else texts

    button.tooltip = say(COUNTED)
    button.on_click(lambda _: show(min(max(take(folder, name), shown + 1), len(hints))))
    show(min(taken_in(folder).get(name, 0), len(hints)))
    return box
