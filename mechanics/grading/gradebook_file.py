"""Is the gradebook one that can be read, and written? It is asked before nbgrader opens it.

nbgrader itself would create its tables in whatever database it is given, and stop in the middle with an error of the
database where one is damaged, of another version, locked or read-only.
"""

from collections.abc import Iterator
from pathlib import Path

import nbgrader
from nbgrader.api import Base
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import NullPool

from .errors import GradingError

__all__ = ["PATIENCE", "database_sentence", "patient", "refuse_unfit"]

PATIENCE = 30  # seconds for which another program may hold the gradebook
VERSION, TRIAL = "alembic_version", "mechanics_trial"
OLDER = "it is older than the installed nbgrader. Make a copy of it, then bring it up to date: nbgrader db upgrade"
BACKUP = "Restore a backup, or move the file away and release the assignments again"
KNOWN = (
    # what SQLite says, and what it means
    ("not a database", f"it is not an SQLite database. {BACKUP}"),
    ("malformed", f"the file is damaged. {BACKUP}"),
    ("locked", "another program is using it. End that program (a formgrader, another `nbgrader`) and start again"),
    ("readonly", "it is read-only. Make the file and its folder writable for you"),
    ("unable to open", "the file cannot be opened. Is it a file that you may read, in a folder that you may write to?"),
    ("is full", "the disk is full. Free some space and start the same command again: it continues from there"),
    ("disk i/o", "reading or writing the disk failed. Check the disk, then start the same command again"),
    ("no such table", OLDER),
    ("no such column", OLDER),
)


def patient(address: str) -> str:
    """The address of a gradebook with which SQLite waits for others to finish.

    Parameters
    ----------
    address : str
        Of the database.

    Returns
    -------
    str
        Other databases keep theirs.

    Raises
    ------
    GradingError
        If it is no address.
    """
    try:
        url = make_url(address)
    except ArgumentError:
        raise GradingError(
            f"Expected the address of a database in c.CourseDirectory.db_url, such as sqlite:////path/to/gradebook.db, "
            f"got {address!r}."
        ) from None
    is_plain = url.get_backend_name() == "sqlite" and "timeout" not in url.query
    return url.update_query_dict({"timeout": str(PATIENCE)}).render_as_string(False) if is_plain else address


def refuse_unfit(address: str, *, to_write: bool = True) -> None:
    """Complain about a gradebook that cannot be used.

    Parameters
    ----------
    address : str
        Of the database.
    to_write : bool
        Whether marks are going to be entered.

    Raises
    ------
    GradingError
        With what is wrong, and how to go on.
    """
    try:
        engine = create_engine(address, poolclass=NullPool)
    except (NoSuchModuleError, ImportError) as error:
        raise GradingError(f"The gradebook {address} needs a driver that is not installed ({error}).") from None
    place = engine.url.database or ""
    is_file = engine.url.get_backend_name() == "sqlite" and place not in ("", ":memory:")
    if is_file and not Path(place).exists() and Path(place).parent.is_dir():
        return  # nbgrader makes a new one
    try:
        with engine.connect() as connection:
            for trouble in _troubles(connection, is_file, to_write):
                raise GradingError(f"The gradebook {place} cannot be used: {trouble}.")
    except DBAPIError as error:
        raise GradingError(database_sentence(error, place)) from None
    finally:
        engine.dispose()


def database_sentence(error: BaseException, place: str = "") -> str:
    """What an error of a database means.

    Parameters
    ----------
    error : Exception
        Of sqlite3 or SQLAlchemy.
    place : str
        File of the gradebook.

    Returns
    -------
    str
        A sentence.
    """
    said = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    meaning = next((meaning for words, meaning in KNOWN if words in said.lower()), "")
    book = f"The gradebook {place}".rstrip()
    return (
        f"{book} cannot be used: {meaning}{'' if meaning.endswith('?') else '.'}"
        if meaning
        else (f"{book} cannot be used; its database says: {said}")
    )


def _troubles(connection: Connection, is_file: bool, to_write: bool) -> Iterator[str]:
    """Find out what is wrong with a gradebook."""
    if is_file:
        found = connection.execute(text("PRAGMA quick_check(1)")).scalar()
        if found != "ok":
            yield f"the file is damaged ({' '.join(str(found).split())}). {BACKUP}"
    there = inspect(connection)
    tables = set(there.get_table_names())
    if tables and VERSION not in tables:
        yield "its tables are not those of nbgrader. Give c.CourseDirectory.db_url the address of the right one"
    known = {path.name.partition("_")[0] for path in Path(nbgrader.__file__).parent.glob("alembic/versions/*.py")}
    version = connection.execute(text(f"SELECT version_num FROM {VERSION}")).scalar() if tables else None
    if tables and version not in known:
        yield (
            f"it was made by another version of nbgrader than the one installed here ({nbgrader.__version__}). "
            "Install the version that made it"
        )
    for table in Base.metadata.sorted_tables if tables else ():
        columns = {column["name"] for column in there.get_columns(table.name)} if table.name in tables else set()
        if not {column.name for column in table.columns} <= columns:
            yield OLDER
    connection.rollback()
    if is_file and to_write:
        # something is written and taken back at once: better now than after an hour of grading
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        connection.exec_driver_sql(f"CREATE TABLE {TRIAL} (x)")
        connection.exec_driver_sql("ROLLBACK")
