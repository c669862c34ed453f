"""Each page of a chapter or task offers its notebook; links to services only where a repository is named."""

import json
from pathlib import Path

import pytest

from docs.book.notebooks import launchers, offered
from tests.book.conftest import CHAPTER, TASK
from tests.book.test_book import address, text_of
from tests.conftest import CHECKOUT

REPOSITORY, HUB = "https://github.com/you/for-students", "https://hub.example.org"


def test_the_addresses_of_services_name_repository_branch_and_notebook():
    places = launchers(f"{REPOSITORY}.git", "2026 summer", HUB)
    found = {name: place("course/01-a b.ipynb") for name, place in places.items()}
    assert found == {
        "Binder": "https://mybinder.org/v2/gh/you/for-students/2026%20summer?urlpath=lab%2Ftree%2Fcourse%2F01-a%20b.ipynb",
        "Colab": "https://colab.research.google.com/github/you/for-students/blob/2026%20summer/course/01-a%20b.ipynb",
        "JupyterHub": f"{HUB}/hub/user-redirect/git-pull?repo=https%3A%2F%2Fgithub.com%2Fyou%2Ffor-students"
        "&branch=2026%20summer&urlpath=lab%2Ftree%2Ffor-students%2Fcourse%2F01-a%20b.ipynb",
    }


def test_repositories_elsewhere_have_no_colab():
    group = launchers("https://gitlab.com/group/part/course")
    assert list(group) == ["Binder"] and "/gl/group%2Fpart%2Fcourse/main?" in group["Binder"]("course/a.ipynb")
    own = launchers("https://git.example.org/course")
    assert "/git/https%3A%2F%2Fgit.example.org%2Fcourse/main?" in own["Binder"]("course/a.ipynb")


def test_without_a_repository_there_are_no_services():
    assert launchers("") == {}


@pytest.mark.parametrize(
    ("repository", "hub", "said"),
    [("you/course", "", "Expected an address"), (REPOSITORY, "hub", "Expected an address"), ("", HUB, "--repository")],
)
def test_what_is_no_address_is_told(repository, hub, said):
    with pytest.raises(ValueError, match=said):
        launchers(repository, hub=hub)


def test_what_is_offered_is_what_students_get():
    chapter, task = CHECKOUT / f"{CHAPTER}.ipynb", CHECKOUT / f"{TASK}.ipynb"
    files = offered([chapter, task], "en")
    assert files[f"{CHAPTER}.ipynb"].encode() == chapter.read_bytes()
    assert files[f"{TASK}.ipynb"].encode() == task.read_bytes()
    german = json.loads(offered([chapter], "de")[f"{CHAPTER}.ipynb"])
    assert german["metadata"]["mechanics"] == {"language": "de"}, "the German edition offers another language"


def test_a_page_offers_its_notebook_and_no_service_unless_asked(small_book):
    for name in (CHAPTER, TASK):
        page = text_of(small_book, name)
        assert f'notebooks/{name}.ipynb" download' in page and "mybinder" not in page
        assert (small_book / "_static" / "notebooks" / f"{name}.ipynb").read_bytes() == Path(
            f"{name}.ipynb"
        ).read_bytes()
    assert "book-notebook" not in text_of(small_book, "glossary")


@pytest.mark.browser
@pytest.mark.parametrize("place", ["file", "http"])
def test_a_notebook_is_downloaded_with_the_keyboard(small_book, visit, server, place):
    page = visit(address(small_book, CHAPTER) if place == "file" else f"{server(small_book)}/{CHAPTER}.html")
    link = page.get_by_role("navigation", name="Notebook of this page").get_by_role("link")
    assert link.all_inner_texts() == ["Download the notebook"]
    with page.expect_download() as download:
        link.press("Enter")
    assert download.value.suggested_filename == Path(f"{CHAPTER}.ipynb").name
    assert Path(download.value.path()).read_bytes() == Path(f"{CHAPTER}.ipynb").read_bytes()
