"""Any bytes as configuration: of the compiler, of `inlay lint`, of encodings."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zlib import crc32

from fuzz.mutators.text import mutate_text
from fuzz.sampling import SHARE
from fuzz.target import Target, require_words
from inlay.errors import ConfigurationError, PluginError
from inlay.pages.encodings.configuration import read_configured
from inlay.verbs.lint.settings_file import Given, read_lint_settings
from inlayc.base.settings import Settings, SettingsError, parse_table, settings_from
from inlayc.cli.begin import choose_first_package

CONFIG: Final = "INLAY_CONFIG"


def check(data: bytes) -> None:
    compiler = _outcome(data)
    assert compiler == _outcome(data)
    _read_file(data)


def quick(data: bytes) -> None:
    """Most are read by the compiler alone, which needs no file."""
    if crc32(data) // SHARE % 16:
        _outcome(data)
    else:
        _read_file(data)


def _read_file(data: bytes) -> None:
    path = Path(_folder().name, "pyproject.toml")
    path.write_bytes(data)
    with _configured_by(path):
        for read in (lambda: read_lint_settings(path, Given()), read_configured):
            try:
                read()
            except (ConfigurationError, PluginError) as error:
                require_words(error)


def _outcome(data: bytes) -> Settings | str | None:
    try:
        table = parse_table(data, "pyproject.toml")
        choose_first_package(data.decode("utf-8-sig"), [], "")
        return None if table is None else settings_from(table, Path("/"))
    except SettingsError as error:
        return str(error)


@cache
def _folder() -> TemporaryDirectory[str]:
    """Removed when the process ends."""
    return TemporaryDirectory(prefix="inlay-fuzz-")


@contextmanager
def _configured_by(path: Path) -> Generator[None]:
    """The suite runs other tests in the same process."""
    before = os.environ.get(CONFIG)
    os.environ[CONFIG] = str(path)
    try:
        yield
    finally:
        if before is None:
            del os.environ[CONFIG]
        else:
            os.environ[CONFIG] = before


def seeds() -> list[bytes]:
    return [
        b'[tool.inlay]\nsources = ["a.thrift"]\noutput = "generated"\npackage = "a.b"\n[tool.inlay.types."a.B"]\nextension_header = "spec"\n',
        b'[tool.inlay.fields."*.value"]\ntext = "bytes"\nborrow = true\n[tool.inlay.types."x.Y".mistaken]\nPAR1 = "a file"\n',
        b'[tool.inlay.lint]\nselect = ["small-row-groups"]\npages = true\nignore = []\n[tool.inlay.lint.thresholds.small-row-groups]\nrows = 5\n',
        b'[[tool.inlay.lint.except]]\nrules = ["x"]\npaths = ["a/*"]\nreason = "old"\n',
        b'[encodings]\nuse = ["pco", "alp"]\n[encodings.ratified]\npco = 64\n[encodings.columns]\nprice = "pco(level=12)"\n',
    ]  # fmt: skip


WORDS: Final = ("[tool.inlay]", "[tool.inlay.lint]", "[encodings]", "=", '""', "[]", "true", "{}", "1e400", "nan", "1979-05-27", "pco(level=1)", "[encodings.columns]", '"*"', "hook", "'''", "\n")  # fmt: skip

TARGET: Final = Target(
    "a text is settings, the same each time, or a typed error with words",
    check,
    seeds,
    mutate_text(WORDS),
    longest=512,
    quick=quick,
)
