"""What is said of settings that name types and fields: `settings/NAME.toml` and `NAME.stderr`, for `demo.thrift`.

A missing `.stderr` says that the settings are taken.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from inlayc.base.settings import SettingsError, settings_from
from tests.support.golden_files import check_golden
from tests.support.quick_compile import compile_quickly

CASES = Path(__file__).parent / "settings"


@pytest.mark.parametrize("name", sorted(path.name for path in CASES.glob("*.toml")))
def test_prints_what_is_expected(name: str) -> None:
    table = tomllib.loads((CASES / name).read_text(encoding="utf-8"))
    said = ""
    try:
        compile_quickly(
            settings_from({"sources": ["demo.thrift"], "package": "made"} | table, CASES)
        )
    except SettingsError as error:
        said = f"{error}\n"
    check_golden(CASES / name, (CASES / name).with_suffix(".stderr"), said)
