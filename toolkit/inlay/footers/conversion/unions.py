"""Unions, between Thrift and FlatBuffers: each variant stands for a member, and one for all that have no other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, Protocol

from inlay.footers.conversion import unrecognized
from inlay.footers.conversion.errors import ConversionError
from inlay_runtime.flat.schema import UnionSchema as FlatUnion
from inlay_runtime.schema import UnionSchema as ThriftUnion
from inlay_runtime.union import UnknownVariant
from parquet_format.footer import Unrecognized


class Converts(Protocol):
    """A table and a struct, as `counterparts.Pair` has them."""

    @property
    def to_flat(self) -> Callable[[Any], Any]: ...
    @property
    def to_thrift(self) -> Callable[[Any], Any]: ...
    def is_expressible(self, struct: Any) -> bool: ...
    def refuse_inexpressible(self, table: Any, path: str) -> None: ...


class _Member(NamedTuple):
    field_id: int
    pair: Converts
    wrapper: type | None
    """The class of the variant, where its table does not tell it."""


PairOf = Callable[[Any, Any], Converts]


class UnionPair:
    """A union of tables and the Thrift union that it stands for; `path` is the slot, for errors."""

    def __init__(self, flat: FlatUnion, thrift: ThriftUnion, path: str, pair_of: PairOf) -> None:
        self._thrift: Final = thrift
        self._path: Final = path
        self._by_struct: Final[dict[type, _Member]] = {}
        self._by_variant: Final[dict[type, _Member]] = {}
        declared = flat.correspondence
        assert declared is not None, f"{flat.name} stands for nothing"
        for row in declared.rows:
            tag, field = flat.tags[row.slot], thrift.by_name[row.field]
            table, struct = flat.variants[tag], field.type
            assert isinstance(table, type)
            assert isinstance(struct, type)
            wrapper = flat.wrappers.get(tag)
            member = _Member(field.id, pair_of(table, struct), wrapper)
            self._by_struct[struct] = member
            self._by_variant[wrapper or table] = member
        other = flat.tags[declared.unrecognized]
        self._unrecognized: Final = flat.wrappers.get(other)

    def to_flat(self, value: Any) -> Any:
        if isinstance(value, UnknownVariant):
            return self._other(unrecognized.from_variant(value))
        member = _by_class(self._by_struct, value)
        if member is None:
            raise ConversionError(f"no member of {self._thrift.name}", self._path)
        if not member.pair.is_expressible(value):
            return self._other(unrecognized.from_struct(member.field_id, value))
        table = member.pair.to_flat(value)
        return table if member.wrapper is None else member.wrapper(table)

    def to_thrift(self, value: Any) -> Any:
        if isinstance(value, UnknownVariant):
            raise ConversionError(f"member {value.field_id} is of a newer schema", self._path)
        member = _by_class(self._by_variant, value)
        if member is not None:
            table = value if member.wrapper is None else value.value
            member.pair.refuse_inexpressible(table, self._path)
            return member.pair.to_thrift(table)
        table = value if self._unrecognized is None else getattr(value, "value", None)
        if not isinstance(table, Unrecognized):
            raise ConversionError(f"no member of {self._thrift.name}", self._path)
        return unrecognized.to_variant(table, self._thrift)

    def _other(self, table: Unrecognized) -> Any:
        return table if self._unrecognized is None else self._unrecognized(table)


def _by_class(members: Mapping[type, _Member], value: object) -> _Member | None:
    for cls in type(value).__mro__:
        if cls in members:
            return members[cls]
    return None
