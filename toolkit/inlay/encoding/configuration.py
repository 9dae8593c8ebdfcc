"""What the local user says about encodings, in the configuration:

[encodings]
use = ["pco"]              # which plug-ins are loaded; those that come with Inlay if nothing is said

[encodings.ratified]
pco = 64                   # its number in the Encoding enum, once it has one
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from inlay.encoding.plugins import SHIPPED, Encodings, load_plugins, problem_with_number
from inlay.files.configuration import Configuration, ConfigurationError, read_configuration

_LARGEST: Final = 2**31 - 1


def read_configured() -> Encodings:
    """The encodings that are in use here. Raises ConfigurationError and PluginError."""
    return _encodings(read_configuration())


@lru_cache(maxsize=8)
def _encodings(configuration: Configuration) -> Encodings:
    section = configuration.section("encodings", ("use", "ratified"))
    names = configuration.require_names("encodings.use", section.get("use", list(SHIPPED)))
    ratified = configuration.require_table("encodings.ratified", section.get("ratified", {}))
    return load_plugins(names, _numbers(configuration, ratified))


def _numbers(configuration: Configuration, table: Mapping[str, object]) -> dict[str, int]:
    path = configuration.path
    numbers: dict[str, int] = {}
    for name, number in table.items():
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= _LARGEST:
            raise ConfigurationError(
                path, f"encodings.ratified.{name} is a number of the Encoding enum"
            )
        if problem := problem_with_number(name, number):
            raise ConfigurationError(path, f"encodings.ratified.{name}: {problem}")
        if number in numbers.values():
            raise ConfigurationError(
                path, f"encodings.ratified.{name}: {number} is taken by another"
            )
        numbers[name] = number
    return numbers
