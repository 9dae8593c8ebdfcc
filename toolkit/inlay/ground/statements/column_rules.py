"""How the bounds of a column are meant, and who wrote them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.statements.ends import is_float, may_be_cut
from inlay.ground.statements.keys import has_signed_order, list_keys
from inlay.ground.statements.native_pass import build_plain
from inlay.ground.values.decode import Decoder, choose_decoder
from inlay.ground.values.orders import WIDTHS, Key, keys_of
from inlay.ground.writers.affected import AffectedPart, WrittenColumn
from inlay.ground.writers.created_by import Writer
from inlay.ground.writers.distrust import is_doubted, may_be_wrong
from parquet_format.parquet import (
    ColumnOrder,
    DecimalType,
    SchemaElement,
    Type,
)

if TYPE_CHECKING:
    from inlay.ground.statements.native_checks import PlainStatements


@dataclass(frozen=True)
class ColumnRules:
    """Worked out once for all row groups and pages. `highest` is the highest definition level of the column, and then its highest
    repetition level; 0 where nobody compares levels."""

    column: WrittenColumn
    order: ColumnOrder | None
    writer: Writer | None
    highest: int = 0
    highest_repetition: int = 0

    @property
    def element(self) -> SchemaElement:
        return self.column.element

    @cached_property
    def is_float(self) -> bool:
        return is_float(self.element)

    @cached_property
    def is_cut(self) -> bool:
        """Whether bounds may be shorter than values."""
        return may_be_cut(self.element)

    @cached_property
    def has_sizes(self) -> bool:
        return self.element.type == Type.BYTE_ARRAY

    @cached_property
    def is_decimal(self) -> bool:
        return isinstance(find_meaning(self.element), DecimalType)

    @cached_property
    def has_signed_order(self) -> bool:
        """Whether deprecated bounds mean the same as others."""
        return has_signed_order(self.element)

    @cached_property
    def size(self) -> int | None:
        """The length of each bound; None where it is not the same for all."""
        return None if self.element.type is None else WIDTHS.get(self.element.type)

    @cached_property
    def is_doubted(self) -> bool:
        """Whether something in the statistics of this column is not to be believed of this writer."""
        return is_doubted(self.writer, self.column)

    @cached_property
    def are_flags_doubted(self) -> bool:
        """Whether this writer may say of a bound that it is exact where it is not."""
        return may_be_wrong(self.writer, self.column, AffectedPart.EXACTNESS)

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """Of bounds in the order of the column."""
        return list_keys(self.element, self.order)

    @cached_property
    def typed_keys(self) -> tuple[Key, ...]:
        """Of bounds in the order of the type, which is that of deprecated bounds where `has_signed_order`."""
        return tuple(keys_of(self.element, ColumnOrder.TYPE_ORDER))

    @cached_property
    def deprecated_keys(self) -> tuple[Key, ...]:
        """One for each order that a writer of deprecated bounds may have meant."""
        return tuple(keys_of(self.element, None))

    @cached_property
    def decode(self) -> Decoder:
        """A bound as people read it."""
        return choose_decoder(self.element)

    @cached_property
    def known_texts(self) -> dict[bytes, str]:
        """Bounds as people read them, of which the same come again and again."""
        return {}

    @cached_property
    def plain(self) -> PlainStatements | None:
        """What looks at statistics and page indexes in which nothing is odd; None where it is not built, and for orders that it does not
        know."""
        if self.order is None or len(self.keys) != 1 or self.is_doubted:
            return None
        can_be_null = self.column.can_be_null
        return build_plain(
            self.element, self.keys[0], highest=self.highest, can_be_null=can_be_null
        )
