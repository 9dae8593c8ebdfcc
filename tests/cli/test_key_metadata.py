"""Which master key: `inlay inspect` of what pyarrow encrypts with a KMS, and key metadata that anybody may have written."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, cast

import pytest

from inlay.cli.inspect.key_metadata import format_key_metadata, name_master_key
from tests.pages.encodings.files import pa, pq
from tests.support.small_files import Inlay

pe = cast(Any, pytest.importorskip("pyarrow.parquet.encryption"))


def wrap_key(_: object, key_bytes: bytes, master_key_identifier: str) -> bytes:
    """By writing the name of the master key before it."""
    return base64.b64encode(master_key_identifier.encode() + key_bytes)


def unwrap_key(_: object, wrapped_key: bytes, master_key_identifier: str) -> bytes:
    return base64.b64decode(wrapped_key)[len(master_key_identifier) :]


SERVICE: Any = type("Service", (pe.KmsClient,), {"wrap_key": wrap_key, "unwrap_key": unwrap_key})


@pytest.mark.parametrize("is_wrapped_twice", [False, True])
@pytest.mark.parametrize("is_plain", [False, True])
def test_keys_of_a_service(
    tmp_path: Path, inlay: Inlay, *, is_plain: bool, is_wrapped_twice: bool
) -> None:
    factory = pe.CryptoFactory(lambda _: SERVICE())
    chosen = pe.EncryptionConfiguration(
        footer_key="of-footers",
        column_keys={"of-a": ["a"]},
        double_wrapping=is_wrapped_twice,
        plaintext_footer=is_plain,
    )
    connection = pe.KmsConnectionConfig(kms_instance_id="here")
    path = tmp_path / "e.parquet"
    properties = factory.file_encryption_properties(connection, chosen)
    pq.write_table(pa.table({"a": [1], "b": [2]}), path, encryption_properties=properties)
    told = inlay("inspect", path).out
    title = "signing key " if is_plain else "key metadata"
    twice = ", wrapped twice" if is_wrapped_twice else ""
    assert f'{title}  PKMT1, master key "of-footers"{twice}, KMS "here"' in told
    assert ('own "of-a"' in told) == is_plain


MATERIAL = {"keyMaterialType": "PKMT1", "internalStorage": True, "masterKeyID": "k"}
TOLD: list[tuple[bytes, str]] = [
    (json.dumps(MATERIAL).encode(), 'PKMT1, master key "k"'),
    (json.dumps(MATERIAL | {"internalStorage": False}).encode(), "PKMT1, the wrapped key is in _KEY_MATERIAL_FOR_NAME.json beside this file"),
    (json.dumps(MATERIAL | {"internalStorage": False, "keyReference": "f"}).encode(), 'PKMT1, the wrapped key "f" is in _KEY_MATERIAL_FOR_NAME.json beside this file'),
    (json.dumps(MATERIAL | {"masterKeyID": 7, "kmsInstanceID": ["x"]}).encode(), "PKMT1"),
    (json.dumps(MATERIAL | {"masterKeyID": "\x1b[31m\n"}).encode(), 'PKMT1, master key "\\x1b[31m\\n"'),
    (json.dumps(MATERIAL | {"masterKeyID": "k" * 99}).encode(), f'PKMT1, master key "{"k" * 57}..."'),
    (json.dumps(MATERIAL | {"keyMaterialType": "PKMT2"}).encode()[:9], 'b"{"keyMate"'),
    (b"kf", 'b"kf"'),
    (b"", "0x"),
    (b"{", 'b"{"'),
    (b"[1]", 'b"[1]"'),
    (b"{}", 'b"{}"'),
    (b"\xff\xfe", "0xfffe"),
    (b'{"a": \xff}', "0x7b2261223a20ff7d"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "words"), TOLD)
def test_what_is_told(data: bytes, words: str) -> None:
    assert format_key_metadata(data) == words


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":' + b"[" * 15_000,
        b'{"a":' + b"9" * 15_000 + b"}",
        b"{" + b" " * 10_000_000 + b"}",
        json.dumps(MATERIAL | {"x": "y" * 20_000}).encode(),
        b'{"keyMaterialType":"PKMT1","masterKeyID":"\\ud800"}',
        b'{"keyMaterialType":"PKMT1","masterKeyID":NaN}',
        b'{"\0k":1}',
    ],
)
def test_nothing_that_is_written_there_does_harm(data: bytes) -> None:
    assert len(format_key_metadata(data)) < 200
    assert len(name_master_key(data)) < 80
    format_key_metadata(data).encode()


def test_no_metadata_names_no_key() -> None:
    assert name_master_key(None) == name_master_key(b"kc") == ""
