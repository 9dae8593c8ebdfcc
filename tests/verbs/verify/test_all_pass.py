"""What the native pass says of a footer is what the checks say: nothing is wrong where it says so."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.statements.native_pass import native_names
from inlay.ground.values.orders import width_of
from inlay.verbs.verify import footer as footer_checks
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.footer import check_footer
from inlay.verbs.verify.offsets import check_offsets
from inlay.verbs.verify.problems import check_metadata
from inlay.verbs.verify.row_groups import GROUP_CHECKS
from inlay.verbs.verify.subjects import PlacedGroup
from inlay.verbs.verify.verify_thrift import passes_all, verify_thrift
from inlay_runtime.errors import InlayError
from parquet_format.parquet import ColumnOrder, ConvertedType, FileMetaData, Type
from tests.runtime.wire import uleb
from tests.support.in_one_test import in_one_test
from tests.verbs.verify.files import write_file
from tests.verbs.verify.test_footer_lies import LIES

pytestmark = pytest.mark.needs("native core")


def by_checks(footer: Footer) -> bool:
    metadata, offset = footer.metadata, footer.offset
    return not (
        check_offsets(metadata, offset)
        or check_footer(metadata, offset)
        or any(finding.at for finding in check_metadata(footer, SchemaTree(metadata.schema)))
    )


def check(footer: Footer) -> bool:
    """What the native pass says, which is never more than the checks do."""
    natively = passes_all(footer.metadata, footer.thrift, footer.offset)
    assert by_checks(footer) or not natively
    return natively


def footer_with(thrift: bytes, size: int) -> Footer:
    """Behind so many bytes of data."""
    return read_footer(io.BytesIO(PLAIN + bytes(size - 4) + tail_of(thrift)))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Footer:
    path = tmp_path_factory.mktemp("checks") / "file.parquet"
    write_file(path)
    return read_footer(str(path))


def test_a_check_that_the_native_pass_does_not_name_is_made(
    whole: Footer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new check is slower without a native line, and never silent."""
    new: Check[PlacedGroup] = Check("new", "num_rows", "nothing", lambda group: "is there")
    monkeypatch.setattr(footer_checks, "GROUP_CHECKS", (*GROUP_CHECKS, new))
    assert passes_all(whole.metadata, whole.thrift, whole.offset)
    codes = [finding.code for finding in verify_thrift(whole).findings]
    assert codes == ["new"] * len(whole.row_groups)


def test_the_native_pass_names_checks_that_there_are() -> None:
    """One that is renamed is made in Python until it is named anew."""
    assert native_names
    assert native_names <= {check.name for check in footer_checks.CHECKS}


def test_what_is_whole_passes(whole: Footer) -> None:
    assert check(whole)


def test_most_of_the_corpus_is_told_natively(parquet_testing: Path) -> None:
    natively = checked = 0
    for path in sorted(parquet_testing.rglob("*.parquet")):
        try:
            footer = read_footer(str(path))
            if footer.is_encrypted:
                continue
            passes = by_checks(footer)
        except InlayError:
            continue
        checked += passes
        natively += check(footer)
    assert natively > 0.9 * checked > 50


@in_one_test("name", LIES)
def test_no_lie_passes(whole: Footer, name: str) -> None:
    metadata = FileMetaData.decode(whole.data)
    LIES[name].change(metadata)
    assert not check(footer_with(metadata.encode(), whole.offset))


@pytest.mark.parametrize("seed", range(12))
def test_what_is_changed_is_told_alike(whole: Footer, seed: int) -> None:
    """A byte, or two: nothing that is wrong passes, and nothing is read beyond the end."""
    rng = random.Random(seed)
    passed = 0
    for _ in range(80):
        damaged = bytearray(whole.data)
        for _ in range(rng.randrange(1, 3)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        try:
            FileMetaData.decode(bytes(damaged))
            passed += check(footer_with(bytes(damaged), whole.offset))
        except InlayError:
            continue
    assert passed < 60


ORDERS = (None, ColumnOrder.TYPE_ORDER, ColumnOrder(2), ColumnOrder(3), ColumnOrder(9))
BOUNDS = (
    *(b"", b"\0", b"\x01", b"\xff", b"ab", b"abc", b"\xffb", b"\x80\0\0\0", b"\0\0\0\x80"),
    *(b"\x01\0\0\0", b"\0\0\xc0\x7f", b"\0\0\xc0\xff", b"\0" * 8, b"\0" * 7 + b"\x80", b"\xff" * 8),
    *(b"\x01" + b"\0" * 7, b"\0" * 6 + b"\xf8\x7f", b"\0" * 12, b"\x01" * 12),
)


@pytest.mark.parametrize("type_", list(Type))
def test_bounds_of_every_type_and_order(type_: Type) -> None:
    """Each with each, in every order that the column may have."""
    sink = io.BytesIO()
    pq.write_table(pa.table({"c": pa.array([1, 2])}), sink)
    plain = read_footer(io.BytesIO(sink.getvalue()))
    rng = random.Random(int(type_))
    passed = 0
    for _ in range(500):
        metadata = FileMetaData.decode(plain.data)
        element, meta = metadata.schema[1], metadata.row_groups[0].columns[0].meta_data
        assert meta is not None
        assert meta.statistics is not None
        element.type = meta.type = type_
        element.type_length = rng.choice([None, 4, 8, 12]) if type_ == 7 else None
        converted = [None, *ConvertedType]
        element.converted_type = rng.choice(converted) if rng.random() < 0.5 else None
        element.precision, element.scale = rng.choice([(None, None), (4, 2)])
        order = rng.choice(ORDERS)
        metadata.column_orders = None if order is None else [order]
        for name in ("min_value", "max_value", "min", "max"):
            fitting = [bound for bound in BOUNDS if len(bound) == width_of(element)[0]]
            setattr(meta.statistics, name, rng.choice([None, *(fitting or BOUNDS)]))
            if rng.random() < 0.1:
                setattr(meta.statistics, name, rng.choice(BOUNDS))
        passed += check(footer_with(metadata.encode(), plain.offset))
    assert passed


def test_chunks_that_no_bytes_are_left_for_take_no_memory() -> None:
    """As many row groups as leaves, none with a chunk: room for all would be terabytes."""
    from inlay.ground.statements.native_checks import passes

    many = 400_000
    root = bytes.fromhex("48 01 73 15") + uleb(2 * many) + b"\0"
    leaf, group = bytes.fromhex("15 02 25 02 18 01 61 00"), bytes.fromhex("19 0c 16 00 16 00 00")
    schema = b"\x19\xfc" + uleb(many + 1) + root + leaf * many
    data = b"\x15\x02" + schema + b"\x16\0\x19\xfc" + uleb(many) + group * many + b"\0"
    assert FileMetaData.decode(data).num_rows == 0
    assert passes(data, 4, 64, lambda _element, _leaf: (4, True, (1,), (1,))) is False
