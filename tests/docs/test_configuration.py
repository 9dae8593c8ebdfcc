"""Every key of the settings is in its page, and the page's example runs."""

from __future__ import annotations

import importlib
import re
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inlayc.__main__ import main
from inlayc.settings import FieldSettings, Hook, Settings, TypeSettings

PAGE = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


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
    expected = {field.name for field in fields(cls)} - {"root"}
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
    event = importlib.import_module("events_format.events").Event
    value = event(name="start", at=datetime(2026, 11, 1, 12, 30, tzinfo=UTC))
    assert event.decode(value.encode()) == value
    assert "at: datetime.datetime  # 2: required i64" in (
        tmp_path / "src" / "events_format" / "events.py"
    ).read_text(encoding="utf-8")
