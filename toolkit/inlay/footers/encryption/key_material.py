"""The JSON that parquet-java and Arrow write as key metadata (PKMT1): which master key wraps a key, in one step or in two.

Nothing protects these bytes, and anybody may have written them. They say what to ask the caller's own keys for; no path in them is
opened, and no service that they name is asked.
"""

from __future__ import annotations

import base64
import json
from typing import Any, Final, cast

KIND: Final = "PKMT1"
_MOST_BYTES: Final = 16 * 1024
"""Those of tools have some 350."""


class KeyMaterial:
    """What one such text says; `fields` are all of them, in their order, and stay so when it is written anew."""

    __slots__ = ("fields",)

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields

    @classmethod
    def read(cls, data: bytes | None) -> KeyMaterial | None:
        """None for bytes that are no such JSON."""
        if data is None or not data.startswith(b"{") or len(data) > _MOST_BYTES:
            return None
        try:
            fields: object = json.loads(data)
        except (ValueError, RecursionError):
            return None
        if not isinstance(fields, dict) or cast(Any, fields).get("keyMaterialType") != KIND:
            return None
        return cls(cast("dict[str, Any]", fields))

    def text(self, name: str) -> str:
        """A field; empty where it is absent or no text."""
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""

    @property
    def is_external(self) -> bool:
        """Whether the wrapped key lies in a file beside the Parquet file, and `key_reference` is its name there."""
        return self.fields.get("internalStorage") is False

    @property
    def key_reference(self) -> str:
        return self.text("keyReference")

    @property
    def master_key(self) -> str:
        """The name of the master key; empty where nothing says it."""
        return self.text("masterKeyID")

    @property
    def is_wrapped_twice(self) -> bool:
        """Whether the master key wraps a key that wraps the key."""
        return self.fields.get("doubleWrapping") is True

    @property
    def wrapped_key(self) -> str:
        """The key of the data, as a master key or the key between wraps it."""
        return self.text("wrappedDEK")

    @property
    def wrapped_key_between(self) -> str:
        """The key between, as the master key wraps it."""
        return self.text("wrappedKEK")

    def key_between_id(self) -> bytes:
        """Its id, which its wrapping is bound to; empty where it is not base64."""
        try:
            return base64.b64decode(self.text("keyEncryptionKeyID"), validate=True)
        except ValueError:
            return b""

    def replace(self, **changed: str) -> KeyMaterial:
        """The same with other fields."""
        return KeyMaterial({**self.fields, **changed})

    def encode(self) -> bytes:
        return json.dumps(self.fields, separators=(",", ":")).encode()
