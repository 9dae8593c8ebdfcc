"""The layouts that files may name: those that come with Inlay, and those that the local user says are used here.

A name that is found in a file is looked up among these, and nothing is ever imported by it.
"""

from __future__ import annotations

from inlay.footers.designs.known import GROUP, SHIPPED, find_layout
from inlay.footers.designs.layout import FooterLayout
from inlay.footers.footer.used_designs import list_configured
from inlay.ground.files.configuration import ConfigurationError, read_configuration


def list_layouts_in_use() -> list[str]:
    """Their names. Raises ConfigurationError."""
    return [*SHIPPED, *(name for name in list_configured() if name not in SHIPPED)]


def list_used_layouts() -> list[type[FooterLayout]]:
    """Those of the local user. Raises what `find_used_layout` does."""
    named = map(find_used_layout, list_configured())
    return [layout for layout in named if layout is not None and layout.name not in SHIPPED]


def find_used_layout(name: str) -> type[FooterLayout] | None:
    """None for one that is not in use. Raises ConfigurationError for one that is in use and not installed, RequestError for an
    entry point that is no layout of its name."""
    if name not in SHIPPED and name not in list_layouts_in_use():
        return None
    cls = find_layout(name)
    if cls is None:
        what = f"layouts.use: no package that is installed has the layout {name!r}, an entry point of the group {GROUP}"
        raise ConfigurationError(read_configuration().path, what)
    return cls
