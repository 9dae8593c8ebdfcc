"""A schema in a file of its own, where no other Parquet file has these columns: as text, as JSON, or as Arrow has it."""

from __future__ import annotations

import codecs
import io
from typing import Any, Final

from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.read import read_metadata
from inlay.ground.blamed_options import blame_options
from inlay.ground.files.source import open_source, read_at
from inlay.ground.mistakes import RequestError
from inlay.ground.schema.message_text import parse_message
from inlay.ground.schema.tree import SchemaTree
from inlay_runtime.errors import InlayError
from parquet_format.parquet import FileMetaData

_LARGEST: Final = 64 << 20
_ALLOWED: Final = "a schema is text (`message NAME { ... }`), JSON (that of `FileMetaData.to_json`, with its schema), or an Arrow file, stream or schema"


def read_schema(path: str) -> FileMetaData:
    """A footer with this schema, and without row groups. Raises RequestError for what is not a schema, OSError for what cannot be read."""
    with open_source(path) as file:
        data = read_at(file, 0, _LARGEST)
    text = data.removeprefix(codecs.BOM_UTF8).lstrip()
    if data.startswith(PLAIN):
        raise blame_options(f"{path}: that is a Parquet file: give it to {{like}}", like=None)
    try:
        if text.startswith(b"message"):
            metadata = _bare(
                FileMetaData(
                    version=2, schema=parse_message(text.decode()), num_rows=0, row_groups=[]
                )
            )
        elif text.startswith(b"{"):
            metadata = _bare(FileMetaData.from_json(text))
        else:
            metadata = _from_arrow(data)
    except (InlayError, UnicodeDecodeError) as error:
        raise RequestError(f"{path}: {error}; {_ALLOWED}") from error
    tree = SchemaTree(metadata.schema)
    if tree.problems or not tree.leaves:
        raise RequestError(f"{path}: {[*tree.problems, 'a schema without columns'][0]}")
    return metadata


def _bare(metadata: FileMetaData) -> FileMetaData:
    """What a schema says, and nothing of the rows of some file."""
    return metadata.replace(num_rows=0, row_groups=[], created_by=None)


def _from_arrow(data: bytes) -> FileMetaData:
    """As pyarrow writes it to Parquet."""
    import pyarrow as pa
    from pyarrow import parquet

    pq: Any = parquet
    sink = io.BytesIO()
    try:
        pq.write_table(_arrow_schema(data).empty_table(), sink)
    except (pa.ArrowException, OSError) as error:
        raise RequestError(f"no Arrow schema: {error}") from error
    return _bare(read_metadata(sink.getvalue()))


def _arrow_schema(data: bytes) -> Any:
    import pyarrow as pa

    ipc: Any = pa.ipc
    if data.startswith(b"ARROW1"):
        return ipc.open_file(pa.BufferReader(data)).schema
    return ipc.read_schema(pa.BufferReader(data))
