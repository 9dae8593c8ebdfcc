"""What encryption costs: keys wrapped anew, a footer opened, every module checked."""

from __future__ import annotations

import tempfile
import time
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

import inlay
from benchmarks.measure import Contender, measure, table
from inlay.changes.rewrite.change import Target
from tests.support.encrypted_files import (
    MASTERS,
    RENAMED,
    RENEWED,
    encryption_of,
    keys_of,
    read_with,
    write_encrypted,
)

LARGE = 10 << 30
PAGES = {"64 KiB": 1 << 16, "8 KiB": 1 << 13, "4 KiB": 1 << 12}
WIDE = 750
GROUPS = 20
ROWS = 2_000_000
METHOD = (
    "Milliseconds of the processor, medians of 9 rounds in turn. `rewrap` exchanges the wrapped keys of a sparse file of 10 GB in place, "
    "there and back in turn, `fsync` not counted; aim: 50 ms. `open` is the metadata of a footer of {footer:.1f} MB; aim: 3 ms more. Where "
    "all of its columns are looked into, the encrypted one has a struct more in each of its {chunks:,} chunks, which says so. "
    "The others are over a file of {size:,} MB, SNAPPY, half of its bytes of dictionaries: `crypt verify` at {speed:.2f} GB/s "
    "(aim: 1), and all its rows read (aim: twice the time of `crypt verify`); and over {doubles:,} MB of random doubles without compression, "
    "of which pyarrow decodes nothing, in pages of 1 MiB, where AES and reading the bytes alone take a third to a half of its time, and in smaller "
    "ones, of which `crypt verify` opens two modules each."
)


def run() -> str:
    with tempfile.TemporaryDirectory() as folder:
        large, rows = Path(folder) / "large.parquet", Path(folder) / "rows.parquet"
        doubles = Path(folder) / "doubles.parquet"
        plain, sealed = Path(folder) / "plain.parquet", Path(folder) / "sealed.parquet"
        _stretch(write_encrypted(Path(folder) / "small.parquet"), large)
        values = _values()
        pq.write_table(values, rows, encryption_properties=_uniform())
        random = pa.table({"x": values["number"], "y": values["number"]})
        raw: Any = {"compression": "none", "use_dictionary": False}
        pq.write_table(random, doubles, encryption_properties=_uniform(), **raw)
        wide = pa.table({f"column_{at:04d}": range(GROUPS) for at in range(WIDE)})
        pq.write_table(wide, plain, row_group_size=1)
        pq.write_table(wide, sealed, row_group_size=1, encryption_properties=_uniform())
        keys = keys_of(MASTERS)
        contenders: dict[str, Contender] = {
            "crypt verify": partial(inlay.verify_modules, rows, keys=keys),
            "read by pyarrow, decrypting": partial(read_with, MASTERS, rows),
            "inlay.read_table with keys": partial(inlay.read_table, rows, keys=keys),
            "rewrap, 10 GB": _rewrapping(large),
            "open, plain": lambda: inlay.open(plain).metadata,
            "open, encrypted": lambda: inlay.open(sealed, keys=keys).metadata,
            "all columns looked into, plain": lambda: _look(inlay.open(plain)),
            "all columns looked into, encrypted": lambda: _look(inlay.open(sealed, keys=keys)),
            "random doubles: crypt verify": partial(inlay.verify_modules, doubles, keys=keys),
            "random doubles: read by pyarrow": partial(read_with, MASTERS, doubles),
            "random doubles: AES and reading alone": _deciphering(doubles),
        }
        for name, size in PAGES.items():
            path = Path(folder) / f"{size}.parquet"
            small: Any = {**raw, "data_page_size": size, "write_batch_size": 64}
            pq.write_table(random, path, encryption_properties=_uniform(), **small)
            contenders[f"pages of {name}: crypt verify"] = partial(
                inlay.verify_modules, path, keys=keys
            )
            contenders[f"pages of {name}: read by pyarrow"] = partial(read_with, MASTERS, path)
        timings = measure(contenders, rounds=9, clock=time.process_time)
        size = rows.stat().st_size
        method = METHOD.format(
            footer=len(inlay.open(sealed).data) / 1e6,
            chunks=WIDE * GROUPS,
            doubles=doubles.stat().st_size // 1_000_000,
            size=size // 1_000_000,
            speed=size / timings["crypt verify"].median / 1e9,
        )
        return table("Encrypted files", method, timings, "crypt verify")


def _uniform() -> Any:
    return encryption_of(uniform_encryption=True)


def _values() -> pa.Table:
    random = Random(1)
    words = [f"word {at}" for at in range(500)]
    return pa.table(
        {
            "number": [random.random() for _ in range(ROWS)],
            "word": random.choices(words, k=ROWS),
            "at": range(ROWS),
        }
    )


def _look(footer: inlay.Footer) -> None:
    for group in footer.row_groups:
        for chunk in group.columns:
            assert chunk.meta_data is not None


def _deciphering(path: Path) -> Contender:
    """As many bytes read and decrypted, in pieces as large as the pages: no more could be saved."""
    cipher, nonce, size = AESGCM(MASTERS["of-footers"]), bytes(12), 160 << 10
    sealed = memoryview(cipher.encrypt(nonce, bytes(size), b""))
    read, text = memoryview(bytearray(size)), memoryview(bytearray(size))

    def decipher() -> None:
        with path.open("rb", buffering=0) as file:
            while file.readinto(read):
                cipher.decrypt_into(nonce, sealed, b"", text)

    return decipher


def _stretch(source: Path, path: Path) -> None:
    """The same footer, behind a hole: it is in no AAD where that stands."""
    data = source.read_bytes()
    with path.open("wb") as file:
        file.write(data[:4])
        file.truncate(LARGE)
        file.seek(LARGE)
        file.write(data[inlay.open(source).offset :])


def _rewrapping(path: Path) -> Contender:
    """There and back, since contenders run often."""
    back = {new: old for old, new in RENAMED.items()}
    turns = cycle([(MASTERS, RENEWED, RENAMED), (RENEWED, MASTERS, back)])

    def rewrap() -> None:
        old, new, names = next(turns)
        target = Target(in_place=True)
        inlay.rewrap_keys(path, old=keys_of(old), new=new, rename=names, target=target)

    return rewrap
