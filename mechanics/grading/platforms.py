"""Who is who on a learning platform, and its CSV files, which are read, filled in and written back as they were."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

__all__ = ["Directory", "Person", "Sheet", "read_sheet", "scaled"]


class Person(Protocol):
    """What identifies a student in the gradebook; texts are empty if unknown."""

    @property
    def student(self) -> str:
        """Id."""

    @property
    def last_name(self) -> str:
        """Last name."""

    @property
    def first_name(self) -> str:
        """First name."""

    @property
    def email(self) -> str:
        """Address."""

    @property
    def platform_id(self) -> str:
        """Id on the platform, ``lms_user_id`` in the gradebook."""


class Directory:
    """Finds students of the gradebook by what a platform calls them.

    Parameters
    ----------
    people : iterable of Person
        All students.
    """

    def __init__(self, people: Iterable[Person]):
        self._by_id: dict[str, Person] = {}
        self._by_name: dict[str, Person] = {}
        named: Counter[str] = Counter()
        for person in people:
            for key in filter(None, (person.student, person.email, person.platform_id)):
                self._by_id[key.casefold()] = person
            for key in _names(person):
                named[key] += 1
                self._by_name[key] = person
        self._by_name = {key: person for key, person in self._by_name.items() if named[key] == 1}

    def find(self, ids: Sequence[str], name: str = "") -> Person | None:
        """Find a student by the first id that is known, else by a name that nobody else has.

        Parameters
        ----------
        ids : sequence of str
            Ids and addresses, in the order in which they are tried.
        name : str
            Name in any order, with or without spaces.

        Returns
        -------
        Person or None
            None if there is none, or more than one.
        """
        for key in ids:
            if key.strip().casefold() in self._by_id:
                return self._by_id[key.strip().casefold()]
        return self._by_name.get(_letters(name)) if name else None


def _names(person: Person) -> set[str]:
    both = {_letters(person.first_name + person.last_name), _letters(person.last_name + person.first_name)}
    return both - {""}


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


@dataclass
class Sheet:
    """A CSV file of a platform.

    Attributes
    ----------
    path : Path
        The file.
    columns : list of str
        Their names.
    rows : list of dict
        Texts by column.
    """

    path: Path
    columns: list[str]
    rows: list[dict[str, str]]

    def require(self, *columns: str) -> None:
        """Complain about columns that are missing.

        Parameters
        ----------
        *columns : str
            Their names.

        Raises
        ------
        ValueError
            With those that are there.
        """
        missing = [column for column in columns if column not in self.columns]
        if missing:
            raise ValueError(
                f"Expected a column {missing[0]!r} in {self.path}; got {', '.join(map(repr, self.columns))}."
            )

    def having(self, *columns: str) -> Iterator[str]:
        """Those of the columns that are there.

        Parameters
        ----------
        *columns : str
            Their names.

        Yields
        ------
        str
            A name.
        """
        yield from (column for column in columns if column in self.columns)


def read_sheet(path: Path) -> Sheet:
    """Read a CSV file, with commas or semicolons, with or without the mark that Excel puts in front.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    Sheet
        Its content.

    Raises
    ------
    ValueError
        If there is no such table.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read as CSV in UTF-8: {error}.") from None
    first = text.partition("\n")[0]
    reader = csv.DictReader(
        io.StringIO(text, newline=""), delimiter=";" if first.count(";") > first.count(",") else ",", restval=""
    )
    columns = list(reader.fieldnames or [])
    if len(columns) < 2:
        raise ValueError(f"Expected a table with several columns in {path}; got {first[:80]!r}.")
    return Sheet(path, columns, [{column: row[column] or "" for column in columns} for row in reader])


def scaled(points: float, maximum: float, possible: str) -> str:
    """Points as the platform counts them, with two digits, and with a comma where its file has commas.

    Parameters
    ----------
    points, maximum : float
        In the gradebook.
    possible : str
        Maximum points on the platform, as in its file; empty if it does not say.

    Returns
    -------
    str
        The number.
    """
    try:
        there = float(possible.replace(",", ".")) if possible.strip() else maximum
    except ValueError:  # such as "(read only)"
        there = maximum
    told = f"{points * there / maximum if maximum else points:.2f}"
    return told.replace(".", ",") if "," in possible else told
