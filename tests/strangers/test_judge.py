"""The judge of strangers' IDLs on a few texts, of each verdict one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.strangers.apache import through_apache
from tests.strangers.judge import judge
from tests.strangers.projects import idls_below

TEXTS = {
    "good.thrift": ("struct S {1: i32 x, 2: optional map<string, list<S>> by_name}", "both take"),
    "bad.thrift": ("struct S {1: Unknown x}", "both refuse"),
    "reserved.thrift": ("struct S {1: i32 from}", "only ours takes"),
    "stricter.thrift": ('include "absent.thrift"\nstruct S {1: i32 x}', "only theirs takes"),
    "good.fbs": ("struct P {x: int;} table S {at: P; inner: [S];}", "both take"),
    "bad.fbs": ("table S {x: Unknown;}", "both refuse"),
    "two-words.fbs": ("table S {x: int;}", "both take"),
}
"""An IDL, and what is said of it."""
CLASSES = {"good.thrift": 1, "reserved.thrift": 1, "good.fbs": 2, "two-words.fbs": 1}
DOCUMENTS = {"good.thrift": 3, "reserved.thrift": 3, "good.fbs": 3, "two-words.fbs": 3}
VALUES = {"good.thrift": 6, "good.fbs": 3, "two-words.fbs": 3}


@pytest.fixture
def packages(tmp_path: Path) -> Iterator[Path]:
    """A folder that modules are imported from. What else gets onto the path stays there."""
    folder = tmp_path / "packages"
    sys.path.append(str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.mark.needs("thrift", "flatc")
@pytest.mark.parametrize("name", TEXTS)
def test_both_compilers_are_asked(name: str, tmp_path: Path, packages: Path) -> None:
    text, outcome = TEXTS[name]
    project = tmp_path / "project"
    project.mkdir()
    idl = project / name
    idl.write_text(text, encoding="utf-8")
    verdict = judge(idl, project, packages, f"stranger_of_the_test_{list(TEXTS).index(name)}")
    assert (verdict.outcome, verdict.faults) == (outcome, ()), verdict
    assert (verdict.classes, verdict.values) == (CLASSES.get(name, 0), VALUES.get(name, 0))
    assert verdict.documents == DOCUMENTS.get(name, 0)
    assert idls_below(project) == [idl]


@pytest.mark.needs("thrift")
def test_a_value_that_apache_reads_otherwise_is_a_fault(tmp_path: Path, packages: Path) -> None:
    """The classes are of another text than Apache is given: a field has another number."""
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for folder, number in ((ours, 1), (theirs, 2)):
        folder.mkdir()
        text = f"struct S {{{number}: required i32 x}}"
        (folder / "swapped.thrift").write_text(text, encoding="utf-8")
    verdict = judge(ours / "swapped.thrift", ours, packages, "stranger_of_the_test_swapped")
    assert verdict.values == 6
    module = sys.modules["stranger_of_the_test_swapped.swapped"]
    answer = through_apache(theirs / "swapped.thrift", [theirs], module)
    assert answer.category == "FAULT: another value"
    assert "'x'" in answer.detail
