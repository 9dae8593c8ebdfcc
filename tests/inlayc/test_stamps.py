"""The stamp of generated files: what is current is known without black, and no stamp hides what is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inlayc.base.settings import Settings, settings_from
from inlayc.pipeline import compile_into
from inlayc.python import format as formatting
from inlayc.python.publish import plan, publish, show_diff
from inlayc.python.stamp import stamp

IDL = """
/** A pair, of (some) kind. */
struct Pair {
  1: required string key
  2: optional list<i32> numbers = [1, 23]
}
union One { 1: Pair pair }
enum Kind { A = 0, B = 1 }
"""
TABLE: dict[str, object] = {"sources": ["demo.thrift"], "output": "out", "package": "demo"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "demo.thrift").write_text(IDL)
    generate(settings_of(tmp_path))
    return tmp_path


def settings_of(folder: Path, **changes: object) -> Settings:
    return settings_from({**TABLE, **changes}, folder)


def generate(settings: Settings) -> None:
    out = settings.root / "out"
    publish(plan(compile_into(out, settings).files, out), out)


def difference(settings: Settings) -> str:
    out = settings.root / "out"
    return show_diff(plan(compile_into(out, settings).files, out))


def without_stamp(text: str) -> str:
    first, stamp, rest = text.split("\n", 2)
    assert stamp.startswith("# inlayc: ")
    return f"{first}\n{rest}"


def with_new_stamp(text: str) -> str:
    """What somebody may make who knows how: here, of the text itself."""
    code = without_stamp(text)
    return stamp(code, code)


def test_what_is_current_is_not_formatted(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    formatted: list[str] = []

    def note(code: str) -> str:
        formatted.append(code)
        return code

    monkeypatch.setattr(formatting, "format_python", note)
    assert difference(settings_of(project)) == ""
    assert formatted == []
    (project / "other.thrift").write_text("struct Other {}")
    difference(settings_of(project, sources=["demo.thrift", "other.thrift"]))
    assert formatted, "a new file is"
    assert "class Pair" not in "".join(formatted), "and those that have not changed are not"


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace("key: str", "key: bytes"),
        lambda text: text.replace('"key"', '"kez"', 1),
        lambda text: text.replace("\n\n\n", "\n\n\n\n", 1),
        lambda text: text + "\n",
        lambda text: text + "import os\n",
        lambda text: text.replace("A pair, of", "A pair of"),
        lambda text: text.replace("    def write", "        def write", 1),
        lambda text: text.replace("# inlayc: ", "# inlayc: 0", 1),
        lambda text: text.replace("Do not edit", "Do edit", 1),
        without_stamp,
        lambda text: with_new_stamp(text.replace("key: str", "key: bytes")),
        lambda text: with_new_stamp(text + "import os\n"),
        lambda text: text.replace("\n", "\r\n"),
    ],
)
def test_an_edit_of_the_output_is_never_hidden(project: Path, edit: Callable[[str], str]) -> None:
    output = project / "out" / "demo" / "demo.py"
    before = output.read_bytes()
    changed = edit(before.decode())
    assert changed.encode() != before
    output.write_bytes(changed.encode())
    out = project / "out"
    settings = settings_of(project)
    assert not plan(compile_into(out, settings).files, out).is_current
    generate(settings)
    assert output.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("string key", "binary key"),
        ("[1, 23]", "[12, 3]"),
        ("(some) kind", "some kind"),
        ("A pair, of", "A pair of"),
        ("of (some)", "of(some)"),
        ("B = 1", "B = 2"),
    ],
)
def test_an_edit_of_the_idl_is_never_hidden(project: Path, old: str, new: str) -> None:
    assert old in IDL
    (project / "demo.thrift").write_text(IDL.replace(old, new))
    assert difference(settings_of(project)) != ""


@pytest.mark.parametrize(
    "changes",
    [
        {"types": {"demo.Kind": {"unknown": "error"}}},
        {"types": {"demo.Pair": {"internal": True}}},
        {"types": {"demo.Pair": {"extension_header": "spec"}}},
        {"fields": {"demo.Pair.key": {"text": "bytes"}}},
    ],
)
def test_a_change_of_the_settings_is_never_hidden(
    project: Path, changes: dict[str, object]
) -> None:
    assert difference(settings_of(project, **changes)) != ""


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What goes to black, from now on."""
    seen: list[str] = []
    really = formatting.format_python

    def note(code: str) -> str:
        seen.append(code)
        return really(code)

    monkeypatch.setattr(formatting, "format_python", note)
    return seen


def test_what_did_not_change_is_not_laid_out_again(project: Path, laid_out: list[str]) -> None:
    (project / "demo.thrift").write_text(IDL + "struct New { 1: i32 a }\n")
    settings = settings_of(project)
    generate(settings)
    assert [code for code in laid_out if "class New" in code]
    assert not [code for code in laid_out if "class Pair" in code or "class Kind" in code]
    assert (project / "out/demo/demo.py").read_bytes() == generate_anew(settings)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("of (some)", "of(some)"),
        ("A pair, of", "A pair of"),
        ("[1, 23]", "[12, 3]"),
        ("string key", "string  kez"),
        ("B = 1", "C = 1"),
    ],
)
def test_what_changed_is_as_if_laid_out_for_the_first_time(
    project: Path, old: str, new: str
) -> None:
    (project / "demo.thrift").write_text(IDL.replace(old, new))
    settings = settings_of(project)
    generate(settings)
    assert (project / "out/demo/demo.py").read_bytes() == generate_anew(settings)


def test_of_an_edited_file_nothing_is_taken(project: Path, laid_out: list[str]) -> None:
    output = project / "out/demo/demo.py"
    output.write_text(output.read_text().replace("\n\n\nclass", "\n\n\n\nclass"))
    settings = settings_of(project)
    generate(settings)
    assert [code for code in laid_out if "class Pair" in code]
    assert output.read_bytes() == generate_anew(settings)


def generate_anew(settings: Settings) -> bytes:
    """The module as it is where there was none."""
    files = compile_into(settings.root / "nowhere", settings).files
    return next(text for path, text in files.items() if path.name == "demo.py").encode()
