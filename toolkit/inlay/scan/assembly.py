"""The tables of a slice of files: what `inlay.columnar` makes, and what only a file can tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from inlay.columnar import Problem, footer_tables
from inlay.columnar.build import array_from, table_from
from inlay.scan.extension_rows import extensions_of, row
from inlay.scan.file_columns import about, joined
from inlay.scan.problems import FileProblem, explained, problem_of, problem_of_finding
from inlay.scan.scanned_footer import ScannedFooter
from inlay.scan.schemas import COLUMNAR, RENAMED, TABLES, Selection
from inlay.scan.tally import Tally

if TYPE_CHECKING:
    from inlay.extensions.listing import Listed
    from inlay.scan.store import Store

_EXHAUSTED: Final = (MemoryError, RecursionError, OverflowError, pa.ArrowCapacityError)
_OF_TAIL: Final = ("footer_offset", "footer_length", "flatbuffer_length")


def tables_of(
    store: Store,
    read: Sequence[ScannedFooter | FileProblem],
    wanted: Sequence[Selection],
    tally: Tally,
) -> list[tuple[Selection, pa.Table]]:
    """Each table that is wanted. A file is in `problems` as unreadable, or in the other tables.

    A file that takes more memory than there is becomes a problem, too: the others are halved until it is alone.
    """
    counted = Tally()
    try:
        made = list(_tables(store, read, wanted, counted))
    except _EXHAUSTED as error:
        if len(read) == 1:
            if isinstance(read[0], FileProblem):
                raise
            return tables_of(store, [problem_of(read[0].entry, error)], wanted, tally)
        half = len(read) // 2
        first = tables_of(store, read[:half], wanted, tally)
        return first + tables_of(store, read[half:], wanted, tally)
    tally.files += counted.files
    tally.unreadable += counted.unreadable
    return made


def _tables(
    store: Store,
    read: Sequence[ScannedFooter | FileProblem],
    wanted: Sequence[Selection],
    tally: Tally,
) -> Iterator[tuple[Selection, pa.Table]]:
    problems = [one for one in read if isinstance(one, FileProblem)]
    found = [one for one in read if isinstance(one, ScannedFooter)]
    plain = [one for one in found if one.thrift is not None]
    decoded, broken = _decoded(plain, wanted)
    problems += [explained(store, plain[one.footer], one) for one in broken]
    tally.files += len(read)
    tally.unreadable += len(problems)
    bad = {id(plain[one.footer]) for one in broken}
    good = [one for one in found if id(one) not in bad]
    extensions: list[tuple[ScannedFooter, Listed]] = []
    if any(one.table in ("extensions", "problems") for one in wanted):
        extensions = [(file, one) for file in good for one in extensions_of(file)]
    for one in wanted:
        if one.table == "problems":
            yield one, _problems(one, [*problems, *_findings(good, extensions)])
        elif one.table == "extensions":
            own = table_from([row(it) for _, it in extensions], _own(one))
            yield one, joined(one, _about([file for file, _ in extensions], one), own)
        elif one.table == "files":
            yield one, _files(one, good, plain, decoded["files"])
        else:
            own = decoded[one.table]
            of_files = _about(plain, one).take(own.column("footer"))
            names = [RENAMED.get(name, name) for name in own.column_names]
            yield one, joined(one, of_files, own.rename_columns(names))


def _decoded(
    plain: Sequence[ScannedFooter], wanted: Sequence[Selection]
) -> tuple[dict[str, pa.Table], list[Problem]]:
    """The tables that `inlay.columnar` makes; a footer that it refuses is in none of them."""
    # Nothing but a decode says whether a footer is good, so some table is always asked for.
    columns: dict[str, list[str] | None] = {"files": []}
    if any(one.table == "problems" for one in wanted):  # so that it tells what other tables refuse
        columns.update({"schema": ["path"], "column_chunks": ["path"]})
    back = {new: old for old, new in RENAMED.items()}
    for one in wanted:
        if one.table == "files":
            columns["files"] = [name for name in one.of_table if name not in _OF_TAIL]
        elif one.table in COLUMNAR:
            columns[one.table] = [back.get(name, name) for name in one.of_table]
    problems: list[Problem] = []
    footers = [one.thrift for one in plain if one.thrift is not None]
    return footer_tables(footers, columns, problems=problems), problems


def _about(files: Sequence[ScannedFooter], wanted: Selection) -> pa.Table:
    return about([(file.entry, file.tail.form.value) for file in files], wanted)


def _own(wanted: Selection) -> pa.Schema:
    return pa.schema([TABLES[wanted.table].field(name) for name in wanted.of_table])


def _files(
    wanted: Selection, good: list[ScannedFooter], plain: list[ScannedFooter], decoded: pa.Table
) -> pa.Table:
    """A row for each file that could be read, those included whose footer is encrypted."""
    footer_of = {id(file): at for at, file in enumerate(plain)}
    row_of = {footer: at for at, footer in enumerate(decoded.column("footer").to_pylist())}
    rows = [row_of[footer_of[id(file)]] if id(file) in footer_of else None for file in good]
    own = decoded.take(array_from(rows, pa.int32()))
    for name in _OF_TAIL:
        if name in wanted.columns:
            values = array_from([_of_tail(file, name) for file in good], pa.int64())
            own = own.append_column(name, values)
    return joined(wanted, _about(good, wanted), own)


def _of_tail(file: ScannedFooter, name: str) -> int | None:
    tail = file.tail
    match name:
        case "footer_offset":
            return tail.offset
        case "footer_length":
            return len(tail.own_thrift) or len(tail.flat.data)
        case _:
            return len(tail.flat.data) if tail.flat.content is not None else None


def _findings(
    good: Sequence[ScannedFooter], extensions: Sequence[tuple[ScannedFooter, Listed]]
) -> Iterator[FileProblem]:
    for file in good:
        for finding in file.findings:
            yield problem_of_finding(file.entry, finding)
    for file, extension in extensions:
        if extension.finding is not None:
            problem = problem_of_finding(file.entry, extension.finding)
            # Of bytes that are derived, as all are in a FlatBuffer, an offset says nothing.
            yield problem if extension.offset is not None else problem._replace(offset=None)


def _problems(wanted: Selection, found: Sequence[FileProblem]) -> pa.Table:
    own = table_from([one.row for one in found], _own(wanted))
    return joined(wanted, about([(one.entry, None) for one in found], wanted), own)
