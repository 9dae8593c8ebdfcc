"""What the FlatBuffer of a file stands for, or the layout beside its Thrift, in Thrift's bytes."""

from __future__ import annotations

from typing import NamedTuple

from inlay.footers.conversion import ConversionError, EditScriptError
from inlay.footers.conversion import v0 as v0_conversion
from inlay.footers.conversion import v1 as v1_conversion
from inlay.footers.conversion.collector import pause_collector
from inlay.footers.footer.flatbuffer import FormEvidence
from inlay.ground.refusals import FormError
from inlay_runtime.errors import EncodeError
from inlay_runtime.finding import Finding
from parquet_format import footer as v1
from parquet_format import footer_v0 as v0


class Derived(NamedTuple):
    """`findings` say why the bytes are perhaps not those that the FlatBuffer was made from."""

    thrift: bytes
    findings: tuple[Finding, ...] = ()


def restore_exactly(flat: FormEvidence) -> bytes:
    """The bytes that the FlatBuffer was made from. ConversionError where they cannot be had, FormError for a file
    without a FlatBuffer of ours; of a layout, what `derive_from_layout` raises."""
    if flat.layout is not None:
        # Only now: layouts answer by pyarrow.
        from inlay.footers.footer.beside import derive_from_layout

        return derive_from_layout(flat)
    root = _ours(flat)
    with pause_collector():
        if isinstance(root, v0.FileMetaData):
            return v0_conversion.to_thrift(root, buffer=flat.data)
        return v1_conversion.to_thrift(root, buffer=flat.data)


def _ours(flat: FormEvidence) -> v0.FileMetaData | v1.FileMetaData:
    match flat.root:
        case v0.FileMetaData() | v1.FileMetaData():
            return flat.root
        case _:
            raise FormError(f"a file of the form {flat.form.value} has no FlatBuffer of ours")


def derive(flat: FormEvidence) -> Derived:
    """The same, or all data without the very bytes: where a remainder of v1 does not fit, the slots have everything
    but how it was spelled. Those of v0 have not, so there it is an error.

    Raises ConversionError for what Thrift cannot express, FormError for a file without a FlatBuffer of ours.
    """
    try:
        return Derived(restore_exactly(flat))
    except EditScriptError as error:
        if not isinstance(flat.root, v1.FileMetaData):
            raise
        with pause_collector():
            return Derived(_base(flat), (_report_ignored(flat, error),))


def _base(flat: FormEvidence) -> bytes:
    try:
        return v1_conversion.to_struct(v1.FileMetaData.decode(flat.data, eager=True)).encode()
    except EncodeError as error:
        raise ConversionError(error.reason, error.path) from error


def _report_ignored(flat: FormEvidence, error: EditScriptError) -> Finding:
    start = flat.content.start if flat.content is not None else 0
    what = (
        f"the FlatBuffers footer's remainder (slot 9) does not fit: {error.reason}; columns and rows are "
        "read without it"
    )
    return Finding("remainder", flat.offset + start, what)
