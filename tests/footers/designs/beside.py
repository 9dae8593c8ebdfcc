"""Files with a layout beside their Thrift, and how they are damaged."""

from __future__ import annotations

import io

from inlay.footers.containers import wrap
from inlay.footers.containers.layout_content import LayoutHead
from inlay.footers.containers.registry import LAYOUT
from inlay.footers.footer import Footer, read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.pages.engine.layout_tail import NOT_BESIDE, add_layout
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.extension import Header
from tests.footers.designs.files import LAYOUTS

BESIDE = [name for name in LAYOUTS if name not in NOT_BESIDE]
"""The layouts that are put beside Thrift, those of entry points included."""


def with_layout(file: bytes, name: str) -> bytes:
    """The dual file."""
    footer = read_footer(io.BytesIO(file))
    return file[: footer.offset] + add_layout(footer, name)


def opened(file: bytes) -> Footer:
    return read_footer(io.BytesIO(file))


def head_of(file: bytes) -> LayoutHead:
    head = opened(file).second.layout
    assert head is not None
    return head


def with_content(file: bytes, content: bytes) -> bytes:
    """A dual file with another content, whose CRCs agree. Its length has to be as wide as it was."""
    footer = opened(file)
    thrift = footer.end.plain_thrift(footer)
    payload = wrap(content, LAYOUT)
    field = Header.SPEC.data + unsigned(len(payload)) + payload
    return file[: footer.offset] + tail_of(thrift[:-1] + field + thrift[-1:])
