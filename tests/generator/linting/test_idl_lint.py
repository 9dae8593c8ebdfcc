"""Each rule of `inlayc lint`, what it sees and what it leaves alone; the command around them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inlayc.base.settings import SettingsError
from inlayc.cli.command_line import run
from inlayc.frontends.load import load
from inlayc.judges.linting import RULES, lint
from tests.support.effort import grows_at_most

ROOT = Path(__file__).parents[3]

CASES = [
    ("undocumented-type", "struct A { 1: required i32 x }", ["A"]),
    ("undocumented-type", "/** One. */ struct A { 1: required i32 x }", []),
    ("undocumented-type", "struct A {}", []),
    ("undocumented-type", "enum E { X = 0 }", ["E"]),
    ("undocumented-type", "struct A { 1: i32 x } struct B { 1: i32 x } enum C { X }", ["a"]),
    (
        "undocumented-type",
        "/** One. */ struct A { 1: i32 x } struct B { 1: i32 x } enum C { X }",
        ["B", "C"],
    ),
    ("undocumented-member", "struct A { 1: i32 x; 2: i32 y } enum C { X }", ["a"]),
    ("undocumented-member", "struct A { 1: required i32 x }", ["A.x"]),
    ("undocumented-member", "struct A { 1: required i32 x // of rows\n}", []),
    ("undocumented-member", "enum E { X = 0 }", ["E.X"]),
    ("no-requiredness", "struct A { 1: i32 x; 2: optional i32 y; 3: required i32 z }", ["A.x"]),
    ("no-requiredness", "union U { 1: i32 x }", []),
    ("no-requiredness", "service S { void f(1: i32 x) }", []),
    ("number-gap", "struct A { 1: i32 x; 3: i32 y; 4: i32 z }", ["A.y"]),
    ("number-gap", "struct A { 4: i32 x; 5: i32 y }", []),
    ("number-gap", "struct A { 1: i32 x; 32767: optional binary extension }", []),
    ("number-gap", "union U { 1: i32 x; 10: i32 y }", ["U.y"]),
    ("number-gap", "/** Ids 2 and 3 were drafts. */ struct A { 1: i32 x; 4: i32 y }", []),
    ("number-gap", "/** Ids 2 and 3 were drafts. */ struct A { 1: i32 x; 5: i32 y }", ["A.y"]),
    ("number-gap", "/** Has 2 of them. */ struct A { 1: i32 x; 3: i32 y }", ["A.y"]),
    ("number-gap", "struct A {\n 1: i32 x // field 2 to 8 are free\n 9: i32 y }", []),
    ("number-gap", "/** Ids 2 and 8 were drafts. */ struct A { 1: i32 x; 9: i32 y }", ["A.y"]),
    ("number-gap", "/** Ids 2, 7, 5-6 and 4. */ struct A { 1: i32 x; /** id 3 */ 8: i32 y }", []),
    ("number-gap", "/** Ids 8 to 2. */ struct A { 1: i32 x; 9: i32 y }", ["A.y"]),
    ("number-gap", "enum E { A = 0, C = 2, D = 3, F = 4, G = 5, H = 6 }", ["E.C"]),
    (
        "number-gap",
        "/** Value 1 was never used. */ enum E { A = 0, C = 2, D = 3, F = 4, G = 5 }",
        [],
    ),
    ("number-gap", "enum E { G = 5, F = 4, D = 3, C = 2, B = 2, A = 0 }", ["E.C"]),
    ("number-gap", "enum E { A = 1, B = 2, C = 4, D = 8 }", []),
    ("number-gap", f"/** Id {'2' * 5000}. */ struct A {{ 1: i32 x; 3: i32 y }}", ["A.y"]),
    ("number-gap", "enum E { A = 200, B = 404 }", []),
    ("number-order", "struct A { 2: i32 x; 1: i32 y; 3: i32 z }", ["A.y"]),
    ("extension-number", "struct A { 32767: optional i32 x }", ["A.x"]),
    ("extension-number", "struct A { 32767: optional binary x }", []),
    ("required-deprecated", "table T { a: string (required, deprecated); }", ["T.a"]),
    ("required-deprecated", "table T { a: string (required); b: string (deprecated); }", []),
    (
        "other-style",
        "struct A { 1: i32 a_b; 2: i32 c_d; 3: i32 e_f; 4: i32 g_h; 5: i32 iJ }",
        ["A.iJ"],
    ),
    ("other-style", "struct A { 1: i32 a_b; 2: i32 c_d; 3: i32 eF; 4: i32 gH }", []),
    ("other-style", "struct A { 1: i32 a; 2: i32 b; 3: i32 cD }", []),
    (
        "other-style",
        "struct AB {} struct CdE {} struct FgH {} struct IjK {} struct NoP {} struct l_m {}",
        ["l_m"],
    ),
    ("other-style", "enum E { A_B = 0, C_D = 1, E_F = 2, G_H = 3, i_j = 4 }", ["E.i_j"]),
    ("alike-names", "struct A { 1: i32 ab; 2: i32 a_B; 3: i32 c }", ["A.a_B"]),
    (
        "reserved-name",
        "struct A { 1: i32 type; 2: i32 kind; 3: i32 lambda }",
        ["A.type", "A.lambda"],
    ),
]


@pytest.mark.parametrize(("rule", "text", "expected"), CASES)
def test_what_a_rule_sees(rule: str, text: str, expected: list[str], tmp_path: Path) -> None:
    path = tmp_path / ("a.fbs" if text.startswith("table") else "a.thrift")
    path.write_text(text, encoding="utf-8")
    remarks = lint(load([path]), {path.as_posix()}, [rule])
    assert [remark.path for remark in remarks] == expected


def test_every_rule_has_cases_both_ways() -> None:
    for rule in RULES:
        seen = [bool(expected) for name, _, expected in CASES if name == rule]
        assert True in seen, rule
    assert {name for name, _, expected in CASES if not expected} >= set(RULES) - {
        "alike-names",
        "number-order",
        "reserved-name",
    }


def test_slots_of_flatbuffers_have_no_gaps_by_their_unions(tmp_path: Path) -> None:
    path = tmp_path / "a.fbs"
    path.write_text("table A { x: int; } union U { A } table T { a: int; u: U; b: int; }")
    rules = ["number-gap", "number-order", "no-requiredness", "extension-number"]
    assert lint(load([path]), {path.as_posix()}, rules) == []


def test_what_is_said_is_read_once_however_many_gaps(tmp_path: Path) -> None:
    """Sixteen times the words and the gaps: 256 times as long, if each gap had all of the words read."""

    def prepare(count: int) -> Callable[[], object]:
        path = tmp_path / f"a{count}.thrift"
        fields = " ".join(f"{2 * number}: i32 f{number}" for number in range(1, count))
        path.write_text(f"/** {'id 1, ' * 2 * count} */ struct A {{ {fields} }}")
        schema = load([path])
        return lambda: lint(schema, {path.as_posix()}, ["number-gap"])

    assert grows_at_most(64, prepare, 40, 640)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b.thrift").write_text("struct B { 1: i32 type }")
    (tmp_path / "a.thrift").write_text(
        "include 'b.thrift'\n/** One. */ struct A {\n  1: required b.B x // its B\n  3: required i32 y // rows\n}"
    )
    return tmp_path


def test_only_what_is_given_is_looked_at(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", "a.thrift"]) == 1
    assert capsys.readouterr().out == (
        "a.thrift:4:19: A.y: 2 not used before 3 [number-gap]\n1 remark\n"
    )


def test_rules_are_chosen(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", "a.thrift", "--ignore", "number-gap,number-order"]) == 0
    assert capsys.readouterr().out == "nothing to remark\n"
    assert run(["lint", "b.thrift", "--select", "reserved-name"]) == 1
    assert "`type` is a word of a programming language [reserved-name]" in capsys.readouterr().out


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["lint", "a.thrift", "--format", "json"])
    assert json.loads(capsys.readouterr().out) == {
        "remarks": [
            {
                "rule": "number-gap",
                "path": "A.y",
                "seen": "2 not used before 3",
                "file": "a.thrift",
                "line": 4,
                "column": 19,
            }
        ]
    }


def test_settings(folder: Path) -> None:
    project = '[tool.inlay]\nsources = ["a.thrift"]\npackage = "demo"\n'
    path = folder / "pyproject.toml"
    path.write_text(project)
    assert run(["lint"]) == 1
    path.write_text(f'{project}[tool.inlay.idl]\nignore = ["number-gap"]\n')
    assert run(["lint"]) == 0
    assert run(["lint", "--select", "number-gap"]) == 1
    exception = 'rules = ["number-gap"]\npaths = ["A.*"]\nreason = "2 was a draft"\n'
    path.write_text(f"{project}[[tool.inlay.idl.except]]\n{exception}")
    assert run(["lint"]) == 0
    assert run(["generate"]) == 0


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('ignore = ["number-gab"]', "did you mean `number-gap`?"),
        ('ingore = ["number-gap"]', "did you mean `ignore`?"),
        ("ignore = []", "tool.inlay.idl.ignore: expected a list of strings"),
    ],
)
def test_settings_with_mistakes(table: str, said: str, folder: Path) -> None:
    (folder / "pyproject.toml").write_text(f"[tool.inlay.idl]\n{table}\n")
    with pytest.raises(SettingsError) as caught:
        run(["lint", "a.thrift"])
    assert said in str(caught.value)


def test_the_page_has_every_rule() -> None:
    page = (ROOT / "docs" / "idl_lint.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    expected = [f"| `{rule.id}` | {rule.summary} | {rule.why} |" for rule in RULES.values()]
    assert rows == expected


def test_rules_are_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    run(["lint", "--rules"])
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(RULES)
    run(["lint", "--explain", "number-gap"])
    assert capsys.readouterr().out.startswith("number-gap: numbers follow each other")
