"""Opening nbgrader's gradebook, and writing into it all at once."""

import contextlib
import logging
import warnings
from collections.abc import Iterator

from nbgrader.api import Gradebook, app_log

from .gradebook_file import patient, refuse_unfit

__all__ = ["one_transaction", "open_gradebook"]


@contextlib.contextmanager
def open_gradebook(address: str, course: str, *, to_write: bool = True) -> Iterator[Gradebook]:
    """Open a gradebook for as long as the block runs.

    Parameters
    ----------
    address : str
        Of the database, for example ``sqlite:///gradebook.db``.
    course : str
        Id of the course.
    to_write : bool
        Whether marks are going to be entered.

    Yields
    ------
    nbgrader.api.Gradebook
        The open gradebook.

    Raises
    ------
    GradingError
        If it cannot be used: damaged, of another version, locked, read-only.
    """
    address = patient(address)
    refuse_unfit(address, to_write=to_write)
    with _without_tracebacks(), Gradebook(address, course) as gradebook:
        yield gradebook


@contextlib.contextmanager
def _without_tracebacks() -> Iterator[None]:
    """Errors of the database are raised, which is enough; nbgrader prints their tracebacks as well."""

    def other(record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith("Rolling back session")

    app_log.addFilter(other)
    try:
        yield
    finally:
        app_log.removeFilter(other)


@contextlib.contextmanager
def one_transaction(gradebook: Gradebook) -> Iterator[None]:
    """All or nothing: what nbgrader would commit step by step is committed once at the end of the block.

    Parameters
    ----------
    gradebook : nbgrader.api.Gradebook
        An open gradebook.
    """
    session = gradebook.db
    commit = session.commit
    session.commit = session.flush
    try:
        with warnings.catch_warnings():  # nbgrader fills its models in an order that SQLAlchemy comments on
            warnings.filterwarnings("ignore", "Object of type")
            yield
    except BaseException:
        session.rollback()
        raise
    finally:
        session.commit = commit
    session.commit()
