"""A name is one column (docs/names.md): what each text means in a file of odd names, and in every place that takes one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.encoding import Encodings, choose_columns
from inlay.errors import ColumnNameError, FilterError, InlayError, NoSuchColumnError
from inlay.ground.schema.names import NamedChildren, find_column, match_columns, quote_column
from inlay.ground.schema.quoted_names import cut_name, parse_quoted, split_names
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.encodings.on_files import add_to_file
from tests.pages.encodings.faults import Whole

NAMES = ["id", "a*", "ab", "x.y", "e=f", "g:desc", "h,i", "", 'q"q', "[a]b", '"id"']


@pytest.fixture
def odd(tmp_path: Path) -> str:
    """Columns of odd names, a group with a field whose path another column has, and two columns of one name."""
    path = str(tmp_path / "odd.parquet")
    columns: list[Any] = [pa.array([at, at + 1]) for at in range(len(NAMES))]
    columns += [pa.array([{"y": 7, "z.w": 8}] * 2), pa.array([1, 2]), pa.array(["p", "q"])]
    pq.write_table(pa.Table.from_arrays(columns, names=[*NAMES, "x", "twice", "twice"]), path)
    return path


def tree_of(path: str) -> SchemaTree:
    return SchemaTree(inlay.open(path).metadata.schema)


CASES: list[tuple[str, tuple[str, ...]]] = [
    ("id", ("id",)),
    ("a*", ("a*",)),  # its own path, and not the glob
    ("e=f", ("e=f",)),
    ("", ("",)),
    ('""', ("",)),
    ('q"q', ('q"q',)),
    ('"q""q"', ('q"q',)),
    ('"id"', ('"id"',)),  # its own path, and not the quotes
    ('"""id"""', ('"id"',)),
    ('"x.y"', ("x.y",)),
    ('x."y"', ("x", "y")),
    ('"x"."y"', ("x", "y")),
    ("x.z.w", ("x", "z.w")),
    ('x."z.w"', ("x", "z.w")),
    ("x", ("x",)),
    ("[a]b", ("[a]b",)),
]


@pytest.mark.parametrize(("text", "path"), CASES)
def test_a_text_is_one_column(text: str, path: tuple[str, ...], odd: str) -> None:
    assert find_column(tree_of(odd), text).path == path


def test_every_column_has_a_text(odd: str) -> None:
    tree, names = tree_of(odd), NamedChildren()
    for node in tree.nodes[1:]:
        assert find_column(tree, quote_column(node, names)) is node
    assert [quote_column(leaf, names) for leaf in tree.leaves[-2:]] == ['"twice"[0]', '"twice"[1]']


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x.y", """2 columns 'x.y': write '"x.y"' (int64) or '"x"."y"' (int64)"""),
        ("twice", """2 columns 'twice': write '"twice"[0]' (int64) or '"twice"[1]' (STRING)"""),
        ('"twice"', """2 columns '"twice"'"""),
    ],
)
def test_an_ambiguous_one_is_refused_with_a_text_for_each(text: str, said: str, odd: str) -> None:
    with pytest.raises(ColumnNameError) as raised:
        find_column(tree_of(odd), text)
    assert said in str(raised.value)


@pytest.mark.parametrize("text", ["ix", '"twice"[2]', "x.q", '"x.z"', "z*"])
def test_an_unknown_one_is_refused(text: str, odd: str) -> None:
    with pytest.raises(NoSuchColumnError):
        match_columns(tree_of(odd), [text])


@pytest.mark.parametrize(
    ("patterns", "columns"),
    [
        (["a*"], ["a*"]),
        (["[a]*"], ["a*", "ab"]),
        (["x"], ["x.y", "x.z.w"]),
        (["x.z*"], ["x.z.w"]),
        (["t*"], ["twice", "twice"]),
        (['"twice"[1]'], ["twice"]),
        (["id", "i*"], ["id"]),
    ],
)
def test_globs_are_for_what_nobody_is_called(
    patterns: list[str], columns: list[str], odd: str
) -> None:
    tree = tree_of(odd)
    found = [".".join(tree.leaves[at].path) for at in match_columns(tree, patterns)]
    assert found == columns


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a", None),
        ('"a"', [("a", None)]),
        ('a."b.c".d', [("a", None), ("b.c", None), ("d", None)]),
        ('"a"[12]."b"', [("a", 12), ("b", None)]),
        ('"a', None),
        ('"a"b', None),
        ('a"b"', None),
        ('"a".', None),
    ],
)
def test_quotes(text: str, parts: list[tuple[str, int | None]] | None) -> None:
    parsed = parse_quoted(text)
    assert (None if parsed is None else [tuple(part) for part in parsed]) == parts


@pytest.mark.parametrize(
    ("text", "name", "rest"),
    [
        ("a=b=c", "a", "=b=c"),
        ('"a=b"=c', '"a=b"', "=c"),
        ('"a=b":x=c', '"a=b":x', "=c"),
        ('x."a=b"[1]=c', 'x."a=b"[1]', "=c"),
        ("=c", "", "=c"),
        ('""=c', '""', "=c"),
        ('5"=c', '5"', "=c"),
        ('"a=b', '"a', "=b"),
        ("a", "a", ""),
    ],
)
def test_a_name_ends_outside_of_quotes(text: str, name: str, rest: str) -> None:
    assert cut_name(text, "=") == (name, rest)


def test_lists_are_cut_outside_of_quotes() -> None:
    assert split_names('a,"b,c".d,"e""f,",') == ["a", '"b,c".d', '"e""f,"', ""]


def names_in(path: str) -> list[str]:
    return [element.name for element in inlay.open(path).metadata.schema]


@pytest.mark.parametrize(
    ("options", "gone", "new"),
    [
        (["--rename", '"e=f"=y'], "e=f", "y"),
        (["--rename", "=n"], "", "n"),
        (["--rename", '""=n'], "", "n"),
        (["--rename", 'id="i=d"'], "id", "i=d"),
        (["--rename", 'x."z.w"=v'], "z.w", "v"),
        (["--rename", "ab=c=d"], "ab", "c=d"),
    ],
)
def test_set_says_names_of_any_kind(options: list[str], gone: str, new: str, odd: str) -> None:
    assert run(["set", odd, *options]) == 0
    names = names_in(odd)
    assert gone not in names
    assert new in names


def test_one_of_two_columns_of_one_name_is_renamed(odd: str) -> None:
    assert run(["set", odd, "--rename", "twice=once"]) == 2
    assert run(["set", odd, "--rename", '"twice"[1]=once']) == 0
    assert names_in(odd)[-2:] == ["twice", "once"]
    table = pq.read_table(odd)
    assert table["twice"].to_pylist() == [1, 2]
    assert table["once"].to_pylist() == ["p", "q"]


def test_a_column_beside_two_of_one_name_is_renamed(odd: str) -> None:
    inlay.set_metadata(odd, rename={"id": "key"})
    assert names_in(odd)[1] == "key"
    with pytest.raises(InlayError, match="two columns would be called 'twice'"):
        inlay.set_metadata(odd, rename={"key": "twice"})
    with pytest.raises(InlayError, match="are the same column"):
        inlay.set_metadata(odd, rename={"key": "a", '"key"': "b"})


@pytest.mark.parametrize(
    ("text", "column", "descending"),
    [
        ('"g:desc"', "g:desc", False),
        ('"g:desc":desc', "g:desc", True),
        ('"h,i":desc', "h,i", True),
        (":desc", "", True),
        ("id", "id", False),
    ],
)
def test_sorted_by_says_names_of_any_kind(
    text: str, column: str, descending: bool, odd: str
) -> None:
    pq.write_table(pq.ParquetFile(odd).read().slice(0, 1), odd)  # one row is sorted by anything
    assert run(["set", odd, "--sorted-by", text]) == 0
    metadata = inlay.open(odd).metadata
    (sorting,) = metadata.row_groups[0].sorting_columns or []
    assert tree_of(odd).leaves[sorting.column_idx].path == (column,)
    assert sorting.descending == descending


def test_drop_takes_the_column_and_names_it(odd: str, capsys: pytest.CaptureFixture[str]) -> None:
    names = [word for name in ("a*", "x", '"twice"[0]') for word in ("--columns", name)]
    assert run(["drop", odd, *names, "--overwrite"]) == 0
    assert "removed: 'a*', 'x', '\"twice\"[0]'" in capsys.readouterr().out
    assert [*names_in(odd)][1:] == [name for name in NAMES if name != "a*"] + ["twice"]
    notes = inlay.drop(odd, columns=["[a-z]*"]).notes
    assert notes[0] == "removed: 'id', 'ab', 'x.y', 'e=f', 'g:desc', 'h,i', 'q\"q', 'twice'"


def test_encodings_take_the_column(tmp_path: Path) -> None:
    path = str(tmp_path / "two.parquet")
    pq.write_table(pa.table({"a*": [1, 2], "ab": [3, 4]}), path)
    encodings = Encodings(Whole())
    result = add_to_file(path, choose_columns(["a*"], Whole()), encodings=encodings)
    assert list(result.sizes) == ["a*"]


READERS: dict[str, Callable[[str, Any], pa.Table]] = {
    "read_table": lambda path, columns: inlay.read_table(path, columns=columns),
    "iter_batches": lambda path, columns: inlay.iter_batches(path, columns=columns).read_all(),
    "filters": lambda path, columns: inlay.read_table(path, columns=columns, filters="ab >= 0"),
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@pytest.mark.parametrize(
    ("columns", "names"),
    [
        (["a*"], ["a*"]),
        (['"a*"', "id"], ["a*", "id"]),
        ([""], [""]),
        (["x.z.w"], ["x"]),
        (['x."z.w"'], ["x"]),
    ],
)
def test_rows_are_read_by_the_same_names(
    columns: list[str], names: list[str], read: Callable[[str, Any], pa.Table], odd: str
) -> None:
    assert read(odd, columns).column_names == names


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@pytest.mark.parametrize("name", ["x.y", "twice", '"x.y"', '"twice"[0]'])
def test_rows_of_a_column_that_pyarrow_cannot_tell_are_refused(
    name: str, read: Callable[[str, Any], pa.Table], odd: str
) -> None:
    with pytest.raises(ColumnNameError, match=r"twice|x\.y"):
        read(odd, [name])


def test_pages_and_footers_take_the_same_names(odd: str) -> None:
    footer = inlay.open(odd)
    at = len(NAMES)
    assert footer.find(["a*", '"x.y"', 'x."z.w"', "no", '"twice"[1]', "x"]).to_pylist() == [
        1,
        3,
        at + 1,
        None,
        at + 3,
        None,
    ]
    assert footer.place(columns=['"e=f"', '"twice"[1]'])["column"].to_pylist() == [4, at + 3]
    assert inlay.page_table(odd, ["column"], paths=["a*"])["column"].unique().to_pylist() == [1]
    with pytest.raises(ColumnNameError, match="group of columns: name one of them"):
        footer.place(columns=["x"])


ASKED: dict[str, Callable[[inlay.Footer, str], object]] = {
    "find": lambda footer, name: footer.find(["id", name]),
    "place": lambda footer, name: footer.place(columns=[name]),
    "bounds": lambda footer, name: footer.bounds(columns=[name]),
    "chunks": lambda footer, name: footer.chunks(columns=[name]),
    "page_index": lambda footer, name: footer.page_index(name, 0),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize("name", ["x.y", "twice", '"twice"'])
def test_a_footer_refuses_a_name_of_several_columns(
    ask: Callable[[inlay.Footer, str], object], name: str, odd: str
) -> None:
    with pytest.raises(ColumnNameError, match="the file has 2 columns"):
        ask(inlay.open(odd), name)


@pytest.mark.parametrize(
    ("filter", "matches"),
    [('"x.y" = 3', True), ('"x.y" = 7', False), ('x."y" = 7', True), ('"x"."y" = 3', False)],
)
def test_filters_tell_a_dot_in_a_name_by_quotes(filter: str, matches: bool, odd: str) -> None:
    assert inlay.prune(odd, filter).groups[0].is_skipped != matches


def test_a_filter_refuses_an_ambiguous_name(odd: str) -> None:
    with pytest.raises(FilterError, match=r'2 columns .x\.y.: write "x\.y" or "x"\."y"'):
        inlay.prune(odd, "x.y = 3")
    with pytest.raises(FilterError, match=r"2 columns .twice., and a filter is about one"):
        inlay.prune(odd, "twice = 1")


A_STRING: dict[str, Callable[[str], object]] = {
    "find": lambda path: inlay.open(path).find("id"),
    "place": lambda path: inlay.open(path).place(columns="id"),
    "bounds": lambda path: inlay.open(path).bounds(columns="id"),
    "chunks": lambda path: inlay.open(path).chunks(columns="id"),
    "read_table": lambda path: inlay.read_table(path, columns="id"),
    "iter_batches": lambda path: inlay.iter_batches(path, columns="id"),
    "select": lambda path: inlay.select(path, f"{path}.new", columns="id"),
    "drop": lambda path: inlay.drop(path, columns="id"),
    "page_table columns": lambda path: inlay.page_table(path, "column"),
    "page_table paths": lambda path: inlay.page_table(path, paths="id"),
    "chunk_table": lambda path: inlay.chunk_table(inlay.open(path).data, "path"),
    "scan_footers": lambda path: inlay.scan_footers(path, columns="path"),
    "choose_columns": lambda path: choose_columns("id", Whole()),
    "lint select": lambda path: inlay.lint(path, select="small-files"),
    "lint ignore": lambda path: inlay.lint(path, ignore="small-files"),
    "report": lambda path: inlay.report(path, only="codecs"),
    "vet": lambda path: inlay.vet(path, readers="pyarrow"),
    "delete": lambda path: inlay.set_metadata(path, delete="id"),
}


@pytest.mark.parametrize("call", A_STRING.values(), ids=A_STRING)
def test_a_string_in_the_place_of_a_list_is_refused(
    call: Callable[[str], object], odd: str
) -> None:
    with pytest.raises(ValueError, match=r"say \w+=\['[\w-]+'\]: a list of names is meant"):
        call(odd)


def test_several_names_in_one_text_are_told_to_be_given_one_by_one(
    odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hint = "these are 2 names: give each by itself, and repeat an option"
    for text in ("id,ab", "id, ab"):
        with pytest.raises(NoSuchColumnError, match=hint):
            find_column(tree_of(odd), text)
    with pytest.raises(NoSuchColumnError, match=r"did you mean|choose one of") as other:
        find_column(tree_of(odd), "id,nothing")
    assert hint not in str(other.value)
    assert find_column(tree_of(odd), "h,i").path == ("h,i",)
    out = tmp_path / "out.parquet"
    for command in (
        ["select", odd, "-o", str(out), "--columns", "id,ab"],
        ["drop", odd, "-o", str(out), "--columns", "id,ab"],
        ["pages", odd, "--columns", "id,ab"],
        ["encoding", "add", odd, "--columns", "id,ab", "--dry-run"],
    ):
        assert run(command) == 2
        assert hint in capsys.readouterr().err
    assert run(["select", odd, "-o", str(out), "--columns", "id", "--columns", "ab"]) == 0
    assert pq.read_schema(out).names == ["id", "ab"]


def test_columns_of_a_scan_are_told_in_either_way(
    odd: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed: list[str] = []
    for options in (["path,num_rows"], ["path", "--columns", "num_rows"]):
        capsys.readouterr()
        assert run(["scan", odd, "--columns", *options]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert '"num_rows": 2' in printed[0]
