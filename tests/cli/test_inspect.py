"""What `inlay inspect` prints: an ordinary file, a file full of oddities, and a large one."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from inlay_runtime.extension import Extension
from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import (
    AesGcmV1,
    ColumnChunk,
    ColumnOrder,
    CompressionCodec,
    Encoding,
    FieldRepetitionType,
    FileCryptoMetaData,
    FileMetaData,
    KeyValue,
    RowGroup,
    SchemaElement,
    SortingColumn,
    Statistics,
    Type,
)
from tests.support.golden_files import check_golden

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile

GOLDEN = Path(__file__).parent / "golden" / "inspect"
ROOT = Path(__file__).parents[2]
MARKER = uuid.UUID("7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11")


def check(name: str, found: str, folder: Path) -> None:
    golden = GOLDEN / name
    check_golden(golden, golden, found.replace(f"{folder}/", ""))


@pytest.fixture
def odd(metadata: FileMetaData) -> FileMetaData:
    """Everything that is to stand out."""
    metadata.schema[2].name = "na\x1b[31mme"
    metadata.schema[1].logicalType = UnknownVariant(2555, b"\0")
    metadata.column_orders = [ColumnOrder.TYPE_ORDER, ColumnOrder.IEEE_754_TOTAL_ORDER]
    metadata.num_rows = 4
    metadata.key_value_metadata = [
        KeyValue(key="ARROW:schema", value="/////" + "A" * 1200),
        KeyValue(key="nothing"),
        KeyValue(key="lines", value="one\ntwo\x1b[2J"),
    ]
    group = metadata.row_groups[0]
    group.total_compressed_size = 100
    group.sorting_columns = [SortingColumn(column_idx=0, descending=True, nulls_first=False)]
    number, text = group.columns
    assert number.meta_data is not None
    assert text.meta_data is not None
    number.meta_data.codec = CompressionCodec(99)
    number.column_index_offset, number.offset_index_offset = 10, 20
    text.meta_data.bloom_filter_offset = 30
    text.meta_data.statistics = Statistics(
        min=b"\xff\0", max_value=b"x" * 100, is_max_value_exact=False
    )
    text.extension = Extension(b"a payload" + MARKER.bytes)
    metadata.extension = Extension(b"\0" * 40)
    return metadata


def test_an_ordinary_file(metadata: FileMetaData, make_file: MakeFile, inlay: Inlay) -> None:
    path = make_file(metadata.encode())
    check("small.txt", inlay("inspect", path).out, path.parent)
    check("small.json", inlay("inspect", path, "--format", "json").out, path.parent)


def test_the_examples_in_the_documentation_are_what_is_printed() -> None:
    """The tree as a whole, and of the JSON a part."""
    documentation = (ROOT / "docs" / "inspect.md").read_text(encoding="utf-8")
    assert (GOLDEN / "small.txt").read_text(encoding="utf-8") in documentation
    (part,) = re.findall(r"^```json\n(.*?)^```$", documentation, re.DOTALL | re.MULTILINE)
    assert "@decoded" in part
    assert part in (GOLDEN / "small.json").read_text(encoding="utf-8")


def test_a_file_full_of_oddities(odd: FileMetaData, make_file: MakeFile, inlay: Inlay) -> None:
    encoded = odd.encode()[:-1] + b"\xd5\x0a\0"
    path = make_file(encoded, data=b"PAX1" + b"\0" * 50, name="odd.parquet")
    check("odd.txt", inlay("inspect", path).out, path.parent)
    check("odd.json", inlay("inspect", path, "--format", "json").out, path.parent)


def test_encrypted_footers(metadata: FileMetaData, make_file: MakeFile, inlay: Inlay) -> None:
    crypto = FileCryptoMetaData(
        encryption_algorithm=AesGcmV1(aad_prefix=b"where", supply_aad_prefix=True),
        key_metadata=b"kf",
    )
    path = make_file(crypto.encode() + b"\xaa" * 40, magic=b"PARE", name="sealed.parquet")
    check("sealed.txt", inlay("inspect", path).out, path.parent)
    check("sealed.json", inlay("inspect", path, "--format", "json").out, path.parent)
    metadata.encryption_algorithm = AesGcmV1()
    signed = make_file(metadata.encode() + b"n" * 12 + b"\xcc" * 16, name="signed.parquet")
    check("signed.txt", inlay("inspect", signed).out, path.parent)


def wide(metadata: FileMetaData, columns: int, row_groups: int) -> FileMetaData:
    column = SchemaElement(name="c", type=Type.INT64, repetition_type=FieldRepetitionType.REQUIRED)
    metadata.schema = [SchemaElement(name="schema", num_children=columns), *[column] * columns]
    metadata.row_groups = [
        metadata.row_groups[0].replace(columns=[metadata.row_groups[0].columns[0]] * columns)
    ] * row_groups
    metadata.num_rows = 3 * row_groups
    metadata.column_orders = [ColumnOrder.TYPE_ORDER] * columns
    metadata.key_value_metadata = [KeyValue(key=f"k{at}", value="v") for at in range(30)]
    return metadata


def test_a_large_file_fits_a_screen(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    path = make_file(wide(metadata, 1_000, 10).encode())
    lines = inlay("inspect", path).out.splitlines()
    assert len(lines) < 65
    left_out = [line.lstrip("│ ├└─") for line in lines if "..." in line]
    assert left_out == [
        "... and 976 more elements (use --all)",
        "... and 984 more columns (use --all)",
        "... and 9 more row groups with 27 rows (use --all)",
        "... and 22 more entries (use --all)",
    ]


def test_a_list_of_thousands_of_encodings_is_cut(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    first = metadata.row_groups[0].columns[0].meta_data
    assert first is not None
    first.encodings = [Encoding.PLAIN] * 5_000
    shown = inlay("inspect", make_file(metadata.encode())).out
    assert "PLAIN and 4,984 more" in shown
    assert shown.count("PLAIN") < 100


def test_all_shows_everything(metadata: FileMetaData, make_file: MakeFile, inlay: Inlay) -> None:
    path = make_file(wide(metadata, 50, 3).encode())
    out = inlay("inspect", path, "--all").out
    assert "use --all" not in out
    assert out.count("required int64 c") == 50
    assert out.count("-1 .. 7") == 150
    assert out.count("row group ") == 3


def test_a_deep_schema_is_shown_to_a_depth(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    group = SchemaElement(name="g", num_children=1)
    metadata.schema = [*[group] * 5_000, metadata.schema[1]]
    metadata.row_groups = []
    out = inlay("inspect", make_file(metadata.encode()), "--all").out
    assert "... 4,940 nested deeper than 60 levels" in out


def test_a_row_group_that_does_not_fit_the_schema_is_a_problem(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    group = metadata.row_groups[0]
    group.columns = [*group.columns, group.columns[0], ColumnChunk(file_offset=0)]
    path = make_file(metadata.encode())
    found = inlay("inspect", path)
    assert found.code == 0
    assert "problem: row group 0 has 4 columns, and the schema 2" in found.out
    shown = json.loads(inlay("inspect", path, "--format", "json").out)
    assert len(shown["problems"]) == 1


def test_an_empty_file_of_rows(metadata: FileMetaData, make_file: MakeFile, inlay: Inlay) -> None:
    metadata.row_groups, metadata.num_rows = [], 0
    assert (
        "0 in 0 row groups of 2 columns, 0 B" in inlay("inspect", make_file(metadata.encode())).out
    )
    metadata.row_groups = [RowGroup(columns=[], total_byte_size=0, num_rows=0)]
    assert inlay("inspect", make_file(metadata.encode())).code == 0


def test_json_has_no_nan_and_no_infinity(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    metadata.schema[1].type = Type.DOUBLE
    chunk = metadata.row_groups[0].columns[0].meta_data
    assert chunk is not None
    chunk.statistics = Statistics(
        min_value=b"\0\0\0\0\0\0\xf0\xff",
        max_value=b"\0\0\0\0\0\0\xf8\x7f",
        max=b"\0\0\0\0\0\0\xf0\x7f",
        min=b"short",
    )
    out = inlay("inspect", make_file(metadata.encode()), "--format", "json").out
    shown = cast("dict[str, Any]", json.loads(out, parse_constant=pytest.fail))
    statistics = shown["metadata"]["row_groups"][0]["columns"][0]["meta_data"]["statistics"]
    assert statistics["@decoded"] == {
        "max": "Infinity",
        "min": {"hex": "73686f7274", "problem": "5 bytes, and the type has 8"},
        "max_value": "NaN",
        "min_value": "-Infinity",
    }


def on_a_terminal(path: Path, **environment: str) -> str:
    """What the command prints where somebody looks."""
    ours, theirs = pty.openpty()
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    paths = os.pathsep.join(sys.path)
    with subprocess.Popen(
        [sys.executable, "-m", "inlay", "inspect", str(path)],
        stdout=theirs,
        env={**kept, "PYTHONPATH": paths, "TERM": "xterm-256color", **environment},
    ):
        os.close(theirs)
        parts: list[bytes] = []
        while part := _read(ours):
            parts.append(part)
    os.close(ours)
    return b"".join(parts).decode()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # the other end of a pseudo-terminal is closed
        return b""


def test_colours_only_on_a_terminal(odd: FileMetaData, make_file: MakeFile, inlay: Inlay) -> None:
    path = make_file(odd.encode())
    assert "\x1b" not in inlay("inspect", path).out
    assert "\x1b[36mbyte_array" in on_a_terminal(path, COLUMNS="120")
    assert "\x1b[36m" not in on_a_terminal(path, COLUMNS="120", NO_COLOR="1")
    # The escape sequence in a name is shown and not obeyed.
    assert "\x1b[31mme" not in on_a_terminal(path, COLUMNS="120")


def test_a_terminal_that_lacks_a_character(metadata: FileMetaData, make_file: MakeFile) -> None:
    metadata.schema[2].name = "日本"
    out = on_a_terminal(make_file(metadata.encode()), COLUMNS="80", PYTHONIOENCODING="latin-1")
    assert "\\u65e5\\u672c" in out


def test_a_narrow_terminal_is_not_overrun(odd: FileMetaData, make_file: MakeFile) -> None:
    out = on_a_terminal(make_file(odd.encode()), COLUMNS="60", NO_COLOR="1")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", out)
    assert 40 < max(len(line) for line in plain.splitlines()) <= 60
