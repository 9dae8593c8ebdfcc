"""New encodings added to files and taken from them: `inlay encoding` as functions.

Every one of them writes a new file in the place of the old one, after proving what it claims on what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from inlay.containers import Finding
from inlay.encoding.add import Added, Choice, ColumnSizes, Plan, add, plan_of
from inlay.encoding.body import Place
from inlay.encoding.configuration import configured
from inlay.encoding.errors import BothDamagedError, LayoutRefusedError, about_file
from inlay.encoding.new_encodings import column_name, meta_at, new_encodings
from inlay.encoding.payload import encoded_chunks
from inlay.encoding.plugins import Encodings, problem_with
from inlay.encoding.ratify import plain_again, prove_ratified, ratified, ratified_places
from inlay.encoding.repair import Damage, both_damaged, damage_in, kept, plan_of_repair, repaired
from inlay.encoding.sink import Written, same_bytes
from inlay.encoding.strip import intact_encodings, stripped
from inlay.encoding.thrift_file import Progress, ThriftFile, leaves_of, no_progress, open_thrift
from inlay.extensions.budget import check_size
from inlay.files.source import Seekable, opened, size_of
from inlay.refusals import RefusedError
from inlay.rewrite.change import Outcome, Target
from inlay.rewrite.opened import OpenFile
from inlay.rewrite.system import POSIX, System
from inlay.rewrite.whole import CheckWhole, rewrite_whole
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import FileMetaData

DEFAULT_TARGET = Target()

Chooser: TypeAlias = Callable[[ThriftFile], Choice]


@dataclass(frozen=True, slots=True)
class Result:
    """`sizes` are those of the columns by name, where there are new encodings now; `is_identical` tells whether what was
    written is known to be the original, byte for byte. `lost` are sentences, about chunks of which nothing tells any more what
    new encoding they had."""

    outcome: Outcome
    sizes: Mapping[str, ColumnSizes] = field(default_factory=dict[str, ColumnSizes])
    warnings: tuple[str, ...] = ()
    is_identical: bool = True
    damage: tuple[Damage, ...] = ()
    lost: tuple[str, ...] = ()


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
    """Adds the encodings that `chooser` picks, of those that are in use; those that are there already stay.

    Raises ColumnRefusedError, LayoutRefusedError and other RefusedErrors, and what `rewrite_whole` raises.
    """
    known = encodings if encodings is not None else configured()
    added = Added()
    names: list[str] = []
    warnings: list[str] = []

    def write(source: OpenFile, made: OpenFile | None) -> int:
        nonlocal added
        file = open_thrift(source, path)
        plan = dict(_kept_of(file))
        plain = stripped(file) if plan else file
        choice = chooser(plain)
        _require_in_use(choice, known)
        plan |= plan_of(plain, choice)
        sink = Written(plain.source, made)
        added = add(plain, plan, sink, envelope=envelope, progress=progress)
        names[:] = column_names(file)
        warnings[:] = check_size("the footer", added.tail, target.allow)
        return sink.size

    def check(source: Seekable, made: Seekable) -> None:
        if not same_bytes(_original(made, path), _original(source, path)):
            raise LayoutRefusedError("the original could not be taken back from it byte for byte")

    with about_file(path):
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
    lost: list[str] = []

    def write(source: OpenFile, made: OpenFile | None) -> int:
        nonlocal is_identical
        file = open_thrift(source, path)
        sink = Written(source, made)
        metadata = file.metadata()
        found = new_encodings(metadata, file.footer)
        if not found and ratified_places(metadata, known):
            is_identical = False
            plain_again(file, sink, known, progress)
            return sink.size
        plain = stripped(file, found)
        is_identical = not found.lost
        lost[:] = _of_lost(metadata, found.lost)
        sink = Written(plain.source, made)
        sink.copy(0, size_of(plain.source))
        return sink.size

    with about_file(path):
        outcome = rewrite_whole(path, write, check=_reads_back(path), target=target, system=system)
    return Result(outcome, warnings=outcome.warnings, is_identical=is_identical, lost=tuple(lost))


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

    def check(source: Seekable, made: Seekable) -> None:
        prove_ratified(open_thrift(source, path), open_thrift(made, path), known)

    with about_file(path):
        outcome = rewrite_whole(path, write, check=check, target=target, system=system)
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
    damage = verify_file(path, encodings=known)
    if not damage:
        return None
    if both := both_damaged(damage):
        raise BothDamagedError(f"{path}: {both}")
    gone: list[str] = []

    def write(source: OpenFile, made: OpenFile | None) -> int:
        file = open_thrift(source, path)
        plan = plan_of_repair(file, known)
        metadata = file.metadata()
        lost = new_encodings(metadata, file.footer).lost
        gone[:] = _of_lost(metadata, lost - plan.keys())
        plain = repaired(file, known)
        sink = Written(plain.source, made)
        if plan:
            add(plain, plan, sink, envelope=True, progress=progress)
        else:
            sink.copy(0, size_of(plain.source))
        return sink.size

    def check(_source: Seekable, made: Seekable) -> None:
        _, left = damage_in(open_thrift(made, path), known)
        if left:
            raise RefusedError("damaged", f"it would still be damaged: {left[0]}")

    with about_file(path):
        outcome = rewrite_whole(path, write, check=check, target=target, system=system)
    return Result(outcome, warnings=outcome.warnings, damage=tuple(damage), lost=tuple(gone))


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
    with about_file(path), opened(path) as source:
        file = open_thrift(source, path)
    metadata = file.metadata()
    told = new_encodings(metadata, file.footer)
    said = {(group, column): one.encoding for group, column, _, one in encoded_chunks(metadata)}
    chunks: list[EncodedChunk] = []
    for place in sorted(told.known.keys() | told.findings.keys()):
        meta = meta_at(metadata, place)
        name, size = ".".join(meta.path_in_schema), meta.total_compressed_size
        chunks.append(EncodedChunk(place[0], name, size, said[place], told.findings.get(place)))
    return chunks


def verify_file(path: str, *, encodings: Encodings | None = None) -> list[Damage]:
    """Every region, in the new encoding or the old one, and every ratified page, that does not match its CRC; and every
    damaged extension. Other chunks are checked all the same."""
    return checked_chunks(path, encodings=encodings)[1]


def checked_chunks(path: str, *, encodings: Encodings | None = None) -> tuple[int, list[Damage]]:
    """How many chunks have a new encoding, ratified or not, and what `verify_file` finds in them."""
    known = encodings if encodings is not None else configured()
    with about_file(path), opened(path) as source:
        return damage_in(open_thrift(source, path), known)


def column_names(file: ThriftFile) -> list[str]:
    """The columns of a file as people write them."""

    return [leaf.name for leaf in leaves_of(file.metadata())]


def _original(source: Seekable, path: str) -> Seekable:
    """The file without new encodings."""
    file = open_thrift(source, path)
    found = new_encodings(file.metadata(), file.footer)
    return stripped(file, found).source if found else source


def _kept_of(file: ThriftFile) -> Plan:
    """What the file has already. Raises RefusedError where that is damaged."""
    metadata = file.metadata()
    if next(encoded_chunks(metadata), None) is None:
        return {}
    intact_encodings(file, metadata)
    return kept(file)


def _require_in_use(choice: Choice, known: Encodings) -> None:
    """What is written in an encoding can be read here."""
    for one in choice.values():
        if problem := problem_with(one):
            raise RefusedError("encoding", f"{type(one).__name__} is no encoding: {problem}")
        found = known.named(one.name)
        if found is None or found.version != one.version:
            reason = known.missing(one.name, one.version)
            raise RefusedError("encoding", reason, "[encodings] use = [...] in the configuration")


def _of_lost(metadata: FileMetaData, lost: set[Place]) -> list[str]:
    why = "what told of its new encoding is damaged"
    return [
        f"{column_name(metadata, place)} has its old encoding, and no other: {why}"
        for place in sorted(lost)
    ]


def _reads_back(path: str) -> CheckWhole:
    def check(_source: Seekable, made: Seekable) -> None:
        open_thrift(made, path).metadata()

    return check
