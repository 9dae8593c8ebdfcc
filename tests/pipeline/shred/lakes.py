"""A lake in which the column is everything that it can be, and what its rows should be in the end."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.changes.life_cycle.steps import add, finalize, promote
from inlay.footers.footer import Footer
from inlay.variant import from_json_array, read_table, to_json, write_table
from inlay.verbs.set.edit_footer import edit_footer
from parquet_format.parquet import AesGcmV1, FileCryptoMetaData

ROWS: Final = 40
OTHERS: Final = pa.struct([("who", pa.string()), ("n", pa.int64())])


def document(number: int) -> dict[str, Any] | None:
    """Row `number` of the lake. Every tenth has no value."""
    if number % 10 == 9:
        return None
    found: dict[str, Any] = {
        "n": number,
        "who": f"w{number % 3}",
        "price": number / 4,
        "tags": ["x"] * (number % 3),
        "user": {"age": number % 90},
    }
    if number % 25 == 0:
        found["rare"] = True
    if number % 20 == 3:
        found["n"] = "not a number"
    return found


def texts(first: int, rows: int = ROWS) -> list[str | None]:
    return [
        None if one is None else json.dumps(one)
        for one in map(document, range(first, first + rows))
    ]


def table(first: int, type_: pa.DataType, rows: int = ROWS) -> pa.Table:
    numbers = pa.array(range(first, first + rows), pa.int64())
    return pa.table({"id": numbers, "v": pa.array(texts(first, rows), type_), "z": numbers})


def variants(first: int, rows: int = ROWS) -> pa.Table:
    plain = table(first, pa.string(), rows)
    made: Any = from_json_array(plain.column("v").combine_chunks())
    return plain.set_column(1, "v", made)


def make_lake(root: Path) -> dict[str, int]:
    """Good files, each with its first row; 40 rows each."""
    found: dict[str, int] = {}

    def at(name: str) -> Path:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        found[name] = len(found) * ROWS
        return path

    pq.write_table(table(0, pa.string()), at("day=1/text.parquet"), row_group_size=15)
    pq.write_table(table(40, pa.json_()), at("day=1/json.parquet"), compression="zstd")
    pq.write_table(table(80, pa.large_binary()), at("day=2/binary.parquet"))
    write_table(variants(120), at("day=2/plain.parquet"))
    write_table(variants(160), at("day=2/shredded.parquet"), shred={"v": OTHERS})
    dictionary = table(200, pa.string()).set_column(
        1, "v", table(200, pa.string()).column("v").dictionary_encode()
    )
    pq.write_table(dictionary, at("day=__HIVE_DEFAULT_PARTITION__/dictionary.parquet"))
    final = at("day=2/final.parquet")
    pq.write_table(table(240, pa.string()), final, row_group_size=15)
    for step in (add, promote, finalize):
        change_form(str(final), step)
    return found


def add_odd_files(root: Path) -> dict[str, str]:
    """What cannot be shredded, by its error id; and beside them a file without the column, and one without rows."""
    good = (root / "day=1/text.parquet").read_bytes()
    (root / "day=1/cut.parquet").write_bytes(good[:-100])
    damaged = bytearray(good)
    damaged[60:200] = b"\xff" * 140
    (root / "day=1/pages.parquet").write_bytes(bytes(damaged))
    row = table(0, pa.string(), 20)
    wrong = pa.array([*row.column("v").to_pylist()[:17], '{"a":', None, "1"])
    pq.write_table(row.set_column(1, "v", wrong), root / "day=1/row.parquet", row_group_size=8)
    pq.write_table(pa.table({"id": [1], "v": [1.5]}), root / "day=1/type.parquet")
    pq.write_table(pa.table({"id": [1], "V": ["{}"]}), root / "day=1/case.parquet")
    _add_unmovable(root / "day=1")
    pq.write_table(pa.table({"id": [1, 2]}), root / "day=1/lacks.parquet")
    pq.write_table(table(0, pa.string(), 0), root / "day=1/nothing.parquet")
    return {
        "day=1/cut.parquet": "cut-off",
        "day=1/pages.parquet": "data",
        "day=1/row.parquet": "row",
        "day=1/type.parquet": "column-type",
        "day=1/case.parquet": "column-case",
        "day=1/placement.parquet": "placement",
        "day=1/seal.parquet": "damaged",
        "day=1/crc.parquet": "data",
        "day=1/encrypted.parquet": "form",
    }


def _add_unmovable(folder: Path) -> None:
    """Their column could be read, but another one is not where the footer says, or not what it was."""
    names = ("placement", "seal", "crc", "encrypted")
    placement, seal, crc, encrypted = (folder / f"{name}.parquet" for name in names)
    for path in (placement, seal, crc):
        pq.write_table(table(0, pa.string()), path, write_page_checksum=True)
    edit_footer(str(placement), _moved)
    seal_file(str(seal))
    edit_footer(str(seal), _by_somebody_else)
    data = bytearray(crc.read_bytes())
    data[100] ^= 1
    crc.write_bytes(bytes(data))
    cipher = FileCryptoMetaData(encryption_algorithm=AesGcmV1()).encode() + bytes(40)
    encrypted.write_bytes(b"PAREdata" + cipher + len(cipher).to_bytes(4, "little") + b"PARE")


def _by_somebody_else(footer: Footer) -> bytes:
    assert footer.metadata is not None
    footer.metadata.created_by = "somebody else"
    return footer.metadata.encode()


def _moved(footer: Footer) -> bytes:
    assert footer.metadata is not None
    meta = footer.metadata.row_groups[0].columns[2].meta_data
    assert meta is not None
    meta.data_page_offset = 10**9
    return footer.metadata.encode()


def make_lines(root: Path) -> None:
    """Forty rows each; a row without a value is `null`."""
    root.mkdir(parents=True, exist_ok=True)
    lines = ["null" if one is None else one for one in texts(0)]
    (root / "a.jsonl").write_text("\n".join(lines) + "\n\n")
    (root / "b.ndjson.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    (root / "c.json").write_text(lines[0] + "\n\n{oops\n")


def values(path: Path, column: str = "v") -> list[Any]:
    """The documents of a file."""
    read: Any = read_table(str(path), columns=[column]).column(column)
    return [
        None if one is None else json.loads(to_json(one))
        for chunk in read.chunks
        for one in chunk.variants()
    ]


def expected(first: int, rows: int = ROWS) -> list[Any]:
    return [document(number) for number in range(first, first + rows)]
