"""Hostile IDL becomes inert Python or a diagnostic, whatever part of it is hostile (B7).

What comes out is imported in a child process under an audit hook: nothing but its own import may happen.
"""

from __future__ import annotations

import ast
import itertools
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.base.settings import Settings, SettingsError, settings_from
from inlayc.pipeline import compile_sources
from inlayc.python.inert import NotInertError, check_inert
from inlayc.python.literals import quote, quote_docstring, write_comment
from tests.support.in_one_test import in_one_test
from tests.support.quick_compile import compile_quickly

EVIL = "__import__('os').system('touch /tmp/inlay_was_here')"
PAYLOADS = [
    f'"""\n{EVIL}\n"""',
    f'""" + {EVIL} + """',
    f'\\"""\n{EVIL}\n\\"""',
    f'\\\\\\"""{EVIL}',
    f"'''\n{EVIL}\n'''",
    f'"\n{EVIL}\n"',
    f"'\n{EVIL}\n'",
    f"\\\n{EVIL}",
    f"\n{EVIL}\n",
    f"\r{EVIL}\r",
    f"\r\n{EVIL}",
    f"\u2028{EVIL}\u2029",
    f"\x85{EVIL}",
    f"\x0b{EVIL}\x0c{EVIL}",
    f"\x1b[31m{EVIL}",
    f"\x00{EVIL}",
    f"\u202e{EVIL}\u2066",
    f"{{{{ {EVIL} }}}}",
    f"{{% set x = {EVIL} %}}",
    "{{ ''.__class__.__mro__ }}",
    f"{{# {EVIL} #}}",
    f"{{{EVIL}}}",
    f"%s %({EVIL})s %d",
    f"${{{EVIL}}} `{EVIL}`",
    f"# {EVIL}\n{EVIL}",
    f"# -*- coding: utf-7 -*-\n{EVIL}",
    f"+AGEAYg-{EVIL}",
    f"); {EVIL}; (",
    f"]); {EVIL} #",
    f"\N{FULLWIDTH QUOTATION MARK}{EVIL}",
    f"\\N{{DIGIT ONE}}{EVIL}",
    f"\\x22\\x22\\x22{EVIL}",
    f"\\u0022\\u0022\\u0022{EVIL}",
    '"' * 7,
    '""',
    "\\",
    "\\\\\\",
    'ends with a quote"',
    "ends with a backslash\\",
    "\t" * 40 + EVIL,
    "\ud800lone surrogate",
    "a" * 20_000,
]
SINKS = {
    "file comment": "/** %s */\nnamespace py x\nstruct A {}",
    "struct comment": "/** %s */\nstruct A { 1: optional i32 a }",
    "union comment": "struct B {}\n/** %s */\nunion A { 1: B B }",
    "enum comment": "/** %s */\nenum A { X = 1 }",
    "service comment": "/** %s */\nservice A {}",
    "function comment": "service A {\n  /** %s */\n  void f() }",
    "member comment": "enum A {\n  /** %s */\n  X = 1 }",
    "field comment": "struct A {\n  /** %s */\n  1: optional i32 a }",
    "default field comment": "struct A {\n  /** %s */\n  1: optional i32 a = 3 }",
    "variant comment": "struct B { 1: i32 x }\nunion A {\n  /** %s */\n  1: B B\n 2: i32 c }",
    "line comment": "// %s\nstruct A { 1: optional i32 a } // %s",
    "hash comment": "# %s\nenum A { X = 1 } # %s",
    "string default": 'struct A { 1: optional string a = "%s" }',
    "binary default": "struct A { 1: optional binary a = '%s' }",
    "string constant": 'const string A = "%s"',
    "list constant": 'const list<string> A = ["%s"]',
    "map constant": 'const map<string, string> A = {"%s": "%s"}',
    "annotation": 'struct A { 1: optional i32 a (note = "%s") } (note = "%s")',
    "inlay annotation": 'struct A { 1: optional i32 a } (inlay.visibility = "%s")',
    "namespace": "namespace py %s\nstruct A {}",
    "struct name": "struct %s { 1: optional i32 a }",
    "field name": "struct A { 1: optional i32 %s }",
    "enum member": "enum A { %s = 1 }",
    "typedef name": "typedef i32 %s",
    "constant name": "const i32 %s = 1",
    "type name": "struct A { 1: optional %s a }",
    "include": 'include "%s"\nstruct A {}',
}


Compile = Callable[[Settings], dict[PurePosixPath, str]]


def compile_text(text: str, folder: Path, compiled: Compile) -> dict[str, str]:
    name = "demo.thrift"
    (folder / name).write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
    settings = settings_from({"sources": [name], "package": "evil"}, folder)
    return {path.stem: code for path, code in compiled(settings).items() if path.suffix == ".py"}


LAID_OUT = 11
"""Each payload meets another sink, for there are 42 of them: as many as make a step without a common factor."""


def hostile_texts() -> Iterator[tuple[str, str]]:
    for (sink, template), payload in itertools.product(SINKS.items(), PAYLOADS):
        yield f"{sink}: {payload[:30]!r}", template.replace("%s", payload)


def test_hostile_idl_is_inert_or_refused(tmp_path: Path) -> None:
    """As it is rendered, every time; and as black lays it out, for each payload in some sinks."""
    modules: dict[str, str] = {}
    refused = 0
    for number, (label, text) in enumerate(hostile_texts()):
        try:
            codes = compile_text(text, tmp_path, compile_quickly)
            if number % LAID_OUT == 0:
                codes |= compile_text(text, tmp_path, compile_sources)
        except CompileError:
            refused += 1
            continue
        for code in codes.values():
            tree = ast.parse(code)
            check_inert(code, {"evil"})
            assert not any(
                isinstance(node, ast.Name | ast.Attribute)
                and getattr(node, "id", getattr(node, "attr", "")) in ("__import__", "system")
                for node in ast.walk(tree)
            ), label
        modules[f"m{number}"] = codes["demo"]
    assert len(modules) + refused == len(SINKS) * len(PAYLOADS)
    assert len(modules) > 300
    assert refused > 100
    assert run_audited(modules, tmp_path) == []


def run_audited(modules: dict[str, str], folder: Path) -> list[str]:
    """Executes every module in one child process; returns the audit events that should not be."""
    source = folder / "modules.json"
    source.write_text(json.dumps(modules))
    script = f"""
import json, sys
import inlay_runtime.compact.reader, inlay_runtime.compact.writer, inlay_runtime.enums, inlay_runtime.idl_source
import inlay_runtime.roots, inlay_runtime.struct, inlay_runtime.tags, inlay_runtime.union, uuid
modules = json.load(open({str(source)!r}))
compiled = [compile(code, name, "exec") for name, code in modules.items()]
events = []
harmless = {{"exec", "compile", "import", "object.__getattr__", "object.__setattr__",
             "object.__delattr__", "sys._getframe", "code.__new__", "type.__setattr__"}}
def hook(event, args):
    if event not in harmless and watching:
        events.append(event)
watching = True
sys.addaudithook(hook)
for code in compiled:
    exec(code, {{"__name__": "evil"}})
watching = False
print(json.dumps(events))
"""
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    events: list[str] = json.loads(result.stdout)
    return events


@in_one_test("text", PAYLOADS)
def test_a_comment_comes_back_as_it_was(text: str) -> None:
    """The docstring evaluates to the text, lines stripped at their end, whatever it holds."""
    literal = quote_docstring(text, 4)
    value = ast.literal_eval(literal)
    expected = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4).strip()
    first, *rest = [line.rstrip() for line in expected.split("\n")]
    margin = "" if not rest else "\n    "
    assert value == "\n".join([first, *("    " + line if line else "" for line in rest)]) + margin


@in_one_test("text", PAYLOADS)
def test_a_string_comes_back_as_it_was(text: str) -> None:
    assert ast.literal_eval(quote(text)) == text
    assert quote(text).isascii()
    assert "\n" not in write_comment(text)


@pytest.mark.parametrize(
    "name",
    [
        "../up.thrift",
        "a/../../up.thrift",
        "if.thrift",
        "my file.thrift",
        "a-b.c.thrift",
        "1st.thrift",
    ],
)
def test_a_file_name_cannot_lead_out_of_the_output(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "project" / "a"
    folder.mkdir(parents=True)
    path = (folder.parent / name).resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("struct A {}")
    settings = settings_from({"sources": [name], "package": "evil"}, folder.parent)
    for output in compile_sources(settings):
        assert output.parts[0] == "evil"
        assert len(output.parts) == 2
        assert output.stem.isidentifier()


@pytest.mark.parametrize("package", ["..", "/etc", "a/b", "a b", "a;b", "C:x", "", ".a", "a..b"])
def test_a_package_is_a_dotted_name(package: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        settings_from({"sources": [], "package": package}, tmp_path)


@pytest.mark.parametrize(
    "code",
    [
        "print('x')",
        "import os",
        "from os import path",
        "x = __import__('os')",
        "class A:\n    x = eval('1')",
        "def f(y=open('x')): ...",
        "@getattr(1, 'x')\ndef f(): ...",
        "x = [a for a in ()]",
        "x = (lambda: exec)()",
        "while True: ...",
        "with x: ...",
        "async def f(): ...",
        "try:\n    pass\nexcept E: ...",
        "x.__class__.__bases__",
        "f'{x}'",
        "del x",
        "global y",
    ],
)
def test_the_second_lock_holds_by_itself(code: str) -> None:
    with pytest.raises(NotInertError):
        check_inert(code, set())


@pytest.mark.parametrize("key", ["[]", "[1]", "{}", "(1, [])", "S(a=1)", "S()"])
def test_a_key_that_cannot_be_hashed_is_refused(key: str) -> None:
    with pytest.raises(NotInertError, match="cannot be hashed"):
        check_inert(f"x = {{{key}: 1}}", set(), {"S"})


@pytest.mark.parametrize("key", ["1", "-1", "'a'", "(1, 2)", "E.A", "E(7)", "Uuid('00')", "m.E.A"])
def test_any_other_key_is_not(key: str) -> None:
    check_inert(f"x = {{{key}: 1}}", set(), {"E", "Uuid"})
