"""Which columns get a new encoding: those that somebody names, or those where it pays."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase

from inlay.encoding.add import Choice, IfItPays
from inlay.encoding.errors import ColumnRefusedError
from inlay.encoding.plugins import Encodings, ValueEncoding
from inlay.encoding.trial import Trial, fits_column, try_encodings
from inlay.mistakes import RequestError
from inlay.pages.leaf import Leaf, leaves_of
from inlay.pages.thrift_file import ThriftFile


class NoSuchColumnError(RequestError):
    """A name or pattern that no column has."""


def choose_columns(
    patterns: Sequence[str], encoding: ValueEncoding
) -> Callable[[ThriftFile], Choice]:
    """A chooser of columns by name or glob. A name is the path of a leaf, or of what leaves are in; of what a glob matches,
    those columns are taken that have a type for the encoding, and for which it pays."""

    def choose(file: ThriftFile) -> Choice:
        metadata = file.metadata()
        leaves = leaves_of(metadata)
        columns = _match_columns(patterns, leaves)
        return {
            at: encoding if leaves[at].name in patterns else IfItPays(encoding)
            for at in columns
            if leaves[at].name in patterns or fits_column(encoding, metadata, at)
        }

    return choose


def choose_best(patterns: Sequence[str], encodings: Encodings) -> Callable[[ThriftFile], Choice]:
    """A chooser of the same columns, each in the encoding that is read fastest. The chooser raises ColumnRefusedError
    for a column that has a name among the patterns, and no encoding."""

    def choose(file: ThriftFile) -> Choice:
        columns = _match_columns(patterns, leaves_of(file.metadata()))
        choice: dict[int, ValueEncoding] = {}
        for trial in try_encodings(file, encodings, columns):
            if trial.encoding is not None:
                choice[trial.position] = trial.encoding
            elif trial.name in patterns:
                raise ColumnRefusedError(trial.name, trial.reason)
        return choice

    return choose


def _match_columns(patterns: Sequence[str], leaves: Sequence[Leaf]) -> list[int]:
    """Raises NoSuchColumnError for a pattern that no column has."""
    columns: set[int] = set()
    for pattern in patterns:
        matching = {at for at, leaf in enumerate(leaves) if _matches(leaf.name, pattern)}
        if not matching:
            raise _no_such(pattern, [leaf.name for leaf in leaves])
        columns |= {at for at in matching if leaves[at].name == pattern} or matching
    return sorted(columns)


def keep_worthwhile(tried: Sequence[Trial]) -> Choice:
    return {
        trial.position: trial.encoding
        for trial in tried
        if trial.encoding is not None and trial.is_worthwhile
    }


def _matches(name: str, pattern: str) -> bool:
    return fnmatchcase(name, pattern) or name.startswith(f"{pattern}.") or name == pattern


def _no_such(pattern: str, names: Sequence[str]) -> NoSuchColumnError:
    close = difflib.get_close_matches(pattern, names, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return NoSuchColumnError(f"no column {pattern!r}{hint}")
