"""One pass over the chunks and row groups of a file that findings are about: what is false is taken out, and worked out anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from inlay.ground.files.source import read_at
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.verbs.index.added_parts import AddedParts
from inlay.verbs.index.chosen_columns import ChosenColumn, ColumnInGroup, FileChunks
from inlay.verbs.index.correction import choose_corrections, list_corrections, locate_finding
from inlay.verbs.index.corrections_of_groups import GROUP_CORRECTIONS
from inlay.verbs.index.fixed_file import FixedStatement
from inlay.verbs.index.footer_fields import list_fields
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement
from inlay.verbs.index.trailing_parts import measure_filter
from inlay.verbs.index.whole_columns import IN_ANOTHER_GROUP
from inlay_runtime.finding import Finding
from inlay_runtime.json_values import Json
from parquet_format.parquet import ColumnChunk, ColumnMetaData, FileMetaData, RowGroup

_FALSE_POSITIVES: Final = 0.01
_NOTHING_TO_SAY: Final = "there is none that readers may rely on"


class _Changed(NamedTuple):
    """A statement whose fields are known when new parts have their places."""

    subject: ColumnChunk | RowGroup
    statement: str
    at: str
    column: str
    findings: Sequence[Finding]
    before: Mapping[str, Json]
    fields: Sequence[str]
    reason: str
    is_sure: bool
    """Whether it has changed though its fields may be the same, as those of a part that is another now."""


@dataclass
class Fixing:
    """`metadata` is that of the file, and is changed; `parts` have no place in it yet. `unreadable` has chunks of which
    nothing was touched, as their pages cannot be read, by their paths with the reason."""

    file: ThriftFile
    metadata: FileMetaData
    columns: Sequence[ChosenColumn]
    is_certain: bool
    """Whether only that is touched which is false for sure."""

    parts: AddedParts = field(default_factory=AddedParts)
    unreadable: dict[str, str] = field(default_factory=dict[str, str])
    _partial: set[tuple[int, Statement]] = field(default_factory=set[tuple[int, Statement]])
    """By column: what could not be said of a row group, and may not be of others either."""

    _changes: list[_Changed] = field(default_factory=list[_Changed])

    def fix(self, findings: Sequence[Finding]) -> None:
        """Raises what `FileChunks` raises."""
        by_place: dict[tuple[int | None, int | None], list[Finding]] = defaultdict(list)
        for finding in findings:
            place = locate_finding(finding)
            by_place[place.group, place.column].append(finding)
        chunks = FileChunks.of(self.metadata, self.file)
        for number in range(len(self.metadata.row_groups)):
            for seen in chunks.iter_copies(number, self.columns):
                of_chunk = by_place.get((number, seen.column.at), [])
                false = choose_corrections(
                    [(finding.code, locate_finding(finding).field) for finding in of_chunk],
                    is_certain=self.is_certain,
                )
                if false or _lacks_length(seen.meta):
                    it, at = seen.open(), _name_chunk(seen)
                    if false:
                        self._fix_chunk(it, at, false, of_chunk)
                    self._say_length(it, at)
        partial_columns = {column for column, _ in self._partial}
        in_part = [column for column in self.columns if column.at in partial_columns]
        for number in range(len(self.metadata.row_groups)):
            for seen in chunks.iter_copies(number, in_part):
                self._take_out_partial(seen.open(), _name_chunk(seen))
        for number, group in enumerate(self.metadata.row_groups):
            self._fix_group(group, f"row_groups[{number}]", by_place.get((number, None), []))

    def list_fixed(self) -> list[FixedStatement]:
        """What is another now. Asked for when new parts have their places."""
        fixed: list[FixedStatement] = []
        for it in self._changes:
            now = list_fields(it.subject)
            after = {name: now[name] for name in it.fields if name in now}
            if not it.is_sure and after == it.before:
                continue
            findings = tuple(it.findings)
            row = it.statement, it.at, it.column, findings, it.before, after, it.reason
            fixed.append(FixedStatement(*row))
        return fixed

    def _fix_chunk(
        self, it: ColumnInGroup, at: str, false: Sequence[Statement], findings: Sequence[Finding]
    ) -> None:
        chunk, meta = it.chunk, it.meta
        original = deepcopy(chunk)
        there = [each for each in list_corrections() if each.is_there(chunk, meta)]
        for statement in false:
            statement.strip(chunk, meta)
        measured = self._measure(it)
        measured.needs_all_values = any(each.needs_all_values for each in false)
        if unreadable := _explain_unreadable(measured):
            it.group.columns[it.column.at] = original
            self.unreadable[at] = unreadable
            return
        # One may have taken another along, which comes back.
        gone = [each for each in there if not each.is_there(chunk, meta)]
        for statement in sorted({*false, *gone}, key=lambda each: each.rank):
            before = list_fields(chunk)
            reason = "" if statement.is_there(chunk, meta) else _add(statement, it.column, measured)
            if reason and reason != _NOTHING_TO_SAY and statement.is_in_some is not None:
                self._partial.add((it.column.at, statement))
            now = list_fields(chunk)
            fields = _find_owned(statement, original)
            fields += [name for name in now if now[name] != before.get(name)]
            said = list_fields(original)
            own = [
                finding
                for finding in findings
                if statement
                in choose_corrections(
                    [(finding.code, locate_finding(finding).field)], is_certain=self.is_certain
                )
            ]
            self._changes.append(
                _Changed(
                    chunk,
                    statement.name,
                    at,
                    it.column.name,
                    own,
                    {name: said[name] for name in fields if name in said},
                    fields,
                    reason,
                    is_sure=statement.part is not None,
                )
            )
        if meta.statistics is not None and not list_fields(meta.statistics):
            meta.statistics = None
        self.parts.add(it.number, [it.column.at], [measured.parts])

    def _take_out_partial(self, it: ColumnInGroup, at: str) -> None:
        for column, statement in self._partial:
            if column != it.column.at or not statement.may_be_stripped(it.chunk, it.meta):
                continue
            said, fields = list_fields(it.chunk), _find_owned(statement, it.chunk)
            statement.strip(it.chunk, it.meta)
            before = {name: said[name] for name in fields}
            row = it.chunk, statement.name, at, it.column.name, (), before, fields
            self._changes.append(_Changed(*row, IN_ANOTHER_GROUP, is_sure=False))

    def _measure(self, it: ColumnInGroup) -> MeasuredChunk:
        orders = self.metadata.column_orders or []
        return MeasuredChunk(
            it.group,
            it.chunk,
            it.meta,
            it.column.leaf,
            it.column.element,
            orders[it.column.at] if it.column.at < len(orders) else None,
            partial(read_at, self.file.source),
            _FALSE_POSITIVES,
        )

    def _say_length(self, it: ColumnInGroup, at: str) -> None:
        """Of a Bloom filter that is as it was: its own header says it."""
        meta = it.meta
        if meta.bloom_filter_offset is None or not _lacks_length(meta) or at in self.unreadable:
            return
        meta.bloom_filter_length = measure_filter(self.file.source, meta.bloom_filter_offset)
        fields = ["meta_data.bloom_filter_length"]
        name = it.column.name
        self._changes.append(
            _Changed(it.chunk, "bloom-filter", at, name, (), {}, fields, "", is_sure=False)
        )

    def _fix_group(self, group: RowGroup, at: str, findings: Sequence[Finding]) -> None:
        for correction in GROUP_CORRECTIONS:
            own = [finding for finding in findings if finding.code in correction.findings]
            if not own:
                continue
            said = list_fields(group)
            before = {name: said[name] for name in correction.fields if name in said}
            reason = correction.put_right(group)
            row = group, correction.name, at, "", own, before, correction.fields, reason
            self._changes.append(_Changed(*row, is_sure=False))


def _name_chunk(it: ColumnInGroup) -> str:
    return f"row_groups[{it.number}].columns[{it.column.at}]"


def _lacks_length(meta: ColumnMetaData) -> bool:
    return meta.bloom_filter_offset is not None and meta.bloom_filter_length is None


def _explain_unreadable(chunk: MeasuredChunk) -> str:
    """Why the pages of a chunk do not say what is true; empty where they do, or where nothing here decodes them."""
    chunk.will_decode = True
    try:
        _ = chunk.levels
    except UndecodedError:
        chunk.will_decode = False
    except ChunkError as error:
        return f"its pages do not say what is true: {error.what}, at offset {error.offset:,}"
    return ""


def _add(statement: Statement, column: ChosenColumn, chunk: MeasuredChunk) -> str:
    """Why it cannot be made right; empty where it is."""
    try:
        may_say = statement.suits(column, False) and statement.may_say(chunk)
        return statement.add(chunk) if may_say else _NOTHING_TO_SAY
    except UndecodedError as error:
        return str(error)
    except ChunkError as error:
        return error.what


def _find_owned(statement: Statement, chunk: ColumnChunk) -> list[str]:
    """The fields that the statement takes along."""
    stripped = deepcopy(chunk)
    assert stripped.meta_data is not None
    statement.strip(stripped, stripped.meta_data)
    left = list_fields(stripped)
    return [name for name, value in list_fields(chunk).items() if left.get(name) != value]
