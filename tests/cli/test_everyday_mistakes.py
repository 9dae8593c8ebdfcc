"""What everybody does once: a name that is nearly right, an output that is none, arguments in another order, options of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as inlay_package
from inlay.cli.command_line import inlay as inlay_group
from inlay.errors import RequestError
from inlay.ground.files.missing_paths import advise_on_missing
from inlay_runtime import missing_paths

if TYPE_CHECKING:
    from tests.support.small_files import Inlay


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a file, and a folder with another."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lake").mkdir()
    for name in ("prices.parquet", "lake/part-0.parquet"):
        pq.write_table(pa.table({"price": [1, 2, 3]}), tmp_path / name)
    (tmp_path / "short.parquet").write_bytes(b"a,b\n1,2\n")
    return tmp_path


@pytest.mark.parametrize(
    ("path", "tried"),
    [
        ("Prices.parquet", "the nearest name there is 'prices.parquet'"),
        ("prises.parquet", "the nearest name there is 'prices.parquet'"),
        ("prices.parquet ", "the nearest name there is 'prices.parquet'"),
        ("lake/part-1.parquet", "the nearest name there is 'lake/part-0.parquet'"),
        ("Lake/", "the nearest name there is 'lake'"),
        ("lace/part-0.parquet", "check the path: there is no folder 'lace'"),
    ],
)
def test_a_path_that_is_nearly_right(path: str, tried: str, here: Path, inlay: Inlay) -> None:
    found = inlay("inspect", path)
    assert found == (6, "", f"error: {path}: No such file or directory\n  try: {tried}\n")


@pytest.mark.parametrize(
    "path", ["orders.parquet", "no.parquet", "lake/x", "file:///nowhere.parquet"]
)
def test_a_path_that_is_near_to_nothing(path: str, here: Path, inlay: Inlay) -> None:
    (here / "os.parquet").touch()
    found = inlay("inspect", path)
    assert (found.code, found.err.count("\n")) == (6, 1)


def test_not_every_name_of_a_lake_is_compared(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    near = "the nearest name there is 'lake/part-0.parquet'"
    assert advise_on_missing("lake/Part-0.parquet") == near
    monkeypatch.setattr(missing_paths, "MOST_NAMES", 0)
    assert advise_on_missing("lake/Part-0.parquet") == ""


@pytest.mark.parametrize("path", ["", "s3://bucket/prices.parqet", "a\0b"])
def test_what_is_no_path_here_is_near_to_nothing(path: str, here: Path) -> None:
    assert advise_on_missing(path) == ""


def test_a_link_to_nothing_says_what_it_names(here: Path, inlay: Inlay) -> None:
    (here / "link.parquet").symlink_to("moved.parquet")
    tried = "it is a link, and what it names is not there: 'moved.parquet'"
    found = inlay("inspect", "link.parquet")
    assert found == (6, "", f"error: link.parquet: No such file or directory\n  try: {tried}\n")


@pytest.mark.parametrize("function", [inlay_package.open, inlay_package.verify])
def test_in_python_the_nearest_name_is_a_note(
    function: Callable[[str], object], here: Path
) -> None:
    with pytest.raises(FileNotFoundError) as error:
        function("prices.parqet")
    assert error.value.__notes__ == ["try: the nearest name there is 'prices.parquet'"]


def test_a_folder_of_partitions_is_listed_below_it(here: Path, inlay: Inlay) -> None:
    found = inlay("variant", "shred", ".", "-o", "out.parquet")
    assert "give each of ./*.parquet by itself, or use" in found.err
    for name in ("prices", "short"):
        (here / f"{name}.parquet").unlink()
    found = inlay("variant", "shred", ".", "-o", "out.parquet")
    assert "give each of ./**/*.parquet by itself, or use" in found.err


def test_the_folder_of_an_output_has_to_be_there(here: Path, inlay: Inlay) -> None:
    found = inlay("seal", "prices.parquet", "-o", "out/prices.parquet")
    assert found.code == 6
    assert found.err.endswith("\n  try: check the path: there is no folder 'out'\n")


def _outputs(command: click.Command, words: str = "") -> Iterator[tuple[str, click.Option]]:
    """Every option that says where something is written, with the words of its command."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None and name != "spark":
                yield from _outputs(child, f"{words} {name}".strip())
    for parameter in command.params:
        writes = {"--output", "--rejected", "--undo-to"} & set(parameter.opts)
        if writes and isinstance(parameter, click.Option):
            yield words, parameter


OUTPUTS = dict(_outputs(inlay_group))


def test_there_are_commands_that_write() -> None:
    assert {"drop", "dump", "scan", "footer add", "variant shred", "set"} <= set(OUTPUTS)
    assert len(OUTPUTS) >= 20


@pytest.mark.parametrize("words", OUTPUTS)
@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("", "'' is not a path"),
        ("-", "'-' is not standard output here; a file of this name is './-'"),
    ],
)
def test_an_output_has_a_name(words: str, value: str, said: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        OUTPUTS[words].type_cast_value(click.Context(click.Command("any")), value)
    assert caught.value.message == said
    assert OUTPUTS[words].type_cast_value(click.Context(click.Command("any")), "./-") == "./-"


@pytest.mark.parametrize("value", ["", "-"])
def test_nothing_is_written_then(value: str, here: Path, inlay: Inlay) -> None:
    before = sorted(here.iterdir())
    for words in (["drop", "--columns", "x"], ["seal"], ["dump"], ["scan"]):
        found = inlay(words[0], "prices.parquet", *words[1:], "-o", value, "--overwrite")
        assert (found.code, found.out) == (2, ""), words
        assert "error: invalid value for '-o' / '--output'" in found.err
    assert sorted(here.iterdir()) == before


@pytest.mark.parametrize(("command", "last"), [("prune", "FILTER"), ("ext append", "PAYLOAD")])
def test_what_comes_last_is_named_with_what_is_missing(
    command: str, last: str, here: Path, inlay: Inlay
) -> None:
    """click gives the only word to the last argument, and missed the others."""
    for words in ([], ["price > 1"]):
        found = inlay(*command.split(), *words)
        assert found.code == 2
        assert f"error: missing argument 'PATHS...'. They are followed by {last}.\n" in found.err
    for path in ("prices.parquet", "*.parquet", "s3://lake/day"):
        found = inlay(*command.split(), path)
        assert found.code == 2
        assert f"error: missing argument '{last}'. It comes last, behind PATHS.\n" in found.err
    assert "behind" not in inlay("inspect").err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            "register lake",
            "missing option '--to'. The format: iceberg, delta, ducklake, or records,",
        ),
        ("rewrite short.parquet", "missing option '-o' / '--output'. "),
    ],
)
def test_an_option_that_is_missing_says_what_it_is_for(
    command: str, said: str, here: Path, inlay: Inlay
) -> None:
    outcome = inlay(*command.split())
    assert outcome.code == 2
    assert said in outcome.err


def test_a_filter_in_the_place_of_the_path(here: Path, inlay: Inlay) -> None:
    found = inlay("prune", "price > 1", "prices.parquet")
    assert found.code == 2
    assert found.err.startswith("error: FILTER comes last, and 'prices.parquet' is a file\n")


def test_a_column_may_be_called_as_a_file_is(here: Path, inlay: Inlay) -> None:
    """Where the path leads somewhere, or may do so, nobody took one for the other."""
    pq.write_table(pa.table({"ok": [True, False]}), here / "ok")
    for path in ("ok", "./ok", "o*", f"file://{here}/ok"):
        found = inlay("prune", path, "ok")
        assert (found.code, "1 of 1 row group" in found.out) == (0, True), path


@pytest.mark.parametrize(
    ("command", "option", "near"),
    [
        ("inspect", "--json", " Did you mean '--format json'?"),
        ("layout", "--html", " Did you mean '--format html'?"),
        ("verify", "--dta", " Did you mean '--data'?"),
        ("assemble", "--json", None),
        ("prune", "--where", "'--where'."),
        ("prune", "--hepl", " Did you mean '--help'?"),
    ],
)
def test_formats_as_other_programs_ask_for_them(
    command: str, option: str, near: str | None, here: Path, inlay: Inlay
) -> None:
    found = inlay(command, "prices.parquet", option)
    assert found.code == 2
    line = found.err.splitlines()[0]
    assert line.startswith(f"error: no such option {option!r}.")
    assert line.endswith(near) if near else "--format json" not in line


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scan", "lake", "--table", "file"], " Did you mean 'files'?"),
        (["lint", "lake", "--format", "jsn"], " Did you mean 'json'?"),
        (["report", "lake", "--query", "drfit"], "; did you mean 'drift'?"),
        (
            ["report", "lake", "--query", "zzz"],
            "'types', 'drifting_columns', 'key_values', 'extensions'",
        ),
        (
            ["set", "prices.parquet", "--rename", "id"],
            "'id' is not COLUMN=NAME: there is no `=` in it",
        ),
        (["verify", "lake", "--jobs", "two"], "'--jobs': 'two' is not a whole number"),
        (
            ["rewrite", "prices.parquet", "-o", "out.parquet", "--row-group-size", "1MB"],
            "'--row-group-size': '1MB' is not a whole number of rows",
        ),
        (["verify", "lake", "--jobs", "0"], "'--jobs': 0 is not in the range x>=1."),
    ],
)
def test_a_value_that_an_option_does_not_take(
    words: list[str], said: str, here: Path, inlay: Inlay
) -> None:
    found = inlay(*words)
    assert found.code == 2
    assert found.err.splitlines()[0].endswith(said)


@pytest.mark.parametrize("words", [["prices.parquet"], ["footer", "lake"]])
def test_a_path_in_the_place_of_a_command(words: list[str], here: Path, inlay: Inlay) -> None:
    found = inlay(*words)
    assert found.code == 2
    assert found.err.startswith(
        f"error: no such command {words[-1]!r}. It is a path, and a command comes before paths.\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["seal", "short.parquet"],
        ["footer", "add", "short.parquet"],
        ["ext", "strip", "prices.parquet"],
        ["ext", "strip", "prices.parquet", "--uuid", "seal"],
        ["footer", "index", "strip", "prices.parquet"],
    ],
)
def test_whatever_changes_a_file_names_it_as_it_was_given(
    words: list[str], here: Path, inlay: Inlay
) -> None:
    path = next(word for word in words if word.endswith(".parquet"))
    for given in (path, f"./{path}", str(here / path)):
        found = inlay(*(given if word == path else word for word in words))
        assert found.err.startswith(f"error: {given}: "), found.err
        assert found.code in (3, 4)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("drop prices.parquet price", "argument (price). Columns are given by --columns: --columns price"),
        ("pages prices.parquet price", "argument (price). Columns are given by --columns: --columns price"),
        ("select prices.parquet a b -o x", "arguments (a b). Columns are given by --columns: --columns a --columns b"),
        ("variant unshred prices.parquet v -o x", "argument (v). Columns are given by --column: --column v"),
        ("split prices.parquet a -o x", "argument (a). It takes FILE."),
        ("dump prices.parquet a", "argument (a). It takes FILE."),
        ("diff prices.parquet prices.parquet a", "argument (a). It takes OLD NEW."),
    ],
)  # fmt: skip
def test_a_word_too_many_says_what_it_may_be(
    words: str, said: str, here: Path, inlay: Inlay
) -> None:
    found = inlay(*words.split())
    assert found.code == 2
    assert found.err.startswith(f"error: got unexpected extra {said}\n")


FOLDERS = (
    "concat lake -o out.parquet",
    "concat lake/* -o out.parquet --overwrite",
    "footer compare lake",
    "inspect lake",
    "layout lake",
    "lint lake",
    "prune lake price>1",
    "recover lake",
    "report lake",
    "rewrite lake -o out.parquet --overwrite",
    "scan lake --table problems",
    "seal lake",
    "verify lake",
)


@pytest.mark.parametrize("words", FOLDERS)
def test_what_is_no_parquet_in_a_folder_is_left_out(words: str, here: Path, inlay: Inlay) -> None:
    (here / "lake" / "notes.txt").write_text("to do")
    found = inlay(*words.split())
    assert found.code in (0, 1)
    assert "notes.txt" not in found.out + found.err
    (here / "lake" / "orders.parquet").write_text("to do")
    found = inlay(*words.split())
    assert "orders.parquet" in found.out + found.err


def test_a_file_too_many_is_not_taken_for_a_column(here: Path, inlay: Inlay) -> None:
    found = inlay("pages", "prices.parquet", "short.parquet")
    assert "unexpected extra argument (short.parquet). It takes FILE." in found.err
    found = inlay("pages", "prices.parquet", "price")
    assert "Columns are given by --columns: --columns price" in found.err


def test_a_file_in_the_place_of_a_folder(here: Path, inlay: Inlay) -> None:
    found = inlay("split", "prices.parquet", "--row-groups", "1", "-o", "short.parquet")
    assert found.code == 2
    assert "short.parquet is a file, and a folder is meant" in found.err
    assert (here / "short.parquet").read_bytes() == b"a,b\n1,2\n"


def test_nothing_is_not_how_much_a_file_has(here: Path, inlay: Inlay) -> None:
    found = inlay("split", "prices.parquet", "--size", "0", "-o", "out")
    assert (found.code, found.out) == (2, "")
    assert "0 is not how much a file has: that is a whole number, at least 1" in found.err
    wrong: Any = "4"
    with pytest.raises(RequestError, match="'4' is not how much a file has"):
        inlay_package.split("prices.parquet", "out", rows=wrong)


def test_names_with_commas_are_told_to_be_given_one_by_one(here: Path, inlay: Inlay) -> None:
    found = inlay("compat", "prices.parquet", "--reader", "duckdb,spark")
    assert "these are 2 names: give each by itself, and repeat an option" in found.err
    assert "did you mean" in inlay("compat", "prices.parquet", "--reader", "duckdb,sprk").err


@pytest.mark.parametrize("sign", ["@", "=", ":", " "])
def test_the_version_of_a_reader_as_others_write_it(sign: str, here: Path, inlay: Inlay) -> None:
    found = inlay("compat", "prices.parquet", "--reader", f"Spark{sign}3.5")
    assert found.code == 2
    assert "no such reader was measured: a version follows ==, such as spark==3.5" in found.err


def test_blanks_behind_commas_are_no_part_of_a_name(here: Path, inlay: Inlay) -> None:
    one, two = here / "one.parquet", here / "two.parquet"
    assert inlay("index", "strip", "prices.parquet", "-o", one, "--what", "bounds,sizes").code == 0
    assert inlay("index", "strip", "prices.parquet", "-o", two, "--what", "bounds, sizes").code == 0
    assert one.read_bytes() == two.read_bytes()
