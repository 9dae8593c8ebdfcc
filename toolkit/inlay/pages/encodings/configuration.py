"""What the local user says about encodings, in the configuration:

[encodings]
use = ["pco"]              # which plug-ins are loaded; those that come with Inlay if nothing is said

[encodings.ratified]
pco = 64                   # its number in the Encoding enum, once it has one

[encodings.columns]
price = "pco(level=12)"    # names or globs (`docs/names.md`), and what these columns get where nobody says an encoding
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from inlay.ground.files.configuration import Configuration, ConfigurationError, read_configuration
from inlay.pages.encodings.parameters import NoSuchEncodingError, find_by_words
from inlay.pages.encodings.plugins import (
    SHIPPED,
    Encodings,
    ValueEncoding,
    load_plugins,
    problem_with_number,
)

_LARGEST: Final = 2**31 - 1


def read_configured() -> Encodings:
    """The encodings that are in use here. Raises ConfigurationError and PluginError."""
    return _encodings(read_configuration())


@lru_cache(maxsize=8)
def _encodings(configuration: Configuration) -> Encodings:
    section = configuration.section("encodings", ("use", "ratified", "columns"))
    names = configuration.require_names("encodings.use", section.get("use", list(SHIPPED)))
    ratified = configuration.require_table("encodings.ratified", section.get("ratified", {}))
    known = load_plugins(names, _numbers(configuration, ratified))
    columns = configuration.require_table("encodings.columns", section.get("columns", {}))
    path = configuration.path
    return known.with_columns(
        {pattern: _named(path, known, pattern, words) for pattern, words in columns.items()}
    )


def _named(path: Path, known: Encodings, pattern: str, words: object) -> ValueEncoding:
    if not isinstance(words, str):
        raise ConfigurationError(path, f"encodings.columns.{pattern} is the name of an encoding")
    try:
        return find_by_words(known, words)
    except NoSuchEncodingError as error:
        raise ConfigurationError(path, f"encodings.columns.{pattern}: {error}") from error


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
