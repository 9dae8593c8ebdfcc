"""A modular footer that no CRC protects, with other parts than it was made with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from inlay.designs import FooterDesign, Range
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.modular.build import ModularOptions
from inlay.footers.designs.modular.design import ModularDesign
from inlay.footers.designs.modular.frame import SIZE, Frame, pack_frame, read_frame
from parquet_format.modular import (
    ModularFooter,
    ModuleKind,
    ModuleLocation,
    PlacementModule,
    RowGroupStatisticsModule,
    SchemaIndexModule,
)
from tests.footers.designs.files import contents_in, nested_file

FILE = nested_file(2)
CONTENTS = contents_in(FILE)
DATA = ModularDesign.build_as(CONTENTS, len(FILE), ModularOptions(has_supplement=False))
INDEXED = ModularDesign.build_as(
    CONTENTS, len(FILE), ModularOptions(has_supplement=False, indexed_from=0)
)
S = TypeVar("S", PlacementModule, RowGroupStatisticsModule, SchemaIndexModule)


def root_of(data: bytes) -> tuple[ModularFooter, int]:
    start = read_frame(data, len(FILE) + len(data)).root
    return ModularFooter.decode(data[start:-SIZE]), start


def with_root(change: Callable[[ModularFooter], None], data: bytes = DATA) -> bytes:
    """The footer with another root."""
    root, start = root_of(data)
    change(root)
    return data[:start] + root.encode() + pack_frame(Frame(len(FILE), start))


def with_module(
    kind: ModuleKind, cls: type[S], change: Callable[[S], None], whole: bytes = DATA
) -> bytes:
    """The footer with another module of this kind, which lies behind all others."""
    root, start = root_of(whole)
    entry = next(entry for entry in root.modules if entry.kind is kind)
    at = entry.location
    module = cls.decode(whole[at.offset : at.offset + at.length])
    change(module)
    data = module.encode()
    entry.location = ModuleLocation(offset=start, length=len(data))
    rest = root.encode() + pack_frame(Frame(len(FILE), start + len(data)))
    return whole[:start] + data + rest


def opened(data: bytes) -> FooterDesign:
    return ModularDesign.open(fetch_from(data, len(FILE)), Range(len(FILE), len(data)))


def put(name: str, value: object) -> Callable[[object], None]:
    return lambda changed: setattr(changed, name, value)
