"""``python -m docs.book [BUILDER] [--only PATTERN ...] [options of sphinx-build]``: gathers and builds."""

import argparse
import gc
import os
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from .execute import ChapterError
from .gather import DOCS, gather
from .notebooks import launchers
from .web import NPM, fetched, lay_out_fonts, lay_out_mathjax, space

PRINTED = ("html", "pdf")


def main(arguments: list[str] | None = None) -> int:
    """Build the book; returns what sphinx-build returns."""
    gc.set_threshold(100_000, 50, 100)  # to look for cycles in Sphinx's trees takes a fifth of its time, for nothing
    parser = parser_of_arguments()
    chosen, options = parser.parse_known_args(arguments)
    build = chosen.build.resolve()
    os.environ |= settings(chosen, build)
    space()
    try:
        launchers(chosen.repository, chosen.branch, chosen.hub)
    except ValueError as problem:
        parser.error(str(problem))
    modules = fetched(NPM)
    try:
        source = gather(build, modules, chosen.only, chosen.builder in PRINTED and not chosen.without_paper)
    except ChapterError as problem:
        sys.exit(str(problem))
    lay_out_fonts(modules, build / "static")
    lay_out_mathjax(modules, build / "static")
    builder = "html" if chosen.builder == "pdf" else chosen.builder  # which is printed then
    usual = build / (builder if chosen.language == "en" else f"{builder}-{chosen.language}")
    target = (chosen.target or usual).resolve()
    doctrees = build / f"doctrees-{usual.name}"  # builders do not share theirs
    places = ["-c", str(DOCS), "-d", str(doctrees), str(source), str(target)]
    result = build_main(["-b", builder, "-W", "--keep-going", f"-j{processes()}", *options, *places])
    if chosen.builder == "pdf" and not result:
        print_book(target, build, chosen.language)
    gc.freeze()  # nor is there anything to look for at the end, which would take seconds
    return result


def parser_of_arguments() -> argparse.ArgumentParser:
    """What may be said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m docs.book", description=__doc__)
    parser.add_argument("builder", nargs="?", default="html", help="html, pdf, or another builder of Sphinx")
    parser.add_argument("--only", nargs="+", default=[], metavar="PATTERN", help='a few chapters: "05*" "06*"')
    parser.add_argument("--build", type=Path, default=DOCS / "_build", help="folder for all generated files")
    parser.add_argument("--language", default="en", help="edition: en or de")
    parser.add_argument("--without-paper", action="store_true", help="no pictures that stand for simulations on paper")
    parser.add_argument("--repository", default="", help="public repository with course/ and exercises/: launch links")
    parser.add_argument("--branch", default="main", help="branch of the repository")
    parser.add_argument("--hub", default="", help="JupyterHub with nbgitpuller that opens the repository")
    parser.add_argument("--target", type=Path, help="folder of the pages (default: BUILD/BUILDER)")
    return parser


def processes() -> int:
    """Of Sphinx: one of those that write does nothing but hand out pages, and pages differ in length."""
    return (os.cpu_count() or 1) + 2


def settings(chosen: argparse.Namespace, build: Path) -> dict[str, str]:
    """The environment in which Sphinx reads conf.py."""
    return {
        "BOOK_BUILD": str(build),
        "BOOK_LANGUAGE": chosen.language,
        "MECHANICS_LANGUAGE": chosen.language,
        "BOOK_PART": "yes" * bool(chosen.only),
        "BOOK_REPOSITORY": chosen.repository,
        "BOOK_BRANCH": chosen.branch,
        "BOOK_HUB": chosen.hub,
    }


def print_book(pages: Path, build: Path, language: str) -> None:
    """Make a PDF of the built book."""
    try:
        from .paper.pdf import make_pdf
    except ImportError:
        sys.exit("Expected pypdf, which puts the sheets together. Run: pip install pypdf")
    path = build / ("book.pdf" if language == "en" else f"book-{language}.pdf")
    sheets = make_pdf(pages, path, language)
    print(f"{path}: {sheets} sheets, {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    sys.exit(main())
