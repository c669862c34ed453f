"""The triage list as a page: one file without scripts, addresses or pictures, for a phone as for a screen."""

import html
from collections.abc import Mapping, Sequence

from .triage_section import Line, Section

__all__ = ["page_of"]

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --line: #8886; --soft: #8882; }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 0 auto; padding: 1rem; }}
body {{ overflow-wrap: anywhere; }}
h1 {{ font-size: 1.5rem; line-height: 1.2; }}
h2 {{ font-size: 1.1rem; margin-top: 2rem; border-bottom: 1px solid var(--line); }}
details {{ border: 1px solid var(--line); border-radius: .5rem; margin: .75rem 0; }}
summary {{ padding: .6rem .75rem; cursor: pointer; font-weight: 600; }}
details > * {{ margin: 0; padding: 0 .75rem .75rem; }}
details > pre {{ margin: 0 .75rem .75rem; }}
ul {{ list-style: none; }}
li p {{ margin: .3rem 0 0; }}
li {{ border-top: 1px solid var(--line); padding: .5rem 0; }}
.who {{ font-weight: 600; }}
.text {{ display: block; white-space: pre-wrap; }}
pre {{ background: var(--soft); border-radius: .3rem; margin: .3rem 0 0; padding: .4rem .5rem; white-space: pre-wrap; }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""
_GROUP = "<h2>{0}</h2>\n{1}"
_SECTION = """<details{is_open}><summary>{title}: {count}</summary>
<p>{explanation}</p>{command}
<ul>
{lines}
</ul></details>"""
_LINE = '<li><span class="who">{0}</span> {1}<span class="text">{2}</span>{3}</li>'
NOTHING = "<p>Nothing for a person to look at.</p>"


def page_of(assignment: str, sections: Sequence[Section]) -> str:
    """Write the page.

    Parameters
    ----------
    assignment : str
        Name of the assignment.
    sections : sequence of Section
        What is on it; whatever students wrote becomes text.

    Returns
    -------
    str
        HTML.
    """
    groups = []
    for title, wanted in (("For a person", True), ("For information", False)):
        these = [_section(section) for section in sections if section.for_people == wanted]
        if these or wanted:
            groups.append(_GROUP.format(title, "\n".join(these) or NOTHING))
    return _PAGE.format(title=html.escape(f"{assignment}: what to look at"), body="\n".join(groups))


def _section(section: Section) -> str:
    return _SECTION.format(
        is_open=" open" * section.for_people,
        title=html.escape(section.title[:1].upper() + section.title[1:]),
        count=section.count,
        explanation=html.escape(section.explanation),
        command=_commands({"All that are clear at once:": section.command} if section.command else {}),
        lines="\n".join(map(_line, section.lines)),
    )


def _line(line: Line) -> str:
    return _LINE.format(*map(html.escape, (line.who, line.where, line.text)), _commands(line.commands))


def _commands(commands: Mapping[str, str]) -> str:
    return "".join(f"<p>{html.escape(what)}</p><pre>{html.escape(line)}</pre>" for what, line in commands.items())
