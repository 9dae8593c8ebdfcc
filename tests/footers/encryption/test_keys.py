"""Keys as text, what a Footer shows with them, and where keys never appear."""

from __future__ import annotations

import base64
import json
import pickle
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest

import inlay
from inlay.errors import DecryptionError, EncryptedFooterError, RequestError
from inlay.footers.encryption.key_text import parse_key
from inlay.footers.encryption.master_keys import LocalMasterKeys
from tests.pages.encodings.files import pa, pq
from tests.support.encrypted_files import MASTERS, factory_of, write_encrypted

pe = cast(Any, pytest.importorskip("pyarrow.parquet.encryption"))
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


class CountedService:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def wrap_key(self, key_bytes: bytes, master_key_identifier: str, /) -> str:
        pytest.fail("reading wraps no key")

    def unwrap_key(self, wrapped_key: str, master_key_identifier: str, /) -> bytes:
        self.asked.append(master_key_identifier)
        return LocalMasterKeys(MASTERS).unwrap_key(wrapped_key, master_key_identifier)


def test_a_service_is_asked_once_for_all_row_groups(tmp_path: Path) -> None:
    path, service = write_encrypted(tmp_path / "e"), CountedService()
    footer = inlay.open(path, keys=inlay.EncryptionKeys(master_keys=service))
    assert len(footer.row_groups) == 2
    assert all(chunk.meta_data for group in footer.row_groups for chunk in group.columns)
    assert service.asked == ["of-footers", "of-columns"]


def test_a_prefix_is_bytes() -> None:
    mistaken: Any = "of us"
    with pytest.raises(TypeError, match="aad_prefix is bytes, not str"):
        inlay.EncryptionKeys(KEY, aad_prefix=mistaken)


def test_key_material_that_was_not_given_is_asked_for() -> None:
    """Not where no master key could unwrap it: then the caller has other keys, and no use for it."""
    metadata = b'{"keyMaterialType":"PKMT1","internalStorage":false,"keyReference":"columnKey1"}'
    keys = inlay.EncryptionKeys(master_keys=MASTERS, key_material={"footerKey": "{}"})
    with pytest.raises(RequestError, match="key of column 'a' is 'columnKey1' in the key material"):
        keys.find_column_key("a", metadata)
    assert inlay.EncryptionKeys(KEY).find_column_key("a", metadata) is None


@pytest.mark.parametrize("stored", [b"", b"of us"])
def test_a_prefix_that_was_given_has_to_be_that_of_the_file(stored: bytes) -> None:
    """Who gives one expects this very file, and not another that the same key opens."""
    file = BytesIO()
    properties = pe.create_encryption_properties(KEY, **({"aad_prefix": stored} if stored else {}))
    pq.write_table(pa.table({"a": [1]}), file, encryption_properties=properties)
    data = file.getvalue()
    for prefix in (b"", stored):
        assert inlay.read_table(data, keys=inlay.EncryptionKeys(KEY, aad_prefix=prefix)).num_rows
    for read in (inlay.open, inlay.read_table, inlay.verify_modules):
        with pytest.raises(DecryptionError, match=r"AAD prefix .* given"):
            read(data, keys=inlay.EncryptionKeys(KEY, aad_prefix=b"of others"))
    given = pe.create_decryption_properties(KEY, aad_prefix=b"of others")
    with pytest.raises((OSError, ValueError), match="AAD"):  # as pyarrow refuses it
        pq.read_table(BytesIO(data), decryption_properties=given)
