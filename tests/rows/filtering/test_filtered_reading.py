"""Filters over paths: what is not read, what is compared with what, and errors that name the row of the file."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import inlay
from inlay.footers.footer.footer import Footer
from inlay.pages.encodings.on_files import ratify_file
from inlay.pages.encodings.plain_footer import may_have_second
from inlay.pages.engine.chunk_indexes import list_index_parts
from inlay.pages.engine.errors import ChunkError
from inlay.rows.pruning import FilterError, facts
from inlay.rows.variants import leaf_reading
from inlay.variant import CastError, read_path, variant_array, write_table
from parquet_format.parquet import OffsetIndex
from tests.pages.encodings.files import ENCODINGS, add_all

ROWS = 400
SCHEMA = pa.struct([("at", pa.int64()), ("name", pa.string())])
FILTER = "variant_get(event, '$.at') between 250 and 259"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Four row groups of ten pages; `at` ascends."""
    events: list[object] = [{"at": at, "name": f"n{at}", "more": at % 7} for at in range(ROWS)]
    events[3] = {"at": 3, "name": 3}
    path = tmp_path / "events.parquet"
    write_table(
        pa.table({"id": range(ROWS), "event": variant_array(events)}),
        path,
        shred={"event": SCHEMA},
        row_group_size=100,
        max_rows_per_page=10,
        write_page_index=True,
        write_page_checksum=True,
        use_dictionary=False,
    )
    return path


@pytest.mark.needs("native core")
def test_pages_that_cannot_match_are_not_read(file: Path) -> None:
    """All other pages of the Variant are damaged, and their CRCs tell whoever reads them."""
    data = bytearray(file.read_bytes())
    for number, group in enumerate(inlay.read_metadata(file).row_groups):
        for chunk in group.columns:
            part = next(iter(list_index_parts(chunk)))
            index = OffsetIndex.decode(bytes(data[part.offset : part.offset + part.length]))
            for page in index.page_locations:
                if (number, page.first_row_index) != (2, 50):
                    data[page.offset + page.compressed_page_size - 1] ^= 1
    damaged = file.with_name("damaged.parquet")
    damaged.write_bytes(data)
    names = read_path(damaged, "event", "$.name", pa.string(), filter=FILTER)
    assert names.to_pylist() == [f"n{at}" for at in range(250, 260)]
    with pytest.raises(ChunkError, match="does not match its CRC"):
        read_path(damaged, "event", "$.name", pa.string())
    with pytest.raises(
        ChunkError, match=r"row group 2: column event\.typed_value\.at\.typed_value"
    ):
        read_path(
            damaged, "event", "$.name", filter="variant_get(event, '$.at') between 250 and 260"
        )


def test_readers_look_once_and_put_nothing_into_words(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One look at the footer serves the filter and the values; `inlay.prune` alone formats bounds."""
    looks: list[Footer] = []
    words: list[object] = []

    def look(footer: Footer) -> bool:
        looks.append(footer)
        return may_have_second(footer)

    def put_into_words(*about: object) -> str:
        words.append(about)
        return "words"

    monkeypatch.setattr(leaf_reading, "may_have_second", look)
    monkeypatch.setattr(facts, "_format", put_into_words)
    assert len(read_path(file, "event", "$.name", pa.string(), filter=FILTER)) == 10
    assert len(looks) == 1
    assert inlay.read_table(file, filters=FILTER).num_rows == 10
    assert not words
    inlay.prune(file, FILTER)
    assert words


@pytest.mark.parametrize("is_ratified", [False, True], ids=["beside", "ratified"])
def test_new_encodings_change_nothing(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, both: str, *, is_ratified: bool
) -> None:
    """Of a file in which the numbers, `at` among them, have an encoding that pages of Parquet do not have."""
    del both
    filters = [FILTER, "id between 250 and 259", "variant_get(event, '$.name') = 'n255'"]
    paths = {"name": "$.name", "at": "$.at", "more": "$.more"}
    expected = [read_path(file, "event", paths, filter=text) for text in filters]
    add_all(file)
    if is_ratified:
        ratify_file(str(file), encodings=ENCODINGS)
    configuration = tmp_path / "inlay.toml"
    configuration.write_text('[encodings]\nuse = ["pco"]\n[encodings.ratified]\npco = 77\n')
    monkeypatch.setenv("INLAY_CONFIG", str(configuration))
    for text, rows in zip(filters, expected, strict=True):
        assert len(rows) in (1, 10)
        assert read_path(file, "event", paths, filter=text).to_pylist() == rows.to_pylist()


def test_errors_name_the_row_of_the_file(file: Path, both: str) -> None:
    del both
    every = "variant_get(event, '$.at') >= 2"
    with pytest.raises(CastError, match=r"^row 3: "):
        read_path(file, "event", "$.name", pa.string(), filter=every, cast="strict")
    with pytest.raises(CastError, match=r"^row 203: "):
        read_path(file, "event", "$.more", pa.bool_(), filter="id >= 203", cast="strict")
    # The rows that do not match are not cast.
    some = read_path(file, "event", "$.name", pa.string(), filter="id != 3", cast="strict")
    assert len(some) == ROWS - 1


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("variant_get(event, '$.at') >", "found the end"),
        ("variant_get(events, '$.at') > 1", "no column 'events'; did you mean 'event'"),
        ("variant_get(id, '$.at') > 1", "id is not a Variant"),
        ("event = 1", r"write variant_get\(event, '\$\.path'\)"),
        ("id = 'x'", "compare it with a number"),
        ("variant_get(event, '$.a[*]') = 1", "many values"),
    ],
)
def test_mistakes_are_filter_errors(file: Path, text: str, what: str) -> None:
    with pytest.raises(FilterError, match=what):
        read_path(file, "event", "$.name", filter=text)
    with pytest.raises(FilterError, match=what):
        inlay.read_table(file, filters=text)


VALUES: list[Any] = [
    7, Decimal("7.00"), 7.0, "7", True, None, {"a": 7}, [7], float("nan"), date(2026, 1, 2), "2026-01-02", b"7", 0.1, Decimal("0.1"),
]  # fmt: skip
MEANINGS: dict[str, list[int]] = {
    "= 7": [0, 1, 2],
    "!= 7": [8, 12, 13],
    "not variant_get(event, '$.v') < 7": [0, 1, 2, 8],
    "= '7'": [3, 11],
    "= true": [4],
    "is null": [5],
    "= '2026-01-02'": [9, 10],
    "in (7, '7')": [0, 1, 2, 3, 11],
    "= 0.1": [12, 13],
    "> 'a'": [],
}


@pytest.mark.parametrize("text", MEANINGS)
@pytest.mark.parametrize(
    "schema", [None, pa.int64(), pa.decimal128(9, 2), pa.string(), pa.float64()]
)
def test_values_are_compared_by_what_they_are(
    tmp_path: Path, both: str, text: str, schema: pa.DataType | None
) -> None:
    del both
    events = variant_array([{"v": value} for value in VALUES])
    path = tmp_path / "values.parquet"
    shredded = None if schema is None else {"event": pa.struct([("v", schema)])}
    table: Any = pa.table({"id": pa.array(range(len(VALUES))), "event": events})
    write_table(table, path, shred=shredded)
    whole = text if "variant_get" in text else f"variant_get(event, '$.v') {text}"
    assert inlay.read_table(path, columns=["id"], filters=whole)["id"].to_pylist() == MEANINGS[text]


def test_lists_name_paths_too(file: Path) -> None:
    filters = [("variant_get(event, '$.at')", ">=", 397), ("id", "!=", 398)]
    assert inlay.read_table(file, columns=["id"], filters=filters)["id"].to_pylist() == [397, 399]
    assert inlay.read_table(file, row_groups=[0], filters=filters).num_rows == 0
