"""`inlay lint` as its users see it."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay import lint as run_lint
from inlay.verbs.lint.known import rules_by_id
from tests.support.inlay_command import Inlay
from tests.verbs.lint.footers import (
    MIB,
    chunk,
    column,
    footer,
    make_fine,
    row_group,
    write_sparse,
)


def test_one_file_in_text(lake: Path, inlay: Inlay) -> None:
    outcome = inlay("lint", "lake/b/100%, so, or: not.parquet")
    assert outcome.code == 1
    assert outcome.out == (
        "warning  uncompressed-column: 1 column, up to 7.8 MiB (likely 3.2 MiB)\n"
        "  id: 8.0 MiB in 2 row groups without a codec\n"
        "  -> inlay rewrite 'lake/b/100%, so, or: not.parquet' -o OUT --compression zstd --row-group-size 65536\n"
        "\n"
        "note  empty-row-group: 1 read\n"
        "  1 of 3 row groups has no rows\n"
        "  -> inlay select 'lake/b/100%, so, or: not.parquet' --row-groups 0:2 -o OUT\n"
        "\n"
        "1 warning, 1 note; could save up to 7.8 MiB (likely 3.2 MiB) and 1 read\n"
        "--pages reads samples of values, too, and says what ZSTD saves of 12.0 MiB\n"
    )


@pytest.mark.parametrize(
    ("rows", "codec", "options", "expected"),
    [
        (20_000, "snappy", [], True),
        (20_000, "none", [], True),
        (20_000, "zstd", [], False),
        (100, "snappy", [], False),
        (20_000, "snappy", ["--pages"], False),
        (20_000, "snappy", ["--select", "missing-column-index"], False),
        (20_000, "snappy", ["--format", "json"], False),
    ],
)
def test_pages_are_named_where_they_may_tell_more(
    tmp_path: Path, inlay: Inlay, rows: int, codec: Any, options: list[str], expected: bool
) -> None:
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({"id": range(rows)}), path, compression=codec)
    outcome = inlay("lint", path, *options)
    lines = [line for line in outcome.out.splitlines() if "--pages reads samples" in line]
    assert bool(lines) == expected
    assert outcome.err == ""


def test_a_command_is_printed_once_for_what_it_follows(tmp_path: Path, inlay: Inlay) -> None:
    path = tmp_path / "wide.parquet"
    table = pa.table({"a": [f"{at:032}" for at in range(40_000)], "b": [1.5] * 40_000})
    pq.write_table(table, path, row_group_size=500, compression="none")
    printed = inlay("lint", path).out
    remedies = re.findall(r"^  -> (.*)$", printed, re.MULTILINE)
    assert remedies.count("the same command") > 0
    assert all(first != second or "same" in first for first, second in pairwise(remedies))


def test_a_fine_file_ends_with_0(lake: Path, inlay: Inlay) -> None:
    outcome = inlay("lint", "lake/a/fine.parquet")
    assert (outcome.code, outcome.out) == (0, "0 warnings, 0 notes\n")


def test_notes_alone_end_with_0(lake: Path, inlay: Inlay) -> None:
    outcome = inlay("lint", "lake/b", "--ignore", "uncompressed-column")
    assert outcome.code == 0
    assert "0 warnings, 1 note" in outcome.out


def test_a_rule_has_one_block_for_many_files(tmp_path: Path, inlay: Inlay) -> None:
    small = footer(
        [column("id")], [row_group(chunk("id", total_compressed_size=MIB // 4), num_rows=99)] * 9
    )
    for number in range(5):
        write_sparse(tmp_path / "lake" / str(number) / "file.parquet", small)
    write_sparse(tmp_path / "lake" / "fine.parquet", make_fine())
    outcome = inlay("lint", str(tmp_path / "lake"))
    lines = outcome.out.splitlines()
    assert lines[0] == f"{tmp_path}/lake/"
    assert lines[2].startswith("warning  small-row-groups: 5 files, about ")
    assert lines[2].endswith(" 40 reads")
    assert lines[3].startswith("  0/file.parquet: all 9 row groups are smaller than 1.0 MiB")
    assert lines[4] == "  also in 1/file.parquet, 2/file.parquet and 2 more"
    assert lines[-1].startswith("6 files, 5 with advice: 5 warnings, 0 notes; could save about ")
    unfolded = inlay("lint", str(tmp_path / "lake"), "--all").out
    assert unfolded.count("small-row-groups") == 5


def test_a_table_in_this_folder_has_a_name(
    tmp_path: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.parquet", "b.parquet"):
        write_sparse(tmp_path / name, footer([column("id")], [row_group(chunk("id"))]))
    for paths in (("a.parquet", "b.parquet"), (".",)):
        outcome = inlay("lint", *paths, "--select", "small-files")
        said = outcome.out.splitlines()[1]
        assert said.startswith("  this folder: all 2 files are smaller than 16.0 MiB")


@pytest.mark.parametrize("options", [(), ("--all",)])
def test_drift_comes_first_and_names_all_files(
    tmp_path: Path, inlay: Inlay, options: tuple[str, ...]
) -> None:
    for number in range(20):
        names = ["id", "more"] if number in (2, 5, 7, 11) else ["id"]
        group = row_group(*[chunk(name, num_values=9) for name in names], num_rows=9)
        metadata = footer([column(name) for name in names], [group] * 9)
        write_sparse(tmp_path / f"day={number:02}" / "file.parquet", metadata, size=9 * MIB)
    lines = inlay("lint", str(tmp_path), "--ignore", "small-files", *options).out.splitlines()
    at = lines.index("warning  schema-drift: 4 files")
    assert options or at == 2
    files = [f"day={number:02}/file.parquet" for number in (2, 5, 7, 11)]
    named = f"{', '.join(files[:3])} and 1 more" if not options else ", ".join(files)
    said = f"  more: added column: required int64; in 4 files: {named}"
    assert lines[at + 1] == said.replace("day=", f"{tmp_path}/day=" if options else "day=")
    assert lines[-1].startswith(
        "20 files, 4 with advice: 4 files with another schema, 0 other warnings"
    )


def test_processes_change_nothing(lake: Path, inlay: Inlay) -> None:
    arguments = ("lint", "lake", "--format", "json")
    alone, together = inlay(*arguments), inlay(*arguments, "--jobs", "2")
    assert (alone.code, alone.out) == (together.code, together.out)
    assert alone.code == 3  # the worst: a footer that cannot be read


def test_only_the_rules_that_are_asked_for(lake: Path, inlay: Inlay) -> None:
    outcome = inlay("lint", "lake/b", "--select", "empty-row-group, codec-upgrade")
    assert outcome.code == 0
    assert "uncompressed-column" not in outcome.out
    unknown = inlay("lint", "lake/b", "--select", "empty-row-groups")
    assert unknown.code == 2
    assert "no rule 'empty-row-groups'; did you mean 'empty-row-group'?" in unknown.err


def test_json_has_each_column_and_each_file(lake: Path, inlay: Inlay) -> None:
    documents = [
        json.loads(line) for line in inlay("lint", "lake", "--format", "json").out.splitlines()
    ]
    assert [Path(document["path"]).parts[1] for document in documents] == ["a", "b", "c.parquet"]
    assert documents[0]["advice"] == []
    assert [each["rule"] for each in documents[1]["advice"]] == [
        "uncompressed-column",
        "empty-row-group",
    ]
    assert documents[1]["advice"][0]["place"] == "row_groups[0].columns[0]"
    assert documents[2]["error"]["exit_code"] == 3


def test_a_rename_comes_before_files_are_put_together(tmp_path: Path, inlay: Inlay) -> None:
    """The commands are run in the order in which they are printed, and say so."""
    for at in range(11):
        name = "Country" if at in (3, 5) else "country"
        pq.write_table(pa.table({"id": [at], name: [f"of {at}"]}), tmp_path / f"{at:02}.parquet")
    out = inlay("lint", str(tmp_path), "--select", "schema-drift,small-files").out
    rename, together = [line for line in out.splitlines() if line.startswith("  -> ")]
    words, _, command = rename.partition(": inlay ")
    assert words == "  -> if Country is country under another name"
    assert inlay(*shlex.split(command)).code == 0
    words, _, command = together.partition(": inlay ")
    assert words == "  -> after the renames of schema-drift, if any"
    whole = tmp_path / "whole.parquet"
    assert inlay(*(str(whole) if it == "OUT" else it for it in shlex.split(command))).code == 0
    table = pq.read_table(whole)
    assert table.column_names == ["id", "country"]
    assert table["country"].to_pylist() == [f"of {at}" for at in range(11)]


def test_without_a_rename_nothing_comes_first(tmp_path: Path, inlay: Inlay) -> None:
    for at in range(11):
        more = {"other": [1]} if at == 3 else {}
        pq.write_table(pa.table({"id": [at], **more}), tmp_path / f"{at:02}.parquet")
    out = inlay("lint", str(tmp_path), "--select", "small-files").out
    assert f"  -> inlay rewrite {tmp_path}/'*.parquet'" in out or "  -> inlay rewrite '" in out
    assert "--schema union" in out


def test_rules_are_listed_and_explained(inlay: Inlay) -> None:
    listed = inlay("lint", "--rules")
    assert listed.code == 0
    assert all(name in listed.out for name in rules_by_id())
    for rule in rules_by_id().values():
        explained = inlay("lint", "--explain", rule.id)
        assert explained.code == 0
        assert (
            f"  How it should be: {rule.summary}.\n  Why it matters: {rule.why}\n" in explained.out
        )
        assert f"  Where that is said: {rule.source}\n" in explained.out
        _, change, settings = explained.out.partition("  To change it, in pyproject.toml: ")
        assert bool(change) == bool(rule.thresholds)
        shown = tomllib.loads(settings.partition("  Where that is said:")[0])
        values = {name: threshold.value for name, threshold in rule.thresholds.items()}
        expected = {"tool": {"inlay": {"lint": {"thresholds": {rule.id: values}}}}}
        assert shown == (expected if change else {})
    assert inlay("lint", "--explain", "nonsense").code == 2


def test_a_command_is_copied_whole_from_a_narrow_terminal(
    lake: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a path that begins with a dash is not taken for an option."""
    path = lake / "b" / "100%, so, or: not.parquet"
    path.rename(lake.parent / "-a name of many words.parquet")
    monkeypatch.setenv("COLUMNS", "60")
    outcome = inlay(
        "--color", "always", "lint", "--select", "empty-row-group",
        "--", "-a name of many words.parquet",
    )  # fmt: skip
    assert (
        "  -> inlay select './-a name of many words.parquet' --row-groups 0:2 -o OUT\n"
        in outcome.out
    )


def test_what_all_files_need_is_one_command_for_the_folder(tmp_path: Path, inlay: Inlay) -> None:
    lake, bare = tmp_path / "it's a lake", pa.table({"n": [1, 2]})
    for part in range(3):
        (lake / f"day={part}").mkdir(parents=True)
        pq.write_table(bare, lake / f"day={part}" / "a.parquet", write_statistics=False)
    (line,) = [it for it in inlay("lint", lake).out.splitlines() if "-> inlay index" in it]
    command = line.split("-> ")[1]
    assert shlex.split(command)[3] == f"{lake}/"
    assert inlay(*shlex.split(command)[1:]).code == 0
    assert "inlay index" not in inlay("lint", lake).out
    # Where one has it, the command names a file, and says that the others are alike.
    for part in (1, 2):
        pq.write_table(bare, lake / f"day={part}" / "a.parquet", write_statistics=False)
    lines = inlay("lint", lake).out.splitlines()
    (at,) = [at for at, it in enumerate(lines) if "-> inlay index" in it]
    assert shlex.split(lines[at])[4] == f"{lake}/day=1/a.parquet"
    assert lines[at + 1] == "  likewise for the others"


def test_a_total_counts_files_that_could_not_be_read_by_reason(lake: Path, inlay: Inlay) -> None:
    whole = next(lake.rglob("*.parquet")).read_bytes()
    (lake / "cut.parquet").write_bytes(whole[:-6])
    (lake / "short.parquet").write_bytes(whole[:-9])
    (lake / "text.parquet").write_text("a,b\n1,2\n")
    outcome = inlay("lint", str(lake))
    total = outcome.out.splitlines()[-2]
    assert total.endswith("; not read: 2 cut-off, 1 length, 1 not-parquet")
    assert str(run_lint(lake)).count("; not read: 2 cut-off, 1 length, 1 not-parquet\n") == 1


@pytest.mark.parametrize("beside", ["c.parquet", "sub/c.parquet", "notes.txt"])
def test_a_command_for_a_folder_works_on_no_file_that_was_not_named(
    tmp_path: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch, beside: str
) -> None:
    monkeypatch.chdir(tmp_path)
    lake = Path("lake")
    for name in ("a.parquet", "b.parquet", beside):
        (lake / name).parent.mkdir(parents=True, exist_ok=True)
        if name == "notes.txt":
            (lake / name).write_text("no Parquet")
            continue
        table = pa.table({"a": range(300_000)})
        pq.write_table(table, lake / name, write_statistics=False, row_group_size=100_000)
    named = inlay("lint", "lake/a.parquet", "lake/b.parquet", "--select", "missing-statistics")
    whole = inlay("lint", "lake", "--select", "missing-statistics")
    for_folder = "  -> inlay index add lake/ --what"
    assert for_folder in whole.out
    assert (for_folder in named.out) == (beside == "notes.txt")
    assert "  -> inlay index add lake/" in named.out
