"""Master keys: what wraps the keys of files, here or in a service that the caller has a client of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, Protocol, cast, runtime_checkable

from inlay.footers.encryption.cipher import unwrap_key, wrap_key
from inlay.footers.encryption.key_material import KeyMaterial
from inlay.footers.encryption.key_text import KEY_LENGTHS, parse_key, require_key

_FIELD: Final = "encryptedKey"


@runtime_checkable
class KmsClient(Protocol):
    """A client of a key service, as pyarrow's `KmsClient` is one. It is the caller's: what a file says never makes one."""

    def wrap_key(self, key_bytes: bytes, master_key_identifier: str, /) -> str | bytes: ...

    def unwrap_key(self, wrapped_key: str, master_key_identifier: str, /) -> bytes: ...


class LocalMasterKeys:
    """Master keys by their names, which wrap with AES-GCM and the name as AAD, as parquet-java and Arrow wrap without a service."""

    __slots__ = ("_keys",)

    def __init__(self, keys: Mapping[str, bytes | str]) -> None:
        """Raises RequestError for what is not a key."""
        self._keys = {name: read_key(key, f"the master key {name!r}") for name, key in keys.items()}

    def __repr__(self) -> str:
        return f"<LocalMasterKeys: {', '.join(map(repr, self._keys)) or 'none'}>"

    def wrap_key(self, key_bytes: bytes, master_key_identifier: str, /) -> str:
        """Raises KeyError for a name that is not among them."""
        return wrap_key(
            key_bytes, self._keys[master_key_identifier], master_key_identifier.encode()
        )

    def unwrap_key(self, wrapped_key: str, master_key_identifier: str, /) -> bytes:
        """Raises KeyError for a name that is not among them, ValueError where that key does not open it."""
        key = unwrap_key(
            _strip_version(wrapped_key),
            self._keys[master_key_identifier],
            master_key_identifier.encode(),
        )
        if key is None:
            raise ValueError("another key wrapped it, or it was changed")
        return key


def read_key(key: bytes | str, owner: str) -> bytes:
    """A key as bytes, or as text. Raises RequestError, which names the owner."""
    return parse_key(key, owner) if isinstance(key, str) else require_key(key, owner)


def unwrap_material(material: KeyMaterial, masters: KmsClient) -> bytes:
    """The key of the data. Raises KeyError for a master key that the client does not have, ValueError where it does not unwrap, and
    what the client raises."""
    name = material.master_key
    if not material.is_wrapped_twice:
        return _require_length(masters.unwrap_key(material.wrapped_key, name))
    between = _require_length(masters.unwrap_key(material.wrapped_key_between, name))
    key = unwrap_key(material.wrapped_key, between, material.key_between_id())
    if key is None:
        raise ValueError("the key between does not open it")
    return _require_length(key)


def wrap_with(masters: KmsClient, key: bytes, name: str) -> str:
    """As a client wraps it. Raises KeyError for a master key that it does not have, and what it raises."""
    wrapped = masters.wrap_key(key, name)
    return wrapped if isinstance(wrapped, str) else wrapped.decode("ascii")


def keep_version(old: str, new: str) -> str:
    """A key that is wrapped anew in the JSON that the old one had around it, if it had."""
    if _strip_version(old) == old or new.startswith("{"):
        return new
    return json.dumps({**json.loads(old), _FIELD: new}, separators=(",", ":"))


def _require_length(key: bytes) -> bytes:
    if len(key) not in KEY_LENGTHS:
        raise ValueError("what was unwrapped is not a key of AES")
    return key


def _strip_version(wrapped: str) -> str:
    """The wrapped key inside of the JSON that says the version of the master key, too."""
    if not wrapped.startswith("{"):
        return wrapped
    try:
        fields: object = json.loads(wrapped)
    except (ValueError, RecursionError):
        return wrapped
    inner = cast("dict[str, Any]", fields).get(_FIELD) if isinstance(fields, dict) else None
    return inner if isinstance(inner, str) else wrapped
