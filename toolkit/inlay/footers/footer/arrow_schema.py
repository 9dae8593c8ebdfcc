"""The schema of a footer as pyarrow reads it, and what to do where a copy in the footer keeps pyarrow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.null_groups import without_null_groups
from inlay.footers.footer.trailer import tail_of
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    import pyarrow as pa

_ARROW_SCHEMA: Final = "ARROW:schema"

HOW_TO_LEAVE_OUT: Final = (
    f"the copy of the schema in the key {_ARROW_SCHEMA} cannot be right: "
    f"`inlay set FILE --delete {_ARROW_SCHEMA} -o OUT` makes a file without it"
)


def read_schema(thrift: bytes, path: str) -> pa.Schema:
    """Raises pyarrow's errors anew, of the same class, with the name of the file and the key that is to blame."""
    import pyarrow as pa

    try:
        return _read(thrift)
    except (pa.ArrowException, OSError) as error:
        said = f"{path}: {' '.join(str(error).split()).rstrip('.')}"
        hint = f" ({HOW_TO_LEAVE_OUT})" if _is_of_copy(thrift) else ""
        raise type(error)(said + hint) from error


def _read(thrift: bytes) -> pa.Schema:
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

    # The shortest file that has this footer: pyarrow looks at nothing else.
    shortest = PLAIN + tail_of(without_null_groups(thrift), PLAIN)
    return ParquetFile(pa.BufferReader(shortest)).schema_arrow


def _is_of_copy(thrift: bytes) -> bool:
    """Whether pyarrow reads the footer without the copy."""
    import pyarrow as pa

    metadata = FileMetaData.decode(thrift)
    pairs = metadata.key_value_metadata or []
    metadata.key_value_metadata = [pair for pair in pairs if pair.key != _ARROW_SCHEMA]
    if len(metadata.key_value_metadata) == len(pairs):
        return False
    try:
        _read(metadata.encode())
    except (pa.ArrowException, OSError):
        return False
    return True
