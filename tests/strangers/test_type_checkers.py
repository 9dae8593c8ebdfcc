"""What the strict type checkers find is told with where it is."""

from __future__ import annotations

from pathlib import Path

from tests.strangers.type_checkers import choose, complaints


def test_both_find_what_is_wrong_and_nothing_else(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "right.py").write_text("x: int = 1\n")
    (package / "wrong.py").write_text('y: int = "1"\n')
    (tmp_path / "other.py").write_text('z: int = "1"\n')
    found = complaints(tmp_path, ["package"])
    assert [each.partition(":")[0] for each in found] == ["mypy", "basedpyright"]
    assert all("wrong.py:1" in each for each in found), found


def test_what_another_package_holds_is_not_looked_at_twice() -> None:
    packages = {
        "a": frozenset({"shared"}),
        "b": frozenset({"shared", "b"}),
        "c": frozenset({"shared", "c", "d"}),
        "d": frozenset({"d"}),
    }
    assert choose(packages) == ["c", "b"]
