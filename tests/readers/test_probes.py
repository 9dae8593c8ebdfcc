"""The readers that are here on a sample of the probes, and the document that has all of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.readers import document
from tests.readers.features import features
from tests.readers.measuring import PROBED, SEVERAL, ask_reader, write_probes
from tests.readers.page.render import render_page
from tests.readers.probes.probe import Probe
from tests.readers.process import lend_reader
from tests.readers.record import PATH, Part, load, to_json
from tests.readers.registry import PATIENCE, READERS, lacking, version_of
from tests.readers.sections import SECTIONS
from tests.readers.verdict import WORDS
from tests.readers.written import FEATURES, cells_of, write_given
from tests.verbs.layout.browser import use_page

QUICK: Final = ("pyarrow", "DuckDB", "Polars", "DataFusion", "arro3", "Daft", "Inlay")
"""Those that read all probes in a second or two."""

SAMPLED: Final = ("codecs", "variants", "indexes")
"""For the others."""


@pytest.fixture(scope="module")
def record() -> dict[str, Part]:
    return {part.name: part for part in load()}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[Probe, Path]]]:
    """By section."""
    folder = tmp_path_factory.mktemp("probes")
    return {section: write_probes(section, folder) for section in PROBED}


@pytest.mark.parametrize(
    "reader",
    [
        pytest.param(name, marks=pytest.mark.xdist_group("spark" if name == "Spark" else name))
        for name in READERS
        if not READERS[name].footer_only
    ],
)
def test_a_reader_does_what_the_record_says(
    reader: str, record: dict[str, Part], written: dict[str, list[tuple[Probe, Path]]]
) -> None:
    if (why := lacking(reader)) is not None:
        pytest.skip(f"{reader}: {why}")
    sections = PROBED if reader in QUICK else SAMPLED
    asked = {section: written[section] for section in sections}
    cells = ask_reader(reader, asked, PATIENCE, lend_reader)
    for section in sections:
        said = {row.name: row.cells[reader].verdict for row in record[section].rows}
        seen = {row: cell.verdict for row, cell in cells[section].items()}
        news = (
            f"{section}: this is {reader} {version_of(reader)}, and the record is of {record[section].versions[reader]}; "
            f"if this is news, `python -m tests.readers --parts {section}` writes it down"
        )
        assert seen == said, news


def test_the_record_has_every_row(record: dict[str, Part]) -> None:
    assert list(record) == list(SECTIONS)
    for name, part in record.items():
        rows = [row.name for row in part.rows]
        assert len(rows) == len(set(rows))
        if section := SECTIONS[name].probes:
            assert rows == [probe.row for probe in section()]
        if name in SEVERAL:
            assert rows == list(SEVERAL[name])
        assert {cell.verdict for row in part.rows for cell in row.cells.values()} <= WORDS.keys()
        assert part.versions.keys() == part.calls.keys()
    assert [row.name for row in record["writers"].rows] == list(FEATURES)


def test_the_document_is_what_is_read_and_small(record: dict[str, Part]) -> None:
    text = PATH.read_text(encoding="utf-8")
    assert to_json([*record.values()]) == text
    assert len(text) < 300_000


def test_the_table_in_the_docs_is_that_of_the_record(record: dict[str, Part]) -> None:
    text = document.PATH.read_text(encoding="utf-8")
    assert document.replaced(text, "features", features([*record.values()])) == text


def test_what_pyarrow_writes_is_what_the_record_says(
    record: dict[str, Part], tmp_path: Path
) -> None:
    """The writer of what the others are given is one of them."""
    given = tmp_path / "given.parquet"
    write_given(given)
    said = {row.name: row.cells["pyarrow"] for row in record["writers"].rows}
    seen = cells_of(given)
    without = "key-values"  # what is given has no Arrow schema
    assert {name: cell for name, cell in seen.items() if name != without} == {
        name: cell for name, cell in said.items() if name != without
    }


_USE: Final = """
const errors = [];
window.onerror = (message) => { errors.push(message); };
const check = (is, what) => { if (!is) errors.push(what); };
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const shown = () => document.querySelectorAll("[data-part] tbody tr:not([hidden])").length;
start();
const all = shown();
check(all === lines.length, "all rows are shown");
const cell = document.querySelector("#types td.error");
cell.click();
check(evidence.textContent.includes("SHA-256"), "a click shows evidence");
check(location.hash.startsWith("#types/"), "the cell has an address");
for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]) press(key);
check(chosen === cell, "the keys go there and back");
press("Escape");
check(evidence.hidden, "Escape closes");
search.value = "polars panic";
search.dispatchEvent(new Event("input"));
check(shown() > 0 && shown() < all, "the search finds less");
search.value = "";
for (const chip of document.querySelectorAll("[data-verdict]")) {
  chip.click();
  check(shown() < all || shown() === 0, chip.textContent);
  chip.click();
}
document.getElementById("differing").click();
check(shown() < all, "rows that differ");
document.getElementById("differing").click();
const box = columns.querySelector("input");
box.click();
check(document.querySelector("#types thead th:nth-child(2)").hidden, "a reader is left out");
box.click();
document.getElementById("theme").click();
check(shown() === all, "all rows are there again");
document.documentElement.dataset.tested = JSON.stringify({ errors });
"""


@pytest.mark.needs("chromium")
def test_the_page_can_be_used(record: dict[str, Part], tmp_path: Path) -> None:
    html = render_page([*record.values()])
    assert "http" not in html.replace("http-equiv", "")
    assert use_page(html, tmp_path, _USE) == '{"errors":[]}'
