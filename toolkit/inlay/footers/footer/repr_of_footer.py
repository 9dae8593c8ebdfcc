"""A footer in a line, for who prints it, and in a small table with schema and layout, for notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from inlay.footers.footer.errors import EncryptedFooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.pictured import draw_layout, draw_schema
from inlay.ground.wording.amounts import count
from inlay.ground.wording.printable import escape_unprintable
from inlay_runtime.errors import InlayError


def line_of(footer: Footer) -> str:
    """Form, rows, row groups, columns and bytes; never raises for what is wrong with the footer."""
    facts = ", ".join(f"{amount} {name}".strip() for name, amount in _facts(footer))
    return f"<Footer {footer.path!r}: {facts}>"


def table_of(footer: Footer) -> str:
    """HTML without anything from outside; all that comes from the file is escaped and cut."""
    rows = [("file", footer.path), *((name or "form", amount) for name, amount in _facts(footer))]
    pictures: list[tuple[str, str]] = []
    try:
        metadata = footer.metadata
    except InlayError:
        pass
    else:
        rows.append(("created by", metadata.created_by or ""))
        pictures = [("schema", draw_schema(metadata.schema)), ("layout", draw_layout(footer))]
    cells = [(name, _text(text)) for name, text in rows] + pictures
    return f"<table>{''.join(f'<tr><th>{name}</th><td>{cell}</td></tr>' for name, cell in cells)}</table>"


def _facts(footer: Footer) -> Iterator[tuple[str, str]]:
    size = f"{footer.file_size:,}"
    try:
        yield "", footer.end.name_of(footer)
        yield _amount(footer.num_rows, "row")
        yield _amount(footer.num_row_groups, "row group")
        yield _amount(footer.num_columns, "column")
    except EncryptedFooterError:
        pass  # the form says so
    except InlayError:
        yield "", "cannot be decoded"
    yield "bytes", size


def _amount(number: int, of: str) -> tuple[str, str]:
    amount, _, name = count(number, of).partition(" ")
    return name, amount


def _text(text: str) -> str:
    return escape(escape_unprintable(text[:200]))
