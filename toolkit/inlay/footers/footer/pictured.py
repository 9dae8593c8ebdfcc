"""Schema and layout of a file as small pieces of HTML, from its footer alone: nothing else of the file is read.

`inlay.layout` accounts for every byte; this is what a notebook shows at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from inlay.ground.schema.notation import format_annotation, format_physical, format_repetition
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.wording.amounts import count, format_size
from inlay.ground.wording.printable import shorten

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer
    from parquet_format.parquet import RowGroup, SchemaElement

_MOST_ELEMENTS: Final = 16
_MOST_GROUPS: Final = 12
_LONGEST: Final = 60
_COLOURS: Final = ("#4a7fb5", "#6a9fd0")
_REST: Final = "#a8862b"
_FOOTER: Final = "#c23b5a"


def draw_schema(elements: Sequence[SchemaElement]) -> str:
    """The first lines of the tree, in the notation of `inlay inspect`."""
    nodes = [node for node in SchemaTree(elements).nodes if node.parent is not None]
    lines = [_line(node) for node in nodes[:_MOST_ELEMENTS]]
    if (more := len(nodes) - len(lines)) > 0:
        lines.append(f"... and {count(more, 'more element')}")
    return f'<pre style="margin:0;text-align:left">{"<br>".join(lines)}</pre>'


def _line(node: Node) -> str:
    element = node.element
    words = [
        format_repetition(element),
        format_physical(element),
        shorten(element.name, _LONGEST),
        f"({shorten(meaning, _LONGEST)})" if (meaning := format_annotation(element)) else "",
    ]
    return escape("  " * min(node.depth - 1, 20) + " ".join(filter(None, words)))


def draw_layout(footer: Footer) -> str:
    """A bar of the file: row groups by what the footer says of their size, what else lies before it, the footer."""
    pieces = list(_pieces(footer))
    parts = "".join(
        f'<span style="flex:{size} 0 1px;background:{colour}" title="{escape(name)}: {format_size(size)}"></span>'
        for name, size, colour in pieces
        if size > 0
    )
    bar = f'<div style="display:flex;height:16px;min-width:320px">{parts}</div>'
    data, rest, own = (
        sum(size for _, size, colour in pieces if colour in colours)
        for colours in (_COLOURS, (_REST,), (_FOOTER,))
    )
    words = f"pages {format_size(data)}, others {format_size(rest)}, footer {format_size(own)}"
    return f'{bar}<div style="text-align:left">{words}</div>'


def _pieces(footer: Footer) -> Iterator[tuple[str, int, str]]:
    groups = footer.row_groups
    data = 0
    for at, group in enumerate(groups[:_MOST_GROUPS]):
        size = _size_of(group)
        data += size
        yield f"row group {at}", size, _COLOURS[at % 2]
    if more := groups[_MOST_GROUPS:]:
        size = sum(map(_size_of, more))
        data += size
        yield count(len(more), "more row group"), size, _COLOURS[0]
    yield "indexes, Bloom filters, others", max(footer.offset - data, 0), _REST
    yield "footer", footer.file_size - footer.offset, _FOOTER


def _size_of(group: RowGroup) -> int:
    """Bytes of the pages of a row group; damaged ones may say anything."""
    if group.total_compressed_size is not None:
        return max(group.total_compressed_size, 0)
    sizes = (chunk.meta_data.total_compressed_size for chunk in group.columns if chunk.meta_data)
    return max(sum(sizes), 0)
