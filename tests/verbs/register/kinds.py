"""Small files of one column, by what registrars get wrong of them; and the record that is right, or absent, of each."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from uuid import UUID

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.footers.footer.read import read_footer
from inlay.verbs.register.read_record import RecordMaker
from inlay.verbs.register.record import FileRecord
from parquet_format.parquet import ColumnMetaData, ColumnOrder, FileMetaData, Statistics
from tests.support.footers import edit_footer

Edit = Callable[[FileMetaData], object]

_NAN: Final = float("nan")
_INF: Final = float("inf")
_BOTH: Final = ("min", "max", "min_value", "max_value")


class Kind(NamedTuple):
    """A file of one column. Bounds are as people read them; None where none is known."""

    name: str
    type: pa.DataType
    groups: Sequence[Sequence[Any]]
    edits: Sequence[Edit] = ()
    lower: str | None = None
    upper: str | None = None
    nulls: int | None = 0
    nans: int | None = None
    is_tight: bool = False
    options: Mapping[str, Any] = MappingProxyType({})


def _meta(metadata: FileMetaData, group: int) -> ColumnMetaData:
    meta = metadata.row_groups[group].columns[0].meta_data
    assert meta is not None
    return meta


def say(group: int, **fields: Any) -> Edit:
    """Other fields of the statistics of a row group."""

    def edit(metadata: FileMetaData) -> None:
        meta = _meta(metadata, group)
        meta.statistics = (meta.statistics or Statistics()).replace(**fields)

    return edit


def leave_out(group: int, *names: str) -> Edit:
    none: dict[str, Any] = dict.fromkeys(names)
    return say(group, **none)


def drop_statistics(group: int) -> Edit:
    return lambda metadata: setattr(_meta(metadata, group), "statistics", None)


def drop_sizes(group: int) -> Edit:
    return lambda metadata: setattr(_meta(metadata, group), "size_statistics", None)


def make_old(group: int) -> Edit:
    """Only deprecated bounds."""

    def edit(metadata: FileMetaData) -> None:
        meta = _meta(metadata, group)
        said = meta.statistics
        assert said is not None
        meta.statistics = said.replace(
            min=said.min_value, max=said.max_value, min_value=None, max_value=None
        )

    return edit


def drop_logical_type(metadata: FileMetaData) -> None:
    metadata.schema[-1].logicalType = None


def drop_orders(metadata: FileMetaData) -> None:
    metadata.column_orders = None


def order_totally(metadata: FileMetaData) -> None:
    metadata.column_orders = [ColumnOrder.IEEE_754_TOTAL_ORDER]


def write_by(writer: str) -> Edit:
    return lambda metadata: setattr(metadata, "created_by", writer)


def pack(value: float) -> bytes:
    return struct.pack("<d", value)


_LARGEST: Final = pack(1.7976931348623157e308)
_INTS: Final[list[list[int | None]]] = [[1, 2], [3, None]]
_HIGH: Final = Decimal("99999999999999999999999999999999999.99")
_GAP: Final = Decimal("9007199254740993.01")

KINDS: Final = (
    Kind("all said", pa.int32(), _INTS, (), "1", "3", 1, None, True),
    Kind("a: only a null count", pa.int32(), _INTS, [leave_out(1, *_BOTH)], None, None, 1),
    Kind("b: only a minimum", pa.int32(), _INTS, [leave_out(1, "max", "max_value")], "1", None, 1),
    Kind("b: only a maximum", pa.int32(), _INTS, [leave_out(1, "min", "min_value")], None, "3", 1),
    Kind(
        "c: nothing",
        pa.int32(),
        _INTS,
        [drop_statistics(1), drop_sizes(1)],
        None,
        None,
        None,
    ),
    Kind("c: only levels", pa.int32(), _INTS, [drop_statistics(1)], None, None, 1),
    Kind(
        "no null count",
        pa.int32(),
        _INTS,
        [leave_out(1, "null_count"), drop_sizes(1)],
        "1",
        "3",
        None,
        None,
        True,
    ),
    Kind(
        "d: nulls alone, by their levels",
        pa.int32(),
        [[1, 2], [None, None]],
        [drop_statistics(1)],
        "1",
        "2",
        2,
        None,
        True,
    ),
    Kind(
        "d: nulls alone, and nothing says so",
        pa.int32(),
        [[1, 2], [None, None]],
        [drop_statistics(1), drop_sizes(1)],
        None,
        None,
        None,
    ),
    Kind("all null", pa.int32(), [[None], [None, None]], (), None, None, 3),
    Kind("e: NaN alone", pa.float64(), [[1.0, 2.0], [_NAN, _NAN]]),
    Kind(
        "e: NaN alone, and counted",
        pa.float64(),
        [[1.0, 2.0], [_NAN, _NAN]],
        [say(0, nan_count=0), say(1, nan_count=2)],
        "1.0",
        "2.0",
        0,
        2,
        True,
    ),
    Kind(
        "NaNs that not all count",
        pa.float64(),
        [[1.0, 2.0], [3.0, 4.0]],
        [say(1, nan_count=0)],
        "1.0",
        "4.0",
        0,
        None,
        True,
    ),
    Kind(
        "NaN as a bound",
        pa.float64(),
        [[1.0, 2.0], [_NAN, 0.5]],
        [say(1, max_value=pack(_NAN), max=None)],
        "0.5",
        None,
    ),
    Kind(
        "NaN as a bound of the total order",
        pa.float64(),
        [[1.0, 2.0], [_NAN, _NAN]],
        [order_totally, say(1, min_value=pack(_NAN), max_value=pack(_NAN), nan_count=None)],
    ),
    Kind(
        "total order",
        pa.float64(),
        [[1.0, 2.0], [3.0, -4.0]],
        [order_totally, say(0, nan_count=0), say(1, nan_count=0)],
        "-4.0",
        "3.0",
        0,
        0,
        True,
    ),
    Kind("f: deprecated bounds of text", pa.string(), [["a", "ä"], ["b", "c"]], [make_old(1)]),
    Kind("deprecated bounds of numbers", pa.int32(), [[1, 2], [-3, 4]], [make_old(1)], "-3", "4"),
    Kind("deprecated bounds, unsigned", pa.uint32(), [[1, 2], [3, 4]], [make_old(1)]),
    Kind("bounds without an order", pa.int32(), [[1, 2], [3, 4]], [drop_orders]),
    Kind(
        "g: both kinds that disagree",
        pa.int32(),
        [[1, 2], [3, 4]],
        [say(1, min=struct.pack("<i", 1), max=struct.pack("<i", 4))],
    ),
    Kind("a minimum above the maximum", pa.int32(), [[1, 2], [3, 4]], [say(1, min_value=struct.pack("<i", 9))]),
    Kind("a bound of another width", pa.int32(), [[1, 2], [3, 4]], [say(1, max_value=b"\x09")]),
    Kind(
        "h: decimals in the gaps of doubles",
        pa.decimal128(38, 2),
        [[_GAP, _GAP.copy_negate()], [_HIGH, _HIGH.copy_negate()]],
        (),
        str(_HIGH.copy_negate()),
        str(_HIGH),
        is_tight=True,
    ),
    Kind(
        "h: decimals of one gap",
        pa.decimal128(18, 2),
        [[_GAP - 1], [_GAP]],
        (),
        "9007199254740992.01",
        "9007199254740993.01",
        is_tight=True,
        options={"store_decimal_as_integer": True},
    ),
    Kind(
        "i: negative powers of two",
        pa.decimal128(9, 0),
        [[Decimal(-128), Decimal(-127)], [Decimal(-32768)]],
        (),
        "-32768",
        "-127",
        is_tight=True,
    ),
    Kind(
        "decimals by their converted type",
        pa.decimal128(9, 2),
        [[Decimal("1.00")], [Decimal("-2.00")]],
        [drop_logical_type],
        "-2.00",
        "1.00",
        is_tight=True,
    ),
    Kind("j: dates near both ends", pa.date32(), [[date.min], [date.max]], (), "0001-01-01", "9999-12-31", is_tight=True),
    Kind("j: dates beyond both ends", pa.date32(), [[-1_000_000], [3_000_000]], (), "-0768-02-04", "+10183-09-21", is_tight=True),
    Kind(
        "k: INT96 with bounds",
        pa.timestamp("ns"),
        [[datetime(2020, 1, 1)], [datetime(2021, 1, 1)]],
        [say(group, null_count=0, min_value=b"\0" * 12, max_value=b"\0" * 12) for group in (0, 1)],
        options={"use_deprecated_int96_timestamps": True},
    ),
    Kind("l: unsigned", pa.uint32(), [[1, 2**31], [2**32 - 1]], (), "1", str(2**32 - 1), is_tight=True),
    Kind("l: unsigned of 64 bits", pa.uint64(), [[5, 2**63], [2**64 - 1]], (), "5", str(2**64 - 1), is_tight=True),
    Kind("unsigned of 8 bits by its converted type", pa.uint8(), [[200], [5]], [drop_logical_type], "5", "200", is_tight=True),
    Kind(
        "m: no whole milliseconds",
        pa.timestamp("us"),
        [[datetime(2020, 1, 1, 0, 0, 0, 1)], [datetime(2020, 1, 1, 0, 0, 0, 999)]],
        (),
        "2020-01-01T00:00:00.000001",
        "2020-01-01T00:00:00.000999",
        is_tight=True,
    ),
    Kind(
        "n: a cut maximum",
        pa.string(),
        [["a", "b"], ["c", "cc"]],
        [say(1, max_value=b"\xf4\x8f\xbf\xbf", is_max_value_exact=False)],
        "a",
        "\U0010ffff",
    ),
    Kind(
        "text without flags",
        pa.string(),
        [["a", "b"], ["c", "cc"]],
        [leave_out(0, "is_min_value_exact"), leave_out(1, "is_max_value_exact")],
        "a",
        "cc",
    ),
    Kind("text of 5,000 bytes beside others", pa.string(), [["a"], ["b", "c" * 5000]], (), "a", None),
    Kind("o: zeros", pa.float64(), [[0.0], [0.0]], [say(0, min_value=pack(0.0), min=None)], "-0.0", "0.0", 0, None, True),
    Kind("o: negative zeros", pa.float64(), [[-0.0], [-0.0]], [say(1, max_value=pack(-0.0), max=None)], "-0.0", "0.0", 0, None, True),
    Kind(
        "p: infinities that are said to be exact",
        pa.float64(),
        [[_INF, _INF], [_INF, _INF]],
        [
            write_by("parquet-cpp-arrow version 24.0.0"),
            say(0, min_value=_LARGEST, min=None, is_min_value_exact=True),
            say(1, min_value=_LARGEST, min=None, is_min_value_exact=True),
        ],
        "1.7976931348623157e+308",
        "inf",
    ),
    Kind(
        "r: UUIDs on both sides of 80",
        pa.uuid(),
        [[UUID(int=1).bytes], [UUID(int=0xFF << 120).bytes]],
        (),
        str(UUID(int=1)),
        str(UUID(int=0xFF << 120)),
        is_tight=True,
    ),
    Kind("u: an empty row group first", pa.int32(), [[], [1, 2]], (), "1", "2", 0, None, True),
    Kind("no row group", pa.int32(), [], ()),
    Kind("half floats", pa.float16(), [[1.5], [-2.5, _NAN]], (), "-2.5", "1.5", 0, None, True),
    Kind("flags", pa.bool_(), [[True], [False]], (), "False", "True", 0, None, True),
    Kind("bytes that are not text", pa.binary(), [[b"m"], [b"\xff\xff"]], (), "b'm'", r"b'\xff\xff'", 0, None, True),
    Kind(
        "a writer whose bounds of text are wrong",
        pa.string(),
        [["a", "b"], ["c", "d"]],
        [write_by("parquet-mr version 1.7.0 (build 1)")],
    ),
    Kind("elements of lists", pa.list_(pa.int32()), [[[1, None], [], None], [[7]]], (), "1", "7", 3, None, True),
    Kind(
        "y: a struct in a list",
        pa.list_(pa.struct([("a", pa.string())])),
        [[[{"a": "x"}, {"a": None}], []], [[{"a": "y"}], None]],
        (),
        "x",
        "y",
        3,
        None,
        True,
    ),
)  # fmt: skip


def write_file(kind: Kind) -> bytes:
    sink = io.BytesIO()
    schema = pa.schema([("v", kind.type)])
    with pq.ParquetWriter(sink, schema, **kind.options) as writer:
        for group in kind.groups:
            writer.write_table(pa.table({"v": pa.array(group, kind.type)}))

    def edit(metadata: FileMetaData) -> None:
        for one in kind.edits:
            one(metadata)

    return edit_footer(sink.getvalue(), edit) if kind.edits else sink.getvalue()


def make_record(data: bytes) -> FileRecord:
    return RecordMaker().make(read_footer(data), "v.parquet")
