"""Extensions on bytes: added to and taken from an encoded struct, without decoding a value.

The extension document's sample ("Appending extensions to thrift") does the first; here the struct is
walked field by field from the front, so that neither a missing stop byte nor a payload that looks like
an extension goes unnoticed.
"""

from __future__ import annotations

from inlay_runtime import amounts
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.spans import FieldSpan, field_header, find_field_spans
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.errors import DecodeError, ExtensionError
from inlay_runtime.extension import Header
from inlay_runtime.limits import Limits
from inlay_runtime.wire_types import STOP


def append_extension(struct_bytes: bytes, payload: bytes, header: Header = Header.SPEC) -> bytes:
    """The struct with an extension as its last field (or, for `TRAILING`, behind its stop byte).

    Raises ExtensionError where the bytes are not a whole struct that ends with its stop byte, or one that has
    an extension already.
    """
    spans, end = _walk(struct_bytes)
    if end < len(struct_bytes):
        extra = len(struct_bytes) - end
        raise ExtensionError(
            f"{amounts.count(extra, 'byte follows', 'bytes follow')} the stop byte at offset {end - 1}"
        )
    for span in spans:
        if span.is_extension:
            raise ExtensionError(f"the struct has an extension already, at offset {span.start}")
    body = struct_bytes if header is Header.TRAILING else struct_bytes[: end - 1]
    return body + header.data + unsigned(len(payload)) + payload + bytes([STOP])


def strip_extension(struct_bytes: bytes) -> bytes:
    """The struct without its extension, wherever it stands; unchanged if it has none.

    Bytes behind the stop byte stay, unless they are a trailing extension and nothing else.
    Raises ExtensionError where the bytes do not begin with a struct.
    """
    spans, end = _walk(struct_bytes)
    at = next((at for at, span in enumerate(spans) if span.is_extension), None)
    if at is None:
        return struct_bytes[:end] if _is_trailing(struct_bytes[end:]) else struct_bytes
    extension = spans[at]
    head, tail = struct_bytes[: extension.start], struct_bytes[extension.end :]
    if at + 1 < len(spans):
        following = spans[at + 1]
        last_id = spans[at - 1].wire_id if at else 0
        header = field_header(following.wire_id, following.wire_type, last_id)
        tail = header + struct_bytes[following.value :]
    return head + tail


def _walk(struct_bytes: bytes) -> tuple[list[FieldSpan], int]:
    size = max(len(struct_bytes), 1)
    cursor = Cursor(struct_bytes, limits=Limits(container=size, binary=size), is_strict=False)
    try:
        return find_field_spans(cursor), cursor.position
    except DecodeError as error:
        raise ExtensionError(f"not a struct that ends with a stop byte: {error}") from error


def _is_trailing(data: bytes) -> bool:
    if not data.startswith(Header.TRAILING.data):
        return False
    try:
        spans, end = _walk(data)
    except ExtensionError:
        return False
    return end == len(data) and len(spans) == 1 and spans[0].is_extension
