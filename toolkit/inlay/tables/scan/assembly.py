"""The tables of a slice of files: what `inlay.tables.columnar` makes, and what only a file can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from inlay.footers.designs.build import array_from, table_from
from inlay.footers.footer.diagnose import explain_decode
from inlay.ground.arrow_fields import field_in
from inlay.ground.files.entries import FileEntry
from inlay.tables.columnar import Problem, footer_tables
from inlay.tables.scan.extension_rows import build_extension_row, extensions_of
from inlay.tables.scan.file_columns import build_file_columns, join_columns
from inlay.tables.scan.problems import UnreadFile, build_problem_row, finding_of, mark_unused
from inlay.tables.scan.scanned_footer import ScannedFooter
from inlay.tables.scan.schemas import COLUMNAR, RENAMED, TABLES, ColumnSelection
from inlay.tables.scan.tail_file import TailFile
from inlay.tables.scan.tally import Tally
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding

if TYPE_CHECKING:
    from inlay.footers.extensions.listing import ListedExtension
    from inlay.ground.files.store import Store
    from inlay.tables.columnar import Problem


_EXHAUSTED: Final = (MemoryError, RecursionError, OverflowError, pa.ArrowCapacityError)
_OF_TAIL: Final = ("footer_offset", "footer_length", "flatbuffer_length")


def tables_of(
    store: Store,
    read: Sequence[ScannedFooter | UnreadFile],
    wanted: Sequence[ColumnSelection],
    tally: Tally,
) -> list[tuple[ColumnSelection, pa.Table]]:
    """Each table that is wanted. A file is in `problems` as unreadable, in `others`, or in the other tables.

    A file that takes more memory than there is becomes a problem, too: the others are halved until it is alone.
    """
    counted = Tally()
    try:
        tables = list(_tables(store, read, wanted, counted))
    except _EXHAUSTED as error:
        if len(read) == 1:
            if isinstance(read[0], UnreadFile):
                raise
            return tables_of(store, [UnreadFile(read[0].entry, finding_of(error))], wanted, tally)
        half = len(read) // 2
        first = tables_of(store, read[:half], wanted, tally)
        return first + tables_of(store, read[half:], wanted, tally)
    tally.add(counted)
    return tables


def _tables(
    store: Store,
    read: Sequence[ScannedFooter | UnreadFile],
    wanted: Sequence[ColumnSelection],
    tally: Tally,
) -> Iterator[tuple[ColumnSelection, pa.Table]]:
    problems = [file for file in read if isinstance(file, UnreadFile) and not file.is_other]
    others = [file.entry for file in read if isinstance(file, UnreadFile) and file.is_other]
    scanned = [file for file in read if isinstance(file, ScannedFooter)]
    plain = [file for file in scanned if not file.footer.is_encrypted]
    decoded, broken = _decode(plain, wanted)
    problems += [explain_problem(store, plain[problem.footer], problem) for problem in broken]
    tally.files += len(read)
    tally.unreadable += len(problems)
    tally.others += len(others)
    bad = {id(plain[problem.footer]) for problem in broken}
    good = [file for file in scanned if id(file) not in bad]
    extensions: list[tuple[ScannedFooter, ListedExtension]] = []
    if any(selection.table in ("extensions", "problems") for selection in wanted):
        extensions = [(file, extension) for file in good for extension in extensions_of(file)]
    for selection in wanted:
        if selection.table == "problems":
            yield selection, _problems(selection, problems, list(_findings(good, extensions)))
        elif selection.table == "others":
            yield selection, _others(selection, others)
        elif selection.table == "extensions":
            own = table_from([build_extension_row(it) for _, it in extensions], _own(selection))
            yield (
                selection,
                join_columns(selection, _about([file for file, _ in extensions], selection), own),
            )
        elif selection.table == "files":
            yield selection, _files(selection, good, plain, decoded["files"])
        else:
            own = decoded[selection.table]
            of_files = _about(plain, selection).take(own.column("footer"))
            names = [RENAMED.get(name, name) for name in own.column_names]
            yield selection, join_columns(selection, of_files, own.rename_columns(names))


def _decode(
    plain: Sequence[ScannedFooter], wanted: Sequence[ColumnSelection]
) -> tuple[dict[str, pa.Table], list[Problem]]:
    """The tables that `inlay.tables.columnar` makes; a footer that it refuses is in none of them."""
    # Nothing but a decode says whether a footer is good, so some table is always asked for.
    columns: dict[str, list[str] | None] = {"files": []}
    if any(
        selection.table == "problems" for selection in wanted
    ):  # so that it tells what other tables refuse
        columns.update({"schema": ["path"], "column_chunks": ["path"]})
    back = {new: old for old, new in RENAMED.items()}
    for selection in wanted:
        if selection.table == "files":
            columns["files"] = [name for name in selection.of_table if name not in _OF_TAIL]
        elif selection.table in COLUMNAR:
            columns[selection.table] = [back.get(name, name) for name in selection.of_table]
    problems: list[Problem] = []
    footers = [file.footer.thrift for file in plain]
    return footer_tables(footers, columns, problems=problems), problems


def _about(files: Sequence[ScannedFooter], wanted: ColumnSelection) -> pa.Table:
    return build_file_columns([(file.entry, file.footer.form.value) for file in files], wanted)


def _own(wanted: ColumnSelection) -> pa.Schema:
    return pa.schema([field_in(TABLES[wanted.table], name) for name in wanted.of_table])


def _files(
    wanted: ColumnSelection,
    good: list[ScannedFooter],
    plain: list[ScannedFooter],
    decoded: pa.Table,
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
    return join_columns(wanted, _about(good, wanted), own)


def _of_tail(file: ScannedFooter, name: str) -> int | None:
    footer = file.footer
    match name:
        case "footer_offset":
            return footer.offset
        case "footer_length":
            return len(footer.data)
        case _:
            return len(footer.second.data) if footer.flatbuffer is not None else None


def _findings(
    good: Sequence[ScannedFooter], extensions: Sequence[tuple[ScannedFooter, ListedExtension]]
) -> Iterator[tuple[FileEntry, Finding]]:
    """What is wrong with files that the other tables have."""
    for file in good:
        yield from ((file.entry, mark_unused(finding)) for finding in file.footer.findings)
    for file, extension in extensions:
        finding = extension.finding
        if finding is not None:
            # Of bytes that are derived, as all are in a FlatBuffer, an offset says nothing.
            offset = finding.offset if extension.offset is not None else None
            yield file.entry, replace(mark_unused(finding), offset=offset)


def _problems(
    wanted: ColumnSelection,
    unread: Sequence[UnreadFile],
    findings: Sequence[tuple[FileEntry, Finding]],
) -> pa.Table:
    rows = [build_problem_row(file.finding, is_readable=False) for file in unread]
    rows += [build_problem_row(finding, is_readable=True) for _, finding in findings]
    entries = [*(file.entry for file in unread), *(entry for entry, _ in findings)]
    of_files = build_file_columns([(entry, None) for entry in entries], wanted)
    return join_columns(wanted, of_files, table_from(rows, _own(wanted)))


def build_damage_tables(
    wanted: Sequence[ColumnSelection], damage: Iterable[tuple[FileEntry, Finding]]
) -> Iterator[tuple[ColumnSelection, pa.Table]]:
    """`problems` once more, if that is wanted: what was found while pages were read."""
    findings = list(damage) if any(selection.table == "problems" for selection in wanted) else []
    for selection in wanted if findings else ():
        if selection.table == "problems":
            yield selection, _problems(selection, [], findings)


def _others(wanted: ColumnSelection, entries: Sequence[FileEntry]) -> pa.Table:
    own = pa.table({"": pa.nulls(len(entries))})
    return join_columns(
        wanted, build_file_columns([(entry, None) for entry in entries], wanted), own
    )


def explain_problem(store: Store, file: ScannedFooter, problem: Problem) -> UnreadFile:
    """The problem of a footer as one of its file, with what to try."""
    finding = Finding(problem.error_id, problem.offset, problem.message, problem.path)
    footer = file.footer
    if footer.is_derived or problem.offset is None:
        # What is wrong lies in bytes that the file does not have: they were derived.
        return UnreadFile(file.entry, replace(finding, offset=None))
    error = DecodeError(problem.message, problem.offset, problem.path)
    try:
        with store.open(file.entry) as handle:
            hint = explain_decode(footer, TailFile(footer.path, handle), error).hint
            finding = replace(finding, hint=hint)
    except OSError:
        pass  # it is there no more; the problem stays what it was
    return UnreadFile(file.entry, finding.placed(finding.at, footer.offset))
