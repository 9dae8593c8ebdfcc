"""The page of a file: what is in it. What it does in a browser is shown by `python -m tests.verbs.layout.browser`."""

from __future__ import annotations

import json
import re
from array import array
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import decompress

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.verbs.layout import page_bytes, page_rows
from inlay.verbs.layout.kinds import LABELS
from inlay.verbs.layout.ledger import Ledger
from inlay.verbs.layout.thrift_words import ThriftWords
from tests.faults.flips import STEPS, after
from tests.footers.designs.files import nested_file
from tests.verbs.layout.law import corpus_files


def given_in(html: str) -> Any:
    match = re.search(r'<script type="application/json" id="given">(.*?)</script>', html, re.DOTALL)
    assert match is not None
    return json.loads(match[1])


def numbers(packed: str, type_code: str) -> array[Any]:
    return array(type_code, decompress(b64decode(packed)))


def kept_of(given: Any) -> list[tuple[int, bytes]]:
    """Offsets, and the bytes from there."""
    starts, sizes = (numbers(given["kept"][name], "d") for name in ("starts", "sizes"))
    data, at, pieces = decompress(b64decode(given["kept"]["data"])), 0, []
    for start, size in zip(starts, sizes, strict=True):
        pieces.append((int(start), data[at : at + int(size)]))
        at += int(size)
    return pieces


def test_a_page_needs_nothing_from_outside() -> None:
    html = inlay.layout(nested_file()).to_html()
    assert "default-src 'none'" in html
    assert not re.search(r"""\b(src|href)=|@import|url\(|fetch\(""", html)
    assert set(re.findall(r"https?://[\w./]+", html)) == {"http://www.w3.org/2000/svg"}


def test_names_from_a_file_are_text(tmp_path: Path) -> None:
    path = tmp_path / "names.parquet"
    evil = "</script><script>alert(1)</script><!--"
    pq.write_table(pa.table({evil: [1], "\u202etxt": [2]}), path)
    html = inlay.layout(path).to_html()
    assert "<script>alert" not in html
    assert "<!--" not in html
    assert evil in given_in(html)["paths"]


@pytest.mark.parametrize("steps", range(len(STEPS) + 1))
def test_rows_and_bytes_are_those_of_the_file(steps: int) -> None:
    data = after(nested_file(), STEPS[:steps])
    ledger = inlay.layout(data)
    given = given_in(ledger.to_html())
    assert kept_of(given) == [(0, data)]
    sizes = numbers(given["rows"]["size"], "d")
    kinds = [LABELS[kind] for kind in numbers(given["rows"]["kind"], "B")]
    assert sizes[0] == ledger.size
    assert kinds.count("data page") == ledger.table["kind"].to_pylist().count("data page")
    footer = inlay.open(data)
    if given["derived"] is None:
        assert given["thrift"] == [footer.offset, len(footer.data)]
    else:
        assert decompress(b64decode(given["derived"])) == footer.thrift


def test_of_a_large_file_only_the_metadata_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_bytes, "WHOLE", 0)
    data = nested_file()
    ledger = inlay.layout(data)
    pieces = kept_of(given_in(ledger.to_html()))
    assert all(data[start : start + len(piece)] == piece for start, piece in pieces)
    kept = {start + at for start, piece in pieces for at in range(len(piece))}
    for owner in ledger:
        here = set(range(owner.start, owner.end))
        if owner.kind.label in ("page header", "offset index", "footer", "field"):
            assert here <= kept
        elif owner.kind.label == "levels and values":
            assert len(here & kept) >= min(owner.size, 64)


def test_of_very_many_rows_parts_of_pages_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = inlay.layout(nested_file())
    full = page_rows.PageRows(ledger)
    monkeypatch.setattr(page_rows, "MOST", len(full.arrays["start"]) - 1)
    fewer = page_rows.PageRows(ledger)
    assert (full.left_out, fewer.left_out) == ("", "headers, levels and values of pages")
    assert len(fewer.arrays["start"]) < len(full.arrays["start"])
    assert f"too many: {fewer.left_out}</li>" in ledger.to_html()


def test_every_parent_is_there() -> None:
    rows = page_rows.PageRows(inlay.layout(nested_file())).arrays
    assert rows["parent"][0] == -1
    assert all(0 <= parent < row for row, parent in enumerate(rows["parent"]) if row)


def test_damaged_files_have_pages(parquet_testing: Path, arrow_fuzzing: Path) -> None:
    for folder in (parquet_testing / "bad_data", arrow_fuzzing):
        for path in corpus_files(folder)[:20]:
            given_in(inlay.layout(path).to_html())


def test_a_file_that_has_changed_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    path.write_bytes(nested_file())
    ledger = inlay.layout(path)
    path.write_bytes(nested_file() + b"more")
    with pytest.raises(OSError, match=r"file\.parquet"):
        ledger.to_html()


def test_the_words_are_those_of_the_idl() -> None:
    words = ThriftWords()
    assert words.structs["ColumnMetaData"][4] == ("codec", "CompressionCodec")
    assert words.structs["FileMetaData"][4] == ("row_groups", "list:RowGroup")
    assert words.enums["CompressionCodec"][6] == "ZSTD"
    assert words.structs["LogicalType"][5] == ("DECIMAL", "DecimalType")


def test_a_notebook_shows_the_picture() -> None:
    ledger: Ledger = inlay.layout(nested_file())
    assert ledger._repr_html_().startswith("<svg")


def test_a_page_begins_with_kinds(tmp_path: Path) -> None:
    """Of 200 columns that are alike, each has half a percent; the kinds say that it is the dictionaries."""
    values = [f"value-{at}" * 9 for at in range(500)]
    table = pa.table({f"c{at:03}": values for at in range(200)})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=250)
    html = inlay.layout(tmp_path / "a.parquet").to_html()
    assert re.findall(r'data-by="(\w+)" role="tab" aria-selected="true"', html) == ["kind"]
    assert re.findall(r'data-by="(\w+)"', html)[:2] == ["kind", "column"]
    given = given_in(html)
    name, _, _, purpose = given["totals"]["kind"][0]
    assert (name, given["purposes"][purpose]) == ("dictionary", "dictionaries")
    assert 'data-by="map"' in html
    assert len(re.findall('class="heat"', html)) < 20


def test_a_page_says_no_folder(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": [1]}), tmp_path / "a.parquet")
    html = inlay.layout(tmp_path / "a.parquet").to_html()
    assert str(tmp_path) not in html
    assert "<h1>a.parquet</h1>" in html


@pytest.mark.parametrize("form", ["html", "svg", "rows", "table"])
def test_a_ledger_without_names(tmp_path: Path, form: str) -> None:
    table = pa.table({"salary": ["hidden-value"] * 9, "secret.name": [{"inner": 1}] * 9})
    path = tmp_path / "payroll.parquet"
    pq.write_table(
        table.replace_schema_metadata({"landlord": "me"}),
        path,
        row_group_size=4,
        write_page_index=True,
        bloom_filter_options={"salary": {}},
    )
    ledger = inlay.layout(path)
    hidden = ledger.hide_names()
    renderers: dict[str, Callable[[], str]] = {
        "html": hidden.to_html,
        "svg": hidden.to_svg,
        "rows": lambda: str([*hidden]),
        "table": lambda: str(hidden.table.to_pylist()),
    }
    shown = renderers[form]()
    if form == "html":
        given = given_in(shown)
        assert kept_of(given) == []
        assert (given["thrift"], given["derived"]) == (None, None)
        assert given["paths"] == ["c1", "c2"]
        shown = re.sub(r"<script>.*?</script>", "", shown, flags=re.DOTALL)
    for secret in (
        "payroll",
        "salary",
        "secret",
        "inner",
        "hidden-value",
        "landlord",
        str(tmp_path),
    ):
        assert secret not in shown
    assert [*hidden.own] == [*ledger.own]
    assert ledger.paths == ["salary", "secret.name.inner"]
