"""Sealed rows are those of the ledger that keeps all in arrays, whatever was open when they were sealed or came to nothing behind it."""

from __future__ import annotations

import itertools
import zlib
from array import array
from pathlib import Path

import pytest

import inlay
from inlay.cli.layout_json import write_json
from inlay.verbs.layout.ledger import Ledger, columns_of, list_pieces
from inlay.verbs.layout.read_ledger import read_ledger, read_sealed_ledger
from inlay.verbs.layout.sealed_rows import LENGTH, OWN, SealedRows
from inlay_runtime.extension import Extension
from tests.support.footer_growth import measure_growth
from tests.support.wide_file import write_wide

TWO_BLOCKS = 2 << 14


def rows_of(ledger: Ledger) -> list[list[int]]:
    return [
        [row for piece in list_pieces(ledger, number) for row in piece]
        for number in range(len(columns_of(ledger)))
    ]


def check(data: bytes) -> Ledger:
    expected, sealed = read_ledger(data), read_sealed_ledger(data)
    assert len(expected) > TWO_BLOCKS
    assert rows_of(sealed) == [column.tolist() for column in columns_of(expected)]
    assert sealed.names == expected.names
    for in_line in (False, True):
        texts = ["".join(write_json(it, in_line=in_line)) for it in (expected, sealed)]
        assert texts[0] == texts[1]
    return sealed


@pytest.mark.needs("native core")
def test_rows_are_sealed_as_they_come(tmp_path: Path) -> None:
    sealed = check(Path(write_wide(tmp_path, 600)).read_bytes()).sealed
    assert sealed is not None
    assert sealed.count > TWO_BLOCKS // 2


@pytest.mark.needs("native core")
def test_what_a_walk_gives_up_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves a struct with an extension to Python, which begins again."""
    starts: list[int] = []
    unseal = SealedRows.unseal

    def note(rows: SealedRows) -> int:
        starts.append(unseal(rows))
        return starts[-1]

    monkeypatch.setattr(SealedRows, "unseal", note)
    data = Path(write_wide(tmp_path, 600)).read_bytes()
    footer = inlay.open(data)
    footer.metadata.row_groups[-1].columns[-1].extension = Extension(b"payload")
    encoded = footer.metadata.encode()
    check(data[: footer.offset] + encoded + len(encoded).to_bytes(4, "little") + b"PAR1")
    assert starts


@pytest.mark.needs("native core")
@pytest.mark.parametrize("column", [3, 13])
def test_an_interrupt_while_rows_are_sealed_is_an_interrupt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: int
) -> None:
    """Of the first block, and of the next one: there are ten columns."""
    calls = itertools.count()
    compress = zlib.compress

    def stop(rows: array[int], level: int) -> bytes:
        if next(calls) == column:
            raise KeyboardInterrupt
        return compress(rows, level)

    monkeypatch.setattr(zlib, "compress", stop)
    path = write_wide(tmp_path, 600)
    with pytest.raises(KeyboardInterrupt):
        read_sealed_ledger(path)


@pytest.mark.needs("native core")
def test_rows_are_not_held(tmp_path: Path) -> None:
    path = tmp_path / "wide.parquet"
    assert measure_growth(path, lambda: read_sealed_ledger(path)) < 4


def test_a_block_comes_back_with_the_sizes_of_what_was_closed_later() -> None:
    columns = tuple(array("q", range(number, number + 5)) for number in range(3))
    rows = SealedRows(columns)
    rows.seal()
    for column in columns:
        column.extend([7, 8])
    rows.set_sizes(1, 100, 10)
    assert [*rows.list_pieces(0)] == [array("q", range(5)), array("q", [7, 8])]
    rows.seal()
    rows.set_sizes(6, 200, 20)
    assert rows.count == 7
    assert [*rows.list_pieces(LENGTH)][:2] == [array("q", [1, 100, 3, 4, 5]), array("q", [7, 200])]
    assert [*rows.list_pieces(OWN)][:2] == [array("q", [2, 10, 4, 5, 6]), array("q", [7, 20])]
    assert rows.unseal() == 5
    assert rows.unseal() == 0
    assert columns[LENGTH].tolist() == [1, 100, 3, 4, 5, 7, 200]
    assert columns[OWN].tolist() == [2, 10, 4, 5, 6, 7, 20]
    assert rows.count == 0
