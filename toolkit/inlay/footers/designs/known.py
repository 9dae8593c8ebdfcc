"""The designs that there are: those that come with Inlay, and classes that entry points of the group `inlay.footer_designs`
name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from inlay.footers.designs.design import FooterDesign
from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.footers.footer.used_designs import GROUP
from inlay.ground.wording.amounts import count
from inlay_runtime.errors import RequestError

SHIPPED: Final = {
    "thrift": "inlay.footers.designs.thrift.walked:ThriftDesign",
    "flatbuffers-v0": "inlay.footers.designs.flatbuffers.answers_v0:FlatV0",
    "flatbuffers-v1": "inlay.footers.designs.flatbuffers.answers_v1:FlatV1",
    "jump-table": "inlay.footers.designs.thrift.jump_table:JumpTable",
    "modular": "inlay.footers.designs.modular.design:ModularDesign",
    "thrift-without-paths": "inlay.footers.designs.thrift.walked:ThriftWithoutPaths",
}
"""Not entry points, for Inlay also runs where it is not installed: shipped to an executor. Nobody else can take these names."""


@cache
def find_designs() -> Mapping[str, type[FooterDesign]]:
    """All by name: those that come with Inlay, then those that are installed, as their names go. Raises RequestError for an entry
    point that names no design of its name."""
    others = sorted({point.name for point in entry_points(group=GROUP)} - SHIPPED.keys())
    designs = {name: find_design(name) for name in (*SHIPPED, *others)}
    return {name: cls for name, cls in designs.items() if cls is not None}


@cache
def find_design(name: str) -> type[FooterDesign] | None:
    """The design of this name, and no other is imported; None where none is installed. Raises RequestError as `find_designs`.

    The name must not be one that a file says: `inlay.footers.designs.in_use` is for those.
    """
    if name in SHIPPED:
        return _require(name, SHIPPED[name])
    points = [point.value for point in entry_points(group=GROUP, name=name)]
    return _require(name, points[0]) if points else None


def _require(name: str, value: str) -> type[FooterDesign]:
    module, _, attribute = value.partition(":")
    cls: object = getattr(import_module(module), attribute.strip(), None)
    if not (isinstance(cls, type) and issubclass(cls, FooterDesign)):
        raise RequestError(f"{GROUP}: {name} = {value} is not a FooterDesign")
    if cls.magic and len(cls.magic) != MAGIC_SIZE:
        raise RequestError(
            f"{GROUP}: {name} = {value} has a magic of {count(len(cls.magic), 'byte')}: it takes 4"
        )
    if cls.name != name:
        raise RequestError(f"{GROUP}: {name} = {value} is called {cls.name!r}: use one name")
    return cls
