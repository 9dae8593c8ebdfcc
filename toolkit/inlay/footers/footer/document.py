"""What a footer says, as a document of plain values: everything, unshortened, under keys that stay.

`inlay inspect --format json` prints the same keys, and adds where the parts lie and what does not add up (`docs/inspect.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import cast

from inlay.footers.containers import identify
from inlay.footers.containers.known import find_known
from inlay.footers.extensions.uuid_guess import guess_uuid
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.undeclared import FoundExtension, Unknown, find_undeclared
from inlay.ground.documents.findings import document_findings
from inlay.ground.documents.metadata import stream_metadata
from inlay.ground.documents.pieces import StreamedJson, collect_document
from inlay.ground.documents.values import Json, document_binary
from inlay.ground.schema.tree import SchemaTree
from inlay_runtime.document import document_struct
from parquet_format.parquet import ColumnChunk, RowGroup


def document_of(footer: Footer) -> dict[str, Json]:
    """Raises FooterError for a footer that cannot be decoded."""
    return cast("dict[str, Json]", collect_document(stream_document(footer, attrgetter("columns"))))


def stream_document(
    footer: Footer, chunks_of: Callable[[RowGroup], Iterable[ColumnChunk]]
) -> dict[str, StreamedJson]:
    """The same; chunks, as `chunks_of` gives them, become documents when their turn comes. Raises FooterError for a footer that cannot be
    decoded."""
    leftovers = find_undeclared(footer.root, footer.signature, footer.thrift)
    metadata = None if footer.is_encrypted else footer.metadata
    return {
        "file": {"path": footer.path, "size": footer.file_size},
        "footer": {
            "form": footer.end.name_of(footer),
            "magic": footer.end.ends_in,
            "offset": footer.offset,
            "length": footer.end.length(footer),
        },
        "metadata": (
            stream_metadata(metadata, SchemaTree(metadata.schema), chunks_of)
            if metadata is not None
            else None
        ),
        "crypto": (
            document_struct(footer.crypto, is_whole=False) if footer.crypto is not None else None
        ),
        "extensions": [_extension(extension) for extension in leftovers.extensions],
        "unknown": [_unknown(unknown) for unknown in leftovers.unknown],
        "findings": document_findings(footer.findings),
    }


def _extension(carried: FoundExtension) -> Json:
    payload, header = carried.extension.payload, carried.extension.header
    known = find_known(payload)
    uuid = known.uuid if known is not None else identify(payload)
    guess = guess_uuid(payload) if uuid is None else None
    return {
        "path": carried.path,
        "struct": carried.struct,
        "header": header.value if header is not None else None,
        "size": len(payload),
        "payload": document_binary(payload),
        "uuid": str(uuid) if uuid is not None else None,
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
        "raw": document_binary(unknown.raw),
    }
