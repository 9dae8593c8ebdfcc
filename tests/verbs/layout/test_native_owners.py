"""A ledger is the same natively and in Python, and so is what it adds up to; work grows with the chunks, not faster."""

from __future__ import annotations

import io
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import inlay
from inlay.verbs.layout import bar, native_walk, purposes, totals
from inlay.verbs.layout.bar import cut_into_cells
from inlay.verbs.layout.flat_rows import add_flatbuffer
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import Ledger, LedgerWriter
from inlay.verbs.layout.read_ledger import read_ledger, read_summed_ledger
from inlay.verbs.layout.totals import TOTALS
from inlay_runtime.flat.table import Table
from parquet_format.parquet import FileMetaData
from tests.flat.mutate import accepted
from tests.footers.conversion.random_footers import Footers
from tests.footers.designs.files import nested_file
from tests.pages.encodings.files import pa, pq
from tests.support.calls import count_calls
from tests.support.wide_file import write_wide
from tests.verbs.dump.test_files import damaged, in_form

pytestmark = pytest.mark.needs("native core")

COLUMNS = ("start", "length", "own", "kind", "name", "row_group", "column", "page", "encoding", "parent")  # fmt: skip


def describe(data: bytes) -> tuple[object, ...]:
    """All that a ledger says."""
    ledger = read_ledger(data)
    groups = [*ledger.groups]
    sums = [total(ledger) for total in TOTALS.values()]
    columns = [getattr(ledger, name).tolist() for name in COLUMNS]
    findings = [str(finding) for finding in ledger.findings]
    cells = cut_into_cells(ledger, 78)
    return columns, ledger.names, findings, ledger.purposes.tolist(), groups, sums, cells


def sum_up(ledger: Ledger) -> tuple[object, ...]:
    """All that is asked of a ledger without rows for what is in column chunks of the footer."""
    sums = [total(ledger) for by, total in TOTALS.items() if by != "field"]
    findings = [str(finding) for finding in ledger.findings]
    return sums, findings, cut_into_cells(ledger, 78), set(ledger.row_group), ledger.paths


def check(data: bytes) -> None:
    natively = describe(data)
    summed = read_summed_ledger(data)
    assert sum_up(summed) == sum_up(read_ledger(data))
    assert sum(summed.own) + sum(summed.chunk_sums[::2]) == len(data)
    with pytest.MonkeyPatch.context() as patch:
        for module in (native_walk, purposes, totals, bar):
            patch.setattr(module, "native_owners", None)
        assert describe(data) == natively


def wrap(footer: bytes) -> bytes:
    return b"PAR1" + footer + len(footer).to_bytes(4, "little") + b"PAR1"


def test_the_corpus(parquet_testing: Path) -> None:
    paths = sorted((parquet_testing / "data").glob("*.parquet*"))[::4]
    assert len(paths) > 5
    for path in paths:
        check(path.read_bytes())


def test_odd_footers() -> None:
    """With extensions and unknown fields in any struct, and damaged."""
    for seed in range(60):
        footer = Footers(random.Random(seed), oddity=(0, 0.02, 0.1)[seed % 3]).footer()
        data = wrap(footer.encode())
        check(data)
        check(damaged(data, seed))


def test_names_of_rows_that_are_not_there_are_no_names() -> None:
    """The walk has named fields up to where the bytes end, and Python begins again."""
    thrift = FileMetaData(version=1, schema=[], num_rows=1, row_groups=[]).encode()
    for size in range(1, len(thrift)):
        check(wrap(thrift[:size]))


def write_small(seed: int) -> bytes:
    """Chunks of a few values, side by side: one claim for each row group."""
    choice = random.Random(seed)
    file = io.BytesIO()
    columns: dict[str, list[object]] = {
        "a": [1, 2, None, 4],
        "b": [[1.5, None], [], None, [2.5]],
        "c": ["x", "y", "x", None],
        "d": [{"e": 1}, None, {"e": None}, {"e": 2}],
    }
    options: dict[str, Any] = {
        "compression": choice.choice(["none", "snappy"]),
        "use_dictionary": choice.choice([True, False]),
        "data_page_version": choice.choice(["1.0", "2.0"]),
        "write_page_checksum": choice.choice([True, False]),
        "write_page_index": seed % 5 == 4,
    }
    pq.write_table(pa.table(columns), file, row_group_size=choice.choice([2, 4]), **options)
    return file.getvalue()


def test_small_row_groups() -> None:
    for seed in range(24):
        check(write_small(seed))


def test_damage_in_small_row_groups() -> None:
    """In the pages, and in what the footer says of them."""
    for seed in range(80):
        choice = random.Random(seed)
        data = bytearray(write_small(seed))
        for _ in range(choice.choice([1, 3])):
            data[choice.randrange(4, len(data) - 8)] ^= 1 << choice.randrange(8)
        check(bytes(data))


def test_small_row_groups_that_are_moved_in_the_footer() -> None:
    """Over each other, behind the end of the body, with a gap between them, and with a copy of the metadata behind the last chunk."""
    data = write_small(0)
    size = int.from_bytes(data[-8:-4], "little")
    body, footer = data[: -8 - size], FileMetaData.decode(data[-8 - size : -8])
    for by in (-60, -1, 1, 7, 200, 10_000):
        for first in (0, len(footer.row_groups[0].columns) - 1):
            moved = FileMetaData.decode(footer.encode())
            for chunk in moved.row_groups[-1].columns[first:]:
                meta = chunk.meta_data
                assert meta is not None
                meta.data_page_offset += by
                if meta.dictionary_page_offset is not None:
                    meta.dictionary_page_offset += by
            check(b"PAR1" + body[4:] + wrap(moved.encode())[4:])
    meta = footer.row_groups[-1].columns[-1].meta_data
    assert meta is not None
    check(body + meta.encode() + wrap(footer.encode())[4:])
    check(body + b"not a copy" + wrap(footer.encode())[4:])


def test_a_ledger_for_totals_has_no_rows_of_the_footers_chunks(tmp_path: Path) -> None:
    few, many = (write_wide(tmp_path, columns) for columns in (50, 100))
    more = len(read_summed_ledger(many)) - len(read_summed_ledger(few))
    assert 0 < 4 * more < len(read_ledger(many))


def test_it_has_no_rows_inside_of_a_columns_module(tmp_path: Path) -> None:
    modular = [str(tmp_path / f"{columns}.parquet") for columns in (50, 100)]
    for columns, path in zip((50, 100), modular, strict=True):
        inlay.convert_footer(
            write_wide(tmp_path, columns), "modular", target=inlay.Target(output=path)
        )
        assert sum_up(read_summed_ledger(path)) == sum_up(read_ledger(path))
    few, many = ([read(path) for read in (read_summed_ledger, read_ledger)] for path in modular)
    assert 0 < 2 * (len(many[0]) - len(few[0])) < len(many[1]) - len(few[1])


def test_twice_the_columns_take_twice_the_calls(tmp_path: Path) -> None:
    def read(path: str) -> None:
        ledger = read_ledger(path)
        for total in TOTALS.values():
            total(ledger)

    paths = [write_wide(tmp_path, columns) for columns in (100, 200)]
    calls = [count_calls(partial(read, path)) for path in paths]
    assert calls[1] <= 2.2 * calls[0]
    assert calls[1] < 200 * 2 * 250  # for each chunk; with calls for each row it was 1,300


@pytest.mark.parametrize("form", ["private", "migration", "final"])
def test_flatbuffers(form: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    path.write_bytes(nested_file(2))
    check(in_form(form, path))


def test_flatbuffers_whose_pieces_overlap() -> None:
    """What the verifier takes all the same; for each, the owners of Python."""
    compared = 0
    for cls, data in accepted(5, 1500):
        compared += 1
        assert owners_of(data, cls, natively=True) == owners_of(data, cls, natively=False)
    assert compared > 200


def owners_of(data: bytes, cls: type[Table], *, natively: bool) -> tuple[object, ...]:
    with pytest.MonkeyPatch.context() as patch:
        if not natively:
            patch.setattr(native_walk, "_flat_walk", None)
        ledger = Ledger("", len(data) + 8, "")
        writer = LedgerWriter(ledger)
        writer.begin(OwnerKind.FOOTER, 4)
        add_flatbuffer(writer, data, 4, cls)
        writer.end(len(data) + 8)
        return [getattr(ledger, name).tolist() for name in COLUMNS], ledger.names, writer.position
