"""Nothing lies in the repository by accident: what is tracked stands where a room is, and is source or a small file."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]

TOP = {
    ".ci", ".gitattributes", ".github", ".gitignore", ".pre-commit-config.yaml", ".pre-commit-hooks.yaml",
    "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "SECURITY.md", "benchmarks", "docs",
    "examples", "findings", "fuzz", "generated", "generator", "hatch_build.py", "idl", "pipeline", "pyproject.toml",
    "runtime", "tests", "toolkit", "typings", "variant",
}  # fmt: skip

LARGEST = 1 << 18
"""Bytes of a file: our largest tables and generated modules have some 200,000."""


def tracked() -> list[Path]:
    """A copy without its history has no more than it was made from."""
    if not (ROOT / ".git").exists():
        return []
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [Path(name) for name in listed.stdout.split("\0") if name]


def out_of_place(names: list[Path], root: Path) -> list[str]:
    there = [name for name in names if (root / name).exists()]
    return [
        str(name)
        for name in there
        if name.parts[0] not in TOP or (root / name).lstat().st_size > LARGEST
    ]


def test_what_is_tracked_has_its_place() -> None:
    assert out_of_place(tracked(), ROOT) == []


def test_a_file_out_of_place_is_found(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "a.bin").write_bytes(b"")
    (tmp_path / "docs" / "large").write_bytes(bytes(LARGEST + 1))
    (tmp_path / "docs" / "small").write_bytes(bytes(LARGEST))
    names = [Path("a.bin"), Path("docs/large"), Path("docs/small"), Path("docs/removed")]
    assert out_of_place(names, tmp_path) == ["a.bin", "docs/large"]
