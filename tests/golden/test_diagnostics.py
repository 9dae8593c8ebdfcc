"""Every diagnostic as the user sees it: `diagnostics/NAME.thrift` and `NAME.stderr`.

FlatBuffers has a folder of its own, with `NAME.fbs`. A folder is a case with includes, and starts at its
`main.thrift` or `main.fbs`. A missing `.stderr` says that the text is accepted. `INLAY_REFRESH='<glob>'` rewrites what is printed, and fails.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.frontends.load import load
from inlayc.frontends.text import limits
from inlayc.frontends.text.limits import MAX_BYTES
from tests.support.golden_files import check_golden

GOLDEN = Path(__file__).parent / "diagnostics"
FRONTEND = Path(__file__).parents[2] / "generator" / "inlayc" / "frontends"
WORDS = 10_000
"""A twelfth of what is allowed, which counts no better."""


@dataclass(frozen=True)
class Dialect:
    """A language, its cases, and the files whose diagnostics they show."""

    suffix: str
    cases: Path
    sources: tuple[str, ...]
    shared: tuple[str, ...]
    """Files that other dialects use, too: not every diagnostic of theirs can be shown here."""
    too_large_to_keep: Mapping[str, str]

    def __str__(self) -> str:
        return self.suffix


DIALECTS = (
    Dialect(
        ".thrift",
        GOLDEN,
        ("load.py", "text/*.py", "thrift/*.py", "resolve/*.py"),
        (),
        {
            "file-too-large": " " * (MAX_BYTES + 1),
            "too-many-tokens": "const list<i32> ONES = [\n" + "1\n" * 2 * WORDS + "]\n",
        },
    ),
    Dialect(
        ".fbs",
        GOLDEN / "flatbuffers",
        ("flatbuffers/*.py", "flatbuffers/resolve/*.py"),
        ("load.py", "text/*.py"),
        {
            "too-many-fields": "table T {\n"
            + "".join(f"f{number}: int;\n" for number in range(32_766))
            + "}\n",
        },
    ),
)
KEPT = [
    pytest.param(dialect, path.name, id=path.name)
    for dialect in DIALECTS
    for path in sorted(dialect.cases.iterdir())
    if path.suffix == dialect.suffix or (path / f"main{dialect.suffix}").exists()
]
HUGE = [
    pytest.param(dialect, code, id=f"{code}{dialect}")
    for dialect in DIALECTS
    for code in dialect.too_large_to_keep
]


def printed(path: Path) -> str:
    try:
        load([path])
    except CompileError as error:
        return f"{error}\n"
    return ""


@pytest.mark.parametrize(("dialect", "case"), KEPT)
def test_prints_what_is_expected(
    dialect: Dialect, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = dialect.cases / case
    is_folder = source.is_dir()
    monkeypatch.chdir(source if is_folder else dialect.cases)
    found = printed(Path(f"main{dialect.suffix}" if is_folder else case))
    check_golden(source, dialect.cases / f"{source.stem}.stderr", found)


@pytest.mark.parametrize(("dialect", "code"), HUGE)
def test_prints_what_is_expected_of_huge_files(
    dialect: Dialect, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / f"{code}{dialect.suffix}"
    source.write_text(dialect.too_large_to_keep[code], encoding="utf-8")
    if code == "too-many-tokens":
        monkeypatch.setattr(limits, "WORDS", WORDS)
    monkeypatch.chdir(tmp_path)
    check_golden(source, dialect.cases / f"{code}.stderr", printed(Path(source.name)))


def codes_in(path: Path) -> Iterator[str]:
    """Codes are the first argument of what makes a diagnostic."""
    makers = {"Diagnostic", "_refuse", "_refused", "_too_much"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
            name = called.id if isinstance(called, ast.Name) else called
            first = node.args[0] if node.args else None
            if name in makers and isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def codes(patterns: tuple[str, ...]) -> set[str]:
    paths = [path for pattern in patterns for path in FRONTEND.glob(pattern)]
    assert paths
    return {code for path in paths for code in codes_in(path)}


@pytest.mark.parametrize("dialect", DIALECTS, ids=str)
def test_every_code_has_a_golden_file(dialect: Dialect) -> None:
    shown = {
        code
        for golden in dialect.cases.glob("*.stderr")
        for code in re.findall(r"^error\[([a-z0-9-]+)\]", golden.read_text("utf-8"), re.MULTILINE)
    }
    assert codes(dialect.sources) - shown == set()
    assert shown - codes(dialect.sources + dialect.shared) == set()


def test_messages_keep_to_the_style() -> None:
    """Lower case, no final period, one line of help at most."""
    goldens = [golden for dialect in DIALECTS for golden in dialect.cases.glob("*.stderr")]
    for golden in sorted(goldens):
        for diagnostic in golden.read_text(encoding="utf-8").split("\n\n"):
            headline = diagnostic.partition("\n")[0]
            message = re.fullmatch(r"error\[[a-z0-9-]+\]: (.*)", headline)
            assert message, f"{golden.name}: {headline}"
            assert not message[1].endswith("."), f"{golden.name}: {headline}"
            assert not message[1][0].isupper() or message[1][0] in "`", f"{golden.name}: {headline}"
            assert diagnostic.count("= help:") <= 1
