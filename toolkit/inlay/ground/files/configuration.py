"""The configuration of the local user, in TOML: which plug-ins are used here. No file that is read can say that.

    [encodings]
    use = ["pco"]
    [designs]
    use = ["strips"]

The file is `$INLAY_CONFIG`, or else `inlay/config.toml` in `$XDG_CONFIG_HOME` or `~/.config`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, cast

from inlay_runtime.errors import RequestError
from inlay_runtime.public_home import public_in


@public_in("inlay.errors")
class ConfigurationError(RequestError):
    """The configuration is not what it may be."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(path, what)
        self.path = path
        self.what = what

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


class Configuration(NamedTuple):
    """The file, and what it says: empty where there is none."""

    path: Path
    text: str

    def section(self, name: str, keys: Sequence[str]) -> Mapping[str, object]:
        """A table of the file, empty where it is not there. Raises ConfigurationError for one with other keys."""
        table = self.require_table(name, _parse(self.path, self.text).get(name, {}))
        for key in table:
            if key not in keys:
                raise ConfigurationError(
                    self.path, f"{name}.{key} is not known: there are {' and '.join(keys)}"
                )
        return table

    def require_table(self, name: str, value: object) -> Mapping[str, object]:
        """Raises ConfigurationError for what is not a table."""
        if not isinstance(value, dict):
            raise ConfigurationError(self.path, f"{name} is a table")
        return cast("dict[str, object]", value)

    def require_names(self, name: str, value: object) -> list[str]:
        """Raises ConfigurationError for what is not a list of names."""
        if isinstance(value, list):
            names = cast("list[object]", value)
            if all(isinstance(each, str) for each in names):
                return cast("list[str]", names)
        raise ConfigurationError(self.path, f"{name} is a list of names")


def read_configuration() -> Configuration:
    """What the local user says now. Raises ConfigurationError for what is not text."""
    path = _find_path()
    try:
        with open(path, encoding="utf-8") as file:
            return Configuration(path, file.read())
    except (FileNotFoundError, NotADirectoryError):
        return Configuration(path, "")
    except UnicodeDecodeError as error:
        what = f"byte {error.start} is not UTF-8, and TOML is UTF-8: save it as that"
        raise ConfigurationError(path, what) from error


def _find_path() -> Path:
    if named := os.environ.get("INLAY_CONFIG"):
        return _path_of(named)
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return _path_of(home, "inlay", "config.toml")


# Whoever reads rows asks for the configuration: to put a path together takes as long as to find that there is none.
@lru_cache(maxsize=8)
def _path_of(*parts: str) -> Path:
    return Path(*parts)


@lru_cache(maxsize=8)
def _parse(path: Path, text: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except ValueError as error:  # of TOML, or of a number with thousands of digits
        raise ConfigurationError(path, str(error)) from error
    except RecursionError:
        raise ConfigurationError(path, "lists or tables in it are nested too deeply") from None
