"""Every key of the settings is in its page, and the page's example runs."""

from __future__ import annotations

import importlib
import re
import tomllib
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inlayc.__main__ import main
from inlayc.base.settings import FieldSettings, Hook, Settings, TypeSettings, settings_from
from tests.support.own_modules import own_modules
from tests.support.quick_compile import compile_quickly

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The one of a language in the example of a hook."""
    (text,) = re.findall(rf"```{language}\n(.*?)```", PAGE.partition("## Hooks")[2], re.DOTALL)
    return str(text)


@pytest.mark.parametrize(
    ("heading", "cls"),
    [
        ("What is compiled", Settings),
        ("Types", TypeSettings),
        ("Fields", FieldSettings),
    ],
)
def test_every_key_is_in_the_page(heading: str, cls: type) -> None:
    section = PAGE.partition(f"## {heading}")[2].partition("\n## ")[0]
    first_cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    named = {key for cell in first_cells for key in re.findall(r"`(\w+)`", cell)}
    expected = {field.name for field in fields(cls)} - {"root", "given"}
    if "hook" in expected:
        expected = expected - {"hook"} | {field.name for field in fields(Hook)}
    assert named == expected


def test_the_example_of_a_hook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text(block("toml"))
    (tmp_path / "events.thrift").write_text(block("thrift"))
    (tmp_path / "event_hooks.py").write_text(block("python"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["inlayc", "generate"])
    with pytest.raises(SystemExit, match="0"):
        main()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    with own_modules("events_format", "event_hooks"):
        event = importlib.import_module("events_format.events").Event
        value = event(name="start", at=datetime(2026, 11, 1, 12, 30, tzinfo=UTC))
        assert event.decode(value.encode()) == value
    assert "at: datetime.datetime  # 2: required i64" in (
        tmp_path / "src" / "events_format" / "events.py"
    ).read_text(encoding="utf-8")


def test_the_example_of_patterns_is_taken() -> None:
    text = PAGE.partition("## Many names at once")[2].partition("```toml\n")[2].partition("```")[0]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["inlay"]
    settings = settings_from(project | tomllib.loads(text)["tool"]["inlay"], ROOT)
    code = next(c for p, c in compile_quickly(settings).items() if p.name == "parquet.py")
    assert "self.min_value = reader.borrowed()" in code
