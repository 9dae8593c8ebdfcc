"""Files whose only footer is a modular one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from inlay.designs import FooterContents
from inlay.footers.designs.modular.build import ModularOptions
from inlay.footers.designs.modular.design import ModularDesign
from inlay.footers.footer.trailer import TRAILER


def _modular(options: ModularOptions) -> Callable[[FooterContents, int], bytes]:
    return lambda contents, offset: ModularDesign.build_as(contents, offset, options)


WAYS: Final[Mapping[str, Callable[[FooterContents, int], bytes]]] = {
    "modular": ModularDesign.build,
    "modular, absolute": _modular(ModularOptions(is_absolute=True)),
    "plain modular": _modular(ModularOptions(has_supplement=False)),
}

LEAD_BACK: Final = [way for way in WAYS if not way.startswith("plain")]


def footer_in(way: str, file: bytes, contents: FooterContents) -> bytes:
    """The file with its footer in another design, in the place of the Thrift one."""
    offset = len(file) - TRAILER - len(contents.thrift)
    return file[:offset] + WAYS[way](contents, offset)
