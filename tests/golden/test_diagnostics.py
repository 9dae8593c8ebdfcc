"""Every diagnostic as the user sees it: `diagnostics/NAME.thrift` and `NAME.stderr`.

A folder is a case with includes, and starts at its `main.thrift`. A missing `.stderr` says that the
text is accepted. `INLAY_REFRESH='<glob>'` rewrites what is printed, and fails.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from inlayc.diagnostics import CompileError
from inlayc.load import load
from inlayc.text.limits import MAX_BYTES, MAX_TOKENS
from tests.support.golden_files import check_golden

CASES = Path(__file__).parent / "diagnostics"
FRONTEND = Path(__file__).parents[2] / "generator" / "inlayc"

TOO_LARGE_TO_KEEP = {
    "file-too-large": " " * (MAX_BYTES + 1),
    "too-many-tokens": "const list<i32> ONES = [\n" + "1\n" * MAX_TOKENS + "]\n",
}


def printed(path: Path) -> str:
    try:
        load([path])
    except CompileError as error:
        return f"{error}\n"
    return ""


def cases() -> list[str]:
    return sorted(
        path.name
        for path in CASES.iterdir()
        if path.suffix == ".thrift" or Path(path, "main.thrift").exists()
    )


@pytest.mark.parametrize("case", cases())
def test_prints_what_is_expected(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = CASES / case
    is_folder = source.is_dir()
    monkeypatch.chdir(source if is_folder else CASES)
    found = printed(Path("main.thrift" if is_folder else case))
    check_golden(source, CASES / f"{source.stem}.stderr", found)


@pytest.mark.parametrize("code", sorted(TOO_LARGE_TO_KEEP))
def test_prints_what_is_expected_of_huge_files(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / f"{code}.thrift"
    source.write_text(TOO_LARGE_TO_KEEP[code], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    check_golden(source, CASES / f"{code}.stderr", printed(Path(source.name)))


def codes_in(path: Path) -> Iterator[str]:
    """Codes are the first argument of what makes a diagnostic."""
    makers = {"Diagnostic", "_refuse", "TokenLimitError"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
            name = called.id if isinstance(called, ast.Name) else called
            first = node.args[0] if node.args else None
            if name in makers and isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def test_every_code_has_a_golden_file() -> None:
    paths = [FRONTEND / "load.py", *FRONTEND.glob("thrift/*.py"), *FRONTEND.glob("resolve/*.py")]
    codes = {code for path in paths for code in codes_in(path)}
    shown = {
        code
        for golden in CASES.glob("*.stderr")
        for code in re.findall(r"^error\[([a-z0-9-]+)\]", golden.read_text("utf-8"), re.MULTILINE)
    }
    assert codes - shown == set()
    assert shown - codes == set()


def test_messages_keep_to_the_style() -> None:
    """Lower case, no final period, one line of help at most."""
    for golden in sorted(CASES.glob("*.stderr")):
        for diagnostic in golden.read_text(encoding="utf-8").split("\n\n"):
            headline = diagnostic.partition("\n")[0]
            message = re.fullmatch(r"error\[[a-z0-9-]+\]: (.*)", headline)
            assert message, f"{golden.name}: {headline}"
            assert not message[1].endswith("."), f"{golden.name}: {headline}"
            assert not message[1][0].isupper() or message[1][0] in "`", f"{golden.name}: {headline}"
            assert diagnostic.count("= help:") <= 1
