"""The designs that the local user says are used here, by name."""

from __future__ import annotations

from inlay.ground.files.configuration import read_configuration


def list_configured() -> list[str]:
    """Empty where there is no configuration. Raises ConfigurationError."""
    configuration = read_configuration()
    section = configuration.section("designs", ("use",))
    return configuration.require_names("designs.use", section.get("use", []))
