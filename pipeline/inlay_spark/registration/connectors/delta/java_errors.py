"""What Delta raises in Java, as errors of ours."""

from __future__ import annotations

import errno
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.delta.late import refuse_late_commit, refuse_late_table
from inlay_spark.registration.connectors.driver_java import JavaSession, find_raised
from inlay_spark.session.errors import cause_of, is_from_spark

_LATE: Final = "java.util.ConcurrentModificationException"
_DELTA: Final = "org.apache.spark.sql.delta."
_PROTOCOL: Final = (
    _DELTA + "DeltaTableFeatureException",
    _DELTA + "actions.InvalidProtocolVersionException",
    _DELTA + "InvalidProtocolVersionException",
)


@contextmanager
def explain_java(
    session: JavaSession, folder: str, *, is_creation: bool = False
) -> Generator[None]:
    """Raises RefusedError where somebody else has committed, and for a table that Delta cannot write; else OSError."""
    try:
        yield
    except Exception as error:
        if not is_from_spark(error):
            raise
        said = cause_of(error).partition("\n")[0]
        raised = find_raised(error)
        if session.is_a(raised, _LATE):
            late = refuse_late_table(folder) if is_creation else refuse_late_commit(folder, said)
            raise late from error
        if any(session.is_a(raised, name) for name in _PROTOCOL):
            raise RefusedError("protocol", said, path=folder) from error
        raise OSError(errno.EIO, f"Delta in Spark: {said}", folder) from error
