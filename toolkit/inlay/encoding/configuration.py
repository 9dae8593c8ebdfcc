"""What the local user says about encodings, in TOML:

    [encodings]
    use = ["pco"]              # which plug-ins are loaded; those that come with Inlay if nothing is said

    [encodings.ratified]
    pco = 64                   # its number in the Encoding enum, once it has one

    [encodings.columns]
    price = "pco(level=12)"    # names or globs, and what these columns get where nobody says an encoding

The file is `$INLAY_CONFIG`, or else `inlay/config.toml` in `$XDG_CONFIG_HOME` or `~/.config`.
"""

from __future__ import annotations

import os
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Final, cast

from inlay.encoding.parameters import NoSuchEncodingError, find_by_words
from inlay.encoding.plugins import (
    SHIPPED,
    Encodings,
    ValueEncoding,
    load_plugins,
    problem_with_number,
)
from inlay.mistakes import RequestError

_LARGEST: Final = 2**31 - 1


class ConfigurationError(RequestError):
    """The configuration is not what it may be."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(path, what)
        self.path = path
        self.what = what

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


def read_configured() -> Encodings:
    """The encodings that are in use here. Raises ConfigurationError and PluginError."""
    path = find_configuration()
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        text = ""
    return _encodings(path, text)


def find_configuration() -> Path:
    if named := os.environ.get("INLAY_CONFIG"):
        return Path(named)
    home = os.environ.get("XDG_CONFIG_HOME")
    return (Path(home) if home else Path.home() / ".config") / "inlay" / "config.toml"


@lru_cache(maxsize=8)
def _encodings(path: Path, text: str) -> Encodings:
    try:
        document: object = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(path, str(error)) from error
    section = _table(path, "encodings", cast("dict[str, object]", document).get("encodings", {}))
    for key in section:
        if key not in ("use", "ratified", "columns"):
            raise ConfigurationError(
                path, f"encodings.{key} is not known: there are use, ratified and columns"
            )
    names = section.get("use", list(SHIPPED))
    if not isinstance(names, list) or not all(
        isinstance(name, str) for name in cast("list[object]", names)
    ):
        raise ConfigurationError(path, "encodings.use is a list of names")
    numbers = _table(path, "encodings.ratified", section.get("ratified", {}))
    known = load_plugins(cast("list[str]", names), _numbers(path, numbers))
    columns = _table(path, "encodings.columns", section.get("columns", {}))
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


def _numbers(path: Path, table: dict[str, object]) -> dict[str, int]:
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


def _table(path: Path, name: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ConfigurationError(path, f"{name} is a table")
    return cast("dict[str, object]", value)
