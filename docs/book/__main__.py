"""``python -m docs.book [BUILDER] [--only PATTERN ...] [options of sphinx-build]``: gathers and builds."""

import argparse
import os
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from .execute import ChapterError
from .gather import DOCS, gather
from .inpage.bundle import static_files
from .web import fetched, lay_out_fonts, lay_out_mathjax, space

NPM = DOCS / "_build" / "npm"  # fetched once for all editions


def main(arguments: list[str] | None = None) -> int:
    """Build the book; returns what sphinx-build returns."""
    parser = argparse.ArgumentParser(prog="python -m docs.book", description=__doc__)
    parser.add_argument("builder", nargs="?", default="html", help="a builder of Sphinx: html, gettext, ...")
    parser.add_argument("--only", nargs="+", default=[], metavar="PATTERN", help='a few chapters: "05*" "06*"')
    parser.add_argument("--build", type=Path, default=DOCS / "_build", help="folder for all generated files")
    parser.add_argument("--language", default="en", help="edition: en or de")
    parser.add_argument("--target", type=Path, help="folder of the pages (default: BUILD/BUILDER)")
    chosen, options = parser.parse_known_args(arguments)
    build = chosen.build.resolve()
    os.environ |= {
        "BOOK_BUILD": str(build),
        "BOOK_LANGUAGE": chosen.language,
        "MECHANICS_LANGUAGE": chosen.language,
        "BOOK_PART": "yes" * bool(chosen.only),
    }
    space()
    try:
        source = gather(build, chosen.only)
    except ChapterError as problem:
        sys.exit(str(problem))
    modules = fetched(NPM)
    lay_out_fonts(modules, build / "static")
    lay_out_mathjax(modules, build / "static")
    static_files(build / "inpage", modules, build / "static")
    usual = build / (chosen.builder if chosen.language == "en" else f"{chosen.builder}-{chosen.language}")
    target = (chosen.target or usual).resolve()
    doctrees = build / f"doctrees-{usual.name}"  # builders do not share theirs
    places = ["-c", str(DOCS), "-d", str(doctrees), str(source), str(target)]
    return build_main(["-b", chosen.builder, "-W", "--keep-going", "-j", "auto", *options, *places])


if __name__ == "__main__":
    sys.exit(main())
