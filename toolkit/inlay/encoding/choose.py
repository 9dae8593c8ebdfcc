"""Which columns get a new encoding: those that somebody names, or those where it saves most."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from inlay.encoding.add import Choice, ColumnSizes
from inlay.encoding.encode_chunk import OldPages, encode_chunk
from inlay.encoding.errors import ColumnRefusedError, DeclinedError, PluginFailedError
from inlay.encoding.plugins import Encodings, ValueEncoding
from inlay.files.source import read_at
from inlay.mistakes import RequestError
from inlay.pages.chunk_metadata import locate_pages
from inlay.pages.errors import ChunkError
from inlay.pages.leaf import Leaf, leaves_of
from inlay.pages.thrift_file import ThriftFile
from parquet_format.parquet import FileMetaData

WORTHWHILE: Final = 0.1
"""The part of a column's bytes that has to be saved, for `--auto` to pick it: another encoding costs every reader that
knows it some code, and the others some space."""


class NoSuchColumnError(RequestError):
    """A name or pattern that no column has."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What an encoding would make of a column; `reason` says why it cannot."""

    name: str
    position: int
    encoding: ValueEncoding | None
    sizes: ColumnSizes
    reason: str = ""
    takes: bool = True
    """Whether the encoding is one for the type of the column."""

    @property
    def saving(self) -> float:
        """The part of its bytes that is saved; negative where it grows."""
        return 1 - self.sizes.new / self.sizes.old if self.sizes.old and self.encoding else 0.0

    @property
    def is_worthwhile(self) -> bool:
        return self.saving >= WORTHWHILE


def choose_columns(
    patterns: Sequence[str], encoding: ValueEncoding
) -> Callable[[ThriftFile], Choice]:
    """A chooser of columns by name or glob. A name is the path of a leaf, or of what leaves are in; of what a glob matches,
    those columns are taken that have a type for the encoding."""

    def choose(file: ThriftFile) -> Choice:
        metadata = file.metadata()
        leaves = leaves_of(metadata)
        columns = _match_columns(patterns, leaves)
        return {
            at: encoding
            for at in columns
            if leaves[at].name in patterns or _takes(encoding, metadata, at)
        }

    return choose


def choose_smallest(
    patterns: Sequence[str], encodings: Encodings
) -> Callable[[ThriftFile], Choice]:
    """A chooser of the same columns, each in the encoding that makes it smallest. The chooser raises ColumnRefusedError
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


def try_encodings(
    file: ThriftFile, encodings: Encodings, columns: Sequence[int] | None = None
) -> list[Trial]:
    """Each column, or each of these, in the encoding that makes it smallest, the one that saves most bytes first."""
    metadata = file.metadata()
    leaves = leaves_of(metadata)
    best = [
        _best([_trial(file, metadata, at, leaves[at], each) for each in encodings], leaves[at], at)
        for at in (range(len(leaves)) if columns is None else columns)
    ]
    return sorted(best, key=lambda trial: trial.sizes.new - trial.sizes.old)


def keep_worthwhile(tried: Sequence[Trial]) -> Choice:
    return {
        trial.position: trial.encoding
        for trial in tried
        if trial.encoding is not None and trial.is_worthwhile
    }


def _best(tried: Sequence[Trial], leaf: Leaf, at: int) -> Trial:
    """Where no encoding can, the reason of one that takes values of the type says more."""
    if not tried:
        return Trial(leaf.name, at, None, ColumnSizes(), "no encoding is configured")
    return min(tried, key=lambda trial: (trial.encoding is None, not trial.takes, trial.sizes.new))


def _trial(
    file: ThriftFile, metadata: FileMetaData, at: int, leaf: Leaf, encoding: ValueEncoding
) -> Trial:
    sizes = ColumnSizes()
    declined = ""
    is_encoded = False
    if not _takes(encoding, metadata, at):
        type_ = _type_of(metadata, at)
        return Trial(leaf.name, at, None, sizes, f"no encoding in use takes {type_}", takes=False)
    for row_group in metadata.row_groups:
        meta = row_group.columns[at].meta_data
        if meta is None or not meta.num_values:
            continue
        start, end = locate_pages(meta)
        chunk = read_at(file.source, start, end - start)
        try:
            old = OldPages(chunk, meta, leaf, row_group.num_rows, start)
            _, data = encode_chunk(old, encoding)
            is_encoded = True
        except DeclinedError as error:
            declined, data = error.reason, chunk
        except (ChunkError, PluginFailedError) as error:
            return Trial(leaf.name, at, None, ColumnSizes(), str(error))
        sizes.old += len(chunk)
        sizes.new += len(data)
    if declined and not is_encoded:
        return Trial(leaf.name, at, None, ColumnSizes(), declined)
    return Trial(leaf.name, at, encoding, sizes)


def _type_of(metadata: FileMetaData, at: int) -> str:
    for row_group in metadata.row_groups:
        meta = row_group.columns[at].meta_data
        if meta is not None:
            return meta.type.name
    return "the values of no row group"


def _takes(encoding: ValueEncoding, metadata: FileMetaData, at: int) -> bool:
    metas = [row_group.columns[at].meta_data for row_group in metadata.row_groups]
    return all(meta is not None and meta.type in encoding.types for meta in metas)


def _matches(name: str, pattern: str) -> bool:
    return fnmatchcase(name, pattern) or name.startswith(f"{pattern}.") or name == pattern


def _no_such(pattern: str, names: Sequence[str]) -> NoSuchColumnError:
    close = difflib.get_close_matches(pattern, names, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return NoSuchColumnError(f"no column {pattern!r}{hint}")
