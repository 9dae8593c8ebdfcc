"""Small encrypted files with key material, as pyarrow writes them with a key service: here, two master keys."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe

from inlay.footers.encryption.keys import EncryptionKeys
from inlay.footers.encryption.master_keys import LocalMasterKeys

AnyPathT = TypeVar("AnyPathT", str, Path)
MASTERS: Final = {"of-footers": b"0123456789abcdef", "of-columns": b"fedcba9876543210"}
RENEWED: Final = {"of-footers": b"a-new-key-of-32-bytes-by-a-human", "of-some": b"another-new-key!"}
RENAMED: Final = {"of-columns": "of-some"}
TABLE: Final = pa.table({"a": range(300), "b": [f"text {at}" for at in range(300)]})


def factory_of(masters: dict[str, bytes]) -> Any:
    """What pyarrow makes keys with, by these master keys."""
    local = LocalMasterKeys(masters)

    def wrap_key(_: object, key: bytes, name: str) -> str:
        return local.wrap_key(key, name)

    def unwrap_key(_: object, wrapped: str, name: str) -> bytes:
        return local.unwrap_key(wrapped, name)

    module = cast("Any", pe)
    body = {"wrap_key": wrap_key, "unwrap_key": unwrap_key}
    service: Any = type("Service", (module.KmsClient,), body)
    return module.CryptoFactory(lambda _: service())


def encryption_of(**options: Any) -> Any:
    """What pyarrow writes with: column `a` has a key of its own. `options` are those of EncryptionConfiguration."""
    module = cast("Any", pe)
    chosen = {"footer_key": "of-footers", "column_keys": {"of-columns": ["a"]}, **options}
    if chosen.get("uniform_encryption"):
        del chosen["column_keys"]
    return factory_of(MASTERS).file_encryption_properties(
        module.KmsConnectionConfig(), module.EncryptionConfiguration(**chosen)
    )


def encrypted_file(table: pa.Table = TABLE, **options: Any) -> bytes:
    """A file of the table."""
    file = BytesIO()
    pq.write_table(
        table,
        file,
        row_group_size=150,
        data_page_size=256,
        write_page_index=True,
        encryption_properties=encryption_of(**options),
    )
    return file.getvalue()


def write_encrypted(path: AnyPathT, **options: Any) -> AnyPathT:
    Path(path).write_bytes(encrypted_file(**options))
    return path


def keys_of(masters: dict[str, bytes]) -> EncryptionKeys:
    return EncryptionKeys(master_keys=masters)


def keys_file(masters: dict[str, bytes] = MASTERS) -> bytes:
    """What `--keys` takes."""
    keys = {name: key.hex() for name, key in masters.items()}
    return json.dumps({"master_keys": keys}).encode()


def write_keys(path: Path, masters: dict[str, bytes] = MASTERS) -> None:
    path.write_bytes(keys_file(masters))


def read_with(masters: dict[str, bytes], path: Path) -> pa.Table:
    """By pyarrow. Raises what its key service raises."""
    module = cast("Any", pe)
    properties = factory_of(masters).file_decryption_properties(module.KmsConnectionConfig())
    return pq.read_table(path, decryption_properties=properties)
