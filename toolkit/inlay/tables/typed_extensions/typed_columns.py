"""The columns of typed extensions, put behind those of a table of extensions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, cast

import pyarrow as pa

from inlay.footers.containers import entries_in
from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.arrow_rows import column_in, make_batch
from inlay.ground.mistakes import require_names
from inlay.ground.wording.near_names import hint_at
from inlay.tables.typed_extensions.conversions import ArrowConversion, conversion_of
from inlay.tables.typed_extensions.open_payload import OpenedPayload, open_payload
from inlay.tables.typed_extensions.type_labels import label_types
from inlay_runtime.finding import Finding
from inlay_runtime.flat.extension import ExtensionTable

PAYLOAD: Final = "payload"


class _Column(NamedTuple):
    """A field of a type."""

    type: type[ExtensionTable]
    attribute: str
    name: str
    conversion: ArrowConversion

    def value(self, opened: OpenedPayload) -> Any:
        if opened.type is not self.type or opened.record is None:
            return None
        value = getattr(opened.record, self.attribute)
        return None if value is None else self.conversion.convert(value)


class TypedColumns:
    """Of the rows of `own`, those whose payload is of one of the types; behind their columns come `type`, the name of its type,
    `error`, why it cannot be read, and a column for each field of the types.

    A column is called as its field is, or TYPE.FIELD where two would have one name, and a type as it is, or MODULE.TYPE. Envelopes are opened: a row with several
    payloads is there several times.
    """

    def __init__(self, types: Sequence[type[ExtensionTable]], own: pa.Schema) -> None:
        self._types = types
        self._labels = label_types(types)
        self._own = [field for field in fields_in(own) if field.name != PAYLOAD]
        said = [pa.field("type", pa.string()), pa.field("error", pa.string())]
        fields = [(cls, field) for cls in types for field in cls.SCHEMA.fields]
        taken = Counter(field.name for field in (*self._own, *said))
        taken.update(field.name for _, field in fields)
        self._columns = [
            _Column(
                cls,
                field.attribute,
                field.name if taken[field.name] == 1 else f"{self._labels[cls]}.{field.name}",
                conversion_of(field.type, (cls,)),
            )
            for cls, field in fields
        ]
        typed = [pa.field(column.name, column.conversion.type) for column in self._columns]
        self._typed: list[Field] = [*said, *typed]

    @property
    def schema(self) -> pa.Schema:
        return pa.schema([*self._own, *self._typed])

    def choose(self, columns: Sequence[str] | None) -> list[str]:
        """All of them, or those that are named. Raises ValueError for one that there is not."""
        names = self.schema.names
        if columns is None:
            return names
        for name in require_names(columns):
            if name not in names:
                hint = hint_at(name, names)
                raise ValueError(f"extensions of these types have no column {name!r}{hint}")
        return [*columns]

    def convert(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """`batch` has the columns of `own`, `payload` among them."""
        payloads = cast("list[bytes]", batch.column(PAYLOAD).to_pylist())
        payloads_opened = [
            (row, opened)
            for row, payload in enumerate(payloads)
            for entry in _entries_of(payload)
            if (opened := open_payload(entry, self._types)) is not None
        ]
        rows = batch.take(pa.array([row for row, _ in payloads_opened], pa.int64()))
        values: list[list[Any]] = [
            [self._labels[opened.type] for _, opened in payloads_opened],
            [opened.error for _, opened in payloads_opened],
            *([column.value(opened) for _, opened in payloads_opened] for column in self._columns),
        ]
        typed = [
            pa.array(cells, field.type) for cells, field in zip(values, self._typed, strict=True)
        ]
        own = [column_in(rows, field.name) for field in self._own]
        return make_batch([*own, *typed], self.schema)


def _entries_of(payload: bytes) -> list[bytes]:
    """One, or those of an envelope; none of one that is damaged, of which the table `problems` knows."""
    entries = entries_in(payload)
    return [] if isinstance(entries, Finding) else [entry.payload for entry in entries]
