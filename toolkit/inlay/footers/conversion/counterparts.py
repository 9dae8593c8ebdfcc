"""What the `.fbs` says of Thrift, as rules to copy by in both directions.

`inlayc` compiles the declarations into the schema tables; `docs/conversion.md` has them. A slot that they leave to
code keeps its default in the copy.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final, Generic, NamedTuple, TypeVar

from inlay.footers.conversion.copying import Convert, Copier, Empty, Rule
from inlay.footers.conversion.enum_bytes import EnumPair, match_enums
from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.residue import CARRIED, RESTORED, carry, restore
from inlay.footers.conversion.unions import UnionPair
from inlay_runtime.flat.schema import Counterpart, EnumOf, SlotSchema, UnionSchema, VectorOf
from inlay_runtime.flat.table import Table
from inlay_runtime.schema import FieldSchema, ListOf
from inlay_runtime.schema import UnionSchema as ThriftUnion
from inlay_runtime.struct import Struct

S = TypeVar("S", bound=Struct)
T = TypeVar("T", bound=Table)


class _Both(NamedTuple):
    """A rule for each direction."""

    to_flat: Rule
    to_thrift: Rule


class _Values(NamedTuple):
    """How values are made, and which are at hand, by number."""

    to_flat: Convert | None = None
    to_thrift: Convert | None = None
    of_thrift: Any = None
    of_flat: Any = None


class Pair(Generic[S, T]):
    """A table and a Thrift struct that it stands for."""

    def __init__(self, table: type[T], struct: type[S]) -> None:
        self._slots: Final = {slot.slot: slot for slot in table.SCHEMA.fields}
        self._struct: Final = struct
        self._enums: Final[list[tuple[str, str, EnumPair]]] = []
        declared = table.SCHEMA.correspondence
        rows = sorted(declared.rows, key=self._field_id) if declared is not None else []
        both = [self._both(row) for row in rows]
        there, back = [pair.to_flat for pair in both], [pair.to_thrift for pair in both]
        is_carrier = "unknown_fields" in table.SCHEMA.by_name
        carried = CARRIED if is_carrier else ()
        restored = RESTORED if is_carrier else ()
        self.to_flat: Final[Copier[S, T]] = Copier(struct, table, there, finish=carry, when=carried)
        self.to_thrift: Final[Copier[T, S]] = Copier(
            table, struct, back, finish=restore, when=restored
        )

    def is_expressible(self, struct: S) -> bool:
        """Whether the slots have a number for each of its enums."""
        return all(enum.has_flat(getattr(struct, name)) for _, name, enum in self._enums)

    def refuse_inexpressible(self, table: T, path: str) -> None:
        """Raises ConversionError for a number that Thrift has no member for."""
        for name, _, enum in self._enums:
            number = getattr(table, name)
            if not enum.has_thrift(number):
                allowed = ", ".join(enum.flat.__members__)
                reason = f"{int(number)} is not a known {name}: it is one of {allowed}"
                raise ConversionError(reason, f"{path}.{name}")

    def _field_id(self, row: Counterpart) -> int:
        """In the order of Thrift, so that the first of several mistakes is told; parts come first."""
        return self._struct.SCHEMA.by_name[row.field].id if row.field else 0

    def _both(self, row: Counterpart) -> _Both:
        slot = self._slots[row.slot]
        if not row.field:
            assert isinstance(slot.type, type)
            assert issubclass(slot.type, Table)
            part = pair_of(slot.type, self._struct)
            return _Both(Rule("", row.slot, part.to_flat), Rule(row.slot, "", part.to_thrift))
        field = self._struct.SCHEMA.by_name[row.field]
        is_list = isinstance(slot.type, VectorOf) and isinstance(field.type, ListOf)
        values = self._values(slot, field)
        to_flat, to_thrift = Empty.KEPT, Empty.KEPT
        if row.zero_is_absent:
            to_flat, to_thrift = Empty.MARKED, Empty.UNMARKED
        elif row.empty_is_absent:
            to_flat = Empty.DROPPED
        is_required = field.required and slot.default is None
        if is_required and is_list:
            to_thrift = Empty.FILLED
        path = "" if values.of_thrift is not None else row.slot
        there = Rule(field.slot, row.slot, values.to_flat, values.of_thrift)
        back = Rule(row.slot, field.slot, values.to_thrift, values.of_flat)
        is_list = is_list and values.to_flat is not None
        return _Both(
            there._replace(is_list=is_list, path=path, empty=to_flat, explicit=row.explicit),
            back._replace(
                is_list=is_list,
                path=path,
                is_required=is_required and to_thrift is not Empty.FILLED,
                empty=to_thrift,
                explicit=row.explicit,
            ),
        )

    def _values(self, slot: SlotSchema, field: FieldSchema) -> _Values:
        flat, thrift = slot.type, field.type
        if isinstance(flat, VectorOf) and isinstance(thrift, ListOf):
            flat, thrift = flat.element, thrift.element
        if isinstance(flat, EnumOf):
            assert isinstance(thrift, type)
            assert issubclass(thrift, IntEnum)
            assert issubclass(flat.enum, IntEnum)
            enum = match_enums(flat.enum, thrift)
            self._enums.append((slot.slot, field.slot, enum))
            return _Values(enum.to_flat, enum.to_thrift, enum.of_thrift, enum.of_flat)
        if isinstance(flat, UnionSchema):
            assert isinstance(thrift, ThriftUnion)
            union = UnionPair(flat, thrift, slot.slot, pair_of)
            return _Values(union.to_flat, union.to_thrift)
        if isinstance(flat, type) and issubclass(flat, Table):
            assert isinstance(thrift, type)
            assert issubclass(thrift, Struct)
            pair = pair_of(flat, thrift)
            return _Values(pair.to_flat, pair.to_thrift)
        return _Values()


_PAIRS: Final[dict[tuple[type[Table], type[Struct]], Pair[Any, Any]]] = {}


def pair_of(table: type[T], struct: type[S]) -> Pair[S, T]:
    """Made once, and those below with it: the schemas are trees."""
    pair = _PAIRS.get((table, struct))
    if pair is None:
        pair = _PAIRS[table, struct] = Pair(table, struct)
    return pair
