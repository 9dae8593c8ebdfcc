"""What a reader has to be able to do, and what those have in common that give Arrow."""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from typing import Any, Final, Protocol

from tests.readers.stored import arrow_text, as_stored


class NotAskedError(Exception):
    """The reader has no such question, or its answer cannot be brought here."""


VARIANT: Final = ("arrow.parquet.variant", "parquet.variant")


class Reader(Protocol):
    """`distribution` is the package whose version is shown. A reader that `spoils_memory` gets a fork of
    the child for every file, or it would fail on files because of those before. One of the `footer_only` is
    asked for nothing else, and gives no values. `call` is how it is asked, for people."""

    distribution: str
    spoils_memory: bool
    footer_only: bool
    call: str

    def start(self) -> None:
        """Imports what takes long, starts what has to run."""

    def read(self, path: str) -> str:
        """Every value of the file, with names and types, as a text that is the same for the same data."""
        ...

    def values(self, path: str) -> dict[str, Sequence[Any]]:
        """The values of each column, as the reader's own users get them."""
        ...

    def seek(self, path: str, key: int) -> Sequence[Any]:
        """The values of the column `key` that are equal to one, by the reader's own filter. Raises NotAskedError where it has
        none."""
        ...

    def open(self, path: str) -> object:
        """What this reader does to know the columns of a file."""


class ArrowReader:
    """A reader that gives a `pyarrow.Table`."""

    spoils_memory = False
    footer_only = False

    def table(self, path: str) -> Any:
        raise NotAskedError

    def sought(self, path: str, key: int) -> Any:
        """A table, filtered."""
        raise NotAskedError

    def read(self, path: str) -> str:
        return arrow_text(self.table(path))

    def values(self, path: str) -> dict[str, Sequence[Any]]:
        try:
            table = self.table(path)
            return {
                field.name: [resolved(field, value) for value in column.to_pylist()]
                for field, column in zip(table.schema, map(as_known, table.columns), strict=True)
            }
        except KeyError as error:
            raise NotAskedError("pyarrow has no class for a type that came") from error

    def seek(self, path: str, key: int) -> Sequence[Any]:
        values: list[Any] = self.sought(path, key)["key"].to_pylist()
        return values


def resolved(field: Any, value: Any) -> Any:
    """The value with the Variants in it, where the type says that there are some, as what they stand for."""
    if value is None:
        return None
    if _is_variant(field) and isinstance(value, dict) and value.keys() == {"metadata", "value"}:
        variant: Any = importlib.import_module("inlay.variant")
        return json.loads(variant.to_json(variant.Variant(value["metadata"], value["value"])))
    arrow: Any = importlib.import_module("pyarrow")
    kind = field.type
    if arrow.types.is_struct(kind):
        return {inner.name: resolved(inner, value[inner.name]) for inner in kind}
    if arrow.types.is_map(kind):
        return [(key, resolved(kind.item_field, inner)) for key, inner in value]
    if arrow.types.is_list(kind) or arrow.types.is_large_list(kind):
        return [resolved(kind.value_field, inner) for inner in value]
    return value


def as_known(column: Any) -> Any:
    """A column of Variants, shredded or not, as pairs of metadata and value."""
    if getattr(column.type, "extension_name", "") not in VARIANT:
        return column
    variant: Any = importlib.import_module("inlay.variant")
    return as_stored(variant.unshred(column))


def _is_variant(field: Any) -> bool:
    said = (field.metadata or {}).get(b"ARROW:extension:name", b"").decode()
    return said in VARIANT or getattr(field.type, "extension_name", "") in VARIANT
