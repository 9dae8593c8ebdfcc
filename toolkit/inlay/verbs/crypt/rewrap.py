"""`inlay crypt rewrap` as a function: the keys of a file, wrapped by other master keys. Pages stay where they are, byte for byte.

Key metadata is in no AAD, so a footer takes other key metadata; it is encrypted with the same key and a new nonce, or signed anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, cast

from inlay.changes.life_cycle.plan_footer import plan_footer
from inlay.changes.rewrite.change import Change, Outcome, Planned, Target, say_outcome
from inlay.changes.rewrite.errors import RewriteError
from inlay.changes.rewrite.system import POSIX, System
from inlay.changes.rewrite.undo import edit_undoably
from inlay.footers.encryption.closed_footer import encrypt_footer, sign_footer
from inlay.footers.encryption.file_modules import FileModules
from inlay.footers.encryption.key_material import KeyMaterial
from inlay.footers.encryption.keys import EncryptionKeys
from inlay.footers.encryption.master_keys import KmsClient, LocalMasterKeys
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.open_encrypted import find_modules, open_metadata, require_signature
from inlay.footers.footer.read import read_footer
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable, read_at, size_of
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError
from inlay.ground.wording.amounts import count
from inlay.pages.engine.errors import name_file_in_errors
from inlay.verbs.crypt.encrypted_thrift import require_modules
from inlay.verbs.crypt.new_wrapping import NewWrapping, RewrappedKey, Rewrapper
from inlay_runtime.public_home import public_in
from parquet_format.parquet import EncryptionWithColumnKey, FileMetaData

_DEFAULT_TARGET: Final = Target()
_MOST_MATERIAL: Final = 1 << 24


@public_in("inlay")
@dataclass(frozen=True, slots=True, repr=False)
class Rewrapping:
    """What became of the file, and each key that was wrapped anew."""

    outcome: Outcome
    keys: tuple[RewrappedKey, ...]

    def __repr__(self) -> str:
        return f"<Rewrapping {say_outcome(self.outcome)}; {count(len(self.keys), 'key')}>"


@check_keywords
def rewrap_keys(
    path: AnyPath,
    *,
    old: EncryptionKeys,
    new: Mapping[str, bytes | str] | Rewrapper,
    rename: Mapping[str, str] | None = None,
    undo_to: AnyPath | None = None,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> Rewrapping:
    """Exchanges the wrapped keys of a Parquet file, or of a file of key material beside one.

    `old` has the master keys that unwrap them, `new` are those that wrap them: by name, as a client like pyarrow's `KmsClient`, or as a
    function from key metadata to key metadata. `rename` says how a master key is called from now on. `undo_to` is a file for
    `undo_metadata`. Raises RefusedError for a file that is not encrypted or does not say how its keys are wrapped, RequestError where a
    master key is missing or wrong, DecryptionError, and what changing a file raises.
    """
    if not isinstance(cast("object", old), EncryptionKeys):
        raise TypeError(f"old is inlay.EncryptionKeys, not {type(old).__name__}")
    path = require_path(path, "rewrap_keys")
    undo = None if undo_to is None else require_path(undo_to, "undo_to")
    wrapper: Rewrapper
    if isinstance(new, KmsClient) or callable(new):
        wrapper = new
    elif isinstance(cast("object", new), Mapping):
        wrapper = LocalMasterKeys(new)
    else:
        raise TypeError(
            "new is a dict of master keys, a client, or a function from key metadata to key metadata"
        )

    def plan(source: Seekable) -> Planned[tuple[RewrappedKey, ...]]:
        wrapping = NewWrapping(path, old, wrapper, rename or {})
        if read_at(source, 0, 1) == b"{":
            return _plan_material(path, source, wrapping)
        return _plan_footer(read_footer(source, path), old, wrapper, wrapping, target)

    with name_file_in_errors(path):
        done = edit_undoably(path, plan, undo_to=undo, target=target, system=system)
    return Rewrapping(done.outcome, done.result)


def _plan_footer(
    footer: Footer,
    old: EncryptionKeys,
    wrapper: Rewrapper,
    wrapping: NewWrapping,
    target: Target,
) -> Planned[tuple[RewrappedKey, ...]]:
    modules = require_modules(footer, old)
    new = _rewrap_footer(footer, modules, wrapping)
    planned = plan_footer(footer, new, tuple(wrapping.done), target)
    keys = (
        EncryptionKeys(master_keys=wrapper, aad_prefix=old.aad_prefix)
        if isinstance(wrapper, KmsClient)
        else None
    )
    check_bytes, expected = planned.check, open_metadata(footer, modules)

    def check(file: Seekable) -> None:
        if check_bytes is not None:
            check_bytes(file)
        if keys is not None:
            _check_opened(read_footer(file, footer.path), keys, expected)

    return Planned(planned.change, planned.result, planned.warnings, check)


def _rewrap_footer(footer: Footer, modules: FileModules, wrapping: NewWrapping) -> bytes:
    """The new footer, as it lies in the file."""
    crypto = footer.crypto
    own = footer.metadata.footer_signing_key_metadata if crypto is None else crypto.key_metadata
    renewed = wrapping.rewrap(own, "footer")
    if modules.footer_key is None:
        raise RequestError(f"{footer.path}: the old keys do not give the key of the footer")
    if crypto is None:  # or the new signature would vouch for what nobody signed
        require_signature(footer, modules, modules.footer_key)
    metadata = FileMetaData.decode_from(open_metadata(footer, modules))[0]
    for chunk in (chunk for group in metadata.row_groups for chunk in group.columns):
        of_column = chunk.crypto_metadata
        if isinstance(of_column, EncryptionWithColumnKey):
            name = ".".join(of_column.path_in_schema)
            of_column.key_metadata = wrapping.rewrap(of_column.key_metadata, f"column {name}")
    if crypto is not None:
        return encrypt_footer(modules, crypto.replace(key_metadata=renewed), metadata.encode())
    metadata.footer_signing_key_metadata = renewed
    return sign_footer(modules, metadata.encode())


def _check_opened(footer: Footer, keys: EncryptionKeys, expected: bytes) -> None:
    """Raises RewriteError unless the new master keys open what the old ones opened: all but key metadata is equal."""
    modules = find_modules(footer, keys)
    if modules is None or modules.footer_key is None:
        raise RewriteError(f"{footer.path}: the new master keys do not open the footer")
    texts = [expected, open_metadata(footer, modules)]
    before, after = (FileMetaData.decode_from(text)[0] for text in texts)
    for metadata in (before, after):
        metadata.footer_signing_key_metadata = None
        for chunk in (chunk for group in metadata.row_groups for chunk in group.columns):
            if isinstance(chunk.crypto_metadata, EncryptionWithColumnKey):
                if metadata is after and modules.find_key(chunk) is None:
                    raise RewriteError(f"{footer.path}: the new master keys do not open a column")
                chunk.crypto_metadata.key_metadata = None
    if before.encode() != after.encode():
        raise RewriteError(f"{footer.path}: the footer opens to something else")


def _plan_material(
    path: str, source: Seekable, wrapping: NewWrapping
) -> Planned[tuple[RewrappedKey, ...]]:
    """A file of key material: texts of JSON by their names."""
    data = read_at(source, 0, min(size_of(source), _MOST_MATERIAL + 1))
    try:
        texts: object = json.loads(data) if len(data) <= _MOST_MATERIAL else None
    except (ValueError, RecursionError):
        texts = None
    if not isinstance(texts, dict):
        raise RequestError(f"{path} is neither Parquet nor a file of key material, which is JSON")
    renewed = {
        name: _rewrap_text(path, name, text, wrapping)
        for name, text in cast("dict[str, object]", texts).items()
    }
    new = json.dumps(renewed, separators=(",", ":")).encode()

    def check(file: Seekable) -> None:
        if read_at(file, 0, size_of(file)) != new:
            raise RewriteError(f"{path}: the key material reads back differently")

    return Planned(Change(0, new), tuple(wrapping.done), (), check)


def _rewrap_text(path: str, name: str, text: object, wrapping: NewWrapping) -> str:
    material = KeyMaterial.read(text.encode()) if isinstance(text, str) else None
    if material is None:
        raise RequestError(f"{path}: {name!r} is not key material in PKMT1")
    return wrapping.rewrap_material(material, name).encode().decode()
