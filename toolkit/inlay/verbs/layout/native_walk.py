"""The native walk over the fields of a struct for one ledger: its columns, and the plan of each struct.

Without a compiler, and for what the walk leaves alone, `inlay.verbs.layout.fields` does it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Final

from inlay.footers.extensions.shapes import CarrierKind, CarrierShape
from inlay.verbs.layout.field_names import Names, names_in
from inlay.verbs.layout.kinds import OwnerKind
from inlay_runtime.core import load_native
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.wire_types import STRUCT
from parquet_format.parquet import PageHeader

if TYPE_CHECKING:
    from inlay.verbs.layout.ledger import LedgerWriter
    from inlay.verbs.layout.native_owners import GroupWriter, OwnerPlan
    from inlay_runtime.flat.schema import TableSchema

_COUNTS: Final = {"row_groups": 1, "columns": 2}
"""What the elements of a list count: numbers of `native_owners.pyx`."""

_OF_GROUPS: Final = (
    OwnerKind.COLUMN_CHUNK,
    OwnerKind.DICTIONARY_PAGE,
    OwnerKind.DATA_PAGE,
    OwnerKind.PAGE_HEADER,
    OwnerKind.REPETITION_LEVELS,
    OwnerKind.DEFINITION_LEVELS,
    OwnerKind.LEVELS_AND_VALUES,
    OwnerKind.VALUES,
    OwnerKind.DICTIONARY,
)
"""In the order of `small_groups.pxi`."""

native_owners: ModuleType | None = load_native("inlay.verbs.layout.native_owners")
_flat_walk: ModuleType | None = load_native("inlay_runtime.native.flat_walk")


class NativeWalk:
    """Adds rows to the ledger of a writer."""

    def __init__(self, writer: LedgerWriter, native: ModuleType) -> None:
        self._writer = writer
        self._native = native
        kinds = int(OwnerKind.STRUCT), int(OwnerKind.FIELD)
        self._columns = native.OwnerColumns(writer.ledger, writer.number, *kinds)
        self.append: Callable[..., int] = self._columns.append
        """A row of which all bytes are its own; its number."""
        self._plans: dict[tuple[int, int], OwnerPlan] = {}

    def add_fields(
        self,
        data: bytes,
        at: int,
        offset: int,
        shape: CarrierShape,
        names: Names,
        place: tuple[int, int],
    ) -> int | None:
        """Of the struct at `at` of the data, which lies at `offset` of the file; `place` is its row group and column. Where it ends,
        or None where nothing is added."""
        writer = self._writer
        known = len(writer.ledger.names)
        plan = self._plan_of(shape, names)
        added = self._native.add_owners(
            self._columns, data, at, plan, offset, writer.innermost, *place
        )
        if added is None:
            if len(writer.ledger.names) > known:  # of rows that are not there
                writer.forget_names(known)
                self._columns.forget_names()
                self._plans.clear()
            return None
        end, inside = added
        writer.grow(inside, offset + end)
        return int(end)

    def add_flatbuffer(self, data: bytes, offset: int, schema: TableSchema) -> bool:
        """The pieces of a FlatBuffer that the verifier has passed, and which lies at `offset` of the file. False where nothing is added."""
        pieces = None if _flat_walk is None else _flat_walk.gather_pieces(data, schema, False)
        if pieces is None:
            return False
        writer = self._writer
        inside, end = self._native.add_flat_owners(self._columns, pieces, offset, writer.innermost)
        writer.grow(inside, end)
        return True

    def sum_chunks(self) -> array[int]:
        """Owners in structs of a column that follow are sums: `Ledger.chunk_sums`."""
        sums: array[int] = self._columns.sum_chunks()
        return sums

    def write_groups(self, levels: list[tuple[int, int]]) -> GroupWriter:
        """What adds the chunks of small row groups; `levels` are the highest of each leaf."""
        kinds = tuple(map(int, _OF_GROUPS))
        writer: GroupWriter = self._native.GroupWriter(
            self._columns, PageHeader, levels, kinds, DEFAULT_LIMITS
        )
        return writer

    def _plan_of(self, shape: CarrierShape, names: Names) -> OwnerPlan:
        key = id(shape), id(names)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self._native.OwnerPlan()
            plan.define([self._describe(key, shape, names) for key in {**names, **shape.fields}])
        return plan

    def _describe(
        self, field_id: int, shape: CarrierShape, names: Names
    ) -> tuple[int, str, int, int, OwnerPlan | None]:
        """As `OwnerPlan.define` takes it."""
        name = names.get(field_id) or f"<unknown {field_id}>"
        child = shape.fields.get(field_id)
        below = None
        if child is not None and child.shape.kind is CarrierKind.STRUCT:
            below = self._plan_of(child.shape, names_in(child))
        if child is None or (child.container is None and below is None):
            return field_id, name, 0, 0, None
        return field_id, name, child.container or STRUCT, _COUNTS.get(name, 0), below
