"""An encrypted file, read as the plain one: any range of it, by any reader, every flipped bit of a module an error."""

from __future__ import annotations

import pickle
import random
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.errors import ChunkError, DecryptionError
from inlay.pages.engine.decrypted_file import DecryptedFile, decrypt
from inlay.pages.engine.padded_struct import pad_struct
from parquet_format.parquet import OffsetIndex, PageLocation
from tests.pages.encodings.files import pq
from tests.support.encrypted_files import MASTERS, TABLE, encrypted_file, keys_of, read_with

KEYS = keys_of(MASTERS)
KINDS: list[dict[str, Any]] = [
    {"plaintext_footer": plain, "encryption_algorithm": algorithm, **whose}
    for plain in (False, True)
    for algorithm in ("AES_GCM_V1", "AES_GCM_CTR_V1")
    for whose in ({}, {"uniform_encryption": True})
]


def open_decrypted(data: bytes) -> DecryptedFile:
    shown = decrypt(data, KEYS)
    assert isinstance(shown, DecryptedFile)
    return shown


@cache
def whole() -> tuple[bytes, bytes]:
    """An encrypted file, and the plain one in full."""
    data = encrypted_file()
    return data, open_decrypted(data).read()


@pytest.mark.parametrize("options", KINDS)
def test_other_readers_read_the_plain_file(tmp_path: Path, options: dict[str, Any]) -> None:
    path, plain = tmp_path / "e.parquet", tmp_path / "plain.parquet"
    path.write_bytes(encrypted_file(**options))
    plain.write_bytes(open_decrypted(path.read_bytes()).read())
    assert pq.read_table(plain, page_checksum_verification=True).equals(read_with(MASTERS, path))
    with duckdb.connect() as connection:
        rows = connection.execute(f"select a, b from '{plain}' where a >= 140").fetchall()
    assert rows == [(at, f"text {at}") for at in range(140, 300)]
    assert inlay.verify(plain, data=True, values=True).findings == ()


@given(start=st.integers(0, 6_000), size=st.integers(0, 3_000))
def test_any_range_is_that_of_the_whole(start: int, size: int) -> None:
    data, plain = whole()
    shown = open_decrypted(data)
    shown.seek(start)
    assert shown.read(size) == plain[start : start + size]


@given(size=st.integers(0, 70_000))
def test_a_padded_struct_reads_as_it_was(size: int) -> None:
    index = OffsetIndex(
        page_locations=[PageLocation(offset=4, compressed_page_size=9, first_row_index=0)]
    )
    struct = index.encode()
    padded = pad_struct(struct, len(struct) + size)
    assert len(padded) == len(struct) + (size if size >= 5 else 0)
    again, length = OffsetIndex.decode_from(padded)
    assert (again.page_locations, length) == (index.page_locations, len(padded))


@pytest.mark.parametrize("seed", [1, 2])
def test_no_flipped_bit_is_read_as_values(seed: int) -> None:
    data = encrypted_file(uniform_encryption=True)
    end = inlay.open(data).offset
    r = random.Random(seed)
    for _ in range(200):
        changed = bytearray(data)
        changed[r.randrange(4, end)] ^= 1 << r.randrange(8)
        try:
            rows = inlay.read_table(bytes(changed), keys=KEYS)
        except (DecryptionError, ChunkError, OSError):
            continue
        assert rows.equals(TABLE)  # of an index, which nobody asks for all rows
        assert inlay.verify(bytes(changed), data=True, keys=KEYS).findings


def test_what_no_key_opens_stays_closed() -> None:
    data = encrypted_file(plaintext_footer=True)
    some = keys_of({"of-footers": MASTERS["of-footers"]})
    assert inlay.read_table(data, keys=some, columns=["b"]).equals(TABLE.select(["b"]))
    with pytest.raises(OSError, match="with the same keys"):
        inlay.read_table(data, keys=some)
    walked = inlay.verify(data, data=True, keys=some).walked
    assert walked is not None
    assert (walked.chunks, walked.encrypted) == (2, 2)


def test_keys_are_in_no_pickle_and_no_repr() -> None:
    shown = open_decrypted(whole()[0])
    with pytest.raises(TypeError, match="its keys"):
        pickle.dumps(shown)
    assert all(key.decode() not in repr(shown) for key in MASTERS.values())


def test_a_file_of_duckdb_opens(tmp_path: Path) -> None:
    """Its modules have no AAD, and its chunks do not say that they are encrypted; pyarrow reads none of it."""
    path = tmp_path / "d.parquet"
    write_with_duckdb(path)
    keys = inlay.EncryptionKeys("0123456789112345")
    rows = inlay.read_table(path, keys=keys, filters="i >= 2990")
    assert rows.column("t").to_pylist() == [f"text {at}" for at in range(2990, 3000)]
    verification = inlay.verify(path, data=True, values=True, keys=keys)
    assert verification.findings == ()
    assert verification.seal == "encrypted"
    assert inlay.verify_modules(path, keys=keys).without_key == 0
    assert inlay.prune(path, "i >= 2990", keys=keys).row_groups == [1]


def write_with_duckdb(path: Path) -> None:
    with duckdb.connect() as connection:
        for statement in (
            "set force_mbedtls_unsafe = true",  # its other library is an extension
            "pragma add_parquet_key('k', '0123456789112345')",
            f"copy (select range i, 'text ' || range t from range(3000)) to '{path}' "
            "(format parquet, encryption_config {footer_key: 'k'}, row_group_size 2048)",
        ):
            connection.execute(statement)
