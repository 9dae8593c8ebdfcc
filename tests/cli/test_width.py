"""What commands print on terminals of different widths: docs/terminal.md, "Width"."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len
from rich.console import Console

from inlay.cli.inspect.document import document_footer
from inlay.cli.inspect.limits import EVERYTHING
from inlay.cli.inspect.tree_lines import print_tree
from inlay.cli.inspect.values import cut_bounds
from inlay.footers.footer.read import read_footer
from inlay_runtime.extension import Extension
from parquet_format.parquet import (
    ColumnMetaData,
    DecimalType,
    FieldRepetitionType,
    FileMetaData,
    KeyValue,
    ListType,
    SchemaElement,
    Statistics,
    StringType,
    TimestampType,
    TimeUnit,
    Type,
)
from tests.footers.conversion.footers import wide
from tests.support.examples import TIMES
from tests.support.golden_files import check_golden

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile

GOLDEN = Path(__file__).parent / "golden" / "width"
STYLES = re.compile(r"\x1b\[[\d;]*m")
WIDTHS = (60, 80, 120)
STAMP = TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MICROS)
UUID = bytes.fromhex("7d5d9a3e2c464b1f9a536d0c2f5b8e11")


def _file_of(leaves: list[SchemaElement], bounds: list[tuple[bytes, bytes]]) -> FileMetaData:
    """One row group with these columns, and their minima and maxima."""
    metadata = wide(len(leaves), 1)
    metadata.schema[1:] = leaves
    columns = metadata.row_groups[0].columns
    for leaf, chunk, (low, high) in zip(leaves, columns, bounds, strict=True):
        meta = _meta(chunk.meta_data)
        assert leaf.type is not None
        meta.type, meta.path_in_schema = leaf.type, [leaf.name]
        meta.statistics = Statistics(null_count=0, min_value=low, max_value=high)
    return metadata


def _meta(meta: ColumnMetaData | None) -> ColumnMetaData:
    assert meta is not None
    return meta


def _leaf(name: str, type_: Type, **others: object) -> SchemaElement:
    leaf = SchemaElement(name=name, type=type_, repetition_type=FieldRepetitionType.OPTIONAL)
    for field, value in others.items():
        setattr(leaf, field, value)
    return leaf


def _number(value: int) -> bytes:
    return value.to_bytes(8, "little", signed=True)


def ordinary() -> FileMetaData:
    """Eight columns with long names, timestamps and text."""
    year = (_number(1_420_070_401_000_500), _number(1_451_606_399_000_000))
    text = {"logicalType": StringType()}
    stamp = {"logicalType": STAMP}
    money = {"type_length": 5, "logicalType": DecimalType(scale=2, precision=10)}
    return _file_of(
        [
            _leaf("tpep_pickup_datetime", Type.INT64, **stamp),
            _leaf("tpep_dropoff_datetime", Type.INT64, **stamp),
            _leaf("passenger_count", Type.INT64),
            _leaf("trip_distance_in_miles", Type.DOUBLE),
            _leaf("store_and_forward_flag", Type.BYTE_ARRAY, **text),
            _leaf("payment_type_description", Type.BYTE_ARRAY, **text),
            _leaf("fare_amount", Type.FIXED_LEN_BYTE_ARRAY, **money),
            _leaf("is_airport_trip", Type.BOOLEAN),
        ],
        [
            year,
            year,
            (_number(0), _number(1 << 62)),
            (bytes.fromhex("343333333333d33f"), bytes.fromhex("c05b2041f18a5440")),
            (b"N", b"Y"),
            (b"Cash, paid to the driver", b"Voided trip"),
            (b"\0" * 5, b"\0\0\1\0\0"),
            (b"\0", b"\1"),
        ],
    )


def nested() -> FileMetaData:
    """A list of lists of a struct."""
    metadata = wide(1, 1)
    lists = [
        SchemaElement(
            name=name,
            num_children=1,
            logicalType=logical,
            repetition_type=FieldRepetitionType.OPTIONAL,
        )
        for name, logical in (("customer_orders", ListType()), ("list", None), ("element", None))
    ]
    metadata.schema = [
        SchemaElement(name="schema", num_children=1),
        *lists,
        _leaf("description_of_the_order", Type.BYTE_ARRAY, logicalType=StringType()),
    ]
    meta = _meta(metadata.row_groups[0].columns[0].meta_data)
    meta.type = Type.BYTE_ARRAY
    meta.path_in_schema = [element.name for element in metadata.schema[1:]]
    meta.statistics = Statistics(min_value=b"a dozen", max_value=b"zero")
    return metadata


def extended() -> FileMetaData:
    """Extensions on the footer and on a column, and key-value metadata."""
    metadata = ordinary()
    metadata.extension = Extension(b"some content" + UUID)
    _meta(metadata.row_groups[0].columns[3].meta_data).extension = Extension(b"\0" * 40)
    metadata.key_value_metadata = [
        KeyValue(key="org.apache.spark.sql.parquet.row.metadata", value='{"type":"struct"}' * 9),
        KeyValue(key="writer", value="by hand"),
    ]
    return metadata


FILES: dict[str, Callable[[], FileMetaData]] = {
    "ordinary": ordinary,
    "nested": nested,
    "wide": lambda: wide(300, 1),
    "extended": extended,
}
COMMANDS = {
    **{f"inspect-{name}": ("inspect", name) for name in FILES},
    "footer-show": ("footer show", "extended"),
    "ext-list": ("ext list", "extended"),
}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_printed(
    name: str, width: int, make_file: MakeFile, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, file = COMMANDS[name]
    path = make_file(FILES[file]().encode(), name=f"{file}.parquet")
    monkeypatch.chdir(path.parent)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", str(width))
    shown = STYLES.sub("", inlay(*command.split(), path.name).out)
    shown = "".join(line.rstrip() + "\n" for line in shown.splitlines())
    assert max(map(cell_len, shown.splitlines())) <= width
    golden = GOLDEN / f"{name}-{width}.txt"
    check_golden(golden, golden, shown)


LETTERS = "abcdefghijklmnopqrstuvwxyz_0123456789列é"
TYPES = (Type.INT64, Type.BYTE_ARRAY, Type.DOUBLE, Type.INT32)


def _random_file(rng: random.Random) -> FileMetaData:
    def name() -> str:
        return "".join(rng.choices(LETTERS, k=rng.randrange(1, rng.choice((8, 32, 60)))))

    leaves = [_leaf(name(), rng.choice(TYPES)) for _ in range(rng.randrange(1, 12))]
    bounds = [(rng.randbytes(rng.choice((0, 4, 8, 60))), rng.randbytes(8)) for _ in leaves]
    return _file_of(leaves, bounds)


def test_names_are_whole_and_lines_fit_at_any_width(make_file: MakeFile) -> None:
    """A name that is longer than a line goes on in the next, and then fills the first."""
    rng = random.Random(23)
    broken = 0
    for _ in range(100 * TIMES):
        width = rng.randrange(40, 201)
        metadata = _random_file(rng)
        console = Console(width=width, force_terminal=True, highlight=False, color_system=None)
        footer = read_footer(make_file(metadata.encode()))
        lines = "".join(print_tree(document_footer(footer, EVERYTHING), console)).splitlines()
        assert max(map(cell_len, lines)) <= width
        table = lines[next(at for at, line in enumerate(lines) if "row group 0" in line) :]
        for leaf in metadata.schema[1:]:
            if cell_len(leaf.name) <= width - 8:
                pattern = re.compile(rf"^[│ ]*{re.escape(leaf.name)}( |$)")
                assert any(pattern.match(line) for line in table), (leaf.name, width)
            else:
                broken += 1
                joined = "".join(line.strip("│ ") for line in table)
                assert leaf.name in joined
    assert broken > 5


BOUNDS = [
    ("1 .. 2", 20, "1 .. 2"),
    ("0.30000000000000004 .. 1234.5678901234567", 20, "0.3 .. 1234.57"),
    ("0.29999999999999998 .. 0.30000000000000004", 20, "0.299999 .. 0.300001"),
    ("-178.99999999999997 .. -178.99999999999997", 20, "-179 .. -178.999"),
    ("12345678901234567890 .. -12345678901234567890", 20, "1.23e+19 .. -1.2e+19"),
    ('"some long words" .. "a"', 20, '"some lon..." .. "a"'),
    ("~1.7976931348623157e+308 .. -", 20, "~1.79769e+308 .. -"),
    ("2015-01-01T00:00:00.000500 .. 2016-01-01", 26, "2015-01-0... .. 2016-01-01"),
    ("列列列列列列列列 .. 1", 14, "列列列... .. 1"),
]


@pytest.mark.parametrize(("cell", "width", "expected"), BOUNDS)
def test_bounds_are_cut(cell: str, width: int, expected: str) -> None:
    shown = cut_bounds(cell, width)
    assert cell_len(shown) <= width
    assert shown == expected
