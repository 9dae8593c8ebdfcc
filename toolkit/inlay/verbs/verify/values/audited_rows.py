"""Columns whose statements are about several leaves of a row: Variants, and geometries with a column of boxes beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias, cast

import pyarrow as pa
from pyarrow import compute

from inlay.ground.schema.tree import Node
from inlay.ground.schema_copies.geo_key import Described, describe_geometries
from inlay.ground.wording import amounts
from inlay.pages.engine.decoded_size import MOST_BYTES
from inlay.rows.variants.annotated_file import AnnotatedFile
from inlay.rows.variants.reading import with_variants
from inlay.verbs.verify.subjects import PlacedChunk, PlacedLeaf
from inlay_runtime.errors import InlayError
from inlay_variant.value.errors import RowError, StorageError, counting_from
from parquet_format.parquet import GeographyType, RowGroup, VariantType

Place: TypeAlias = tuple[int, int]
"""Of a chunk: the numbers of its row group and of its column."""

pc: Final[Any] = compute

_MOST_ROWS: Final = 1 << 16
_BATCH: Final = 8 << 20


@dataclass
class AuditedRows:
    """A column at the top of the schema in a row group, with all `chunks` that its statements are about, its own first. `described` is
    what the key `geo` says of it; a Variant has none."""

    name: str
    group: RowGroup
    chunks: Sequence[PlacedChunk]
    described: Described | None
    file: AnnotatedFile | None = None
    rows_at_once: int = _MOST_ROWS

    @property
    def place(self) -> str:
        return self.chunks[0].place

    @property
    def leaves(self) -> list[PlacedLeaf]:
        return [chunk.leaf for chunk in self.chunks if chunk.leaf is not None]

    @property
    def is_on_sphere(self) -> bool:
        on_sphere = self.described is not None and self.described.is_on_sphere
        return on_sphere or isinstance(self.leaves[0].element.logicalType, GeographyType)

    def batches(self) -> Iterator[tuple[int, pa.RecordBatch]]:
        """With the number of their first row in the row group."""
        assert self.file is not None
        names = list(dict.fromkeys(self._names()))
        first = 0
        for batch in self.file.iter_batches(
            self.rows_at_once, [self.chunks[0].group_at], columns=names
        ):
            yield first, batch
            first += batch.num_rows

    def _names(self) -> Iterator[str]:
        for leaf in self.leaves:
            yield self.name if self.described is None else leaf.name

    @cached_property
    def variant_error(self) -> InlayError | None:
        """What the first Variant that is none breaks, by our own kernels."""
        from inlay_variant.arrow.shredding import check

        try:
            for first, batch in self.batches():
                with counting_from(first):
                    check(pa.Table.from_batches([with_variants(batch, quiet=True)]))
        except (RowError, StorageError) as error:
            return error
        return None


def list_rows(
    chunks: Iterable[PlacedChunk], leaves: Sequence[PlacedLeaf], geo: str
) -> list[AuditedRows]:
    """Those whose chunks can all be reached, which are the `chunks`."""
    described = describe_geometries(geo)
    wanted = _find_columns(leaves, described)
    if not wanted:
        return []
    asked = {at for _, ats, _ in wanted for at in ats}
    groups: dict[int, dict[int, PlacedChunk]] = {}
    for chunk in chunks:
        if chunk.at in asked:
            groups.setdefault(chunk.group_at, {})[chunk.at] = chunk
    return [
        AuditedRows(name, next(iter(there.values())).group, [there[at] for at in ats], about)
        for there in groups.values()
        for name, ats, about in wanted
        if all(at in there for at in ats)
    ]


def _find_columns(
    leaves: Sequence[PlacedLeaf], described: Mapping[str, Described]
) -> list[tuple[str, list[int], Described | None]]:
    tops: dict[str, list[int]] = {}
    for at, leaf in enumerate(leaves):
        tops.setdefault(leaf.node.path[0], []).append(at)
    paths = {leaf.node.path: at for at, leaf in enumerate(leaves)}
    columns: list[tuple[str, list[int], Described | None]] = []
    for name, ats in tops.items():
        if any(_is_in_variant(leaves[at].node) for at in ats):
            columns.append((name, ats, None))
        about = described.get(name)
        if about is None or not about.covering:
            continue
        edges = [paths.get(path) for path in about.covering.values()]
        places = [at for at in (ats[0], *edges) if at is not None and not leaves[at].max_repetition]
        if len(places) == 1 + len(edges) and len(ats) == 1:
            columns.append((name, places, about))
    return columns


def _is_in_variant(node: Node) -> bool:
    at: Node | None = node
    while at is not None and not isinstance(at.element.logicalType, VariantType):
        at = at.parent
    return at is not None


def explain_unread(
    rows: AuditedRows, sizes: Mapping[Place, int | None], names: Collection[str]
) -> str:
    """Why they are not read together, as a clause; empty where they are, and then it is set how many at once. `names` are the paths of all
    leaves, `sizes` the bytes of the values of chunks that were decoded."""
    if len(set(names)) < len(names):
        return "its rows cannot be read, as two columns have one path"
    total = 0
    for chunk in rows.chunks:
        size = sizes.get((chunk.group_at, chunk.at))
        if size is None:
            return "its rows are not read, as not all their values decode"
        total += size
    if total > MOST_BYTES:
        return f"its rows hold {amounts.count(total, 'byte')} of values; up to {MOST_BYTES:,} are put together"
    count = max(rows.group.num_rows, 1)
    rows.rows_at_once = max(min(_MOST_ROWS, _BATCH * count // max(total, 1)), 1)
    return ""


def column_in(batch: pa.RecordBatch, path: Sequence[str]) -> Any:
    """The values of a path, null where a struct around them is."""
    column = cast(Any, batch).column(path[0])
    for name in path[1:]:
        column = pc.struct_field(column, name)
    return getattr(column, "storage", column)
