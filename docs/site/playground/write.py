"""Puts the playground into a folder of the site: the page's script, style and worker, the examples, Python, and the compiler."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from docs.site.links import ROOT
from docs.site.playground.bundle import write_bundle
from docs.site.playground.pyodide import unpack

PLACE: Final = "_static/playground"
"""The folder on the site."""
_HERE: Final = Path(__file__).parent
EXAMPLES: Final = (
    _HERE / "examples/events.thrift",
    _HERE / "examples/sensors.fbs",
    _HERE / "examples/pages.rs",
    ROOT / "idl/encoding.fbs",
    ROOT / "idl/parquet.thrift",
)


def write_playground(site: Path) -> None:
    """Raises AbsentError where there is no Pyodide."""
    folder = site / PLACE
    unpack(folder / "pyodide")
    for path in sorted((_HERE / "assets").iterdir()):
        shutil.copyfile(path, folder / path.name)
    for path in EXAMPLES:
        shutil.copyfile(path, folder / path.name)
    write_bundle(folder / "inlayc.zip", read_examples())


def read_examples() -> dict[str, str]:
    """Their texts, by the names of their files."""
    return {path.name: path.read_text(encoding="utf-8") for path in EXAMPLES}
