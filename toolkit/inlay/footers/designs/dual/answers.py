"""The design beside the Thrift of a dual footer: opened where it lies, or for the Thrift that it leads back to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.footers.containers.design_content import DesignHead, read_design_head
from inlay.footers.designs.answers_as_thrift import thrift_by
from inlay.footers.designs.design import FooterDesign
from inlay.footers.designs.dual.with_walk import DesignWithWalk
from inlay.footers.designs.fetch import Fetch, Range
from inlay.footers.designs.fetch_again import fetch_beside
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.in_use import find_used_design
from inlay.footers.designs.thrift.open import open_thrift
from inlay.footers.footer.second import SecondFooter
from inlay.footers.footer.trailer import ends_in_design
from inlay.ground.refusals import FormError
from inlay_runtime.containers import spec_bounds
from inlay_runtime.crc import crc32
from inlay_runtime.errors import DecodeError, InvalidValueError
from inlay_runtime.finding import Finding

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer


def choose_design(head: DesignHead) -> type[FooterDesign]:
    """FormError where no design of that name is in use."""
    cls = find_used_design(head.name)
    if cls is None:
        raise FormError(
            f"its {head.name} footer cannot be read here: install the package that has the design, and add "
            f"{head.name!r} to `use` in [designs] of the configuration"
        )
    return cls


def open_design(head: DesignHead, fetch: Fetch) -> FooterDesign:
    """The design, by what lies at its place in the file. Raises DecodeError for bytes that break its rules."""
    return choose_design(head).open(fetch, Range(head.offset, head.length))


def derive_from_design(second: SecondFooter) -> bytes:
    """The Thrift bytes that the design of a dual footer leads back to, whose CRC it has.

    Raises FormError where the design is not installed, DecodeError and EditScriptError where it leads elsewhere.
    """
    head = second.design
    if head is None:
        raise FormError(f"a file of the form {second.form.value} has no footer of another design")
    data = memoryview(second.data)
    design = open_design(head, fetch_from(data[: head.length], head.offset))
    script = bytes(data[head.length : head.length + head.script])
    thrift = thrift_by(script, design) if script else design.thrift()
    if crc32(thrift) != head.thrift_crc:
        raise InvalidValueError("it leads back to other bytes of Thrift than it was made from", 0)
    return thrift


def open_beside(footer: Footer) -> FooterDesign | None:
    """The design beside the Thrift, where it is vouched for: by CRCs of its own, or by that of its container. None where it is
    not, where it lies elsewhere than it was made for, and where nothing here knows it."""
    lies = spec_bounds(footer.data, len(footer.data) - 1)
    if not ends_in_design(footer.data) or isinstance(lies, Finding):
        return None
    head = read_design_head(footer.data, lies.start, lies.stop)
    if isinstance(head, Finding) or head.offset != footer.offset + lies.start:
        return None
    place = Range(head.offset, head.length)
    data = memoryview(footer.data)[lies.start : lies.start + head.length]
    try:
        design = open_design(head, fetch_beside(footer, place, data))
    except (DecodeError, FormError):
        return None
    if not design.is_protected and footer.second.design is None:
        return None
    return DesignWithWalk(design, lambda: open_thrift(footer))
