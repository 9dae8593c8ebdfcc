"""The payload of an extension as its generated class, wherever the footer keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from inlay.changes.life_cycle.extension_list import derive_struct
from inlay.footers.extensions.struct_bytes import StructBytes
from inlay.footers.footer.footer import Footer
from inlay.ground.keywords import check_keywords
from inlay_runtime.containers import unwrap
from inlay_runtime.flat.extension import ExtensionTable

PayloadT = TypeVar("PayloadT", bound=ExtensionTable)


@check_keywords
def find_extension(footer: Footer, payload_class: type[PayloadT], at: str = "") -> PayloadT | None:
    """Finds the payload of an extension: alone in its slot, in an envelope, or inside of a FlatBuffers footer.

    `payload_class` is generated from a table with `inlay_uuid`. `at` is the path of the struct that carries the extension, as
    `inlay ext list` shows it: `row_groups[0].columns[1].meta_data`; empty for the extension of the file. None if there is no
    extension with this UUID. Raises FooterPathError for a path that leads nowhere, and DamagedError or DecodeError for an
    extension that is damaged; TypeError for anything else than a footer, a class and a path.
    """
    _require(footer, payload_class, at)
    for struct in _structs_of(footer, at):
        for entry in struct.entries(struct.locate(at)):
            content = unwrap(entry.payload, payload_class.UUID, payload_class.TRAILER)
            if content is not None:
                return payload_class.decode(content)
    return None


def _require(*given: object) -> None:
    """What callers without a type checker pass."""
    footer, payload_class, at = given
    if not isinstance(footer, Footer):
        what = f"not {type(footer).__name__}"
        raise TypeError(f"find_extension takes the Footer that inlay.open(path) returns: {what}")
    if not (isinstance(payload_class, type) and issubclass(payload_class, ExtensionTable)):
        what = f"a class that inlayc generated from a table with inlay_uuid: not {payload_class!r}"
        raise TypeError(f"find_extension takes {what}")
    if not isinstance(at, str):
        what = "such as 'row_groups[0].columns[1].meta_data'"
        raise TypeError(f"find_extension takes the path of a struct as text, {what}: not {at!r}")


def _structs_of(footer: Footer, at: str) -> Iterator[StructBytes]:
    """The Thrift, and for the file's own extension what the FlatBuffer beside it stands for."""
    yield footer.validate().struct()
    if not at and footer.flatbuffer is not None and not footer.is_derived:
        yield derive_struct(footer)
