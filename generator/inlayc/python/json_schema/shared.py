"""What documents of every IDL have in common: bytes, extensions, and what no field holds."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, TypeAlias

JsonSchema: TypeAlias = dict[str, Any]

UNKNOWN_MEMBER: Final = "^UNKNOWN_(NEGATIVE_)?[0-9]+_*$"
UNKNOWN_VARIANT: Final = "^UNKNOWN_-?[0-9]+_*$"
_NOT_FINITE: Final = "^(NaN|-?Infinity)$"

_HEX: Final[JsonSchema] = {"type": "string", "pattern": "^([0-9a-f]{2})*$"}
_BYTE: Final[JsonSchema] = {"type": "integer", "minimum": 0, "maximum": 15}
_FIELD_ID: Final[JsonSchema] = {"type": "integer", "minimum": -(1 << 15), "maximum": (1 << 15) - 1}

NUMBER: Final[JsonSchema] = {
    "anyOf": [{"type": "number"}, {"type": "string", "pattern": _NOT_FINITE}]
}


def write_object(
    properties: JsonSchema, required: Collection[str] = (), doc: str = ""
) -> JsonSchema:
    """An object with these keys and no other."""
    said: JsonSchema = {"type": "object"}
    if doc:
        said["description"] = doc
    said["properties"] = properties
    if required:
        said["required"] = list(required)
    return said | {"additionalProperties": False}


class Shared:
    """The definitions that are not a type of the IDL, under names that the IDL leaves free. Those that are used are `used`."""

    def __init__(self, taken: Collection[str]) -> None:
        self._taken = taken
        self.used: dict[str, JsonSchema] = {}

    def binary(self) -> JsonSchema:
        return self._use(
            "Binary", write_object({"hex": _HEX}, ["hex"], "Bytes, as hexadecimal text.")
        )

    def extension(self) -> JsonSchema:
        header = {"enum": ["spec", "zigzag", "trailing"]}
        doc = "An extension of Parquet, and how its field was spelled."
        return self._use("Extension", write_object({"hex": _HEX, "header": header}, ["hex"], doc))

    def rest(self) -> JsonSchema:
        """The keys of a Thrift struct for what no field holds."""
        field = write_object(
            {"id": _FIELD_ID, "type": _BYTE, "hex": _HEX},
            ["id", "type", "hex"],
            "A field that the IDL does not have, and its value as it stands on the wire.",
        )
        return {
            "@extension": self.extension(),
            "@unknown": {"type": "array", "items": self._use("UnknownField", field)},
            "@trailing": self.binary(),
        }

    def unknown_variant(self, *, is_flat: bool) -> JsonSchema:
        """The bytes of a variant that the IDL does not have: its id is in the key."""
        wire_type = {} if is_flat else {"type": _BYTE}
        doc = "A variant that the IDL does not have."
        return self._use("UnknownVariant", write_object({"hex": _HEX, **wire_type}, ["hex"], doc))

    def listed(self, name: str, members: list[str]) -> JsonSchema:
        """The names that an enum has in the IDL."""
        return self._use(f"{name}Name", {"type": "string", "enum": members})

    def _use(self, name: str, said: JsonSchema) -> JsonSchema:
        while name in self._taken or self.used.get(name, said) != said:
            name += "_"
        self.used[name] = said
        return {"$ref": f"#/$defs/{name}"}
