"""What pandas writes of a frame: its columns, its index, the labels of the columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from inlay.ground.schema_copies.columns import Columns, list_kept
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.json_text import (
    Json,
    Object,
    as_list,
    as_object,
    as_text,
    objects_in,
    parse_object,
    unparse,
)
from inlay.ground.schema_copies.text import Text

_TEXT_LABELS: Final = ("unicode", "string", "empty", "mixed", None)
_LABELS_ARE_TEXT: Final[Object] = {
    "pandas_type": "unicode",
    "numpy_type": "object",
    "metadata": {"encoding": "UTF-8"},
}
_INDEX: Final = "index_columns"
_COLUMNS: Final = "columns"
_LABELS: Final = "column_indexes"


def follow_pandas(text: str, columns: Columns) -> Text:
    """Columns follow by their names, and an index that counts rows goes with the rows. Raises CannotAgreeError."""
    document = parse_object(text)
    names = columns.new_names
    gone = {column.name for column in columns.top} - names.keys()
    is_renamed = any(old != new for old, new in names.items())
    changed, notes = dict(document), list[str]()
    index = as_list(document.get(_INDEX, []))
    if columns.new_rows and any(isinstance(entry, dict) for entry in index):
        notes.append("the range that was its index counted the old rows")
        index = [entry for entry in index if not isinstance(entry, dict)]
    retyped = {column.name for column in columns.top if column.is_retyped}
    for name in retyped & set(_index_names(index)):
        raise CannotAgreeError(f"its index {name!r} has another type now")
    lost = [entry for entry in index if isinstance(entry, str) and entry in gone]
    if lost:
        notes.append(f"the index has lost {', '.join(map(repr, lost))}")
    changed[_INDEX] = [_renamed(entry, names) for entry in index if entry not in lost]
    changed[_COLUMNS] = _columns(document, columns, names, gone | retyped)
    if isinstance(partitions := document.get("partition_columns"), list):
        changed["partition_columns"] = [
            _renamed(name, names) for name in partitions if name not in gone
        ]
    if is_renamed and _LABELS in document:
        labels = objects_in(document[_LABELS])
        changed[_LABELS], said = _labels(labels, set(names) - set(_index_names(index)), names)
        notes += said
    return Text(text if changed == document else unparse(changed, text), tuple(notes))


def _columns(
    document: Object, columns: Columns, names: Mapping[str, str], gone: set[str]
) -> list[Json]:
    entries: list[Object] = []
    for entry in objects_in(document.get(_COLUMNS)):
        stored = _stored_name(entry)
        if stored in gone:
            continue
        new = names.get(stored, stored)
        changed = dict(entry)
        if new != stored:
            changed |= {key: new for key in ("name", "field_name") if entry.get(key) == stored}
        entries.append(changed)
    order = {column.new_name: place for place, column in enumerate(list_kept(columns.top))}
    if columns.are_moved:
        entries.sort(key=lambda entry: order.get(_stored_name(entry), len(order)))
    return list(entries)


def _stored_name(entry: Object) -> str:
    """An older fastparquet writes no `field_name`."""
    return as_text(entry["field_name"] if "field_name" in entry else entry.get("name"))


def _renamed(entry: Json, names: Mapping[str, str]) -> Json:
    return names.get(entry, entry) if isinstance(entry, str) else as_object(entry)


def _index_names(index: Sequence[Json]) -> Iterator[str]:
    return (entry for entry in index if isinstance(entry, str))


def _labels(
    labels: list[Object], shown: set[str], names: Mapping[str, str]
) -> tuple[list[Json], list[str]]:
    """The labels of the columns. A new name is text, which labels of several levels, or numbers, are not."""
    if all(name == names[name] for name in shown):
        return list(labels), []  # only the index has another name
    if len(labels) > 1:
        raise CannotAgreeError("its columns had labels of several levels")
    if all(label.get("pandas_type") in _TEXT_LABELS for label in labels):
        return list(labels), []
    return [label | _LABELS_ARE_TEXT for label in labels], ["labels of columns are text now"]


def merge_pandas(texts: Sequence[str], rows: Sequence[int]) -> Text:
    """The index goes on from file to file where each begins at what the one before it ends with. Raises CannotAgreeError.

    There may be thousands of long texts that differ in a range only, so one at a time is parsed.
    """
    first = document = parse_object(texts[0])
    first_columns = columns = _by_name(first)
    notes, different, have_attributes = list[str](), dict[str, None](), True
    indexes: list[list[Json]] = []
    for before, text in zip([texts[0], *texts], texts, strict=False):
        if text != before:
            document = parse_object(text)
            columns = _by_name(document)
        indexes.append(as_list(document.get(_INDEX, [])))
        if columns != first_columns:
            names = (name for name, entry in first_columns.items() if columns.get(name) != entry)
            different |= dict.fromkeys(names)
        if document.get(_LABELS) != first.get(_LABELS):
            raise CannotAgreeError("the files differ in the labels of the columns")
        have_attributes &= document.get("attributes") == first.get("attributes")
    merged = dict(first)
    merged[_INDEX] = _merged_index(indexes, rows, notes)
    for name in _index_names(indexes[0]):
        if name in different:
            raise CannotAgreeError(f"the files differ in the index {name!r}")
    merged[_COLUMNS] = [entry for name, entry in first_columns.items() if name not in different]
    notes += [
        f"the frames differ in the type of {name!r}, which is that of the file"
        for name in different
    ]
    if not have_attributes:
        notes.append("attributes of the frames differ, and are left out")
        merged["attributes"] = {}
    return Text(texts[0] if merged == first else unparse(merged, texts[0]), tuple(notes))


def list_entries(text: str) -> dict[str, Object]:
    """What it says of each column, by the name that it has in the file. Raises CannotAgreeError."""
    return _by_name(parse_object(text))


def _by_name(document: Object) -> dict[str, Object]:
    return {_stored_name(entry): entry for entry in objects_in(document.get(_COLUMNS))}


def _merged_index(
    indexes: Sequence[Sequence[Json]], rows: Sequence[int], notes: list[str]
) -> list[Json]:
    if all(index == indexes[0] for index in indexes) and not any(
        isinstance(entry, dict) for entry in indexes[0]
    ):
        return list(indexes[0])
    ranges = [index[0] for index in indexes if len(index) == 1 and isinstance(index[0], dict)]
    if len(ranges) != len(indexes):
        raise CannotAgreeError("the files have different indexes")
    ends = [_span(counted, count) for counted, count in zip(ranges, rows, strict=True)]
    step, first = ends[0][2], as_object(ranges[0])
    follows = all(
        before[1] == after_it[0] and after_it[2] == step for before, after_it in pairwise(ends)
    )
    if any(as_object(counted).get("name") != first.get("name") for counted in ranges):
        first = first | {"name": None}
    if follows:
        return [first | {"stop": ends[-1][1]}]
    notes.append("the indexes of the files do not follow each other, so rows are counted from 0")
    return [first | {"start": 0, "stop": sum(rows), "step": 1}]


def _span(counted: Json, rows: int) -> tuple[int, int, int]:
    """Start, stop and step of a range that counts so many rows."""
    entry = as_object(counted)
    start, stop, step = (entry.get(name) for name in ("start", "stop", "step"))
    if not (isinstance(start, int) and isinstance(stop, int) and isinstance(step, int)):
        raise CannotAgreeError("it had another shape than is known")
    if step == 0 or max(-((start - stop) // step), 0) != rows:
        raise CannotAgreeError("a range that is an index counts other rows than the file has")
    return start, start + rows * step, step
