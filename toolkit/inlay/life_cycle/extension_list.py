"""The extensions of a file of any form, those in the slot of its FlatBuffer included."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from inlay.containers import Finding
from inlay.extensions.from_end import end_findings
from inlay.extensions.listing import Listed, listed, listed_in
from inlay.extensions.shapes import shape_of
from inlay.extensions.struct_bytes import StructBytes
from inlay.footer.footer import Footer
from inlay.life_cycle.steps import flat_thrift
from inlay_runtime.errors import InlayError
from parquet_format.parquet import FileMetaData

FLATBUFFER: Final = "flatbuffer"
"""The path of the extension slot in the FlatBuffer's own FileMetaData."""


class Extensions(NamedTuple):
    """`hidden` is what looks like an extension and is not reached, or cannot be used."""

    listed: list[Listed]
    hidden: list[Finding]


def extensions_of(footer: Footer) -> Extensions:
    """Raises FooterError for a footer that cannot be decoded."""
    struct = footer.validate().struct()
    if footer.is_derived:
        return Extensions(unplaced(listed(struct)), list(footer.findings))
    found = listed(struct)
    hidden = end_findings(struct)
    if footer.flatbuffer is None:
        reported = {one.finding.code for one in found if one.finding is not None}
        hidden += [finding for finding in footer.findings if finding.code not in reported]
        return Extensions(found, hidden)
    try:
        derived = derived_struct(footer)
    except InlayError as error:
        what = f"it cannot be converted to Thrift: {error}"
        return Extensions(found, [*hidden, Finding("flatbuffer", footer.offset, what)])
    return Extensions([*found, *in_slot(derived)], hidden)


def derived_struct(footer: Footer) -> StructBytes:
    """The Thrift footer that the FlatBuffer stands for. FormError or ConversionError if it stands for none."""
    return StructBytes(flat_thrift(footer), footer.offset, shape_of(FileMetaData))


def in_slot(derived: StructBytes) -> list[Listed]:
    """The extensions in the FlatBuffer's own slot."""
    return unplaced(listed_in(derived, derived.carrier))


def unplaced(found: Iterable[Listed]) -> list[Listed]:
    """Extensions of derived Thrift: where they lie in that says nothing of the file."""
    return [
        replace(
            one,
            offset=None,
            carrier=replace(one.carrier, path=FLATBUFFER) if one.carrier.is_root else one.carrier,
        )
        for one in found
    ]
