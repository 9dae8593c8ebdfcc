"""Holds the IDLs in `idl/footers/` against the drafts that they stand for.

    python -m tests.idl.drafts modular=ModularFooter.thrift modular=modular_footer.rs ...

Each argument names one of our IDLs and a file of its authors, which is fetched by hand (`idl/SOURCES.md`).
Files that a draft includes lie beside it; `parquet.thrift` is ours. Exit code 1: a difference.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from inlayc.frontends.load import load
from inlayc.judges.diff import Settings, report

IDL: Final = Path(__file__).parents[2] / "idl"

IN_CODE: Final[Mapping[str, frozenset[str]]] = {
    ".thrift": frozenset(),
    ".rs": frozenset(
        "ArrayEncoding BoundaryOrder ModuleKind SchemaIndexModule SchemaModule".split()
    ),
}
"""By the dialect of a draft, what it has no definition of: the reader in Rust has constants for the enums, decodes the
schema with code that parquet-rs has already, and has no index of names."""


def compare_draft(draft: Path, ours: Path, includes: Path = IDL) -> tuple[str, bool]:
    """What to print about a draft and our IDL, and whether they differ."""
    settings = Settings(
        hand_written=IN_CODE[draft.suffix], given=frozenset({draft.as_posix(), ours.as_posix()})
    )
    return report(load([draft], [includes]), load([ours], [includes]), settings)


def main(arguments: list[str]) -> int:
    exit_code = 0
    for argument in arguments:
        name, _, file = argument.partition("=")
        text, differs = compare_draft(Path(file), IDL / "footers" / f"{name}.thrift")
        print(f"{file}: {text}")
        exit_code |= differs
    return exit_code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
