"""Which master key a key is wrapped with, where the key metadata says so: the JSON that parquet-java and Arrow write (PKMT1).

Nothing protects these bytes, and anybody may have written them: they are read for people, and nothing follows from them.
"""

from __future__ import annotations

import json
from typing import Any, Final, cast

from inlay.ground.wording.printable import format_bytes, shorten

_KIND: Final = "PKMT1"
_MOST_BYTES: Final = 16 * 1024
"""Those of tools have some 350."""
_MOST_SHOWN: Final = 64
_MOST_TEXT: Final = 60


def format_key_metadata(data: bytes) -> str:
    """`PKMT1, master key "kf"`; what is no such JSON is bytes."""
    material = _read_material(data)
    if material is None:
        return format_bytes(data, _MOST_SHOWN)
    if material.get("internalStorage") is False:
        return f"{_KIND}, key material in a file beside this one"
    words = [_KIND, *_name_key(material, "masterKeyID", "master key")]
    words += _name_key(material, "kmsInstanceID", "KMS")
    return ", ".join(words)


def name_master_key(data: bytes | None) -> str:
    """In quotes; empty where nothing says it."""
    material = None if data is None else _read_material(data)
    return " ".join(_name_key(material or {}, "masterKeyID", "")).strip()


def _read_material(data: bytes) -> dict[str, Any] | None:
    if not data.startswith(b"{") or len(data) > _MOST_BYTES:
        return None
    try:
        material: object = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(material, dict) or cast(Any, material).get("keyMaterialType") != _KIND:
        return None
    return cast("dict[str, Any]", material)


def _name_key(material: dict[str, Any], key: str, words: str) -> list[str]:
    value = material.get(key)
    return [f'{words} "{shorten(value, _MOST_TEXT)}"'] if isinstance(value, str) and value else []
