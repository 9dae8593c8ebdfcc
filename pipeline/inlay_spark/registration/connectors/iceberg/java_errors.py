"""What Iceberg raises in Java, as pyiceberg raises it: whoever calls knows one client."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from pyiceberg import exceptions

from inlay.ground.refusals import RefusedError
from inlay_spark.registration.connectors.driver_java import find_raised
from inlay_spark.session.errors import cause_of, is_from_spark

_JAVA: Final = "org.apache.iceberg.exceptions."
_ALIKE: Final[dict[str, type[Exception]]] = {
    _JAVA + "AlreadyExistsException": exceptions.TableAlreadyExistsError,
    _JAVA + "CommitFailedException": exceptions.CommitFailedException,
    _JAVA + "CommitStateUnknownException": exceptions.CommitStateUnknownException,
    _JAVA + "NoSuchNamespaceException": exceptions.NoSuchNamespaceError,
    _JAVA + "NoSuchTableException": exceptions.NoSuchTableError,
    _JAVA + "NotFoundException": FileNotFoundError,
    _JAVA + "ValidationException": exceptions.ValidationException,
}


@contextmanager
def explain_java() -> Generator[None]:
    """Raises RefusedError for what pyiceberg has no exception for."""
    try:
        yield
    except Exception as error:
        if not is_from_spark(error):
            raise
        said = cause_of(error).partition("\n")[0]
        known = _ALIKE.get(_find_class(error))
        if known is None:
            raise RefusedError("catalog", said) from error
        raise known(said) from error


def _find_class(error: Exception) -> str:
    """The name of its class in Java."""
    raised = find_raised(error)
    return "" if raised is None else str(raised.getClass().getName())
