"""Pages that list what the book holds: the map of the lecture, the chapters, the tasks."""

import json
import re
from collections.abc import Iterable, Mapping

from .cards import PICTURE, grid

__all__ = ["first_simulation", "lecture_page", "map_of", "reading_list", "tasks_page", "titles_of"]

# what a part is about, and what it needs; the pages of a part are those whose names begin so
PARTS = (
    ("0", "Begin", "How to work with the pages, the simulations and the tasks.", ""),
    ("1", "1 Systems and models", "What a system is, and its states.", ""),
    ("2", "2 Kinematics of a point", "Position, velocity, acceleration in any coordinates.", "1"),
    ("3", "3 Kinetics", "Forces, mass, momentum, energy, friction, oscillations, angular momentum.", "2"),
    ("4", "4 Kinematics of rigid bodies", "Rotations, poses, chains of joints, Jacobians.", "2"),
    ("5", "5 Euler–Lagrange equations", "Equations of motion from energies.", "3 and 4"),
    ("6", "6 Rigid multibody systems", "Bodies, joints and force elements; closed loops.", "5"),
    ("7", "7 Trees with spherical joints", "Chains and trees by their graph.", "4 and 5"),
    ("8", "8 Flexible bodies", "Bodies that bend while they move.", "6"),
    ("A", "Machines to study by yourself", "Fifteen machines, from the drawbridge to the trebuchet.", "5"),
)
# of assignments, where the name of the folder does not say it
NAMES = {
    "systems": "Systems and models",
    "point-kinematics": "Kinematics of a point",
    "spring-mass-damper": "Spring, mass and damper",
    "rigid-body-kinematics": "Kinematics of rigid bodies",
    "euler-lagrange": "Euler–Lagrange equations",
    "spherical-joint-trees": "Trees with spherical joints",
    "self-study": "Machines to study by yourself",
}
CARD = """:::{{grid-item-card}} {title}
{picture}{options}{about}{needs}

{links}
:::
"""
FACES = {"3": "course/03g-angular-momentum", "4": "course/04c-angular-velocity-and-jacobians"}  # else the first chapter
IN_BRACKETS = re.compile(r" \(\*[^()]*\*\)$")
MANY = 10  # links that ask for a card of the whole width
WIDE = ":columns: 12\n:class-item: book-many\n\n"
TOCTREE = """```{{toctree}}
:hidden:
:caption: {caption}

{names}
```

"""


def titles_of(files: Mapping[str, str]) -> dict[str, str]:
    """Title by page, for the notebooks among the files: their first heading."""
    firsts = {
        name: "".join(json.loads(text)["cells"][0]["source"]) for name, text in files.items() if name.endswith(".ipynb")
    }
    return {name[:-6]: text.splitlines()[0].removeprefix("# ").strip() for name, text in firsts.items()}


def part_of(page: str) -> str:
    """The part that a chapter belongs to, by its number."""
    number = page.removeprefix("course/")
    return number[0] if number[0] == "A" else number[1]


def map_of(titles: Mapping[str, str], pictures: Mapping[str, str]) -> str:
    """The map of the lecture: a card for each part, in reading order, with its sections and what it needs."""
    cards = []
    for part, title, about, needs in PARTS:
        pages = [page for page in titles if page.startswith("course/") and part_of(page) == part]
        links = "\n".join(f"- {link(page, titles)}" for page in sorted(pages))
        if links:
            shown = pictures.get(FACES.get(part, "")) or pictures.get(min(pages), "")
            picture = PICTURE.format(shown) if shown and len(pages) <= MANY else ""
            after = f" *After {needs}.*" if needs else ""
            options = WIDE * (len(pages) > MANY)
            parts = {"title": title, "picture": picture, "options": options, "about": about, "needs": after}
            cards.append(CARD.format(links=links, **parts))
    return "::::{grid} 1 2 2 3\n:gutter: 3\n:class-container: book-map\n\n" + "".join(cards) + "::::\n"


def reading_list(titles: Mapping[str, str]) -> str:
    """All chapters in reading order, for the page that marks those that have been read."""
    chapters = sorted(page for page in titles if page.startswith("course/"))
    links = "\n".join(f"- [{titles[page]}]({page}.ipynb)" for page in chapters)
    return f"::::{{container}} book-reading\n{links}\n::::\n"


def first_simulation(files: Mapping[str, str]) -> str:
    """The place of the first simulation of the first chapter that has run, for a page that is no notebook."""
    first = min(name for name in files if name.startswith("course/"))
    cells = json.loads(files[first])["cells"]
    shown = (output.get("data", {}).get("text/html", "") for cell in cells for output in cell.get("outputs", ()))
    places = ("".join(text) for text in shown)
    place = next(place for place in places if "book-player" in place)
    return "```{raw} html\n" + place.replace('src="../_static/', 'src="_static/') + "\n```\n"


def link(page: str, titles: Mapping[str, str]) -> str:
    """A link to a notebook; what its title has in brackets, the German name of a task, is on its page."""
    return f"[{IN_BRACKETS.sub('', titles[page])}]({page}.ipynb)"


def lecture_page(titles: Mapping[str, str], pictures: Mapping[str, str]) -> str:
    """The page *Lecture* with all chapters."""
    chapters = sorted(page for page in titles if page.startswith("course/"))
    main = [page for page in chapters if part_of(page) != "A"]
    machines = [page for page in chapters if part_of(page) == "A"]
    parts = (("Chapters", main), ("Machines to study by yourself", machines))
    return "# Lecture\n\n" + "".join(shelf(caption, pages, titles, pictures) for caption, pages in parts)


def tasks_page(titles: Mapping[str, str], pictures: Mapping[str, str]) -> str:
    """The page *Tasks* with all statements."""
    tasks = sorted((page for page in titles if page.startswith("exercises/")), key=lambda p: numbers(titles[p]))
    folders = sorted({page.split("/")[1] for page in tasks})
    parts = ((named(folder), [p for p in tasks if p.split("/")[1] == folder]) for folder in folders)
    shelves = (shelf(caption, pages, titles, pictures) for caption, pages in parts)
    return "# Tasks\n\n" + "".join(shelves) + tree("In the page", ["in-the-page"])


def shelf(caption: str, pages: Iterable[str], titles: Mapping[str, str], pictures: Mapping[str, str]) -> str:
    """A heading and the cards of some pages, which follow in the table of contents; nothing where there are none."""
    if not (pages := list(pages)):
        return ""
    cards = grid((pictures.get(page, ""), link(page, titles)) for page in pages)
    return f"## {caption}\n\n{cards}{tree(caption, pages)}"


def numbers(title: str) -> list[int]:
    """The numbers in a title, by which *Aufgabe A.10* comes after *Aufgabe A.2*."""
    return [int(number) for number in re.findall(r"\d+", title.partition(":")[0])]


def named(folder: str) -> str:
    """The title of an assignment: ``03a-force-systems`` is *3a Force systems*."""
    number, _, words = folder.partition("-")
    return f"{number.lstrip('0')} {NAMES.get(words) or words.replace('-', ' ').capitalize()}"


def tree(caption: str, pages: list[str]) -> str:
    """A table of contents, nothing where it would be empty."""
    return TOCTREE.format(caption=caption, names="\n".join(pages)) if pages else ""
