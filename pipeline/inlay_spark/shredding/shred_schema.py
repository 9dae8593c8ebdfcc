"""What a directory is shredded by: decided once, written down, and the same for every file that comes later."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

import pyarrow as pa

from inlay_spark.shredding.errors import ShredError
from inlay_variant.arrow.inference import Inferred
from inlay_variant.arrow.schema_text import format_schema, parse_schema

VERSION: Final = 1


@dataclass(frozen=True)
class ShredSchema:
    """A schema for each column. `inferred` explains those that nobody gave."""

    columns: Mapping[str, pa.DataType]
    exact: bool = False
    tolerant: bool = False
    inferred: Mapping[str, Inferred] = field(default_factory=dict[str, Inferred])

    def as_json(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "exact": self.exact,
            "tolerant": self.tolerant,
            "columns": {
                name: {"schema": format_schema(type_), **self._explain(name)}
                for name, type_ in self.columns.items()
            },
        }

    def _explain(self, name: str) -> dict[str, Any]:
        inferred = self.inferred.get(name)
        if inferred is None:
            return {"by": "hand"}
        return {
            "by": "sample",
            "rows": inferred.rows,
            "fields": [asdict(choice) for choice in inferred.choices],
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any], where: str) -> ShredSchema:
        """Raises ShredError for what another version wrote, or somebody else."""
        if document.get("version") != VERSION:
            what = (
                f"has version {document.get('version')}, and this version of inlay reads {VERSION}"
            )
            raise ShredError(f"{where} {what}")
        try:
            columns = {
                name: parse_schema(column["schema"]) for name, column in document["columns"].items()
            }
            # Before there was `tolerant`, nothing was.
            return cls(columns, bool(document["exact"]), bool(document.get("tolerant", False)))
        except (KeyError, TypeError, AttributeError) as error:
            raise ShredError(f"{where} does not say what to shred by: {error!r}") from error


def parse_schemas(given: Sequence[str], columns: Sequence[str]) -> dict[str, pa.DataType]:
    """Of `--schema`: a type, `NAME=TYPE`, or a file with one of these, or a `_shred.json`.

    Raises ShredError, SchemaTextError, OSError.
    """
    schemas: dict[str, pa.DataType] = {}
    for option in given:
        text = option
        if os.path.isfile(option):
            with open(option, encoding="utf-8") as file:
                text = file.read().strip()
        if text.startswith("{"):
            try:
                document = json.loads(text)
            except ValueError as error:
                raise ShredError(f"{option} is not JSON: {error}") from error
            schemas |= ShredSchema.from_json(document, option).columns
            continue
        name, equals, type_ = text.partition("=")
        if not (equals and name.strip() in columns):
            if len(columns) != 1:
                known = ", ".join(columns)
                raise ShredError(f"--schema: say for which column, NAME=TYPE; there are {known}")
            name, type_ = columns[0], text
        schemas[name.strip()] = parse_schema(type_.strip())
    if unknown := schemas.keys() - set(columns):
        raise ShredError(f"--schema is about {', '.join(sorted(unknown))}: name it with --columns")
    return schemas
