"""The extensions of a file of any form, those in the slot of its FlatBuffer included."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from inlay.footers.extensions.from_end import check_end
from inlay.footers.extensions.listing import ListedExtension, list_extensions, list_slot
from inlay.footers.extensions.shapes import shape_of
from inlay.footers.extensions.struct_bytes import StructBytes
from inlay.footers.footer.footer import Footer
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from parquet_format.parquet import FileMetaData

FLATBUFFER: Final = "flatbuffer"
"""The path of the extension slot in the FlatBuffer's own FileMetaData."""


class Extensions(NamedTuple):
    """`hidden` is what looks like an extension and is not reached, or cannot be used."""

    listed: list[ListedExtension]
    hidden: list[Finding]


def extensions_of(footer: Footer) -> Extensions:
    """Raises FooterError for a footer that cannot be decoded."""
    struct = footer.validate().struct()
    if footer.is_derived:
        listed = without_places(list_extensions(struct), footer.end.root_path)
        return Extensions(listed, list(footer.findings))
    extensions = list_extensions(struct)
    hidden = check_end(struct)
    if footer.flatbuffer is None:
        reported = {
            extension.finding.code for extension in extensions if extension.finding is not None
        }
        hidden += [finding for finding in footer.findings if finding.code not in reported]
        return Extensions(extensions, hidden)
    try:
        derived = derive_struct(footer)
    except InlayError as error:
        what = f"it cannot be converted to Thrift: {error}"
        return Extensions(extensions, [*hidden, Finding("flatbuffer", footer.offset, what)])
    return Extensions([*extensions, *in_slot(derived)], hidden)


def derive_struct(footer: Footer) -> StructBytes:
    """The Thrift footer that the FlatBuffer stands for. FormError or ConversionError if it stands for none."""
    return StructBytes(
        footer.end.restore_exactly(footer.second), footer.offset, shape_of(FileMetaData)
    )


def in_slot(derived: StructBytes) -> list[ListedExtension]:
    """The extensions in the FlatBuffer's own slot."""
    return without_places(list_slot(derived, derived.carrier))


def without_places(
    extensions: Iterable[ListedExtension], root: str = FLATBUFFER
) -> list[ListedExtension]:
    """Extensions of derived Thrift: where they lie in that says nothing of the file. `root` is what its FileMetaData is
    called."""
    return [
        replace(
            extension,
            offset=None,
            carrier=(
                replace(extension.carrier, path=root)
                if extension.carrier.is_root
                else extension.carrier
            ),
        )
        for extension in extensions
    ]
