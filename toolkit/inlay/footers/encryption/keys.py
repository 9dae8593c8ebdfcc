"""The keys that a caller has for files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, cast

from inlay.footers.encryption.key_material import KeyMaterial
from inlay.footers.encryption.master_keys import (
    KmsClient,
    LocalMasterKeys,
    read_key,
    unwrap_material,
)
from inlay.ground.mistakes import RequestError
from inlay.ground.schema.quoted_names import parse_quoted
from inlay_runtime.public_home import public_in

KeyRetriever: TypeAlias = Callable[[bytes], bytes]
"""Gives the key for the key metadata of a footer or a column. Raises KeyError where it has none."""


@public_in("inlay")
class EncryptionKeys:
    """Keys by hand, by what files say of them, or both; those by hand come first.

    `footer` and `columns` (by path) are keys of 16, 24 or 32 bytes, or text: hex, base64, or the bytes themselves. `retrieve` is given the
    key metadata of a file and returns the key. `master_keys`, by name or as a client like pyarrow's `KmsClient`, unwrap the keys
    of files that say which master key wraps them. `key_material` is the content of the file of such texts that some writers put beside a
    Parquet file. `aad_prefix` is used where a file does not store its own; one that was encrypted with another, or without, is refused.

    Neither `repr` nor an error shows a key. Raises RequestError for what is not a key, TypeError for an `aad_prefix` that is not bytes.
    """

    __slots__ = ("_columns", "_footer", "_master_keys", "_material", "_retrieve", "aad_prefix")

    def __init__(
        self,
        footer: bytes | str | None = None,
        columns: Mapping[str, bytes | str] | None = None,
        *,
        retrieve: KeyRetriever | None = None,
        master_keys: Mapping[str, bytes | str] | KmsClient | None = None,
        key_material: Mapping[str, str] | None = None,
        aad_prefix: bytes = b"",
    ) -> None:
        self._footer = None if footer is None else read_key(footer, "the footer key")
        self._columns = {
            _join(path): read_key(key, f"the key of column {path!r}")
            for path, key in (columns or {}).items()
        }
        self._retrieve = retrieve
        self._master_keys: KmsClient | None = (
            LocalMasterKeys(master_keys) if isinstance(master_keys, Mapping) else master_keys
        )
        self._material = dict(key_material or {})
        if not isinstance(cast("object", aad_prefix), bytes):
            raise TypeError(f"aad_prefix is bytes, not {type(aad_prefix).__name__}")
        self.aad_prefix = aad_prefix

    @property
    def master_keys(self) -> KmsClient | None:
        """What unwraps keys; it shows none."""
        return self._master_keys

    @property
    def columns(self) -> frozenset[str]:
        """The paths of columns that keys were given for by hand."""
        return frozenset(self._columns)

    def find_footer_key(self, key_metadata: bytes | None) -> bytes | None:
        """None where there is none for it. Raises RequestError where a master key does not unwrap it."""
        return self._footer or self._find_by_metadata(key_metadata, "the footer")

    def find_column_key(self, path: str, key_metadata: bytes | None) -> bytes | None:
        """The same of a column with a key of its own."""
        return self._columns.get(path) or self._find_by_metadata(key_metadata, f"column {path!r}")

    def find_material(self, key_metadata: bytes | None) -> KeyMaterial | None:
        """What key metadata says, in the file or in the one beside it; None where it is not in PKMT1."""
        material = KeyMaterial.read(key_metadata)
        if material is None or not material.is_external:
            return material
        text = self._material.get(material.key_reference)
        return None if text is None else KeyMaterial.read(text.encode())

    def _find_by_metadata(self, key_metadata: bytes | None, owner: str) -> bytes | None:
        if key_metadata is None:
            return None
        if self._retrieve is not None:
            try:
                return read_key(self._retrieve(key_metadata), f"what was retrieved for {owner}")
            except KeyError:
                pass
        material = self.find_material(key_metadata)
        if self._master_keys is None:
            return None
        if material is None:
            self._require_material(key_metadata, owner)
            return None
        try:
            return unwrap_material(material, self._master_keys)
        except KeyError:
            return None
        except ValueError as error:
            name = material.master_key
            what = f"the master key {name!r} does not unwrap the key of {owner}"
            raise RequestError(
                f"{what}: it is another key, or the key metadata was changed"
            ) from error

    def _require_material(self, key_metadata: bytes, owner: str) -> None:
        """Raises RequestError where the wrapped key lies in another file that was not given: no path is opened because of what a file says."""
        material = KeyMaterial.read(key_metadata)
        if material is not None:
            raise RequestError(
                f"the wrapped key of {owner} is {material.key_reference!r} in the key material beside the file, and that was not given: "
                "the content of _KEY_MATERIAL_FOR_NAME.json is given as key_material"
            )

    def __repr__(self) -> str:
        said = ["a footer key"] if self._footer else []
        said += [f"{len(self._columns)} of columns"] if self._columns else []
        said += ["a function"] if self._retrieve is not None else []
        said += ["master keys"] if self._master_keys is not None else []
        return f"<EncryptionKeys: {', '.join(said) or 'none'}>"


def require_keys(keys: EncryptionKeys | KeyRetriever | None) -> EncryptionKeys:
    """The keys; of a function, those that it retrieves. Raises TypeError for anything else, which is not shown: it may be a key."""
    if keys is None:
        return EncryptionKeys()
    if isinstance(keys, EncryptionKeys):
        return keys
    if callable(keys):
        return EncryptionKeys(retrieve=keys)
    kind = type(cast("object", keys)).__name__
    raise TypeError(
        f"keys are inlay.EncryptionKeys, or a function from key metadata to a key: not {kind}"
    )


def _join(path: str) -> str:
    """As it is looked up: without the quotes that parts of it may stand in."""
    parts = parse_quoted(path)
    return path if parts is None else ".".join(part.name for part in parts)
