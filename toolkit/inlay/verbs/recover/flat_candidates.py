"""What the FlatBuffer of a final file stands for."""

from __future__ import annotations

from inlay.footers.conversion import ConversionError, v1
from inlay.verbs.recover.flat_search import Span
from inlay_runtime.errors import DecodeError, EncodeError
from parquet_format import footer
from parquet_format.parquet import FileMetaData


def decode_final_footer(data: bytes, span: Span) -> FileMetaData | None:
    """None for bytes that the verifier does not take, or that Thrift cannot express."""
    try:
        flat = footer.FileMetaData.decode(data[span.start : span.end], eager=True)
        return FileMetaData.decode(v1.to_thrift(flat))
    except (DecodeError, EncodeError, ConversionError):
        return None
