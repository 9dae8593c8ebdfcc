"""A footer as JSON: what it says, where its parts lie, and what does not add up. `docs/inspect.md` describes it."""

from __future__ import annotations

from inlay.checks.problems import other_types_of, problems_of
from inlay.cli.report.json_layouts import document_of
from inlay.cli.report.layout import ByteRange, FlatLayout, Layout, layout_of
from inlay.documents.values import Json, document_binary, format_json
from inlay.footer import document
from inlay.footer.footer import Footer
from inlay.schema.tree import SchemaTree


def as_json(footer: Footer, *, in_line: bool = False) -> str:
    """Raises FooterError for a footer that cannot be decoded."""
    content: dict[str, Json] = {
        **document.document_of(footer),
        "footer": _footer(footer, layout_of(footer)),
        "problems": _problems(footer),
    }
    return format_json(document_of("inspect", content), in_line=in_line)


def _problems(footer: Footer) -> list[Json]:
    problems: list[Json] = []
    if not footer.is_encrypted:
        problems += problems_of(footer, SchemaTree(footer.metadata.schema))
    return [*problems, *map(str, other_types_of(footer))]


def _footer(footer: Footer, layout: Layout) -> Json:
    return {
        "form": layout.form,
        "magic": layout.magic.decode(),
        "offset": layout.footer.offset,
        "length": layout.footer.length,
        "thrift": _extent(layout.thrift),
        "flatbuffer": _flat(layout.flatbuffer),
        "layout": _flat(layout.beside),
        "agree": layout.agree,
        "read": _read(footer, layout),
        "protected": layout.is_protected,
        "signature": document_binary(footer.signature) if footer.signature else None,
        "encrypted_length": len(footer.ciphertext) if footer.crypto is not None else None,
    }


def _read(footer: Footer, layout: Layout) -> str:
    if footer.has_sole_layout:
        return layout.form
    if layout.is_thrift_read:
        return "thrift"
    return "flatbuffer" if layout.beside is None else "layout"


def _flat(part: FlatLayout | None) -> Json:
    if part is None:
        return None
    extent = part.extent
    return {
        "schema": part.schema,
        "offset": extent.offset if extent is not None else None,
        "length": extent.length if extent is not None else None,
        "crc_agrees": part.crc_agrees,
    }


def _extent(extent: ByteRange | None) -> Json:
    return {"offset": extent.offset, "length": extent.length} if extent is not None else None
