"""Keys as text, what a Footer shows with them, and where keys never appear."""

from __future__ import annotations

import base64
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import inlay
from inlay.errors import DecryptionError, EncryptedFooterError, RequestError
from inlay.footers.encryption.key_text import parse_key
from inlay.footers.encryption.master_keys import LocalMasterKeys
from tests.pages.encodings.files import pq
from tests.support.encrypted_files import MASTERS, factory_of, write_encrypted

KEY = b"0123456789012345"
LONG = bytes(range(32))
TEXTS = [
    (KEY.hex(), KEY),
    (f"hex:{LONG.hex()}", LONG),
    (base64.b64encode(KEY).decode(), KEY),
    (f"base64:{base64.b64encode(LONG[:24]).decode()}", LONG[:24]),
    (KEY.decode(), KEY),
    ("raw:" + "0" * 32, b"0" * 32),
]
NO_KEYS = ["", "short", "hex:zz", "hex:00", "base64:?", "0" * 31, "g" * 32, "é" * 16 + "x"]


@pytest.mark.parametrize(("text", "key"), TEXTS)
def test_a_key_is_hex_base64_or_text(text: str, key: bytes) -> None:
    assert parse_key(text, "it") == key


@pytest.mark.parametrize("text", NO_KEYS)
def test_what_is_no_key_is_not_repeated(text: str) -> None:
    with pytest.raises(RequestError) as raised:
        parse_key(text, "the footer key")
    assert "16, 24 or 32" in str(raised.value) or "base64" in str(raised.value)
    assert not text or text not in str(raised.value)


@pytest.mark.parametrize("is_plain", [False, True])
@pytest.mark.parametrize("is_wrapped_twice", [False, True])
def test_keys_open_footer_and_columns(
    tmp_path: Path, *, is_plain: bool, is_wrapped_twice: bool
) -> None:
    path = write_encrypted(
        tmp_path / "e", plaintext_footer=is_plain, double_wrapping=is_wrapped_twice
    )
    opened = inlay.open(path, keys=inlay.EncryptionKeys(master_keys=MASTERS))
    reader = pq.ParquetFile(path, decryption_properties=properties_of(MASTERS))
    assert opened.num_rows == reader.metadata.num_rows
    for at, group in enumerate(opened.row_groups):
        for column, chunk in enumerate(group.columns):
            theirs = reader.metadata.row_group(at).column(column)
            assert chunk.meta_data is not None
            assert chunk.meta_data.total_compressed_size == theirs.total_compressed_size
            assert chunk.meta_data.statistics is not None
            assert chunk.meta_data.statistics.null_count == theirs.statistics.null_count
    again = pickle.loads(pickle.dumps(opened))
    assert again.metadata == opened.metadata


def properties_of(masters: dict[str, bytes]) -> Any:
    from pyarrow.parquet import encryption

    connection: Any = encryption
    return factory_of(masters).file_decryption_properties(connection.KmsConnectionConfig())


def test_a_function_gives_keys(tmp_path: Path) -> None:
    path, asked = write_encrypted(tmp_path / "e", double_wrapping=False), list[str]()

    def retrieve(metadata: bytes) -> bytes:
        material = json.loads(metadata)
        asked.append(material["masterKeyID"])
        return LocalMasterKeys(MASTERS).unwrap_key(material["wrappedDEK"], asked[-1])

    assert inlay.open(path, keys=retrieve).metadata.row_groups[0].columns[0].meta_data is not None
    assert set(asked) == set(MASTERS)


def test_without_the_key_a_footer_stays_closed(tmp_path: Path) -> None:
    path = write_encrypted(tmp_path / "e")
    some = inlay.EncryptionKeys(master_keys={"of-columns": MASTERS["of-columns"]})
    with pytest.raises(EncryptedFooterError):
        _ = inlay.open(path, keys=some).metadata


OWN = {"double_field": "1234567890123450", "float_field": "1234567890123451"}
"""The keys that parquet-testing's README has."""


def test_the_public_files_open(parquet_testing: Path) -> None:
    keys = inlay.EncryptionKeys("0123456789012345", OWN, aad_prefix=b"tester")
    found = 0
    for path in sorted((parquet_testing / "data").glob("*.parquet.encrypted")):
        if path.name.startswith("external"):
            continue  # its keys lie in another file
        found += 1
        if "disable_aad_storage" in path.name:
            with pytest.raises(DecryptionError, match="none was given"):
                inlay.open(path, keys=inlay.EncryptionKeys("0123456789012345", OWN))
        verification = inlay.verify_modules(path, keys=keys)
        assert (verification.findings, verification.without_key) == ((), 0), path.name
        assert verification.footer in ("opened", "signed")
        assert inlay.open(path, keys=keys).num_rows > 0
    assert found >= 4
