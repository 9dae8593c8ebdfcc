"""The designs that the local user says are used here, by name."""

from __future__ import annotations

from typing import Final

from inlay.ground.files.configuration import read_configuration

GROUP: Final = "inlay.footer_designs"
"""The entry points that name designs."""


def list_configured() -> list[str]:
    """Empty where there is no configuration. Raises ConfigurationError."""
    configuration = read_configuration()
    section = configuration.section("designs", ("use",))
    return configuration.require_names("designs.use", section.get("use", []))


def list_unused() -> list[str]:
    """Those that are installed here, and that nobody has said to be used. None is imported. Raises ConfigurationError."""
    from importlib.metadata import entry_points

    return sorted({point.name for point in entry_points(group=GROUP)} - {*list_configured()})
