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


COLUMNS = "double_field float_field boolean_field int32_field ba_field flba_field int64_field.list.element int96_field"
"""Those of parquet-testing with keys of their own, in the order of their keys (its README)."""

FOOTERS = {16: "0123456789012345", 32: "01234567890123456789012345678901"}
MASTERS_OF_JAVA = {"kf": FOOTERS[16], "kc1": "1234567890123450", "kc2": "1234567890123451"}


def keys_for(path: Path) -> inlay.EncryptionKeys:
    material = path.parent / f"_KEY_MATERIAL_FOR_{path.name}.json"
    if material.exists():
        texts = json.loads(material.read_bytes())
        return inlay.EncryptionKeys(master_keys=MASTERS_OF_JAVA, key_material=texts)
    size = 32 if path.parent.name == "aes256" else 16
    first = 0 if size == 16 else 2
    own = {
        name: f"raw:{FOOTERS[size][1:]}{(first + at) % 10}"
        for at, name in enumerate(COLUMNS.split())
    }
    prefix = b"tester" if "_aad" in path.name else b""
    return inlay.EncryptionKeys(f"raw:{FOOTERS[size]}", own, aad_prefix=prefix)


def test_the_public_files_open(parquet_testing: Path) -> None:
    """All modules, all pages and all rows, by all writers of these files; the external key material is not in every copy of them."""
    found = 0
    for path in sorted((parquet_testing / "data").rglob("*.parquet.encrypted")):
        keys = keys_for(path)
        if (
            path.name.startswith("external")
            and not (path.parent / f"_KEY_MATERIAL_FOR_{path.name}.json").exists()
        ):
            continue
        found += 1
        if "disable_aad_storage" in path.name:
            with pytest.raises(DecryptionError, match="none was given"):
                inlay.open(path, keys=inlay.EncryptionKeys(f"raw:{FOOTERS[16]}"))
        verification = inlay.verify_modules(path, keys=keys)
        assert (verification.findings, verification.without_key) == ((), 0), path
        assert verification.footer in ("opened", "signed")
        rows = inlay.read_table(path, keys=keys)
        assert rows.num_rows == inlay.open(path, keys=keys).num_rows > 0
        checked = inlay.verify(path, data=True, values=True, keys=keys)
        assert checked.findings == ()
        assert checked.walked is not None
        assert (checked.walked.encrypted, checked.walked.chunks > 0) == (0, True)
    assert found >= 4


def test_external_material_of_java_is_wrapped_anew(parquet_testing: Path, tmp_path: Path) -> None:
    """The Parquet file stays as it is. Not every copy of the corpus has the material."""
    path = parquet_testing / "data" / "external_key_material_java.parquet.encrypted"
    beside = path.parent / f"_KEY_MATERIAL_FOR_{path.name}.json"
    if not beside.exists():
        pytest.skip(f"{beside} is not there")
    material = tmp_path / beside.name
    material.write_bytes(beside.read_bytes())
    new = {name: key[::-1] for name, key in MASTERS_OF_JAVA.items()}
    old = inlay.EncryptionKeys(master_keys=MASTERS_OF_JAVA)
    inlay.rewrap_keys(material, old=old, new=new)
    texts = json.loads(material.read_bytes())
    keys = inlay.EncryptionKeys(master_keys=new, key_material=texts)
    assert inlay.read_table(path, keys=keys).num_rows == 100
    with pytest.raises(RequestError, match="does not unwrap"):
        inlay.open(path, keys=inlay.EncryptionKeys(master_keys=MASTERS_OF_JAVA, key_material=texts))


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
