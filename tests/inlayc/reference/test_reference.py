"""The reference: links both ways, the same content in both formats, hostile text inert."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from inlayc.frontends.load import load
from inlayc.model.schema import Named
from inlayc.reference import collect_entries, write_html, write_markdown
from inlayc.reference.diagram import write_diagram
from inlayc.reference.entries import Entry
from inlayc.reference.picture import draw_uses

IDL = Path(__file__).parents[3] / "idl"
HOSTILE = '"two\'s" &amp; #1 </td><script>alert(1)</script> [x](javascript:alert) | <img src="http://a.example/">'
TEXT = f"""
/** {HOSTILE} */
enum Color {{ RED = 1 }}
struct Leaf {{ 1: required Color color = Color.RED; 2: optional list<Tree> trees }}
/** A tree. */
struct Tree {{ 1: Leaf leaf }}
struct Own {{ 32767: required i32 number }}
"""
WRITERS = (write_html, write_markdown)


@pytest.fixture
def entries(tmp_path: Path) -> list[Entry]:
    path = tmp_path / "trees.thrift"
    path.write_text(TEXT)
    return collect_entries(load([path]))


def test_links_go_both_ways() -> None:
    entries = collect_entries(load([IDL / "parquet.thrift"]))
    forth = {(entry.name, used) for entry in entries for used in entry.uses}
    back = {(user, entry.name) for entry in entries for user in entry.used_by}
    assert forth == back
    assert (Named("parquet", "FileMetaData"), Named("parquet", "RowGroup")) in forth


def test_says_what_may_be_extended(entries: list[Entry]) -> None:
    said = {entry.name.name: entry.extension.partition(":")[0] for entry in entries}
    assert said == {
        "Color": "",
        "Leaf": "Extensible",
        "Tree": "Extensible",
        "Own": "Not extensible",
    }


@pytest.mark.parametrize("write", WRITERS)
def test_text_of_an_idl_is_no_markup(
    write: Callable[[str, list[Entry], str], str], entries: list[Entry]
) -> None:
    page = write(HOSTILE, entries, HOSTILE)
    markup = r"<script|<img" if write is write_html else r"<script|<img|\]\(javascript"
    assert not re.search(markup, page)
    assert html.unescape(page).count(HOSTILE) == (4 if write is write_html else 3)


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("name", ["parquet.thrift", "footer.fbs"])
def test_every_link_has_its_target(write: Callable[[str, list[Entry]], str], name: str) -> None:
    page = write(name, collect_entries(load([IDL / name])))
    ids = re.findall(r'id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|\]\()#([^")]+)', page)) <= set(ids)


def test_the_picture_has_a_box_for_each_and_a_line_for_each_use(entries: list[Entry]) -> None:
    root = ElementTree.fromstring(draw_uses(entries))
    assert len(root.findall("a")) == 3
    assert len(root.findall("path")) == sum(len(entry.uses) for entry in entries) == 3


def test_the_diagram_has_the_same_boxes_and_lines(entries: list[Entry]) -> None:
    diagram = write_diagram(entries)
    boxes = dict(re.findall(r'^  (d\d+)\["(\w+)"\]$', diagram, re.MULTILINE))
    lines = re.findall(r"^  (d\d+) --> (d\d+)$", diagram, re.MULTILINE)
    assert diagram.count("\n") == 2 + len(boxes) + len(lines)
    assert {(boxes[user], boxes[used]) for user, used in lines} == {
        (entry.name.name, used.name) for entry in entries for used in entry.uses
    }
    assert diagram in write_markdown("trees", entries)


def test_what_mermaid_would_not_draw_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "many.thrift"
    for count, is_drawn in ((500, True), (501, False)):
        fields = "".join(f"{n}: S{n} a{n}; " for n in range(1, count + 1))
        structs = "".join(f"struct S{n} {{}}\n" for n in range(1, count + 1))
        path.write_text(f"{structs}struct All {{ {fields} }}\n")
        assert bool(write_diagram(collect_entries(load([path])))) == is_drawn
