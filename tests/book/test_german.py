"""The German edition: every chapter, task, check and picture is translated whole, and formulas survive."""

import importlib
import json
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from babel.messages.pofile import read_po

from docs.book.folds import unfolded
from docs.book.messages import of_program, of_task
from docs.book.tasks import statement
from docs.book.translations import notebooks, of_notebook, report, share, update, words
from mechanics import systems, worked
from mechanics.checks import CheckFailed, check
from mechanics.drawing.drawing_board import DrawingBoard
from mechanics.drawing.free_body import cut, draw, force, moment
from mechanics.drawing.player import WEB, Player
from mechanics.drawing.sketch import sketch
from mechanics.language import CODE, TASK_TEXTS, TEXTS, catalogue, languages, say, tell, translated
from mechanics.widgets import simulate
from tests.conftest import CHECKOUT

CATALOGUES = CHECKOUT / "docs/locale/de/LC_MESSAGES"
CHAPTERS = ("course/05a-energy-of-rigid-bodies", "course/05b-lagrange-equations")
TASKS = tuple(
    f"exercises/05-euler-lagrange/{p.stem}" for p in (CHECKOUT / "exercises/05-euler-lagrange").glob("*.ipynb")
)
WHOLE = (*CHAPTERS, *sorted(TASKS))
INDEX = "# x\n\n```{toctree}\n:glob:\n\ncourse/*\nexercises/05-euler-lagrange/*\n```\n"


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Chapter 5 and the statements of its tasks as Sphinx reads them; nothing needs to be run for their texts."""
    folder = tmp_path_factory.mktemp("german") / "source"
    for name in WHOLE:
        path, origin = folder / f"{name}.ipynb", CHECKOUT / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        page = unfolded(nbformat.read(origin, 4)) if name in CHAPTERS else statement(origin)
        path.write_text(json.dumps(page), encoding="utf-8")
    (folder / "index.md").write_text(INDEX, encoding="utf-8")
    return folder


def built(sources: Path, builder: str, language: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOOK_LANGUAGE", language)
    monkeypatch.setenv("BOOK_PART", "yes")
    target = sources.parent / builder
    line = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-b",
        builder,
        "-c",
        str(CHECKOUT / "docs"),
        str(sources),
        str(target),
    ]
    run = subprocess.run(line, cwd=CHECKOUT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-3000:]
    return target


@pytest.fixture(scope="session")
def templates(sources: Path) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        return built(sources, "gettext", "en", patch)


@cache
def known(name: str) -> Any:
    with (CATALOGUES / f"{name}.po").open("rb") as stream:
        return read_po(stream, locale="de")


@pytest.mark.parametrize("page", WHOLE)
def test_chapter_5_is_translated_whole(templates: Path, page: str) -> None:
    with (templates / f"{page}.pot").open("rb") as stream:
        texts = [message for message in read_po(stream) if message.id]
    done, total = share(texts, known(page))
    missing = [text.id for text in texts if share([text], known(page))[0] < words(text.id)]
    assert total > 300, f"{page} is hardly a page: {total} words"
    assert done == total, f"{page}: {total - done} of {total} words are not translated or fuzzy, first {missing[:2]}"


NOTEBOOKS = {path.relative_to(CHECKOUT).with_suffix("").as_posix(): path for path in notebooks()}


@pytest.mark.parametrize("page", NOTEBOOKS)
def test_every_chapter_and_task_is_translated_whole(page: str) -> None:
    catalogue_of_page, texts = known(page), [text for text in of_notebook(NOTEBOOKS[page]) if text.id]
    missing = [text.id for text in texts if share([text], catalogue_of_page)[0] < words(text.id)]
    assert not missing, f"{page}: {len(missing)} texts have no translation or a fuzzy one, first {missing[:2]}"


def test_sphinx_and_jupyterlab_call_the_same_thing_a_text(templates: Path) -> None:
    """Otherwise a translation would be shown in one of them only."""
    for page in WHOLE:
        with (templates / f"{page}.pot").open("rb") as stream:
            theirs = {text.id for text in read_po(stream) if text.id and words(text.id)}
        ours = {text.id for text in of_notebook(NOTEBOOKS[page]) if text.id and words(text.id)}
        added = {text for text in theirs - ours if "Python runs in this page" not in text}
        assert len(added) < 4 + 0.02 * len(theirs), f"{page}: only Sphinx has {sorted(added)[:5]}"


@pytest.mark.parametrize("folder", sorted(path.parent for path in CHECKOUT.glob("exercises/*/key.json")), ids=str)
def test_names_hints_and_reasons_of_every_task_are_translated(folder: Path) -> None:
    said = json.loads((folder / TASK_TEXTS.format("de")).read_text(encoding="utf-8"))
    missing = [text for text in of_task(folder) if not said.get(text)]
    assert not missing, f"{folder.name}: {len(missing)} without translation, first {missing[:3]}"
    assert set(said) == set(of_task(folder)), "there is a text that no student gets: `make translations` removes it"
    for text, german_text in said.items():
        assert sorted(MARKS.findall(text)) == sorted(MARKS.findall(german_text)), f"formulas or code of {text!r}"


MODULES = {
    "checks": ("checks/**/*.py", "worked/*.py"),
    "pictures": ("demonstrations/**/*.py", "predictions/*.py", "predicting.py"),
}
FOR_AUTHORS = re.compile(
    r"Expected|^System \||without names need|^scalar, vector|reference function|defined by each other|got \{\}|; got"
    r"|of the reference|the reference has|is not a file of keys|`inside` names|name of the domain|^sign of a term$"
    r"|at a point of the domain|^\W*\w+\W*$|cannot assign to|cannot add\||multiply sequence\|"
)
"""Errors in a key or an example, which its author sees, and words of Python's own messages; they stay English."""


@pytest.mark.parametrize("part", MODULES)
def test_every_sentence_that_a_program_says_to_students_is_translated(part: str) -> None:
    paths = [path for pattern in MODULES[part] for path in sorted((CHECKOUT / "mechanics").glob(pattern))]
    texts = {text: place for text, place in of_program(paths).items() if not FOR_AUTHORS.search(text)}
    said = (lambda text: tell(text, "de")) if part == "checks" else (lambda text: say(text, "de"))
    missing = [f"{place}: {text}" for text, place in texts.items() if words(text) > 2 and said(text) == text]
    assert len(texts) > 100, "hardly any text was found"
    assert not missing, f"{len(missing)} of {len(texts)} have no translation:\n" + "\n".join(missing[:40])


@pytest.mark.parametrize(
    "chapter", [module.name for module in pkgutil.iter_modules(worked.__path__) if "_" in module.name]
)
def test_reasons_of_worked_examples_are_german(chapter: str) -> None:
    examples = importlib.import_module(f"mechanics.worked.{chapter}").STEPS
    reasons = {reason for steps in examples.values() for step in steps.values() for reason in step.mistakes}
    assert len(reasons) > 5 and not [reason for reason in reasons if tell(reason, "de") == reason]


def test_answers_in_a_chapter_are_judged_in_german(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setenv("MECHANICS_LANGUAGE", "de")
    assert "Schreiben Sie es" in repr(worked.your_turn("05b/string", V="..."))
    assert "Antwort wurde geändert" in worked.your_turn("05b/string", V="...")._repr_html_()
    assert "zieht der Faden" in repr(worked.your_turn("05b/string", V="-m2*g*r"))
    worked.check_yourself(..., "m*g", {"m": "positive", "g": "positive"})
    worked.check_yourself("2*m*g", "m*g", {"m": "positive", "g": "positive"})
    waiting, wrong = capsys.readouterr().out.splitlines()
    assert waiting.startswith("Setzen Sie") and wrong.startswith("✗ Noch nicht richtig: Das ist das 2-Fache")


def test_a_check_answers_in_german_with_what_the_task_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MECHANICS_LANGUAGE", "de")
    monkeypatch.chdir(CHECKOUT / "exercises/05-euler-lagrange")
    check("cart-pendulum/rod-mass", "rho_S*l_S*b_S*h_S")
    with pytest.raises(CheckFailed) as failed:
        check("cart-pendulum/rod-mass", "rho_S*l_S*b_S")
    assert str(failed.value).startswith("Masse des Stabes: "), failed.value
    assert "is" not in str(failed.value).split(), failed.value


@pytest.mark.slow
def test_the_german_page_is_german(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (built(sources, "html", "de", monkeypatch) / f"{CHAPTERS[1]}.html").read_text(encoding="utf-8")
    assert '<html lang="de"' in page
    for term in (
        "Freiheitsgrade",
        "generalisierte Koordinaten",
        "Zwangskräfte",
        "Bewegungsgleichungen",
        "Massenmatrix",
    ):
        assert term in page, f"the German chapter does not speak of {term}"
    assert "What you will be able to do" not in page
    assert not re.search(r"begin\{split\}(?:(?!end\{split\}).)*\\tag", page, re.DOTALL), (
        "MathJax refuses \\tag in split"
    )
    assert "(5.93)" in page and "\\mathbf{M}" in page, "formulas or their numbers got lost"


def test_a_report_says_how_much_is_translated(templates: Path, tmp_path: Path) -> None:
    rows = report(templates, CATALOGUES)
    assert any(row.startswith(CHAPTERS[0]) and row.endswith("100.0 %") for row in rows)
    empty = report(templates, tmp_path)
    assert empty[-1].startswith("all pages") and " 0 of " in empty[-1], "nothing translated counts as something"


def test_a_text_that_changes_is_no_longer_shown_in_its_old_translation(tmp_path: Path) -> None:
    """What a translator does: the catalogue follows the source, the old translation waits as fuzzy."""
    (tmp_path / "pot").mkdir()
    template, header = (
        tmp_path / "pot/page.pot",
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n',
    )
    template.write_text(f'{header}msgid "The rod swings about its hinge."\nmsgstr ""\n')
    assert update(tmp_path / "pot", tmp_path, "de", ["page"]) == ["page"]

    def row() -> str:
        return next(row for row in report(tmp_path / "pot", tmp_path) if row.startswith("page "))

    path = tmp_path / "page.po"
    path.write_text(
        path.read_text()
        .replace('msgstr ""\n', 'msgstr "Der Stab pendelt um sein Gelenk."\n')
        .replace('msgid ""\nmsgstr "Der Stab pendelt um sein Gelenk."', 'msgid ""\nmsgstr ""', 1)
    )
    assert row().endswith("100.0 %")
    template.write_text(f'{header}msgid "The rod swings about its own hinge."\nmsgstr ""\n')
    assert update(tmp_path / "pot", tmp_path, "de") == ["page"]
    assert "Der Stab pendelt" in path.read_text(), "the old translation is lost"
    assert row().endswith("  0.0 %")
    assert update(tmp_path / "pot", tmp_path, "de") == [], "a second run changes something"


MARKS = re.compile(r"\$[^$]+\$|`[^`]+`|\(\d+\.\d+[a-z]?\)|\]\([^)]*\)|<[^>]+>")


@pytest.mark.parametrize("path", sorted(CATALOGUES.rglob("*.po")), ids=lambda path: path.stem)
def test_formulas_code_numbers_and_links_survive_translation(path: Path) -> None:
    for message in known(path.relative_to(CATALOGUES).with_suffix("").as_posix()):
        if message.id and message.string:
            theirs, ours = sorted(MARKS.findall(message.id)), sorted(MARKS.findall(message.string))
            assert theirs == ours, f"in the translation of {message.id[:60]!r}: {set(theirs) ^ set(ours)}"
            assert message.string.count("**") == message.id.count("**"), f"bold text of {message.id[:60]!r}"


# --- pictures ---------------------------------------------------------------------------------------------------------
ALIKE = {"Trebuchet"}
"""What is called the same in both languages."""


@pytest.mark.parametrize("name", systems.names())
def test_what_a_system_says_is_translated(name: str) -> None:
    system = systems.load(name)
    groups = (getattr(system, kind, None) or {} for kind in ("coordinates", "parameters", "inputs", "described"))
    texts = [
        system.title,
        system.scene().description,
        *(v.description for group in groups for v in group.values()),
    ]
    english = [text for text in texts if words(text) and say(text, "de") == text and text not in ALIKE]
    assert not english, f"no German for {english}"


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MECHANICS_LANGUAGE", "de")


def test_the_data_of_a_player_is_translated_but_for_symbols_and_units(german: None) -> None:
    spec = simulate("cart_pendulum").spec
    assert spec["title"] == "Wagen mit Pendel"
    sliders = {slider["name"]: slider for slider in spec["sliders"]}
    assert sliders["phi_d"]["description"] == "Anfangswert: Änderungsrate: Winkel des Stabes aus der hängenden Lage"
    assert (sliders["m_W"]["unit"], sliders["m_W"]["group"]) == ("kg", "Parameter")
    assert {"Energien", "φ: Winkel des Stabes aus der hängenden Lage"} <= {choice["text"] for choice in spec["choices"]}


ENGLISH = re.compile(r"\b(of|the|and|velocity|speed|angle|along|from|with|force|mass)\b")
SHOWN = ("roll_pitch_yaw", "tower_crane_jacobians", "trebuchet", "chandelier", "rocket", "atmospheric_free_fall")


def shown(data: Any, key: str = "") -> Iterator[str]:
    """Texts for people in the data of a picture."""
    if isinstance(data, dict):
        for name, part in data.items():
            yield from shown(part, name) if name not in (CODE, "words") else ()
    elif isinstance(data, list | tuple):
        for part in data:
            yield from shown(part, key)
    elif isinstance(data, str) and key in TEXTS:
        yield data


@pytest.mark.parametrize("name", SHOWN)
def test_sliders_plots_and_outputs_of_a_player_are_german(german: None, name: str) -> None:
    english = sorted({text for text in shown(simulate(name, autoplay=False).spec) if ENGLISH.search(text)})
    assert not english, f"{len(english)} texts are English: {english[:10]}"


def test_a_sketch_says_in_german_what_is_to_be_seen(german: None) -> None:
    assert sketch("cart_pendulum").description.startswith("Ein Wagen rollt auf einer waagerechten Schiene.")
    board = draw("frame_on_rope", [force("A_x", at="A", direction="right"), cut("B"), moment("M", at="D")])
    assert board.picture().description.endswith(
        "Eingezeichnet: Kraft A_x in A, nach rechts; Schnitt in B; Moment M in D, gegen den Uhrzeigersinn."
    )


def test_english_needs_no_catalogue_and_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MECHANICS_LANGUAGE", raising=False)
    assert "words" not in simulate("cart_pendulum").spec
    assert say("cart") == "cart"
    assert translated(data := {"title": "cart", "unit": "m"}) is data


def test_what_is_not_in_the_catalogue_stays_english(german: None) -> None:
    assert say("A sentence that nobody has translated") == "A sentence that nobody has translated"
    assert translated({"name": "cart", "unit": "mass", "label": "cart", "model": {"text": "cart"}}) == {
        "name": "cart", "unit": "mass", "label": "Wagen", "model": {"text": "cart"},
    }  # fmt: skip


def test_an_unknown_language_is_an_error_that_names_the_known_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MECHANICS_LANGUAGE", "klingon")
    with pytest.raises(ValueError, match="MECHANICS_LANGUAGE must be one of en, de; got 'klingon'"):
        sketch("cart_pendulum")
    assert languages() == ["en", "de"]


@pytest.mark.browser
def test_the_buttons_speak_german(german: None, browser: Any) -> None:
    """The front end in a real browser, without a kernel, as in the book."""
    player: Player = simulate("cart_pendulum")
    page = browser.new_page()
    page.set_content("<main id='place'></main>")
    page.evaluate(START, [player._esm, player.spec, dict(player.run), list(player.data)])
    page.wait_for_selector("button[aria-label=Anhalten]")  # it moves as soon as it is seen
    names = page.locator("button").evaluate_all("(all) => all.map((b) => b.getAttribute('aria-label') ?? b.innerText)")
    assert {"Anhalten", "Zurück zum Anfang", "Schritt vor", "Code kopieren", "Regler zurücksetzen"} <= set(names)
    assert page.locator("[data-name=m_W]").get_attribute("aria-label") == "Masse des Wagens"
    slider = page.locator("[data-name=m_W]")
    slider.evaluate("(s) => { s.min = -2; s.value = -2; s.dispatchEvent(new Event('input')); }")
    page.wait_for_selector("[role=alert]:not(:empty)")
    said = "Parameter m_W (Masse des Wagens) muss positiv sein; gegeben ist -2."
    assert page.locator("[role=alert]").inner_text() == said, "an error of the browser's own simulation"
    page.close()


@pytest.mark.browser
def test_the_board_for_diagrams_speaks_german(german: None, browser: Any) -> None:
    """All of its own texts, and those of a body of chapter 5; directions keep their names in the code."""
    board = DrawingBoard(
        draw("ball_on_beam_ball").spec(), [{"form": "force", "name": "f", "at": "S", "direction": "up"}]
    )
    texts = set(re.findall(r'say\("([^"]+)"\)', board._esm)) | {"Force", "Moment", "Cut", "What", "Direction"}
    assert not [text for text in texts if say(text) == text and text not in ("Name", "Moment")]
    page = browser.new_page()
    page.set_content("<main id='place'></main>")
    page.evaluate(START.replace("new DataView(Uint8Array.from(data).buffer)", "0, actions: data"), [
        board._esm, board.spec, {}, board.actions,
    ])  # fmt: skip
    page.wait_for_selector(".fb-dot")
    shown = page.locator("main").inner_text()
    for text in ("Kraft", "Schnitt", "nach oben", "am Balken entlang aufwärts", "S: Massenmittelpunkt", "Ziehen Sie"):
        assert text in shown, f"{text} is missing in: {shown}"
    assert 'force("f", at="S", direction="up")' in page.locator("textarea").input_value()
    page.close()


def test_what_a_kernel_refuses_is_said_in_german(german: None) -> None:
    player = simulate("cart_pendulum")
    player.request = {"id": 1, "values": {"m_W": -2.0}}
    assert player.error == "Parameter m_W (Masse des Wagens) muss positiv sein; gegeben ist -2."


START = """async ([source, spec, run, data]) => {
  const values = { spec, run, error: "", data: new DataView(Uint8Array.from(data).buffer) };
  const model = { get: (name) => values[name], set() {}, on() {}, off() {}, save_changes() {} };
  const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  await module.default.render({ model, el: document.getElementById("place") });
}"""


@pytest.mark.browser
def test_the_browser_says_what_python_says(browser: Any) -> None:
    """Both look into the same catalogue, each in its own way."""
    texts = [
        "Play",
        "Speed 2",
        "Plot 3",
        "over φ",
        "Paused. Time 1.2 s",
        "constructor",
        "E",
        "rate of the angle of body 1",
    ]
    texts += [text for text in catalogue("de") if "{}" not in text]
    page = browser.new_page()
    source = (WEB / "words.js").read_text(encoding="utf-8")
    said = page.evaluate(
        """async ([source, words, texts]) => {
          const { say, speak } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
          speak(words);
          return texts.map((text) => say(text));
        }""",
        [source, catalogue("de"), texts],
    )
    page.close()
    different = {
        text: (theirs, say(text, "de")) for text, theirs in zip(texts, said, strict=True) if theirs != say(text, "de")
    }
    assert not different
