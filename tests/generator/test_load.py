"""Paths to a schema: where includes are looked for, and where not."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.frontends.load import load
from inlayc.model.schema import Named, Struct

ELSEWHERE = "to look in another folder, too: `-I DIR`, or `include = [...]` in [tool.inlay]"


def files(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / f"{name.replace('__', '/')}.thrift"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def refused(*paths: Path, roots: tuple[Path, ...] = ()) -> list[str]:
    with pytest.raises(CompileError) as caught:
        load(paths, roots)
    return [diagnostic.code for diagnostic in caught.value.diagnostics]


def names(*paths: Path, roots: tuple[Path, ...] = ()) -> list[str]:
    return [module.source.name for module in load(paths, roots).modules]


def test_files_are_called_as_the_user_calls_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files(tmp_path, idl__main='include "below/../below/part.thrift"', idl__below__part="")
    monkeypatch.chdir(tmp_path)
    assert names(Path("idl/main.thrift")) == ["idl/below/part.thrift", "idl/main.thrift"]
    monkeypatch.chdir(tmp_path / "idl")
    assert names(Path("main.thrift")) == ["below/part.thrift", "main.thrift"]


def test_a_file_is_read_once(tmp_path: Path) -> None:
    files(
        tmp_path,
        main='include "left.thrift"\ninclude "right.thrift"',
        left='include "base.thrift"',
        right='include "./base.thrift"',
        base="struct A {}",
    )
    main, base = tmp_path / "main.thrift", tmp_path / "base.thrift"
    assert [Path(name).stem for name in names(main, base)] == ["base", "left", "right", "main"]


def test_includes_are_looked_for_beside_the_file_and_then_in_the_roots(tmp_path: Path) -> None:
    files(
        tmp_path,
        a__main='include "part.thrift"\ninclude "other.thrift"',
        a__part="struct Beside {}",
        roots__part="struct InRoot {}",
        roots__other="",
    )
    schema = load([tmp_path / "a" / "main.thrift"], [tmp_path / "roots"])
    assert [definition.name for definition in schema.module("part")] == ["Beside"]
    assert schema.module("other")


def test_an_include_does_not_leave_the_allowed_folders(tmp_path: Path) -> None:
    files(tmp_path, secret="struct A {}", a__main='include "../secret.thrift"')
    files(tmp_path, a__absolute=f'include "{tmp_path.as_posix()}/secret.thrift"')
    files(tmp_path, a__absent='include "../absent.thrift"')
    for name in ("main", "absolute", "absent"):
        assert refused(tmp_path / "a" / f"{name}.thrift") == ["include-outside-roots"]
    main = tmp_path / "a" / "main.thrift"
    assert load([main], [tmp_path]).module("secret")
    assert load([main, tmp_path / "secret.thrift"]).module("secret")


def test_a_link_does_not_lead_out_of_the_allowed_folders(tmp_path: Path) -> None:
    files(tmp_path, secret="struct A {}", a__main='include "link.thrift"')
    (tmp_path / "a" / "link.thrift").symlink_to(tmp_path / "secret.thrift")
    assert refused(tmp_path / "a" / "main.thrift") == ["include-outside-roots"]


def test_an_include_is_a_file(tmp_path: Path) -> None:
    files(tmp_path, main='include "folder"\ninclude ""\ninclude "a\\nb"')
    (tmp_path / "folder").mkdir()
    assert refused(tmp_path / "main.thrift") == ["include-not-found"] * 3


def test_a_root_that_would_do_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearest one above the file; nothing is said of what lies elsewhere."""
    text = 'include "part.thrift"\ninclude "deep/part.thrift"\ninclude "top.thrift"'
    files(tmp_path, idl__deep__deeper__main=text, idl__deep__part="", idl__part="", top="")
    (tmp_path / "idl" / "top.thrift").symlink_to("../top.thrift")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CompileError) as caught:
        load([Path("idl/deep/deeper/main.thrift")])
    roots = [each.help.partition(":")[0] for each in caught.value.diagnostics]
    assert roots == ["it is in idl/deep", "it is in idl", "it is in ."]
    load([Path("idl/deep/deeper/main.thrift")], [Path("idl/deep"), Path("idl"), Path()])


def test_a_folder_of_other_given_files_that_would_do_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files(tmp_path, idl__Catalog="", idl__main='include "TCLI.thrift"', idl__hive__TCLI="")
    monkeypatch.chdir(tmp_path)
    given = [Path("idl/main.thrift"), Path("idl/Catalog.thrift"), Path("idl/hive/TCLI.thrift")]
    with pytest.raises(CompileError) as caught:
        load(given)
    (found,) = caught.value.diagnostics
    assert found.help == "it is in idl/hive: `-I idl/hive`, or `include = [...]` in [tool.inlay]"
    load(given, [Path("idl/hive")])


def test_an_include_is_likened_to_a_file_by_more_than_its_suffix(tmp_path: Path) -> None:
    files(tmp_path, Messages="", main='include "Mesages.thrift"\ninclude "ErrorCodes.thrift"')
    with pytest.raises(CompileError) as caught:
        load([tmp_path / "main.thrift"])
    helps = [each.help for each in caught.value.diagnostics]
    assert helps == ["did you mean `Messages.thrift`?", ELSEWHERE]


def test_two_includes_of_one_name_share_it(tmp_path: Path) -> None:
    files(
        tmp_path,
        main='include "one/part.thrift"\ninclude "two/part.thrift"\n'
        "struct S { 1: part.One one, 2: part.Two two = {'x': part.NUMBER} }",
        one__part="struct One {}",
        two__part="struct Two { 1: i32 x } const i32 NUMBER = 1 enum Other { A }",
    )
    fields = load([tmp_path / "main.thrift"]).module("main").definitions[0]
    assert isinstance(fields, Struct)
    assert [field.type for field in fields.fields] == [
        Named("one_part", "One"),
        Named("two_part", "Two"),
    ]
    (tmp_path / "one" / "part.thrift").write_text("struct One {} struct Other {}")
    assert refused(tmp_path / "main.thrift") == ["duplicate-module"]


def test_mistakes_of_all_files_are_told(tmp_path: Path) -> None:
    files(
        tmp_path, main='include "part.thrift"\ninclude "absent.thrift"', part="struct {", also="}"
    )
    assert refused(tmp_path / "main.thrift", tmp_path / "also.thrift") == [
        "syntax-error",
        "include-not-found",
        "syntax-error",
    ]


def test_a_given_file_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load([tmp_path / "absent.thrift"])


def test_of_many_mistakes_the_first_hundred_are_written_out(tmp_path: Path) -> None:
    main = tmp_path / "main.thrift"
    main.write_text("".join(f'include "{number}.thrift"\n' for number in range(1_234)))
    with pytest.raises(CompileError) as error:
        load([main])
    text = str(error.value)
    assert len(error.value.diagnostics) == 1_234
    assert text.count("cannot find") == 100
    assert text.endswith("\n\n1,134 more mistakes are not shown")
