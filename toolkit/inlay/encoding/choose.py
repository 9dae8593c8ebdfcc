"""Which columns get a new encoding: those that somebody names, or those where it saves most."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from inlay.encoding.add import Choice, ColumnSizes
from inlay.encoding.encode_chunk import OldPages, encode_chunk
from inlay.encoding.errors import PluginFailedError
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
        choice: dict[int, ValueEncoding] = {}
        for pattern in patterns:
            matching = [at for at, leaf in enumerate(leaves) if _matches(leaf.name, pattern)]
            if not matching:
                raise _no_such(pattern, [leaf.name for leaf in leaves])
            named = [at for at in matching if leaves[at].name == pattern]
            choice |= dict.fromkeys(
                named or [at for at in matching if _takes(encoding, metadata, at)], encoding
            )
        return choice

    return choose


def try_encodings(file: ThriftFile, encodings: Encodings) -> list[Trial]:
    """Each column in the encoding that makes it smallest, the one that saves most bytes first."""
    metadata = file.metadata()
    best = [
        _best([_trial(file, metadata, at, leaf, encoding) for encoding in encodings], leaf, at)
        for at, leaf in enumerate(leaves_of(metadata))
    ]
    return sorted(best, key=lambda trial: trial.sizes.new - trial.sizes.old)


def keep_worthwhile(tried: Sequence[Trial]) -> Choice:
    return {
        trial.position: trial.encoding
        for trial in tried
        if trial.encoding is not None and trial.is_worthwhile
    }


def _best(tried: Sequence[Trial], leaf: Leaf, at: int) -> Trial:
    if not tried:
        return Trial(leaf.name, at, None, ColumnSizes(), "no encoding is configured")
    return min(tried, key=lambda trial: (trial.encoding is None, trial.sizes.new))


def _trial(
    file: ThriftFile, metadata: FileMetaData, at: int, leaf: Leaf, encoding: ValueEncoding
) -> Trial:
    sizes = ColumnSizes()
    if not _takes(encoding, metadata, at):
        return Trial(leaf.name, at, None, sizes, f"no values for {encoding.name}")
    for row_group in metadata.row_groups:
        meta = row_group.columns[at].meta_data
        if meta is None or not meta.num_values:
            continue
        start, end = locate_pages(meta)
        chunk = read_at(file.source, start, end - start)
        try:
            old = OldPages(chunk, meta, leaf, row_group.num_rows, start)
            _, data = encode_chunk(old, encoding)
        except (ChunkError, PluginFailedError) as error:
            return Trial(leaf.name, at, None, ColumnSizes(), str(error))
        sizes.old += len(chunk)
        sizes.new += len(data)
    return Trial(leaf.name, at, encoding, sizes)


def _takes(encoding: ValueEncoding, metadata: FileMetaData, at: int) -> bool:
    metas = [row_group.columns[at].meta_data for row_group in metadata.row_groups]
    return all(meta is not None and meta.type in encoding.types for meta in metas)


def _matches(name: str, pattern: str) -> bool:
    return fnmatchcase(name, pattern) or name.startswith(f"{pattern}.") or name == pattern


def _no_such(pattern: str, names: Sequence[str]) -> NoSuchColumnError:
    close = difflib.get_close_matches(pattern, names, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return NoSuchColumnError(f"no column {pattern!r}{hint}")
