"""Files with a design beside their Thrift, and how they are damaged."""

from __future__ import annotations

import io

from inlay.footers.containers import wrap
from inlay.footers.containers.design_content import DesignHead
from inlay.footers.containers.registry import DESIGN
from inlay.footers.footer import Footer, read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.pages.engine.design_tail import NOT_BESIDE, add_design
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.extension import Header
from tests.footers.designs.files import DESIGNS

BESIDE = [name for name in DESIGNS if name not in NOT_BESIDE]
"""The designs that are put beside Thrift, those of entry points included."""


def with_design(file: bytes, name: str) -> bytes:
    """The dual file."""
    footer = read_footer(io.BytesIO(file))
    return file[: footer.offset] + add_design(footer, name)


def opened(file: bytes) -> Footer:
    return read_footer(io.BytesIO(file))


def head_of(file: bytes) -> DesignHead:
    head = opened(file).second.design
    assert head is not None
    return head


def with_content(file: bytes, content: bytes) -> bytes:
    """A dual file with another content, whose CRCs agree. Its length has to be as wide as it was."""
    footer = opened(file)
    thrift = footer.end.plain_thrift(footer)
    payload = wrap(content, DESIGN)
    field = Header.SPEC.data + unsigned(len(payload)) + payload
    return file[: footer.offset] + tail_of(thrift[:-1] + field + thrift[-1:])
