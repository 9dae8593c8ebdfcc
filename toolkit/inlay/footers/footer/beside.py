"""The layout beside the Thrift of a dual footer: opened where it lies, or for the Thrift that it leads back to."""

from __future__ import annotations

from inlay.footers.containers.layout_content import LayoutHead
from inlay.footers.designs.answers_as_thrift import thrift_by
from inlay.footers.designs.fetch import Fetch, Range
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.layout import FooterLayout
from inlay.footers.footer.flatbuffer import FormEvidence
from inlay.footers.footer.layouts_in_use import find_used_layout
from inlay.ground.refusals import FormError
from inlay_runtime.crc import crc32
from inlay_runtime.errors import InvalidValueError


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


def derive_from_layout(flat: FormEvidence) -> bytes:
    """The Thrift bytes that the layout of a dual footer leads back to, whose CRC it has.

    Raises FormError where the layout is not installed, DecodeError and EditScriptError where it leads elsewhere.
    """
    head = flat.layout
    if head is None:
        raise FormError(f"a file of the form {flat.form.value} has no footer of another layout")
    data = memoryview(flat.data)
    layout = open_layout(head, fetch_from(data[: head.length], head.offset))
    script = bytes(data[head.length : head.length + head.script])
    thrift = thrift_by(script, layout) if script else layout.thrift()
    if crc32(thrift) != head.thrift_crc:
        raise InvalidValueError("it leads back to other bytes of Thrift than it was made from", 0)
    return thrift
