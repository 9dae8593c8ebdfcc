"""`inlay layout`, as a user sees it."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as toolkit
from inlay.ground.wording.amounts import format_size
from inlay.verbs.layout.bar import cut_into_cells
from inlay.verbs.layout.totals import TOTALS
from tests.footers.designs.files import nested_file
from tests.support.small_files import Inlay


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "file.parquet"
    path.write_bytes(nested_file())
    return path


def test_text_has_the_bar_the_kinds_and_the_largest_columns(path: Path, inlay: Inlay) -> None:
    outcome = inlay("layout", path)
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0] == str(path)
    assert "row group" in lines[1]
    assert set(lines[3]) <= set("█▓▒░│◊▌▞■?")
    assert "page header" in outcome.out


def test_no_table_has_titles_alone(path: Path, tmp_path: Path, inlay: Inlay) -> None:
    empty, cut = tmp_path / "empty.parquet", tmp_path / "cut.parquet"
    empty.write_bytes(b"")
    cut.write_bytes(path.read_bytes()[:300])
    found = inlay("layout", empty)
    assert (found.code, found.out) == (3, f"{empty}\n0 bytes, damaged\n")
    assert "the file is empty" in found.err
    assert inlay("layout", empty, "--by", "kind").out == f"{empty}: 0 bytes\n"
    assert inlay("layout", cut, "--by", "field").out == f"{cut}: 300 bytes, and no field is known\n"
    pq.write_table(pa.table({}), empty)
    assert "no columns" in inlay("inspect", empty).out


@pytest.mark.parametrize(
    ("column", "options", "said"),
    [
        ([f"{row:090d}" for row in range(500)], {}, None),
        (
            [f"{row:090d}" for row in range(500)],
            {"compression": "none"},
            r"Dictionaries take 9\d\.\d% of the file, pages without a codec take 9\d\.\d% of the file: ",
        ),
        (
            range(5000),
            {"compression": "none", "use_dictionary": False},
            r"Pages without a codec take 9\d\.\d% of the file: ",
        ),
        (
            ["x" * 200] * 500,
            {"data_page_size": 1, "write_batch_size": 1, "write_page_index": True},
            r"Indexes take \d\d\.\d% of the file",
        ),
        (range(50), {"compression": "none"}, None),  # less than a page of bytes
    ],
)
def test_the_last_line_says_what_takes_most(
    column: Iterable[object],
    options: dict[str, Any],
    said: str | None,
    tmp_path: Path,
    inlay: Inlay,
) -> None:
    path = tmp_path / "my file.parquet"
    pq.write_table(pa.table({"c": list(column)}), path, store_schema=False, **options)
    last = inlay("layout", path).out.splitlines()[-1]
    if said is None:
        assert " of the file" not in last
    else:
        # `inlay lint` knows what a codec saves; of dictionaries and indexes it may have nothing to say.
        asked = f"inlay lint '{path}'" if "codec" in said else ""
        assert re.fullmatch(said + re.escape(asked), last)
    assert "inlay lint" not in inlay("layout", path, "--by", "kind").out


@pytest.mark.parametrize("by", TOTALS)
def test_tables_add_up(path: Path, by: str, inlay: Inlay) -> None:
    ledger = toolkit.layout(path)
    totals = TOTALS[by](ledger)
    whole = sum(ledger.own) if by != "field" else ledger.size - toolkit.open(path).offset - 4
    assert sum(total.size for total in totals) == whole
    assert all(sum(total.by_purpose) == total.size for total in totals)
    outcome = inlay("layout", path, "--by", by)
    assert outcome.code == 0
    assert len(outcome.out.splitlines()) == len(totals) + 1


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_longer_than_the_terminal(
    path: Path, width: int, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    outcome = inlay("--color", "always", "layout", path)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", outcome.out).splitlines()
    assert len(lines[3]) == width - 1
    assert max(map(len, lines[1:])) <= width


def test_cells_have_the_bytes_of_the_file(path: Path) -> None:
    ledger = toolkit.layout(path)
    for cells in (1, 7, 100, 10**6):
        pieces = cut_into_cells(ledger, cells)
        assert len(pieces) == min(cells, ledger.size)
        assert sum(map(sum, pieces)) == ledger.size


def test_json_has_the_rows(path: Path, inlay: Inlay, tmp_path: Path) -> None:
    document = json.loads(inlay("layout", path, "--format", "json").out)
    owners = document["owners"]
    assert sum(owners["own"]) == document["file"]["size"] == path.stat().st_size
    assert {len(column) for column in owners.values()} == {len(toolkit.layout(path))}
    out = tmp_path / "out.json"
    assert inlay("layout", path, "--format", "json", "-o", out).code == 0
    assert json.loads(out.read_text(encoding="utf-8")) == document


def test_a_picture_is_well_formed_whatever_names_are(inlay: Inlay, tmp_path: Path) -> None:
    path = tmp_path / "<&>.parquet"
    names = ["<script>", "a&b", "\x1b[31m", "x" * 200, f"y{'x' * 200}"]
    pq.write_table(pa.table({name: [1] for name in names}), path)
    outcome = inlay("layout", path, "--format", "svg")
    assert "<script" not in outcome.out
    assert "\x1b" not in outcome.out
    texts = [node.text for node in ElementTree.fromstring(outcome.out).iter() if node.text]
    assert "<script>" in texts


def test_nothing_in_a_picture_is_cut_off(inlay: Inlay, tmp_path: Path) -> None:
    """Of a file with all that has a colour and a name in the legend: it takes more than a line."""
    path = tmp_path / "words.parquet"
    table = pa.table({"word": [["a", None], ["b"]] * 9})
    pq.write_table(
        table, path, write_page_index=True, bloom_filter_options={"word.list.element": {}}
    )
    picture = ElementTree.fromstring(inlay("layout", path, "--format", "svg").out)
    drawn = list(_list_ends(picture, 0, 0))
    assert len(drawn) > 30
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    assert not [each for each in drawn if each[1] > width or each[2] > height]
    assert len({top for text, _, top in drawn if text.endswith("%")}) > 2


def test_a_picture_has_one_legend(inlay: Inlay, tmp_path: Path) -> None:
    """The bar has all bytes of the file, so its legend is that of the columns, too."""
    path = tmp_path / "words.parquet"
    pq.write_table(pa.table({"word": ["a", "b"] * 9, "n": range(18)}), path, write_page_index=True)
    picture = ElementTree.fromstring(inlay("layout", path, "--format", "svg").out)
    texts = [node.text for node in picture.iter() if node.text and node.tag.endswith("text")]
    explained = [text for text in texts if text.split(" ")[0] in ("dictionaries", "values")]
    assert len(explained) == 2
    assert all(text.endswith("%") for text in explained)


def _list_ends(node: ElementTree.Element, x: float, y: float) -> Iterator[tuple[str, float, float]]:
    """Texts and shapes, and where each ends, with 7 pixels a character."""
    for child in node:
        text = child.text or ""
        moved = re.findall(r"\d+", child.get("transform", "0,0"))
        left, top = (now + float(move) for now, move in zip((x, y), moved, strict=True))
        yield from _list_ends(child, left, top)
        if "x" in child.attrib:
            length = float(child.get("width", 7 * len(text)))
            is_before = child.get("text-anchor") == "end"
            right = left + float(child.attrib["x"]) + (0 if is_before else length)
            yield text, right, top + float(child.attrib["y"]) + float(child.get("height", 0))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--by", "kind", "--format", "json"], "--by prints a table"),
        (["-o", "x"], "give OUT a name for JSON, SVG or HTML"),
    ],
)
def test_what_does_not_go_together_is_wrong_usage(
    path: Path, inlay: Inlay, arguments: list[str], words: str
) -> None:
    outcome = inlay("layout", path, *arguments)
    assert outcome.code == 2
    assert words in outcome.err


def test_a_damaged_file_is_shown_and_explained(inlay: Inlay, tmp_path: Path) -> None:
    path = tmp_path / "cut.parquet"
    path.write_bytes(nested_file()[:-9])
    outcome = inlay("layout", path)
    assert outcome.code == 3
    assert "unknown" in outcome.out
    assert "try: " in outcome.err


def test_bytes_of_no_column_are_named_by_purpose() -> None:
    sink = io.BytesIO()
    pq.write_table(pa.table({"a": [1]}), sink)
    names = [total.name for total in TOTALS["column"](toolkit.layout(sink.getvalue()))]
    assert sorted(names) == ["(footer)", "a"]


def test_a_page_never_replaces_a_file_unasked(path: Path, inlay: Inlay) -> None:
    before = path.read_bytes()
    outcome = inlay("layout", path, "--format", "html", "-o", path)
    assert (outcome.code, path.read_bytes()) == (2, before)
    bare = path.rename(path.with_suffix(""))
    outcome = inlay("layout", bare, "--format", "html", "-o", bare)
    assert (outcome.code, bare.read_bytes()) == (4, before)
    path = bare.rename(path)
    out = path.with_name("page.html")
    assert inlay("layout", path, "--format", "html", "-o", out).code == 0
    outcome = inlay("layout", path, "--format", "html", "-o", out)
    assert outcome.code == 4
    assert "--overwrite" in outcome.err
    assert inlay("layout", path, "--format", "html", "-o", out, "--overwrite").code == 0


def test_pages_and_out_as_json_are_of_one_file(path: Path, tmp_path: Path, inlay: Inlay) -> None:
    for options in (["--format", "html"], ["--format", "json", "-o", str(tmp_path / "out")]):
        outcome = inlay("layout", path, path.with_name("other.parquet"), *options)
        assert (outcome.code, outcome.out) == (2, "")
        assert "take one file" in outcome.err
    assert not (tmp_path / "out").exists()


def test_before_and_after_beside_each_other(tmp_path: Path, inlay: Inlay) -> None:
    """A bar for each path at one scale; that of a folder is the sum of its files."""
    table = pa.table({"text": [f"value {at % 50}" * 20 for at in range(5_000)]})
    for number in range(3):
        (tmp_path / "before").mkdir(exist_ok=True)
        pq.write_table(table, tmp_path / f"before/{number}.parquet", compression="none")
    pq.write_table(table, tmp_path / "<after>.parquet", compression="zstd")
    (tmp_path / "before/notes.txt").write_text("no Parquet\n")
    paths = (tmp_path / "before", tmp_path / "<after>.parquet")
    outcome = inlay("layout", *paths, "--format", "svg", "-o", tmp_path / "out.svg")
    assert (outcome.code, outcome.out) == (0, f"{tmp_path / 'out.svg'}\n")
    picture = ElementTree.parse(tmp_path / "out.svg").getroot()
    texts = [node.text or "" for node in picture.iter() if node.tag.endswith("text")]
    before = sum(file.stat().st_size for file in paths[0].glob("*.parquet"))
    after = paths[1].stat().st_size
    assert "<after>.parquet" in texts
    assert f"{format_size(before)}, 3 files" in texts
    assert f"{format_size(after)}, {100 * after / before:.0f}%" in texts
    titles = [node.text or "" for node in picture.iter() if node.tag.endswith("title")]
    sizes = [
        int(re.sub(r".*: ([\d,]+) bytes", r"\1", title).replace(",", ""))
        for title in titles
        if title.startswith("before, ")
    ]
    assert sum(sizes) == before
    shared = inlay("layout", *paths, "--format", "svg", "--share").out
    assert "after" not in shared.replace("hereafter", "")
    assert ">f2<" in shared
    assert inlay("layout", tmp_path / "a", tmp_path / "b", "--format", "svg").out == ""


def test_a_picture_has_a_map_of_columns_and_row_groups(tmp_path: Path, inlay: Inlay) -> None:
    table = pa.table({f"c{at}": range(9) for at in range(9)})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=3)
    picture = inlay("layout", tmp_path / "a.parquet", "--format", "svg").out
    assert "3 row groups" in picture
    cells = re.findall(r'class="heat" fill-opacity="[\d.]+" d="([^"]*)"><title>', picture)
    assert sum(cell.count("M") for cell in cells) == 27
    height = float(ElementTree.fromstring(picture).attrib["height"])
    bottoms = [
        float(node.attrib["height"]) + float(group.attrib["transform"][:-1].split(",")[1])
        for group in ElementTree.fromstring(picture)
        if group.tag.endswith("g")
        for node in group
        if node.tag.endswith("svg")
    ]
    assert max(bottoms) <= height


@pytest.mark.parametrize("options", [[], ["--jobs", "2"], ["--by", "kind"]])
def test_a_total_ends_what_is_said_of_many(path: Path, options: list[str], inlay: Inlay) -> None:
    other, cut = path.with_name("other.parquet"), path.with_name("cut.parquet")
    pq.write_table(pa.table({"n": range(50_000)}), other, use_dictionary=False)
    cut.write_bytes(path.read_bytes()[:-5])
    outcome = inlay("layout", str(path.parent), *options)
    total = outcome.out.splitlines()[-1]
    size = format_size(path.stat().st_size + other.stat().st_size)
    assert total.startswith(f"2 files, {size}: values 9")
    assert total.endswith("; 1 could not be read")
    shares = [float(share) for share in re.findall(r"([\d.]+)%", total)]
    assert shares == sorted(shares, reverse=True)
    assert abs(sum(shares) - 100) < 0.5
    assert outcome.code == 3
