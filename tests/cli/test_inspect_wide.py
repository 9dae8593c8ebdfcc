"""`inspect --all` of wide footers: the tree is the one of rich, and rich lays out few of its lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from rich.console import Console, Group
from rich.text import Text
from rich.tree import Tree

from inlay.cli.inspect.chunks import build_chunk_table
from inlay.cli.inspect.columns import take_columns
from inlay.cli.inspect.document import document_footer
from inlay.cli.inspect.fitted_table import FittedTable
from inlay.cli.inspect.folding import fold_line
from inlay.cli.inspect.limits import EVERYTHING, SCREEN
from inlay.cli.inspect.tree_lines import print_tree
from inlay.cli.inspect.words import Listing, Words
from inlay.footers.footer.read import read_footer
from inlay_runtime.remainder import is_closed, is_lazy
from parquet_format.parquet import FileMetaData, Statistics
from tests.footers.conversion.footers import wide
from tests.support.effort import costs_at_most

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderableType, RenderResult

    from inlay.cli.inspect.outline import Branch, Label
    from tests.support.small_files import MakeFile

_STYLES = re.compile(r"\x1b\[[\d;]*m")


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in _STYLES.sub("", text).splitlines()]


class TableOfRich:
    def __init__(self, table: FittedTable) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.table.lines(options.max_width):
            yield Text.assemble(*line)


class ListingOfRich:
    def __init__(self, words: Listing) -> None:
        self.words = words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in fold_line(self.words, options.max_width):
            yield Text.assemble(*line.parts)


def label_of_rich(label: Label) -> RenderableType:
    match label:
        case Listing():
            return ListingOfRich(label)
        case FittedTable():
            return TableOfRich(label)
        case Words():
            return Text.assemble(*label.parts, overflow="fold")
        case _:
            return Group(*map(label_of_rich, label))


def tree_of_rich(branch: Branch) -> Tree:
    tree = Tree(label_of_rich(branch.label), guide_style="dim")
    tree.children = [tree_of_rich(child) for child in branch.children]
    return tree


def of_rich(tree: Branch, console: Console) -> list[str]:
    with console.capture() as captured:
        console.print(tree_of_rich(tree))
    return lines(captured.get())


@pytest.mark.parametrize(
    ("width", "broken"),
    [
        (80, ["all 6 columns: UNCOMPRESSED, PLAIN RLE, nulls 0, NaNs 14"]),
        (56, ["all 6 columns: UNCOMPRESSED, PLAIN RLE, nulls 0, NaNs 14"]),
        (55, ["all 6 columns: UNCOMPRESSED, PLAIN RLE, nulls 0,", "NaNs 14"]),
        (38, ["all 6 columns: UNCOMPRESSED,", "PLAIN RLE, nulls 0, NaNs 14"]),
        (18, ["all 6 columns:", "UNCOMPRESSED,", "PLAIN RLE,", "nulls 0, NaNs 14"]),
    ],
)
def test_a_word_stays_beside_its_number(width: int, broken: list[str]) -> None:
    said = Listing("all 6 columns: UNCOMPRESSED, PLAIN RLE, nulls 0, NaNs 14", "dim")
    lines = [*fold_line(said, width)]
    assert [line.plain.rstrip() for line in lines] == broken
    assert all(len(line.plain) <= width for line in lines)


@pytest.fixture
def odd() -> FileMetaData:
    """Long names, long bounds, and characters that take two cells."""
    metadata = wide(12, 2)
    for at, chunk in enumerate(metadata.row_groups[0].columns):
        meta = chunk.meta_data
        assert meta is not None
        meta.path_in_schema = [f"a rather long name, of column {at} 列" * (at % 3 + 1)]
        meta.statistics = Statistics(min_value=b"some words " * (at % 4), max_value=b"z" * 2 * at)
    return metadata


@pytest.mark.parametrize("is_terminal", [True, False])
@pytest.mark.parametrize("width", [80, 120, 10_000])
def test_trees_are_those_of_rich(
    make_file: MakeFile,
    odd: FileMetaData,
    width: int,
    is_terminal: bool,
) -> None:
    footer = read_footer(make_file(odd.encode()))
    console = Console(width=width, force_terminal=is_terminal, highlight=False)
    for limits in (SCREEN, EVERYTHING):
        expected = of_rich(document_footer(footer, limits), console)
        assert lines("".join(print_tree(document_footer(footer, limits), console))) == expected


def test_the_text_comes_in_pieces(make_file: MakeFile) -> None:
    footer = read_footer(make_file(wide(1_000, 1).encode()))
    console = Console(width=80, force_terminal=True, highlight=False)
    pieces = list(print_tree(document_footer(footer, EVERYTHING), console))
    assert len(pieces) > 5
    assert max(piece.count("\n") for piece in pieces) <= 200


def test_columns_cost_a_tenth_of_a_millisecond_each(make_file: MakeFile) -> None:
    """Rich took more than twice what is allowed here."""
    path = make_file(wide(2_000, 1).encode())
    console = Console(width=120, force_terminal=True, highlight=False)

    def show() -> object:
        return list(print_tree(document_footer(read_footer(path), EVERYTHING), console))

    assert costs_at_most(500, show)


@pytest.mark.needs("native core")
def test_chunks_are_not_kept() -> None:
    group = FileMetaData.decode(wide(50, 1).encode()).row_groups[0]
    table = build_chunk_table(group, take_columns([], 3), 3)
    assert {len(facet.cells) for facet in table.facets} == {3}
    assert is_lazy(group) or is_closed(group, "columns")
