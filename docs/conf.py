"""Configuration of the web book. Nothing in it asks the network, neither when it is built nor when it is read."""

import json
import os
import sys
from pathlib import Path

DOCS = Path(__file__).parent
BUILD = Path(os.environ.get("BOOK_BUILD", DOCS / "_build"))
sys.path.insert(0, str(DOCS.parent))

language = os.environ.get("BOOK_LANGUAGE", "en")
project = {"de": "Modellbildung mechanischer Systeme"}.get(language, "Modelling mechanical systems")
author = "The authors of mechanics-course"
copyright = {
    "de": "die Autoren von mechanics-course; unsere Texte und Bilder CC BY 4.0, Code BSD 3-Clause. Nach der Vorlesung"
    " Modellbildung von A. Kugi und W. Kemmetmüller (TU Wien), Folien von V. V. Yudintsev und zwei Dokumenten:"
    " siehe Quellen und Lizenz"
}.get(
    language,
    "the authors of mechanics-course; our texts and figures CC BY 4.0, code BSD 3-Clause. After the lecture"
    " Modellbildung by A. Kugi and W. Kemmetmüller (TU Wien), slides by V. V. Yudintsev, and two documents:"
    " see Sources and licence",
)

extensions = [
    "myst_nb",
    "sphinx_design",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "docs.book.dark",
    "docs.book.editions",
    "docs.book.equations",
    "docs.book.inpage.tasks",
    "docs.book.lines",
    "docs.book.margins",
    "docs.book.notebooks",
    "docs.book.offline",
    "docs.book.paper.strips",
    "docs.book.reference",
    "docs.book.search.build",
    "docs.book.styles",
    "docs.book.tables",
    "docs.book.tongues",
]
locale_dirs = [str(DOCS / "locale")]
gettext_compact = False
exclude_patterns = ["**/.ipynb_checkpoints"]
# a book of a few chapters has links to those that are missing
suppress_warnings = ["myst.xref_missing", "toc.not_included"] if os.environ.get("BOOK_PART") else []
suppress_warnings += ["ref.python"]  # many classes have an attribute m: its name is no link
course_repository = os.environ.get("BOOK_REPOSITORY", "")
course_branch = os.environ.get("BOOK_BRANCH", "main")
course_hub = os.environ.get("BOOK_HUB", "")
places = BUILD / "places.json"
equation_places = json.loads(places.read_text()) if places.exists() else {}


myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
nb_execution_mode = "off"  # docs/book/execute.py has run the chapters
nb_ipywidgets_js = {}  # docs/book/players.py draws the simulations
nb_mime_priority_overrides = [("html", "text/latex", 5), ("gettext", "text/html", 5)]

autodoc_typehints = "none"
autodoc_member_order = "bysource"
toc_object_entries_show_parents = "hide"
napoleon_google_docstring = False
napoleon_use_param = False
napoleon_use_ivar = True
napoleon_use_rtype = False
napoleon_attr_annotations = False
default_role = "literal"

html_theme = "pydata_sphinx_theme"
html_title = project
html_favicon = str(DOCS / "_static" / "favicon.svg")
templates_path = [str(DOCS / "_templates")]
html_static_path = [str(DOCS / "_static"), str(BUILD / "static")]
LOOKS = ["book.css", "type.css", "colours.css", "cards.css", "search.css"]
html_css_files = [*LOOKS, ("paper.css", {"priority": 900})]
SCRIPTS = "editions sections loader mathematics progress steps languages numbers figures search references".split()
SCRIPTS += "offline paper living".split()
# all before MathJax, which has priority 500
html_js_files = [(f"{name}.js", {"priority": 400, "defer": "defer"}) for name in SCRIPTS]
html_context = {"default_mode": "auto"}
html_copy_source = False
html_show_sourcelink = False
html_sidebars = {"index": []}
html_theme_options = {
    "logo": {"text": project},
    "search_bar_text": {"de": "Im Buch suchen …"}.get(language, "Search the docs ..."),
    "show_prev_next": True,
    "back_to_top_button": False,  # it lies over what one looks at
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": ["theme-version"],
    "navbar_end": ["theme-switcher"],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}

mathjax_path = "mathjax/packed.js"  # docs/book/web.py, docs/_static/mathematics.js
mathjax_options = {"type": "text/x-later", "defer": "defer"}  # loader.js runs it later
mathjax4_config = {
    # what formulas need, and nothing else: the bundles hold a menu and a speech engine, half a megabyte
    "loader": {
        "load": ["core", "input/tex", "output/chtml", "a11y/assistive-mml"],
        "versionWarnings": False,  # the letters have versions of their own; both are pinned
    },
    "output": {"font": "mathjax-stix2", "fontPath": "[mathjax]/%%FONT%%-font", "matchFontHeight": False},
}
