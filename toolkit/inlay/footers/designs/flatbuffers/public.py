"""The FlatBuffer of the extension document (v1), in Thrift: every field of that has a slot, and a remainder says how it was spelled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.footers.conversion import ConversionError, EditScriptError, v1
from inlay.footers.conversion.collector import pause_collector
from inlay.footers.footer.second import Derived
from inlay_runtime.errors import EncodeError
from inlay_runtime.finding import Finding
from parquet_format import footer

if TYPE_CHECKING:
    from inlay.footers.footer.second import SecondFooter


def restore_v1(second: SecondFooter) -> bytes:
    """The bytes that it was made from. Raises ConversionError and EditScriptError."""
    assert isinstance(second.root, footer.FileMetaData)
    with pause_collector():
        return v1.to_thrift(second.root, buffer=second.data)


def derive_v1(second: SecondFooter) -> Derived:
    """The same; where the remainder does not fit, the slots have everything but how it was spelled. Raises ConversionError."""
    try:
        return Derived(restore_v1(second))
    except EditScriptError as error:
        with pause_collector():
            return Derived(_convert_slots(second), (_report_ignored(second, error),))


def _convert_slots(second: SecondFooter) -> bytes:
    try:
        return v1.to_struct(footer.FileMetaData.decode(second.data, eager=True)).encode()
    except EncodeError as error:
        raise ConversionError(error.reason, error.path) from error


def _report_ignored(second: SecondFooter, error: EditScriptError) -> Finding:
    start = second.content.start if second.content is not None else 0
    what = (
        f"the FlatBuffers footer's remainder (slot 9) does not fit: {error.reason}; columns and rows are "
        "read without it"
    )
    return Finding("remainder", second.offset + start, what)
