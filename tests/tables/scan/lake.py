"""Files to scan: of every form, and damaged in every way, each with what is to be said of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add, finalize, promote
from inlay.footers.designs.parx.frame import ParxFlags, ParxFrame, pack_parx
from parquet_format.parquet import AesGcmV1, FileCryptoMetaData

TABLE: Final = pa.table(
    {
        "id": pa.array(range(6), pa.int64()),
        "name": pa.array(["nut", "bolt", None, "cog", "", "rod"]),
        "price": pa.array([0.25, 1.5, -0.0, None, 2.0, 8.0]),
        "seen": pa.array([0, 1, 2, 3, None, 5], pa.timestamp("us", "UTC")),
        "tags": pa.array([["a"], [], None, ["b", None], ["c"], ["d"]]),
    }
)
STEPS: Final = {"thrift": [], "private": [add], "migration": [add, promote]}
"""The steps that lead to each form; `final` is one more."""


def write_forms(folder: Path) -> dict[str, Path]:
    """A file of every form, by its name."""
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, Path] = {}
    for form, steps in {**STEPS, "final": [add, promote, finalize]}.items():
        path = folder / f"{form}.parquet"
        pq.write_table(TABLE, path, row_group_size=4, write_page_index=True)
        for step in steps:
            change_form(str(path), step)
        found[form] = path
    path = folder / "encrypted.parquet"
    path.write_bytes(encrypted())
    return {**found, "encrypted": path}


def write_all_kinds(folder: Path) -> bytes:
    """A file of every form, and one damaged in every way; the bytes of a file that is well."""
    write_forms(folder)
    data = plain_file(folder)
    for name, (damage, _) in DAMAGE.items():
        (folder / f"{name}.parquet").write_bytes(damage(data))
    return data


def encrypted() -> bytes:
    crypto = FileCryptoMetaData(encryption_algorithm=AesGcmV1(aad_file_unique=b"12345678"))
    footer = crypto.encode() + b"\0" * 60
    return b"PARE" + b"\0" * 40 + footer + len(footer).to_bytes(4, "little") + b"PARE"


def plain_file(folder: Path) -> bytes:
    path = folder / "sample.parquet"
    pq.write_table(TABLE, path, row_group_size=4)
    data = path.read_bytes()
    path.unlink()
    return data


def footer_start(data: bytes) -> int:
    return len(data) - 8 - int.from_bytes(data[-8:-4], "little")


def with_byte(data: bytes, at: int, value: int) -> bytes:
    return data[:at] + bytes([value]) + data[at + 1 :]


def with_unknown_flag(data: bytes) -> bytes:
    start = footer_start(data)
    return data[:start] + pack_parx(data[start:-8], ParxFrame(ParxFlags(1 << 30)))


DAMAGE: Final[Mapping[str, tuple[Callable[[bytes], bytes], str]]] = {
    "empty": (lambda data: b"", "empty"),
    "short": (lambda data: data[:7], "short"),
    "cut": (lambda data: data[:-100], "cut-off"),
    "appended": (lambda data: data + b"\n" * 9, "appended"),
    "text": (lambda data: b"id,name\n" * 40, "not-parquet"),
    "length": (lambda data: data[:-8] + b"\xff\xff\xff\x0f" + data[-4:], "length"),
    "zero_length": (lambda data: data[:-8] + b"\0\0\0\0" + data[-4:], "length"),
    "two_magics": (lambda data: data[:-8] + b"PAR1PAR1", "no-length"),
    "draft": (lambda data: data[:-4] + b"MFT1", "draft"),
    "flags": (with_unknown_flag, "flags"),
    "stopped": (lambda data: with_byte(data, footer_start(data), 0), "missing-field"),
    "wire_type": (lambda data: with_byte(data, footer_start(data), 0x18), "missing-field"),
}
"""What is done to a whole file, and the error id."""

ERROR_IDS: Final = {name: error_id for name, (_, error_id) in DAMAGE.items()}
