"""Between Thrift and the prototypes' schema, `idl/footer_prototype.fbs`, as far as that can be.

What is lost on the way is told by going back and comparing, so nothing can be lost unsaid.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from inlay.footers.conversion.bounds_policy import (
    NO_LEAF,
    choose_bounds_policies,
    find_misleading_columns,
)
from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.from_flat import base_of, flat_to_thrift
from inlay.footers.conversion.from_thrift import slots_of
from inlay.footers.conversion.leaves import Leaves
from inlay.footers.conversion.projection import Projection
from inlay.footers.conversion.prototype_statistics import (
    statistics_from_prototype,
    statistics_to_prototype,
)
from inlay.footers.conversion.record_differences import Sides, compare_records
from inlay.footers.conversion.v0_slots import fill_in_columns, fill_in_schema
from inlay_runtime.finding import Finding
from parquet_format import footer, footer_prototype, parquet

_SIDES: Final = Sides("Thrift", "what the prototype keeps")
_INDEX: Final = re.compile(r"\[\d+\]")
_ENCRYPTION: Final = frozenset(
    {
        ("FileMetaData", "encryption_algorithm"),
        ("FileMetaData", "footer_signing_key_metadata"),
        ("ColumnChunk", "crypto_metadata"),
        ("ColumnChunk", "encrypted_column_metadata"),
    }
)
_NOT_ALIKE: Final = _ENCRYPTION | {("ColumnMetadata", "statistics")}
_TO_PROTOTYPE: Final = Projection(renamed={"meta_data": "metadata"}, left_out=_NOT_ALIKE)
_FROM_PROTOTYPE: Final = Projection(renamed={"metadata": "meta_data"}, left_out=_NOT_ALIKE)


class Dropped(NamedTuple):
    """What did not survive, so many `times`: the path without indexes, and why, by the first case."""

    path: str
    times: int
    why: str


def to_flatbuffers(thrift_bytes: bytes) -> tuple[footer_prototype.FileMetaData, list[Dropped]]:
    """The footer as a table, and what of Thrift is not in it. Encryption is refused: to leave it out
    would be to say that nothing is encrypted."""
    thrift = parquet.FileMetaData.decode(thrift_bytes, eager=True)
    flat = from_struct(thrift)
    return flat, _summary(compare_records(thrift, to_struct(flat), _SIDES))


def to_thrift(flat: footer_prototype.FileMetaData) -> bytes:
    """What the table says, as canonical Thrift."""
    return base_of(prototype_to_v1(flat))


def from_struct(thrift: parquet.FileMetaData) -> footer_prototype.FileMetaData:
    full = slots_of(thrift)
    if path := _find_encrypted(full):
        raise ConversionError("the prototypes have no encryption", path)
    schema = full.schema or []
    leaves = [at for at, element in enumerate(schema) if element.type is not None]
    policies = choose_bounds_policies(
        schema, leaves, are_ordered_apart=full.column_orders is not None
    )
    misleading = find_misleading_columns(schema)
    flat = _TO_PROTOTYPE.table(full, footer_prototype.FileMetaData)
    for group, thrift_group in zip(flat.row_groups or [], thrift.row_groups, strict=True):
        chunks = zip(group.columns or [], thrift_group.columns, strict=True)
        for at, (chunk, thrift_chunk) in enumerate(chunks):
            metadata, thrift_metadata = chunk.meta_data, thrift_chunk.meta_data
            if metadata is None or thrift_metadata is None or thrift_metadata.statistics is None:
                continue
            policy = policies[at] if at < len(policies) and at not in misleading else NO_LEAF
            metadata.statistics = statistics_to_prototype(thrift_metadata.statistics, policy)
    return flat


def to_struct(flat: footer_prototype.FileMetaData) -> parquet.FileMetaData:
    return flat_to_thrift(prototype_to_v1(flat))


def prototype_to_v1(flat: footer_prototype.FileMetaData) -> footer.FileMetaData:
    """A v1 table with what the rules say of the slots that the prototypes lack."""
    if path := _find_encrypted(flat):
        raise ConversionError("the prototypes have no encryption", path)
    full = _FROM_PROTOTYPE.table(flat, footer.FileMetaData)
    full.created_by = full.created_by or None
    schema = full.schema or []
    for element in schema:
        match element.logical_type:
            case footer.LogicalTypeGeometryType(options) | footer.LogicalTypeGeographyType(options):
                options.crs = options.crs or None
            case _:
                pass
    if schema and schema[0].repetition_type == footer.FieldRepetitionType.REQUIRED:
        schema[0].repetition_type = None
    fill_in_schema(schema)
    leaves = [at for at, element in enumerate(schema) if element.type is not None]
    policies = choose_bounds_policies(schema, leaves, are_ordered_apart=False)
    for group, full_group in zip(flat.row_groups or [], full.row_groups or [], strict=True):
        chunks = zip(group.columns or [], full_group.columns or [], strict=True)
        for at, (chunk, full_chunk) in enumerate(chunks):
            metadata = full_chunk.metadata
            if chunk.meta_data is None or metadata is None:
                continue
            metadata.data_page_offset = metadata.data_page_offset or full_group.file_offset
            if chunk.meta_data.statistics is not None:
                policy = policies[at] if at < len(policies) else NO_LEAF
                statistics = statistics_from_prototype(chunk.meta_data.statistics, policy)
                metadata.statistics = statistics
    fill_in_columns(full, Leaves(schema))
    return full


class _Chunk(Protocol):
    @property
    def crypto_metadata(self) -> object: ...
    @property
    def encrypted_column_metadata(self) -> object: ...


class _RowGroup(Protocol):
    @property
    def columns(self) -> Sequence[_Chunk] | None: ...


class _Footer(Protocol):
    @property
    def encryption_algorithm(self) -> object: ...
    @property
    def footer_signing_key_metadata(self) -> object: ...
    @property
    def row_groups(self) -> Sequence[_RowGroup] | None: ...


def _find_encrypted(footer_: _Footer) -> str:
    """Where it says that something is encrypted or signed; empty if nowhere."""
    if footer_.encryption_algorithm is not None:
        return "encryption_algorithm"
    if footer_.footer_signing_key_metadata is not None:
        return "footer_signing_key_metadata"
    for number, group in enumerate(footer_.row_groups or []):
        for at, chunk in enumerate(group.columns or []):
            if chunk.crypto_metadata is not None or chunk.encrypted_column_metadata is not None:
                return f"row_groups[{number}].columns[{at}]"
    return ""


def _summary(lost: Iterable[Finding]) -> list[Dropped]:
    """One entry for each field, whatever the number of columns that have lost it."""
    counts: Counter[str] = Counter()
    first: dict[str, str] = {}
    for finding in lost:
        path = _INDEX.sub("[]", finding.at)
        counts[path] += 1
        first.setdefault(path, finding.sentence)
    return [Dropped(path, count, first[path]) for path, count in counts.items()]
