"""New encodings added to files and taken from them: `inlay encoding` as functions.

Every one of them writes a new file in the place of the old one, after proving what it claims on what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from inlay.containers import Finding
from inlay.encoding.add import Added, Choice, ColumnSizes, add
from inlay.encoding.configuration import configured
from inlay.encoding.errors import BothDamagedError, LayoutRefusedError
from inlay.encoding.payload import encoded_chunks, wrong_with
from inlay.encoding.plugins import Encodings, ValueEncoding
from inlay.encoding.ratify import plain_again, ratified, ratified_places
from inlay.encoding.repair import Damage, both_damaged, damage_in, repaired
from inlay.encoding.sink import Written, same_bytes
from inlay.encoding.strip import encodings_in, stripped
from inlay.encoding.thrift_file import Progress, ThriftFile, leaves_of, no_progress, open_thrift
from inlay.footer.source import Seekable, opened, size_of
from inlay.rewrite.budget import check_size
from inlay.rewrite.change import Outcome, Target
from inlay.rewrite.errors import RefusedError
from inlay.rewrite.opened import OpenFile
from inlay.rewrite.system import POSIX, System
from inlay.rewrite.whole import CheckWhole, rewrite_whole
from parquet_format.encoding import ColumnEncoding

DEFAULT_TARGET = Target()

Chooser: TypeAlias = Callable[[ThriftFile], Choice]


@dataclass(frozen=True, slots=True)
class Result:
    """`sizes` are those of the columns by name, where there are new encodings now; `is_identical` tells whether what was
    written is known to be the original, byte for byte."""

    outcome: Outcome
    sizes: Mapping[str, ColumnSizes] = field(default_factory=dict[str, ColumnSizes])
    warnings: tuple[str, ...] = ()
    is_identical: bool = True
    damage: tuple[Damage, ...] = ()


def add_to_file(
    path: str,
    chooser: Chooser,
    *,
    envelope: bool = False,
    target: Target = DEFAULT_TARGET,
    encodings: Encodings | None = None,
    progress: Progress = no_progress,
    system: System = POSIX,
) -> Result:
    """Adds the encodings that `chooser` picks; those that are there already stay.

    Raises ColumnRefusedError, LayoutRefusedError and other RefusedErrors, and what `rewrite_whole` raises.
    """
    known = encodings if encodings is not None else configured()
    added = Added()
    names: list[str] = []
    warnings: list[str] = []

    def write(source: OpenFile, made: OpenFile | None) -> int:
        nonlocal added
        file = open_thrift(source, path)
        there = _choice_there(file, known)
        plain = stripped(file) if there else file
        choice = {**there, **chooser(plain)}
        sink = Written(plain.source, made)
        added = add(plain, choice, sink, envelope=envelope, progress=progress)
        names[:] = column_names(file)
        warnings[:] = check_size("the footer", added.tail, target.allow)
        return sink.size

    def check(source: Seekable, made: Seekable) -> None:
        if not same_bytes(_original(made, path), _original(source, path)):
            raise LayoutRefusedError("the original could not be taken back from it byte for byte")

    outcome = rewrite_whole(path, write, check=check, target=target, system=system)
    sizes = {names[column]: one for column, one in sorted(added.sizes.items())}
    return Result(outcome, sizes, (*warnings, *outcome.warnings))


def strip_file(
    path: str,
    *,
    target: Target = DEFAULT_TARGET,
    encodings: Encodings | None = None,
    progress: Progress = no_progress,
    system: System = POSIX,
) -> Result:
    """The original, byte for byte; of a ratified file, one with equal values.

    Raises RefusedError where the file has no new encoding, or the original is damaged.
    """
    known = encodings if encodings is not None else configured()
    is_identical = True

    def write(source: OpenFile, made: OpenFile | None) -> int:
        nonlocal is_identical
        file = open_thrift(source, path)
        sink = Written(source, made)
        if not _has_encodings(file) and ratified_places(file.metadata(), known):
            is_identical = False
            plain_again(file, sink, known, progress)
            return sink.size
        plain = stripped(file)
        sink = Written(plain.source, made)
        sink.copy(0, size_of(plain.source))
        return sink.size

    outcome = rewrite_whole(path, write, check=_reads_back(path), target=target, system=system)
    return Result(outcome, warnings=outcome.warnings, is_identical=is_identical)


def ratify_file(
    path: str,
    *,
    target: Target = DEFAULT_TARGET,
    encodings: Encodings | None = None,
    progress: Progress = no_progress,
    system: System = POSIX,
) -> Result:
    """The file as it would be after standardization. Raises RefusedError without new encodings, or where the local
    configuration has no number for one."""
    known = encodings if encodings is not None else configured()

    def write(source: OpenFile, made: OpenFile | None) -> int:
        sink = Written(source, made)
        ratified(open_thrift(source, path), sink, known, progress)
        return sink.size

    outcome = rewrite_whole(path, write, check=_reads_back(path), target=target, system=system)
    return Result(outcome, warnings=outcome.warnings, is_identical=False)


def repair_file(
    path: str,
    *,
    target: Target = DEFAULT_TARGET,
    encodings: Encodings | None = None,
    progress: Progress = no_progress,
    system: System = POSIX,
) -> Result | None:
    """Makes what is damaged in one encoding again from the other; None if nothing is.

    Raises BothDamagedError where neither of them can be read.
    """
    known = encodings if encodings is not None else configured()
    damage = verify_file(path)
    if not damage:
        return None
    if both := both_damaged(damage):
        raise BothDamagedError(f"{path}: {both} is damaged in both encodings")

    def write(source: OpenFile, made: OpenFile | None) -> int:
        file = open_thrift(source, path)
        plain = repaired(file, known)
        sink = Written(plain.source, made)
        add(plain, _choice_there(file, known), sink, envelope=True, progress=progress)
        return sink.size

    def check(_source: Seekable, made: Seekable) -> None:
        if left := damage_in(open_thrift(made, path)):
            raise RefusedError("damaged", f"it would still be damaged: {left[0]}")

    outcome = rewrite_whole(path, write, check=check, target=target, system=system)
    return Result(outcome, warnings=outcome.warnings, damage=tuple(damage))


@dataclass(frozen=True, slots=True)
class EncodedChunk:
    """A chunk with a new encoding; a finding instead where what tells of it is damaged."""

    row_group: int
    column: str
    old_size: int
    encoding: ColumnEncoding | None
    finding: Finding | None


def encoded_in(path: str) -> list[EncodedChunk]:
    """The new encodings of a file; data is not read."""
    with opened(path) as source:
        file = open_thrift(source, path)
    metadata = file.metadata()
    found: list[EncodedChunk] = []
    for group, column, meta, encoding in encoded_chunks(metadata):
        name = ".".join(meta.path_in_schema)
        place = f"row_groups[{group}].columns[{column}]"
        if isinstance(encoding, Finding):
            finding: Finding | None = encoding.placed(place)
        else:
            num_rows = metadata.row_groups[group].num_rows
            finding = wrong_with(encoding, meta, num_rows, file.footer)
        table = encoding if isinstance(encoding, ColumnEncoding) else None
        found.append(EncodedChunk(group, name, meta.total_compressed_size, table, finding))
    return found


def verify_file(path: str) -> list[Damage]:
    """Every region, in the new encoding or the old one, that does not match its CRC."""
    with opened(path) as source:
        return damage_in(open_thrift(source, path))


def column_names(file: ThriftFile) -> list[str]:
    """The columns of a file as people write them."""

    return [leaf.name for leaf in leaves_of(file.metadata())]


def _original(source: Seekable, path: str) -> Seekable:
    """The file without new encodings."""
    file = open_thrift(source, path)
    return stripped(file).source if _has_encodings(file) else source


def _has_encodings(file: ThriftFile) -> bool:
    return next(encoded_chunks(file.metadata()), None) is not None


def _choice_there(file: ThriftFile, known: Encodings) -> Choice:
    """What the file has already."""

    choice: dict[int, ValueEncoding] = {}
    for (_, column), encoding in encodings_in(file, file.metadata()).items():
        plugin = known.named(encoding.name)
        if plugin is None:
            reason = f"it has the encoding {encoding.name}, which is not in use here"
            raise RefusedError("encoding", reason, "[encodings] use = [...] in the configuration")
        choice[column] = plugin
    return choice


def _reads_back(path: str) -> CheckWhole:
    def check(_source: Seekable, made: Seekable) -> None:
        open_thrift(made, path).metadata()

    return check
