"""The layout beside the Thrift of a dual footer: opened where it lies, or for the Thrift that it leads back to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.footers.containers.layout_content import LayoutHead, read_layout_head
from inlay.footers.designs.answers_as_thrift import thrift_by
from inlay.footers.designs.dual.with_walk import LayoutWithWalk
from inlay.footers.designs.fetch import Fetch, Range
from inlay.footers.designs.fetch_again import fetch_beside
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.in_use import find_used_layout
from inlay.footers.designs.layout import FooterLayout
from inlay.footers.designs.thrift.open import open_thrift
from inlay.footers.footer.second import SecondFooter
from inlay.footers.footer.trailer import ends_in_layout
from inlay.ground.refusals import FormError
from inlay_runtime.containers import spec_bounds
from inlay_runtime.crc import crc32
from inlay_runtime.errors import DecodeError, InvalidValueError
from inlay_runtime.finding import Finding

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer


def choose_layout(head: LayoutHead) -> type[FooterLayout]:
    """FormError where no layout of that name is in use."""
    cls = find_used_layout(head.name)
    if cls is None:
        raise FormError(
            f"its {head.name} footer cannot be read here: install the package that has the layout, and add "
            f"{head.name!r} to `use` in [layouts] of the configuration"
        )
    return cls


def open_layout(head: LayoutHead, fetch: Fetch) -> FooterLayout:
    """The layout, by what lies at its place in the file. Raises DecodeError for bytes that break its rules."""
    return choose_layout(head).open(fetch, Range(head.offset, head.length))


def derive_from_layout(second: SecondFooter) -> bytes:
    """The Thrift bytes that the layout of a dual footer leads back to, whose CRC it has.

    Raises FormError where the layout is not installed, DecodeError and EditScriptError where it leads elsewhere.
    """
    head = second.layout
    if head is None:
        raise FormError(f"a file of the form {second.form.value} has no footer of another layout")
    data = memoryview(second.data)
    layout = open_layout(head, fetch_from(data[: head.length], head.offset))
    script = bytes(data[head.length : head.length + head.script])
    thrift = thrift_by(script, layout) if script else layout.thrift()
    if crc32(thrift) != head.thrift_crc:
        raise InvalidValueError("it leads back to other bytes of Thrift than it was made from", 0)
    return thrift


def open_beside(footer: Footer) -> FooterLayout | None:
    """The layout beside the Thrift, where it is vouched for: by CRCs of its own, or by that of its container. None where it is
    not, where it lies elsewhere than it was made for, and where nothing here knows it."""
    lies = spec_bounds(footer.data, len(footer.data) - 1)
    if not ends_in_layout(footer.data) or isinstance(lies, Finding):
        return None
    head = read_layout_head(footer.data, lies.start, lies.stop)
    if isinstance(head, Finding) or head.offset != footer.offset + lies.start:
        return None
    place = Range(head.offset, head.length)
    data = memoryview(footer.data)[lies.start : lies.start + head.length]
    try:
        layout = open_layout(head, fetch_beside(footer, place, data))
    except (DecodeError, FormError):
        return None
    if not layout.is_protected and footer.second.layout is None:
        return None
    return LayoutWithWalk(layout, lambda: open_thrift(footer))
