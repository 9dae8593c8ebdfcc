"""A footer as JSON: everything, unshortened, under keys that stay. `docs/inspect.md` describes it.

What is added to the fields of the IDL begins with `@`, which no name of an IDL can.
"""

from __future__ import annotations

from typing import cast

from inlay.checks.problems import other_types_of, problems_of
from inlay.cli.report.json_layouts import document_of
from inlay.cli.report.json_structs import struct
from inlay.cli.report.json_values import Json, binary, format_json, to_json
from inlay.cli.report.layout import Extent, FlatPart, Layout, layout_of
from inlay.containers.known import find_known
from inlay.extensions.uuid_guess import guess_uuid
from inlay.footer.footer import Footer
from inlay.footer.undeclared import FoundExtension, Unknown, find_undeclared
from inlay.schema.tree import SchemaTree
from inlay.values.decode import Decoder, decoder, read_value
from parquet_format.parquet import FileMetaData, Statistics

DECODED = "@decoded"


def as_json(footer: Footer, *, in_line: bool = False) -> str:
    """Raises FooterError for a footer that cannot be decoded."""
    return format_json(_document(footer), in_line=in_line)


def _document(footer: Footer) -> Json:
    leftovers = find_undeclared(footer.root, footer.signature)
    schema = None if footer.is_encrypted else SchemaTree(footer.metadata.schema)
    content: dict[str, Json] = {
        "file": {"path": footer.path, "size": footer.file_size},
        "footer": _footer(footer, layout_of(footer)),
        "metadata": _metadata(footer.metadata, schema) if schema is not None else None,
        "crypto": struct(footer.crypto) if footer.crypto is not None else None,
        "extensions": [_extension(extension) for extension in leftovers.extensions],
        "unknown": [_unknown(unknown) for unknown in leftovers.unknown],
        "findings": [
            {"code": finding.code, "offset": finding.offset, "what": finding.what}
            for finding in footer.findings
        ],
        "problems": _problems(footer, schema),
    }
    return document_of("inspect", content)


def _problems(footer: Footer, schema: SchemaTree | None) -> list[Json]:
    problems: list[Json] = []
    if schema is not None:
        problems += problems_of(footer, schema)
    return [*problems, *map(str, other_types_of(footer))]


def _footer(footer: Footer, layout: Layout) -> Json:
    return {
        "form": layout.form,
        "magic": layout.magic.decode(),
        "offset": layout.footer.offset,
        "length": layout.footer.length,
        "thrift": _extent(layout.thrift),
        "flatbuffer": _flat(layout.flatbuffer),
        "agree": layout.agree,
        "read": "thrift" if layout.is_thrift_read else "flatbuffer",
        "signature": binary(footer.signature) if footer.signature else None,
        "encrypted_length": len(footer.ciphertext) if footer.crypto is not None else None,
    }


def _flat(part: FlatPart | None) -> Json:
    if part is None:
        return None
    extent = part.extent
    return {
        "schema": part.schema,
        "offset": extent.offset if extent is not None else None,
        "length": extent.length if extent is not None else None,
        "crc_agrees": part.crc_agrees,
    }


def _extent(extent: Extent | None) -> Json:
    return {"offset": extent.offset, "length": extent.length} if extent is not None else None


def _metadata(metadata: FileMetaData, schema: SchemaTree) -> Json:
    """The struct as it is, and beside every statistics what its bounds mean."""
    shown = struct(metadata)
    decoders = [decoder(leaf.element) for leaf in schema.leaves]
    row_groups = cast("list[dict[str, list[dict[str, Json]]]]", shown["row_groups"])
    for row_group, dumped in zip(metadata.row_groups, row_groups, strict=True):
        columns = zip(row_group.columns, dumped["columns"], decoders, strict=False)
        for chunk, dumped_chunk, decode in columns:
            meta = chunk.meta_data
            if meta is not None and meta.statistics is not None:
                dumped_meta = cast("dict[str, dict[str, Json]]", dumped_chunk["meta_data"])
                dumped_meta["statistics"][DECODED] = _bounds(meta.statistics, decode)
    return shown


def _bounds(statistics: Statistics, decode: Decoder) -> Json:
    raw = {
        "min": statistics.min,
        "max": statistics.max,
        "min_value": statistics.min_value,
        "max_value": statistics.max_value,
    }
    return {
        name: to_json(read_value(decode, value)) for name, value in raw.items() if value is not None
    }


def _extension(carried: FoundExtension) -> Json:
    payload, header = carried.extension.payload, carried.extension.header
    known = find_known(payload)
    guess = guess_uuid(payload) if known is None else None
    return {
        "path": carried.path,
        "struct": carried.struct,
        "header": header.value if header is not None else None,
        "size": len(payload),
        "payload": binary(payload),
        "uuid": str(known.uuid) if known is not None else None,
        "name": known.name if known is not None else None,
        "uuid_guess": (
            {"uuid": str(guess.uuid), "place": guess.place, "reason": guess.reason}
            if guess is not None
            else None
        ),
    }


def _unknown(unknown: Unknown) -> Json:
    return {
        "path": unknown.path,
        "kind": unknown.kind,
        "id": unknown.id,
        "type": unknown.type,
        "raw": binary(unknown.raw),
    }
