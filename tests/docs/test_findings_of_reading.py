"""Every code that reading a file can give is in the tables of `findings_of_reading.py`, and no other: the source itself is asked."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from inlay.footers.designs.dual.checks import CODE
from inlay.verbs.verify.findings_of_reading import ENCODING, EXTENSION, FOOTER, NO_FOOTER

TOOLKIT: Final = Path(__file__).parents[2] / "toolkit" / "inlay"
ROOMS: Final = {
    "footers/footer": {**NO_FOOTER, **FOOTER},
    "footers/designs": {**NO_FOOTER, **FOOTER, **EXTENSION, CODE: "a finding of verify"},
    "verbs/set": NO_FOOTER,
    "verbs/compare": NO_FOOTER,
    "rows/variants": NO_FOOTER,
    "footers/containers": EXTENSION,
    "footers/extensions": EXTENSION,
    "changes/life_cycle": {**EXTENSION, **FOOTER},
    "pages/encodings": ENCODING,
}
"""Which tables have the codes of a room."""

ERRORS: Final = {"FooterError", "UnsupportedFooterError"}
PASSED_ON: Final = {"code", "self.code", "data.code"}
"""Not said there, but by who calls; the codes of `_region` are names of constants."""


def codes_in(path: Path) -> Iterator[str]:
    """The first argument of each Finding, and the last of each FooterError: in words, or a constant of the module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants = {
        name.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign | ast.Assign) and isinstance(node.value, ast.Constant)
        for name in ([node.target] if isinstance(node, ast.AnnAssign) else node.targets)
        if isinstance(name, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            continue
        at = {"Finding": 0, "_region": 0, **dict.fromkeys(ERRORS, 4)}.get(node.func.id)
        if at is None or at >= len(node.args):
            continue
        code = ast.unparse(node.args[at])
        if code not in PASSED_ON:
            yield str(constants.get(code, ast.literal_eval(code) if code[0] in "'\"" else code))


@pytest.mark.parametrize("room", ROOMS)
def test_every_code_of_the_source_is_described(room: str) -> None:
    found = {code for path in (TOOLKIT / room).rglob("*.py") for code in codes_in(path)}
    assert found
    assert found <= set(ROOMS[room])


def test_every_code_that_is_described_is_one_of_the_source() -> None:
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for room in ROOMS
        for path in (TOOLKIT / room).rglob("*.py")
    )
    described = {code for table in (NO_FOOTER, FOOTER, EXTENSION, ENCODING) for code in table}
    assert {code for code in described if f'"{code}"' not in text} == set()
