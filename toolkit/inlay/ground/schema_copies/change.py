"""What happens to a schema: columns get other names, go, change places, or hold other rows than before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from parquet_format.parquet import SchemaElement


@dataclass(frozen=True, slots=True)
class SchemaChange:
    """`schema` is that of the file before the change, in the order of the footer.

    leaves      numbers of the leaf columns that stay, in their new order; None where all stay as they are
    names       number of a schema element -> its new name
    field_ids   number of a schema element -> its new field id, None for none
    retyped     numbers of the schema elements that get another logical type
    new_rows    whether the file will hold other rows than the copies tell of
    """

    schema: Sequence[SchemaElement]
    leaves: Sequence[int] | None = None
    names: Mapping[int, str] = field(default_factory=dict[int, str])
    field_ids: Mapping[int, int | None] = field(default_factory=dict[int, int | None])
    retyped: AbstractSet[int] = frozenset()
    new_rows: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether every copy of the schema stays as it is."""
        changed = self.names or self.field_ids or self.retyped
        return self.leaves is None and not self.new_rows and not changed
