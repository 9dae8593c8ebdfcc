"""Footers put in the clear and encrypted again: pyarrow reads each, no page moves, and no footer that is not signed is vouched for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import inlay
from inlay.errors import DecryptionError, EncryptedFooterError, RefusedError, RequestError
from tests.pages.encodings.files import pa, pq
from tests.support.encrypted_files import (
    MASTERS,
    TABLE,
    keys_of,
    read_with,
    write_encrypted,
    write_keys,
)
from tests.support.small_files import Inlay

KEYS = keys_of(MASTERS)
KINDS: list[dict[str, Any]] = [
    {"double_wrapping": twice, "encryption_algorithm": algorithm}
    for twice in (False, True)
    for algorithm in ("AES_GCM_V1", "AES_GCM_CTR_V1")
]
OTHER = {"plaintext": "encrypted", "encrypted": "plaintext"}


@pytest.mark.parametrize("options", [*KINDS, {"uniform_encryption": True}])
@pytest.mark.parametrize("mode", ["plaintext", "encrypted"])
def test_pyarrow_reads_either_footer(tmp_path: Path, mode: Any, options: dict[str, Any]) -> None:
    path, undo = tmp_path / "e.parquet", tmp_path / "undo"
    write_encrypted(path, plaintext_footer=mode == "encrypted", **options)
    if options.get("uniform_encryption") and mode == "encrypted":  # pyarrow writes no such footer
        inlay.set_footer_mode(path, "plaintext", keys=KEYS)
    before, start = path.read_bytes(), inlay.open(path).offset
    inlay.set_footer_mode(path, mode, keys=KEYS, undo_to=undo)
    after = path.read_bytes()
    assert after[:start] == before[:start]
    assert after[-4:] == (b"PAR1" if mode == "plaintext" else b"PARE")
    assert read_with(MASTERS, path).equals(TABLE)
    assert inlay.read_table(path, keys=KEYS).equals(TABLE)
    verification = inlay.verify_modules(path, keys=KEYS)
    assert (verification.findings, verification.without_key) == ((), 0)
    assert verification.footer == ("signed" if mode == "plaintext" else "opened")
    assert verification.in_the_clear == ()
    assert not inlay.set_footer_mode(path, mode, keys=KEYS).changed
    back: Any = OTHER[mode]
    there = tmp_path / "there.parquet"
    inlay.set_footer_mode(path, back, keys=KEYS, target=inlay.Target(output=there))
    assert read_with(MASTERS, there).equals(TABLE)
    inlay.undo_metadata(path, undo)
    assert path.read_bytes() == before


def test_in_the_clear_anybody_reads_what_is_not_encrypted(tmp_path: Path) -> None:
    path = write_encrypted(tmp_path / "e.parquet")
    inlay.set_footer_mode(path, "plaintext", keys=KEYS, target=inlay.Target(in_place=True))
    assert pq.read_table(path, columns=["b"]).equals(TABLE.select(["b"]))
    assert (
        pl.read_parquet(path, columns=["b"]).to_arrow()["b"].to_pylist() == TABLE["b"].to_pylist()
    )
    chunk = inlay.open(path).row_groups[0].columns[0]
    assert chunk.meta_data is not None
    assert chunk.meta_data.statistics is None
    with pytest.raises(OSError, match="ecrypt"):
        pq.read_table(path, columns=["a"])


def test_what_nobody_signed_is_not_vouched_for(tmp_path: Path) -> None:
    path = write_encrypted(tmp_path / "e.parquet", plaintext_footer=True)
    data = bytearray(path.read_bytes())
    data[inlay.open(path).offset + inlay.open(path).data.index(b"text 0")] ^= 1
    path.write_bytes(data)
    with pytest.raises(DecryptionError, match="signature does not agree"):
        inlay.set_footer_mode(path, "encrypted", keys=KEYS)
    for read in (inlay.open, inlay.read_table, inlay.verify):
        with pytest.raises(DecryptionError, match="signature does not agree"):
            read(path, keys=KEYS)
    with pytest.raises(pa.ArrowInvalid, match="signature"):  # as pyarrow holds it
        read_with(MASTERS, path)
    assert path.read_bytes() == data


def test_a_signature_that_was_taken_away_is_missed(tmp_path: Path) -> None:
    path = write_encrypted(tmp_path / "e.parquet", plaintext_footer=True)
    data = path.read_bytes()
    footer = inlay.open(data)
    struct = footer.data[:-28]
    path.write_bytes(data[: footer.offset] + struct + len(struct).to_bytes(4, "little") + b"PAR1")
    for read in (inlay.open, inlay.read_table):
        with pytest.raises(DecryptionError, match="signature is missing"):
            read(path, keys=KEYS)


def test_what_is_missing_is_said_and_the_file_stays(tmp_path: Path) -> None:
    path = write_encrypted(tmp_path / "e.parquet")
    before = path.read_bytes()
    with pytest.raises(EncryptedFooterError):
        inlay.set_footer_mode(path, "plaintext", keys=keys_of({}))
    held = keys_of({"of-footers": MASTERS["of-footers"]})
    with pytest.raises(RequestError, match="column a"):
        inlay.set_footer_mode(path, "plaintext", keys=held)
    mistaken: Any = "open"
    with pytest.raises(RequestError, match="plaintext or encrypted"):
        inlay.set_footer_mode(path, mistaken, keys=KEYS)
    assert path.read_bytes() == before
    plain = tmp_path / "plain.parquet"
    pq.write_table(pa.table({"a": [1]}), plain)
    with pytest.raises(RefusedError, match="not encrypted"):
        inlay.set_footer_mode(plain, "encrypted", keys=KEYS)


def test_the_command(tmp_path: Path, inlay: Inlay) -> None:
    path, keys, undo = write_encrypted(tmp_path / "e.parquet"), tmp_path / "keys", tmp_path / "undo"
    write_keys(keys)
    before = path.read_bytes()
    words = ("--plaintext", "--keys", keys, "--in-place", "--undo-to", undo)
    assert "in the clear" in inlay("crypt", "footer", path, *words).out
    assert "nothing to change" in inlay("crypt", "footer", path, *words[:3]).out
    assert inlay("set", path, "--undo", undo).code == 0
    assert path.read_bytes() == before
    assert inlay("crypt", "footer", path, "--keys", keys).code == 2
    assert inlay("crypt", "footer", path, "--encrypted").code == 2
