"""The keys of a file, wrapped by other master keys: what its key metadata says afterwards."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from inlay.footers.encryption.cipher import wrap_key
from inlay.footers.encryption.key_material import KeyMaterial
from inlay.footers.encryption.keys import EncryptionKeys
from inlay.footers.encryption.master_keys import (
    KmsClient,
    keep_version,
    unwrap_material,
    wrap_with,
)
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError

Rewrapper: TypeAlias = "KmsClient | Callable[[bytes], bytes]"
"""What wraps the keys anew: master keys, or a function from key metadata to key metadata."""

_LENGTH: Final = 16
"""Bytes of a key between and of its id, as parquet-java and Arrow draw them."""


class RewrappedKey(NamedTuple):
    """`owner` is `footer`, a column, or a name in a file of key material. Master keys are named, empty where a function wrapped it."""

    owner: str
    old: str
    new: str


class _KeyBetween(NamedTuple):
    key: bytes
    id: bytes
    wrapped: str


class NewWrapping:
    """`rename` are the new names of master keys; others keep theirs."""

    def __init__(
        self, path: str, old: EncryptionKeys, new: Rewrapper, rename: Mapping[str, str]
    ) -> None:
        self._path = path
        self._old = old
        self._new = new
        self._rename = rename
        self._between: dict[str, _KeyBetween] = {}
        self.done: list[RewrappedKey] = []

    def rewrap(self, metadata: bytes | None, owner: str) -> bytes:
        """The new key metadata. Raises RefusedError for metadata that does not say how a key is wrapped, RequestError where the old
        master keys do not unwrap it or the new ones lack the name, and what a client or a function raises."""
        if metadata is None:
            raise RefusedError(
                "key-metadata", f"the {owner} has no key metadata: nothing is wrapped"
            )
        if not isinstance(self._new, KmsClient):
            self.done.append(RewrappedKey(owner, "", ""))
            return self._new(metadata)
        material = KeyMaterial.read(metadata)
        if material is None:
            raise RefusedError(
                "key-metadata",
                f"the key metadata of the {owner} is not PKMT1, the JSON that says how a key is wrapped: only a function can change it",
            )
        if material.is_external:
            raise RefusedError(
                "key-metadata",
                f"the wrapped key of the {owner} lies in the file of key material beside this one: rewrap that file, and this one stays",
            )
        return self.rewrap_material(material, owner).encode()

    def rewrap_material(self, material: KeyMaterial, owner: str) -> KeyMaterial:
        name = material.master_key
        new_name = self._rename.get(name, name)
        key = self._unwrap(material, owner)
        self.done.append(RewrappedKey(owner, name, new_name))
        if not material.is_wrapped_twice:
            wrapped = keep_version(material.wrapped_key, self._wrap(key, new_name))
            return material.replace(masterKeyID=new_name, wrappedDEK=wrapped)
        between = self._key_between(new_name)
        return material.replace(
            masterKeyID=new_name,
            keyEncryptionKeyID=base64.b64encode(between.id).decode("ascii"),
            wrappedKEK=keep_version(material.wrapped_key_between, between.wrapped),
            wrappedDEK=wrap_key(key, between.key, between.id),
        )

    def _unwrap(self, material: KeyMaterial, owner: str) -> bytes:
        masters, name = self._old.master_keys, material.master_key
        if masters is None:
            raise RequestError(
                f"{self._path}: the {owner} is wrapped with the master key {name!r}: give it as an old one"
            )
        try:
            return unwrap_material(material, masters)
        except KeyError:
            raise RequestError(
                f"{self._path}: the {owner} is wrapped with the master key {name!r}, which is not among the old ones"
            ) from None
        except ValueError as error:
            what = (
                f"{self._path}: the old master key {name!r} does not unwrap the key of the {owner}"
            )
            raise RequestError(
                f"{what}: it is another key, or the key metadata was changed"
            ) from error

    def _key_between(self, name: str) -> _KeyBetween:
        """A new one for each master key of a file, as parquet-java makes them."""
        if name not in self._between:
            key = secrets.token_bytes(_LENGTH)
            self._between[name] = _KeyBetween(
                key, secrets.token_bytes(_LENGTH), self._wrap(key, name)
            )
        return self._between[name]

    def _wrap(self, key: bytes, name: str) -> str:
        assert isinstance(self._new, KmsClient)
        try:
            return wrap_with(self._new, key, name)
        except KeyError:
            raise RequestError(
                f"{self._path}: the new master keys have none of the name {name!r}"
            ) from None
