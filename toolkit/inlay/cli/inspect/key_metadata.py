"""Which master key a key is wrapped with, where the key metadata says so, in words for people."""

from __future__ import annotations

from typing import Final

from inlay.footers.encryption.key_material import KIND, KeyMaterial
from inlay.ground.wording.printable import format_bytes, shorten

_MOST_SHOWN: Final = 64
_MOST_TEXT: Final = 60


def format_key_metadata(data: bytes) -> str:
    """`PKMT1, master key "kf", wrapped twice`; what is no such JSON is bytes."""
    material = KeyMaterial.read(data)
    if material is None:
        return format_bytes(data, _MOST_SHOWN)
    if material.is_external:
        named = "".join(f" {word}" for word in _name(material.key_reference, "key"))
        return f"{KIND}, the wrapped{named or ' key'} is in _KEY_MATERIAL_FOR_NAME.json beside this file"
    words = [KIND, *_name(material.master_key, "master key")]
    words += ["wrapped twice"] if material.is_wrapped_twice else []
    words += _name(material.text("kmsInstanceID"), "KMS")
    return ", ".join(words)


def name_master_key(data: bytes | None) -> str:
    """In quotes; empty where nothing says it."""
    material = KeyMaterial.read(data)
    return "" if material is None else " ".join(_name(material.master_key, "")).strip()


def _name(value: str, words: str) -> list[str]:
    return [f'{words} "{shorten(value, _MOST_TEXT)}"'] if value else []
