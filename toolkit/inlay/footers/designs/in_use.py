"""The designs that files may name: those that come with Inlay, and those that the local user says are used here.

A name that is found in a file is looked up among these, and nothing is ever imported by it.
"""

from __future__ import annotations

from inlay.footers.designs.design import FooterDesign
from inlay.footers.designs.known import SHIPPED, find_design
from inlay.footers.footer.used_designs import GROUP, list_configured
from inlay.ground.files.configuration import ConfigurationError, read_configuration


def list_designs_in_use() -> list[str]:
    """Their names. Raises ConfigurationError."""
    return [*SHIPPED, *(name for name in list_configured() if name not in SHIPPED)]


def list_used_designs() -> list[type[FooterDesign]]:
    """Those of the local user. Raises what `find_used_design` does."""
    named = map(find_used_design, list_configured())
    return [design for design in named if design is not None and design.name not in SHIPPED]


def find_used_design(name: str) -> type[FooterDesign] | None:
    """None for one that is not in use. Raises ConfigurationError for one that is in use and not installed, RequestError for an
    entry point that is not a design of its name."""
    if name not in SHIPPED and name not in list_designs_in_use():
        return None
    cls = find_design(name)
    if cls is None:
        what = f"designs.use: no package that is installed has the design {name!r}, an entry point of the group {GROUP}"
        raise ConfigurationError(read_configuration().path, what)
    return cls
