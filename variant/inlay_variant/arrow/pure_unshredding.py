"""One row of shredded columns put together again, in pure Python: the specification of what `native` does."""

from __future__ import annotations

from inlay_runtime.errors import DecodeError
from inlay_variant.storage.columns import (
    NULL_VALUE,
    GroupReader,
)
from inlay_variant.storage.leaves import VariantLeaf, explain_unfit, scalar_from
from inlay_variant.storage.shape import (
    Elements,
    Entries,
    Fields,
    Typed,
)
from inlay_variant.value.containers import ARRAY, OBJECT, open_container, write_array, write_object
from inlay_variant.value.decode import read_value, step_of
from inlay_variant.value.encode import write_scalar
from inlay_variant.value.errors import ShreddingError, damaged
from inlay_variant.value.in_order import value_in_order
from inlay_variant.value.limits import VariantLimits
from inlay_variant.value.metadata import Metadata


class Unshredding:
    """One row on its way out of columns.

    VariantShredding.md, "Reconstructing a Shredded Variant"
    """

    def __init__(self, row: int, metadata: Metadata, limits: VariantLimits, tolerant: bool) -> None:
        self.row = row
        self.metadata = metadata
        self.limits = limits
        self.tolerant = tolerant
        self.is_disordered = False

    def construct(self, reader: GroupReader, at: int, path: str, depth: int) -> bytes | None:
        """The encoded value of a group; None where it is missing."""
        value = None if reader.value is None else reader.value[at]
        typed = reader.typed
        if typed is None or not reader.typed_valid[at]:
            return None if value is None else self.untyped(value, typed, path, depth)
        if isinstance(typed, Fields):
            return self.object(reader, typed, at, value, path, depth)
        if value is not None and not self.tolerant:
            raise ShreddingError(self.row, path, "value and typed_value are both there")
        if isinstance(typed, VariantLeaf):
            payload = reader.leaf[at]
            assert payload is not None
            reason = explain_unfit(typed, payload)
            if reason is not None:
                raise ShreddingError(self.row, path, reason)
            return write_scalar(scalar_from(typed, payload))
        if isinstance(typed, Entries):
            return self.entries(reader, at, path, depth)
        self.enter(depth, path)
        child = reader.children[0]
        elements: list[bytes] = []
        for index in range(reader.offsets[at], reader.offsets[at + 1]):
            where = f"{path}[{len(elements)}]"
            # 'If a Variant is missing in a context where a value is required, readers must return'
            elements.append(self.construct(child, index, where, depth + 1) or NULL_VALUE)
        return write_array(elements)

    def entries(self, reader: GroupReader, at: int, path: str, depth: int) -> bytes:
        """An object of the entries of a map, whose names the dictionary has in their order."""
        self.enter(depth, path)
        fields: dict[bytes, tuple[int, bytes]] = {}
        for index in range(reader.offsets[at], reader.offsets[at + 1]):
            key = reader.keys[index] or b""
            id_ = self.metadata.find(key)
            if id_ is None or key in fields:
                reason = (
                    "the name is not in the metadata" if id_ is None else "a key is there twice"
                )
                raise ShreddingError(self.row, path + step_of(key.decode()), reason)
            where = path + step_of(key.decode())
            encoded = self.construct(reader.children[0], index, where, depth + 1)
            fields[key] = (id_, encoded or NULL_VALUE)
        return write_object([fields[key] for key in sorted(fields)])

    def untyped(self, value: bytes, typed: Typed | None, path: str, depth: int) -> bytes:
        value = self.in_order(value)
        self.check(value, path, depth)
        basic = value[0] & 3
        if not self.tolerant:
            if isinstance(typed, Fields) and basic == OBJECT:
                raise ShreddingError(self.row, path, "an object in value, and typed_value is null")
            if isinstance(typed, Elements) and basic == ARRAY:
                raise ShreddingError(self.row, path, "an array in value, and typed_value is null")
        return value

    def object(
        self,
        reader: GroupReader,
        typed: Fields,
        at: int,
        value: bytes | None,
        path: str,
        depth: int,
    ) -> bytes:
        self.enter(depth, path)
        fields: dict[bytes, tuple[int, bytes]] = {}
        for (name, _), child in zip(typed.fields, reader.children, strict=True):
            where = path + step_of(name)
            encoded = self.construct(child, at, where, depth + 1)
            if encoded is not None:
                key = name.encode()
                id_ = self.metadata.find(key)
                if id_ is None:
                    # 'All field names of a Variant, whether shredded or not, must be present'
                    raise ShreddingError(self.row, where, "the name is not in the metadata")
                fields[key] = (id_, encoded)
        if value is not None:
            self.rest(fields, typed, value, path, depth)
        return write_object([fields[key] for key in sorted(fields)])

    def rest(
        self,
        fields: dict[bytes, tuple[int, bytes]],
        typed: Fields,
        value: bytes,
        path: str,
        depth: int,
    ) -> None:
        """Adds what a partially shredded object has in `value`."""
        value = self.in_order(value)
        self.check(value, path, depth)
        if value[0] & 3 != OBJECT:
            if self.tolerant:
                return  # 'Readers must return an object when typed_value is non-null'
            raise ShreddingError(
                self.row, path, "value is not an object, and typed_value has fields"
            )
        ids, spans = open_container(value, 0, len(value), self.metadata)
        shredded = {name.encode() for name, _ in typed.fields}
        for id_, span in zip(ids or [], spans, strict=True):
            name = self.metadata.names[id_]
            if name not in shredded:
                fields[name] = (id_, value[slice(*span)])
            elif not self.tolerant:
                where = path + step_of(name.decode())
                raise ShreddingError(self.row, where, "a shredded field is in value too")

    def in_order(self, value: bytes) -> bytes:
        if not self.tolerant:
            return value
        ordered = value_in_order(value, self.metadata)
        self.is_disordered |= ordered != value
        return ordered

    def enter(self, depth: int, path: str) -> None:
        if depth >= self.limits.depth:
            reason = f"more than {self.limits.depth} nested objects and arrays"
            raise ShreddingError(self.row, path, reason)

    def check(self, value: bytes, path: str, depth: int) -> None:
        limits = self.limits._replace(depth=self.limits.depth - depth)
        try:
            read_value(value, self.metadata, limits)
        except DecodeError as error:
            raise damaged(self.row, error, path) from None
