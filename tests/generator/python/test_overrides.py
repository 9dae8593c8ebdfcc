"""Templates of a project's own: the blocks of `docs/templates.md`, and what is refused."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from inlayc.base.settings import SettingsError, settings_from
from inlayc.cli.command_line import run
from inlayc.pipeline import compile_sources
from inlayc.python import overrides
from inlayc.python.overrides import BLOCKS
from tests.support.own_modules import own_modules

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
IDL = '/** It says """. */\nstruct Event { 1: i32 count }\nenum Kind { A = 1 }\nservice Log { Event last() }'
FLAT = "table Note { x: int; }\nstruct Point { x: int; }\nenum Side: byte { Left }\nrpc_service Greet { Hi(Note): Note; }"
COMPANY = """
KNOWN = {}

class Audited:
    __slots__ = ()

def register(name):
    def keep(cls):
        KNOWN[name] = cls
        return cls
    return keep
"""


def block(language: str) -> str:
    (text,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(text)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "pyproject.toml").write_text(block("toml"))
    (tmp_path / "events.thrift").write_text(IDL)
    (tmp_path / "company").mkdir()
    (tmp_path / "company" / "__init__.py").touch()
    (tmp_path / "company" / "registry.py").write_text(COMPANY)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "struct.py.jinja").write_text(block("jinja"))
    (tmp_path / "templates" / "imports.py").write_text("import company.registry\n")
    monkeypatch.chdir(tmp_path)
    with own_modules("events_format", "company"):
        yield tmp_path


def test_the_example_of_the_page_runs(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["generate"]) == 0
    assert "company" not in sys.modules, "generate imports none of it"
    assert run(["check"]) == 0
    monkeypatch.syspath_prepend(str(project))
    monkeypatch.syspath_prepend(str(project / "src"))
    events = importlib.import_module("events_format.events")
    registry = importlib.import_module("company.registry")
    assert {"Event": events.Event} == registry.KNOWN
    assert issubclass(events.Event, registry.Audited)
    assert events.Event.__doc__.split() == 'It says """. Of the company.'.split()
    for options in ({}, {"eager": True}):
        assert events.Event.decode(events.Event(count=3).encode(), **options).count == 3
    assert not hasattr(events.Event(), "__dict__")


@pytest.mark.parametrize(
    ("template", "name"), [(name, block) for name, blocks in BLOCKS.items() for block in blocks]
)
def test_every_block_of_the_table_is_there(tmp_path: Path, template: str, name: str) -> None:
    """A comment in it appears in what is rendered, where the template has the block."""
    assert re.search(rf"`{template}\.py\.jinja`.*\|.*`{name}`", PAGE)
    (tmp_path / "a.thrift").write_text(IDL)
    (tmp_path / "b.fbs").write_text(FLAT)
    (tmp_path / f"{template}.py.jinja").write_text(
        f"{{% block {name} %}}{{{{ super() }}}}\n# seen\n{{% endblock %}}"
        if name != "base"
        else "{% block base %}{{ super() }}, Seen{% endblock %}"
    )
    (tmp_path / "imports.py").write_text("from mine import Seen\n")
    table = {"sources": ["a.thrift", "b.fbs"], "package": "p", "templates": "."}
    code = "".join(compile_sources(settings_from(table, tmp_path)).values())
    assert ("Seen):" if name == "base" else "# seen") in code


def test_no_template_has_a_block_that_is_not_in_the_table() -> None:
    templates = Path(overrides.__file__).with_name("templates")
    has = {
        path.name.partition(".")[0]: set(re.findall(r"{% block (\w+) %}", path.read_text("utf-8")))
        for path in templates.iterdir()
    }
    assert {name: blocks for name, blocks in has.items() if blocks} == {
        name: set(blocks) for name, blocks in BLOCKS.items()
    }


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("struct.py.jinja", "\n{% block doc %}{% endblock %}", r"jinja:2: .*no block `doc`; did"),
        ("enum.py.jinja", "{% block base %}{% endblock %}", "allowed: decorators, docs"),
        ("struct.py.jinja", "class", "only blocks stand in it; allowed: base, decorators, docs"),
        ("struct.py.jinja", '{% extends "a" %}', "only blocks stand in it"),
        ("struct.py.jinja", '{% block docs %}{% include "a" %}{% endblock %}', "loads no other"),
        ("struct.py.jinja", "{% block docs %}", "struct.py.jinja:1: Unexpected end of template"),
        ("struct.py.jinja", "{% block docs %}{{ no }}{% endblock %}", "Event: 'no' is undefined"),
        ("struct.py.jinja", "{% block docs %}{{ 1 // 0 }}{% endblock %}", "for Event: "),
        ("struct.py.jinja", "{% block docs %}{{ ''.__class__ }}{% endblock %}", "is unsafe"),
        ("struct.py.jinja", "{% block docs %})({% endblock %}", "events is not Python: unmatched"),
        ("struct.py.jinja", "{% block docs %}\0{% endblock %}", "events is not Python: "),
        ("struct.py.jinja", "{% block base %}eval('1'){% endblock %}", "a call of eval"),
        ("struct.py.jinja", "{% block docs %}    import os\n{% endblock %}", "an import of os"),
        ("struct.py.jinja", "{% block docs %}    while 1: pass\n{% endblock %}", "refused: While"),
        ("structs.py.jinja", "", r"no such template; allowed: enum\.py\.jinja, "),
        ("imports.py", "import a as b", "imports.py:1: only `import a.b` and"),
        ("imports.py", "\nfrom a import *", "imports.py:2: only"),
        ("imports.py", "from . import a", "only `import a.b`"),
        ("imports.py", "print()", "only `import a.b`"),
        ("imports.py", "import", "imports.py: invalid syntax"),
    ],
)
def test_what_is_wrong_is_said_with_its_place_and_what_is_allowed(
    project: Path, file: str, text: str, said: str
) -> None:
    (project / "templates" / "struct.py.jinja").unlink()
    (project / "templates" / file).write_text(text)
    with pytest.raises(SettingsError, match=said):
        run(["generate"])
    assert not (project / "src").exists()


def test_bytes_that_are_no_text_and_a_folder_that_is_not_there_are_told(project: Path) -> None:
    (project / "templates" / "struct.py.jinja").write_bytes(b"\xff")
    with pytest.raises(SettingsError, match=r"struct\.py\.jinja: byte 0 is not UTF-8"):
        run(["generate"])
    (project / "templates").rename(project / "other")
    with pytest.raises(SettingsError, match=r"tool\.inlay\.templates: there is no folder"):
        run(["generate"])


def test_what_an_idl_says_is_no_code_even_where_a_template_forgets_the_filter(
    project: Path,
) -> None:
    (project / "templates" / "struct.py.jinja").write_text(
        '{% block docs %}\n    """{{ definition.doc }}"""\n{% endblock %}'
    )
    hostile = '/** """; print(1); """ */\nstruct Event { 1: i32 count }'
    (project / "events.thrift").write_text(hostile)
    with pytest.raises(SettingsError, match="refused: a call of print"):
        run(["generate"])
