"""What a reference says of each definition, before it is HTML or Markdown.

All text is as the IDL has it: escaping is the task of who writes it.
"""

from __future__ import annotations

from dataclasses import dataclass

from inlayc.model.schema import Named


@dataclass(frozen=True, slots=True)
class Line:
    """A field, variant, member or function: its wire `id` or value, and the definitions it names."""

    id: str
    name: str
    type: str = ""
    requiredness: str = ""
    default: str = ""
    doc: str = ""
    names: tuple[Named, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A definition: its lines, what it uses and what uses it, each once and in the order of the text."""

    name: Named
    kind: str
    summary: str
    doc: str
    lines: tuple[Line, ...]
    uses: tuple[Named, ...]
    used_by: tuple[Named, ...]
    extension: str = ""


def label_of(name: Named) -> str:
    return f"{name.module}.{name.name}"


def anchor_of(name: Named) -> str:
    """The id of the section; names of IDLs are identifiers, so nothing in it needs escaping."""
    return f"{name.module}.{name.name}"
