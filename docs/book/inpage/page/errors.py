"""An error of a cell, in the form in which JupyterLab shows it: the lines of the cell, an arrow, the sentence."""

import traceback

AROUND = 2  # lines before and after


def shown(error: BaseException, source: str) -> str:
    """The text of an error.

    Parameters
    ----------
    error : BaseException
        What stopped the cell.
    source : str
        Text of the cell.
    """
    said = "".join(traceback.format_exception_only(error)).strip()
    said = said.removeprefix(f"{type(error).__module__}.")
    if isinstance(error, SyntaxError) and error.filename == "<cell>":
        return said.replace('File "<cell>", line', "Cell, line")
    name = type(error).__name__
    head = f"{name}{'Traceback (most recent call last)':>{max(75 - len(name), 34)}}"
    frames = [_frame(frame, source) for frame in traceback.extract_tb(error.__traceback__) if _is_told(frame)]
    return "\n".join(["-" * 75, head, *frames, said])


def _is_told(frame: traceback.FrameSummary) -> bool:
    """The page's own frames say nothing to a reader."""
    return "inpage/" not in frame.filename


def _frame(frame: traceback.FrameSummary, source: str) -> str:
    line = frame.lineno or 0
    if frame.filename != "<cell>":
        return f"File {frame.filename.removeprefix('/lib/')}:{line}, in {frame.name}\n"
    lines = source.splitlines()
    shown = range(max(line - AROUND, 1), min(line + AROUND, len(lines)) + 1)
    context = "\n".join(f"{'---->' if k == line else '     '} {k} {lines[k - 1]}" for k in shown)
    return f"Cell, line {line}\n{context}\n"
