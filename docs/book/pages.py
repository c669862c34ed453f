"""Pages that list what the book holds."""

import json
from collections.abc import Mapping

__all__ = ["listings", "title_of"]

TOCTREE = """```{{toctree}}
:maxdepth: 1
:caption: {caption}

{names}
```
"""
LECTURE = """# Lecture

{trees}"""


def listings(files: Mapping[str, str]) -> dict[str, str]:
    """The pages *Lecture* and *Tasks*, from the files that were gathered."""
    chapters = [name for name in files if name.startswith("course/")]
    main = [name for name in chapters if "/A" not in name]
    machines = [name for name in chapters if "/A" in name]
    trees = tree("Chapters", main) + tree("Machines to study by yourself", machines)
    pages = {"lecture.md": f"# Lecture\n\n{trees}"}
    folders = sorted({name.split("/")[1] for name in files if name.startswith("exercises/")})
    trees = "".join(
        tree(folder, [n for n in files if n.startswith(f"exercises/{folder}/")]) for folder in folders
    )
    return pages | {"tasks.md": f"# Tasks\n\n{trees}"}


def tree(caption: str, names: list[str]) -> str:
    """A table of contents, nothing where it would be empty."""
    stems = "\n".join(sorted(name.rsplit(".", 1)[0] for name in names))
    return TOCTREE.format(caption=caption, names=stems) + "\n" if names else ""


def title_of(text: str) -> str:
    """The title of a notebook: its first heading."""
    first = json.loads(text)["cells"][0]["source"]
    return "".join(first).splitlines()[0].removeprefix("# ").strip()
