"""The whole book as one PDF: title, contents, all pages in reading order, list of figures, bookmarks, links.

Each page of the built book is printed on its own, by the same rules as a reader prints it, and the PDFs are put
together: that takes little memory, and a page looks the same in both. Links between pages then lead to its sheets.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pypdf import PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject, NullObject

from .sheets import Press, Sheet, press

__all__ = ["make_pdf", "reading_order"]

NEXT = re.compile(r'<a class="right-next"\s+href="([^"]+)"')
HREF = re.compile(r'href="([^"#?:]*)#([^"]+)"')
TOP = re.compile(r'<a class="nav-link nav-internal" href="([^"]+)">\s*(.*?)\s*</a>', re.DOTALL)
RIGHTS = re.compile(r'<p class="copyright">(.*?)</p>', re.DOTALL)
SCREEN = {"progress.html", "genindex.html", "py-modindex.html", "search.html"}  # nothing for paper
WORDS = {
    "en": {"contents": "Contents", "figures": "List of figures", "front": "The course"},
    "de": {"contents": "Inhalt", "figures": "Abbildungsverzeichnis", "front": "Der Kurs"},
}
FRONT = """<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title><style>
@page {{ margin: 17mm 17mm 19mm; }}
body {{ font: 10pt/1.4 sans-serif; color: #000; margin: 0; }}
h1 {{ font-size: 30pt; line-height: 1.15; margin: 75mm 0 6mm; }}
h2 {{ font-size: 17pt; break-before: page; margin: 0 0 5mm; }}
h3 {{ font-size: 11pt; margin: 5mm 0 1mm; break-after: avoid; }}
a {{ color: inherit; text-decoration: none; }}
.rows {{ columns: 2; column-gap: 9mm; font-size: 8.6pt; }}
.row {{ display: flex; gap: 2mm; break-inside: avoid; }}
.row a {{ flex: 1; min-width: 0; }}
.page {{ font-weight: 600; margin-top: 1.2mm; }}
.section {{ padding-left: 5mm; color: #333; }}
</style></head><body><h1>{title}</h1><p>{about}</p>
<h2>{contents}</h2><div class="rows">{chapters}</div>
<h2>{figures}</h2><div class="rows">{pictures}</div></body></html>"""
ROW = '<div class="row {kind}"><a href="{address}">{text}</a><span>{page}</span></div>'


@dataclass
class Piece:
    """A page of the book, where it stands among the parts, and its first sheet in the main matter, from one."""

    path: Path
    part: str
    sheet: Sheet
    first: int
    places: dict[str, tuple[int, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.places = self.sheet.places()


def reading_order(book: Path) -> list[Path]:
    """The pages of a built book in the order in which each leads to the next one, without those for screens only.

    Parameters
    ----------
    book : folder of the pages
    """
    found, page = [], book / "index.html"
    while page.is_file() and page not in found:
        found.append(page)
        following = NEXT.search(page.read_text(encoding="utf-8"))
        page = (page.parent / unquote(following[1])).resolve() if following else book / "."
    return [path for path in found if path.name not in SCREEN]


def linked(pages: list[Path]) -> dict[Path, set[str]]:
    """The ids to which other pages link, by page."""
    wanted: dict[Path, set[str]] = {page: set() for page in pages}
    for page in pages:
        for address, anchor in HREF.findall(page.read_text(encoding="utf-8")):
            target = (page.parent / unquote(address)).resolve() if address else page
            if target in wanted:
                wanted[target].add(unquote(html.unescape(anchor)))
    return wanted


def make_pdf(book: Path, target: Path, language: str) -> int:
    """Print a built book; returns the number of sheets.

    Parameters
    ----------
    book : folder of the pages
    target : of the PDF
    language : of the edition
    """
    book = book.resolve()
    pages = reading_order(book)
    parts = parts_of(book / "index.html", WORDS[language]["front"])
    wanted = linked(pages)
    pieces: list[Piece] = []
    with press() as machine:
        first, part = 1, ""
        for number, path in enumerate(pages, 1):
            part = parts.get(path, part)
            sheet = machine.print(path, first, wanted[path])
            pieces.append(Piece(path, part, sheet, first))
            first += sheet.count
            print(f"printed {number} of {len(pages)}: {path.relative_to(book)}, {sheet.count} sheets", flush=True)
        front = front_matter(machine, target, pieces, language)
    writer = bound(front, pieces)
    writer.add_metadata({"/Title": pieces[0].sheet.title})
    writer.page_layout = "/SinglePage"
    for _ in range(2):  # pictures are the same only once the masks are that belong to them
        writer.compress_identical_objects()
    target.parent.mkdir(parents=True, exist_ok=True)
    writer.write(target)
    return len(writer.pages)


def parts_of(index: Path, front: str) -> dict[Path, str]:
    """The parts of the book by the page that begins each: those to which the bar of every page links."""
    found = {index: front}
    for address, text in TOP.findall(index.read_text(encoding="utf-8")):
        found[(index.parent / unquote(address)).resolve()] = html.unescape(re.sub(r"<[^>]+>", "", text)).strip()
    return found


def front_matter(machine: Press, target: Path, pieces: list[Piece], language: str) -> Sheet:
    """Title, contents and list of figures, with the numbers of the sheets."""
    rights = RIGHTS.search(pieces[0].path.read_text(encoding="utf-8"))
    text = FRONT.format(
        language=language,
        title=html.escape(pieces[0].sheet.title),
        about=re.sub(r"<[^>]+>", "", rights[1]).strip() if rights else "",
        contents=WORDS[language]["contents"],
        figures=WORDS[language]["figures"],
        chapters="\n".join(contents(pieces)),
        pictures="\n".join(figures(pieces)),
    )
    path = target.with_suffix(".html")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    try:
        return machine.print(path, 1, style="lower-roman")
    finally:
        path.unlink()


def contents(pieces: list[Piece]) -> Iterator[str]:
    """Rows of the contents: parts, pages, and the sections of the chapters."""
    part = ""
    for piece in pieces:
        if piece.part != part:
            part = piece.part
            yield f"<h3>{html.escape(part)}</h3>"
        yield row("page", piece.path.as_uri(), piece.sheet.title, piece.first)
        if piece.path.parent.name == "course":
            for text, page in piece.sheet.headings():
                yield row("section", piece.path.as_uri(), text, piece.first + page, page)


def figures(pieces: list[Piece]) -> Iterator[str]:
    """Rows of the list of figures."""
    for piece in pieces:
        for figure in piece.sheet.figures:
            page, _ = piece.places.get(figure.id, (0, 0.0))
            address = f"{piece.path.as_uri()}#{figure.id}"
            first_sentence = re.split(r"(?<=[.!?]) ", f"{figure.number} {figure.title}", maxsplit=2)
            yield row("figure", address, " ".join(first_sentence[:1]), piece.first + page)


def row(kind: str, address: str, text: str, page: int, sheet: int | None = None) -> str:
    """A line with the number of its sheet, and a link there."""
    place = f"{address}#sheet={sheet}" if sheet is not None else address
    return ROW.format(kind=kind, address=html.escape(place), text=html.escape(text), page=page)


# --- binding ----------------------------------------------------------------------------------------------------------
def bound(front: Sheet, pieces: list[Piece]) -> PdfWriter:
    """All sheets in one document, with bookmarks, page labels, and links that lead inside of it."""
    writer = PdfWriter()
    for sheet in (front, *(piece.sheet for piece in pieces)):
        writer.append(sheet.reader, import_outline=False)
    writer.set_page_label(0, front.count - 1, style="/r")
    writer.set_page_label(front.count, len(writer.pages) - 1, style="/D", start=1)
    starts = {piece.path: front.count + piece.first - 1 for piece in pieces}
    places = {piece.path: piece.places for piece in pieces}
    lead(writer, 0, front.count, None, starts, places)
    for piece in pieces:
        start = starts[piece.path]
        lead(writer, start, start + piece.sheet.count, piece.path, starts, places)
    bookmark(writer, pieces, starts)
    return writer


def bookmark(writer: PdfWriter, pieces: list[Piece], starts: dict[Path, int]) -> None:
    """Parts, their pages, and the sections of these."""
    part, above = "", None
    for piece in pieces:
        start = starts[piece.path]
        if piece.part != part:
            part, above = piece.part, writer.add_outline_item(title=piece.part, page_number=start, is_open=False)
        own = writer.add_outline_item(title=piece.sheet.title, page_number=start, parent=above, is_open=False)
        for text, page in piece.sheet.headings():
            writer.add_outline_item(title=text, page_number=start + page, parent=own)


def lead(
    writer: PdfWriter,
    begin: int,
    end: int,
    path: Path | None,
    starts: dict[Path, int],
    places: dict[Path, dict[str, tuple[int, float]]],
) -> None:
    """Make the links on these sheets lead to sheets; what leads to a file that is not in the book leads nowhere."""
    for page in writer.pages[begin:end]:
        kept = ArrayObject()
        for item in page.get("/Annots", ()):
            link = item.get_object()
            aim = aim_of(link, path)
            if aim is None:
                kept.append(item)
                continue
            target, anchor = aim
            if target not in starts:
                continue
            sheet = re.fullmatch(r"sheet=(\d+)", anchor)
            number, top = (int(sheet[1]), 0.0) if sheet else places[target].get(anchor, (0, 0.0))
            link.pop("/A", None)
            link[NameObject("/Dest")] = destination(writer, starts[target] + number, top)
            kept.append(item)
        if "/Annots" in page:
            page[NameObject("/Annots")] = kept


def aim_of(link: DictionaryObject, path: Path | None) -> tuple[Path, str] | None:
    """The page and the id that a link names; None for one to the web."""
    if "/Dest" in link:
        name = str(link["/Dest"]).lstrip("/")
        return (path, unquote(name)) if path else None
    address = urlsplit(str(link.get("/A", {}).get("/URI", "")))
    return (Path(unquote(address.path)), unquote(address.fragment)) if address.scheme == "file" else None


def destination(writer: PdfWriter, number: int, top: float) -> ArrayObject:
    """A place on a sheet, as a link names it."""
    height = FloatObject(top) if top else NullObject()
    page = writer.pages[number].indirect_reference
    return ArrayObject([page, NameObject("/XYZ"), NullObject(), height, NullObject()])
