"""Services as protocols, beyond their golden file: inheritance over modules, and names that several have."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

from inlayc.base.settings import settings_from
from inlayc.python.import_proof import Proof
from tests.support.quick_compile import compile_quickly

if TYPE_CHECKING:
    from tests.generator.python.conftest import CompileIdl


def test_a_service_is_a_protocol_with_the_methods_of_those_it_extends(
    compile_idl: CompileIdl, tmp_path: Path
) -> None:
    (tmp_path / "base.thrift").write_text("struct S {}\nservice Base { void ping(1: S s) }")
    demo = compile_idl(
        'include "base.thrift"\nservice Later extends Calls { string ping(1: i32 base) }\n'
        "service Calls extends base.Base { base.S get(1: list<base.S> many) }"
    )
    assert Protocol in demo.Calls.__bases__
    assert demo.Later.__mro__[1] is demo.Calls
    assert set(vars(demo.Later)) >= {"ping_"}, "the one of Base has another signature"
    signature = inspect.signature(demo.Calls.get)
    assert signature.return_annotation == "base.S"
    assert str(signature.parameters["many"].annotation) == "list[base.S]"


def test_what_only_documentation_names_is_not_imported(tmp_path: Path) -> None:
    """Strict type checkers refuse an import that nothing needs."""
    (tmp_path / "base.thrift").write_text("exception Failure {}")
    (tmp_path / "demo.thrift").write_text(
        'include "base.thrift"\ntypedef base.Failure Own\n'
        "service Calls { void f() throws (1: base.Failure failure, 2: Own own) }"
    )
    settings = settings_from({"sources": ["demo.thrift"], "package": "demo"}, tmp_path)
    made = compile_quickly(settings)
    (text,) = (text for path, text in made.items() if path.name == "demo.py")
    assert "Throws ``base.Failure``, ``Own``." in text
    (used,) = (line for line in text.splitlines() if "Own: " in line or "Own =" in line)
    assert "base.Failure" in used
    (tmp_path / "demo.thrift").write_text(
        'include "base.thrift"\nservice Calls { void f() throws (1: base.Failure failure) }'
    )
    (text,) = (t for path, t in compile_quickly(settings).items() if path.name == "demo.py")
    assert "Throws ``base.Failure``." in text
    assert "import base" not in text


@pytest.mark.parametrize("is_internal", [False, True])
def test_one_that_is_internal_is_not_exported(compile_idl: CompileIdl, is_internal: bool) -> None:
    demo = compile_idl("service Talk {}", types={"demo.Talk": {"internal": is_internal}})
    assert demo.__all__ == ["Talk"] * (not is_internal)
    assert hasattr(demo, "_Talk") == is_internal


def test_modules_whose_services_need_each_other_are_imported(tmp_path: Path) -> None:
    (tmp_path / "a.fbs").write_text(
        'include "b.fbs";\ntable A { b: B; }\nrpc_service Of { Call(B): A; }'
    )
    (tmp_path / "b.fbs").write_text('include "a.fbs";\ntable B {}\nrpc_service To { Call(A): B; }')
    settings = settings_from({"sources": ["a.fbs"], "package": "both"}, tmp_path)
    Proof().prove(compile_quickly(settings), "both", set())
