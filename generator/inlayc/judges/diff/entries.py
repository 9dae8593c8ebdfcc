"""A definition with the module that holds it, and what of it can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TypeAlias

from inlayc.frontends import macros
from inlayc.model.schema import (
    Constant,
    Dialect,
    Enumeration,
    EnumMember,
    Field,
    Function,
    Module,
    Service,
    Struct,
)

Comparable: TypeAlias = Constant | Enumeration | Service | Struct
"""What has something to compare. Typedefs are followed where they are used."""

Thing: TypeAlias = Comparable | Field | EnumMember | Function | Module
"""What a difference is about: a definition, a member of one, a file."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A definition and the module that holds it."""

    module: Module
    definition: Comparable

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def drops_defaults(self) -> bool:
        """Rust's macros ignore defaults, so their texts need not repeat them."""
        return is_macro_dialect(self.module)

    @property
    def is_flatbuffers(self) -> bool:
        return self.module.dialect is Dialect.FLATBUFFERS

    @property
    def is_empty_struct(self) -> bool:
        return isinstance(self.definition, Struct) and not self.definition.fields


def is_macro_dialect(module: Module) -> bool:
    """Whether it is Rust."""
    return PurePath(module.source.name).suffix == macros.SUFFIX
