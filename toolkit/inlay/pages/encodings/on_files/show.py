"""Which chunks of a file have a new encoding."""

from __future__ import annotations

from dataclasses import dataclass

from inlay.ground.files.source import open_source
from inlay.pages.encodings.new_encodings import find_encodings
from inlay.pages.encodings.payload import find_encoded_chunks
from inlay.pages.engine.chunk_metadata import metadata_at
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.thrift_file import open_thrift
from inlay_runtime.finding import Finding
from parquet_format.encoding import ColumnEncoding


@dataclass(frozen=True, slots=True)
class EncodedChunk:
    """A chunk with a new encoding; a finding instead where what tells of it is damaged."""

    row_group: int
    column: str
    old_size: int
    encoding: ColumnEncoding | None
    finding: Finding | None


def list_encodings(path: str) -> list[EncodedChunk]:
    """The new encodings of a file; data is not read."""
    with name_file_in_errors(path), open_source(path) as source:
        file = open_thrift(source, path)
    metadata = file.metadata()
    known = find_encodings(metadata, file.footer)
    payloads = {
        (group, column): slot.encoding for group, column, _, slot in find_encoded_chunks(metadata)
    }
    chunks: list[EncodedChunk] = []
    for place in sorted(known.known.keys() | known.findings.keys()):
        meta = metadata_at(metadata, place)
        name, size = ".".join(meta.path_in_schema), meta.total_compressed_size
        finding = known.findings.get(place)
        chunks.append(EncodedChunk(place[0], name, size, payloads[place], finding))
    return chunks
