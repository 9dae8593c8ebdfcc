"""Files whose keys are wrapped anew: pyarrow reads them with the new master keys and not with the old, and no data byte moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

import inlay
from inlay.errors import DecryptionError, RefusedError, RequestError
from inlay.footers.encryption.master_keys import LocalMasterKeys
from tests.pages.encodings.files import pa, pq
from tests.support.encrypted_files import (
    MASTERS,
    RENAMED,
    RENEWED,
    TABLE,
    read_with,
    write_encrypted,
    write_keys,
)
from tests.support.small_files import Inlay

pe = cast(Any, pytest.importorskip("pyarrow.parquet.encryption"))
OLD = inlay.EncryptionKeys(master_keys=MASTERS)
NEW = inlay.EncryptionKeys(master_keys=RENEWED)
KINDS: list[dict[str, Any]] = [
    {"double_wrapping": twice, "plaintext_footer": plain, "encryption_algorithm": algorithm}
    for twice in (False, True)
    for plain in (False, True)
    for algorithm in ("AES_GCM_V1", "AES_GCM_CTR_V1")
]


@pytest.mark.parametrize(
    "options", [*KINDS, {"uniform_encryption": True}, {"data_key_length_bits": 256}]
)
def test_pyarrow_reads_with_the_new_keys_alone(tmp_path: Path, options: dict[str, Any]) -> None:
    path = write_encrypted(tmp_path / "e.parquet", **options)
    before, start = path.read_bytes(), inlay.open(path).offset
    done = inlay.rewrap_keys(path, old=OLD, new=RENEWED, rename=RENAMED, undo_to=tmp_path / "undo")
    assert path.read_bytes()[:start] == before[:start]
    assert {key.new for key in done.keys} <= set(RENEWED)
    assert read_with(RENEWED, path).equals(TABLE)
    with pytest.raises((KeyError, OSError, ValueError)):
        read_with(MASTERS, path)
    verification = inlay.verify_modules(path, keys=NEW)
    assert (verification.findings, verification.without_key) == ((), 0)
    assert verification.footer == ("signed" if options.get("plaintext_footer") else "opened")
    inlay.undo_metadata(path, tmp_path / "undo")
    assert path.read_bytes() == before
    assert read_with(MASTERS, path).equals(TABLE)


def test_a_prefix_that_the_file_does_not_store_stays_with_the_caller(tmp_path: Path) -> None:
    """pyarrow writes such files only with a key by hand, so the key metadata that wraps it is put in here."""
    path, key = tmp_path / "e.parquet", b"a-key-of-the-file"[:16]
    properties = pe.create_encryption_properties(key, aad_prefix=b"of us", store_aad_prefix=False)
    pq.write_table(TABLE, path, encryption_properties=properties)
    footer, data = inlay.open(path), path.read_bytes()
    assert footer.crypto is not None
    material = {
        "keyMaterialType": "PKMT1",
        "internalStorage": True,
        "masterKeyID": "of-footers",
        "wrappedDEK": LocalMasterKeys(MASTERS).wrap_key(key, "of-footers"),
        "doubleWrapping": False,
    }
    crypto = footer.crypto.replace(key_metadata=json.dumps(material).encode())
    tail = crypto.encode() + footer.ciphertext
    path.write_bytes(data[: footer.offset] + tail + len(tail).to_bytes(4, "little") + b"PARE")
    old = inlay.EncryptionKeys(master_keys=MASTERS, aad_prefix=b"of us")
    assert len(inlay.rewrap_keys(path, old=old, new=RENEWED).keys) == 1
    new = inlay.EncryptionKeys(master_keys=RENEWED, aad_prefix=b"of us")
    assert inlay.read_table(path, keys=new).equals(TABLE)
    given = pe.create_decryption_properties(key, aad_prefix=b"of us")
    assert pq.read_table(path, decryption_properties=given).equals(TABLE)
    with pytest.raises(RequestError, match="does not unwrap"):
        inlay.read_table(path, keys=old)


def test_a_function_may_wrap(tmp_path: Path) -> None:
    path = write_encrypted(tmp_path / "e.parquet")
    done = inlay.rewrap_keys(path, old=OLD, new=lambda metadata: b"mine:" + metadata)
    assert len(done.keys) == 3  # the footer, and a column in two row groups
    crypto = inlay.open(path).crypto
    assert crypto is not None
    assert crypto.key_metadata is not None
    assert crypto.key_metadata.startswith(b"mine:{")


def test_what_cannot_be_wrapped_is_said_and_stays(tmp_path: Path) -> None:
    path = write_encrypted(tmp_path / "e.parquet")
    before = path.read_bytes()
    half = {"of-footers": MASTERS["of-footers"]}
    wrong = {name: bytes(reversed(key)) for name, key in MASTERS.items()}
    for old, new, what in (
        (half, RENEWED, "'of-columns'"),
        (MASTERS, half, "'of-columns'"),
        (wrong, RENEWED, "does not unwrap"),
    ):
        with pytest.raises(RequestError, match=what):
            inlay.rewrap_keys(path, old=inlay.EncryptionKeys(master_keys=old), new=new)
        assert path.read_bytes() == before
    plain = tmp_path / "plain.parquet"
    pq.write_table(pa.table({"a": [1]}), plain)
    with pytest.raises(RefusedError, match="not encrypted"):
        inlay.rewrap_keys(plain, old=OLD, new=RENEWED)


def test_what_nobody_signed_is_not_signed_anew(tmp_path: Path) -> None:
    path = write_encrypted(tmp_path / "e.parquet", plaintext_footer=True)
    data, footer = bytearray(path.read_bytes()), inlay.open(path)
    data[footer.offset + footer.data.index(b"text 0")] ^= 1
    path.write_bytes(data)
    with pytest.raises(DecryptionError, match="signature does not agree"):
        inlay.rewrap_keys(path, old=OLD, new=RENEWED, rename=RENAMED)
    assert path.read_bytes() == data


def test_key_material_beside_a_file(tmp_path: Path) -> None:
    """As pyarrow and parquet-java write it: texts of JSON by their names, and the Parquet file stays."""
    inside = write_encrypted(tmp_path / "e.parquet", double_wrapping=True)
    crypto = inlay.open(inside).crypto
    assert crypto is not None
    assert crypto.key_metadata is not None
    material = tmp_path / "_KEY_MATERIAL_FOR_e.json"
    material.write_text(json.dumps({"footerKey": crypto.key_metadata.decode()}))
    inlay.rewrap_keys(material, old=OLD, new=RENEWED)
    reference = b'{"keyMaterialType":"PKMT1","internalStorage":false,"keyReference":"footerKey"}'
    texts = json.loads(material.read_bytes())
    keys = inlay.EncryptionKeys(master_keys=RENEWED, key_material=texts)
    assert keys.find_footer_key(reference) == OLD.find_footer_key(crypto.key_metadata)
    with pytest.raises(RequestError, match="'footerKey' in the key material beside the file"):
        inlay.EncryptionKeys(master_keys=RENEWED).find_footer_key(reference)


def test_the_command(tmp_path: Path, inlay: Inlay) -> None:
    path = write_encrypted(tmp_path / "e.parquet")
    old, new, out = tmp_path / "old.json", tmp_path / "new.json", tmp_path / "out.parquet"
    write_keys(old)
    write_keys(new, RENEWED)
    words = ("--old-keys", old, "--new-keys", new, "--rename-key", "of-columns=of-some", "-o", out)
    outcome = inlay("crypt", "rewrap", path, *words)
    assert outcome.code == 0, outcome.err
    assert "column a: of-columns -> of-some" in outcome.out
    assert read_with(RENEWED, out).equals(TABLE)
    assert read_with(MASTERS, path).equals(TABLE)
