"""`small-files`."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlay.ground.drift.schema_parts import SchemaPart
from tests.verbs.lint.footers import MIB, advise_on_table, outline

RULE = "small-files"
WORDS = "make one file of them: inlay rewrite, or inlay spark compact"


def test_most_of_them_are_small() -> None:
    files = [outline(f"lake/{at}.parquet", file_size=MIB) for at in range(300)]
    (sighting,) = advise_on_table(RULE, *files)
    assert sighting.seen == "all 300 files are smaller than 16.0 MiB, on average 1.0 MiB"
    assert sighting.reads == 2 * (300 - 2)
    assert (
        sighting.remedy.text == "make about 2 files of them: inlay rewrite, or inlay spark compact"
    )


def test_a_few_small_ones_are_fine() -> None:
    small, large = outline("lake/a", file_size=16 * MIB - 1), outline("lake/b", file_size=16 * MIB)
    cases = (([small], 0), ([small] * 2, 1), ([small, large], 0), ([small, small, large], 1))
    for files, expected in cases:
        assert len(advise_on_table(RULE, *files)) == expected
    assert advise_on_table(RULE, *[outline("lake/a")] * 9) == []


def test_a_command_names_what_it_joins() -> None:
    names = ["lake/a.parquet", "lake/b c.parquet"]
    (sighting,) = advise_on_table(RULE, *[outline(name, file_size=MIB) for name in names])
    assert sighting.remedy.text == "inlay rewrite lake/a.parquet 'lake/b c.parquet' -o OUT"
    whole = [outline(name, file_size=2 * MIB) for name in names]
    (sighting,) = advise_on_table(RULE, *whole)
    assert sighting.remedy.text == "inlay concat lake/a.parquet 'lake/b c.parquet' -o OUT"


@pytest.mark.parametrize(
    ("folder", "suffix", "command"),
    [
        ("lake", ".parquet", "inlay rewrite 'lake/*.parquet' -o OUT"),
        ("my lake", ".parquet", "inlay rewrite 'my lake/*.parquet' -o OUT"),
        ("lake", ".data", WORDS),
        ("l[a]ke", ".parquet", WORDS),
    ],
)
def test_many_files_are_named_by_a_glob(
    folder: str, suffix: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it finds no other: of a folder, some files may have been named."""
    monkeypatch.chdir(tmp_path)
    files = [outline(f"{folder}/{at}{suffix}", file_size=MIB) for at in range(9)]
    Path(folder).mkdir()
    for file in files:
        Path(file.path).touch()
    (sighting,) = advise_on_table(RULE, *files)
    assert sighting.remedy.text == command
    Path(folder, f"another{suffix}").touch()
    (sighting,) = advise_on_table(RULE, *files)
    assert sighting.remedy.text == WORDS


def test_files_in_a_store_are_not_looked_for() -> None:
    files = [outline(f"s3://bucket/lake/{at}.parquet", file_size=MIB) for at in range(9)]
    (sighting,) = advise_on_table(RULE, *files)
    assert sighting.remedy.text == WORDS


def test_files_of_several_schemas_are_joined_by_name() -> None:
    files = [outline("lake/a", file_size=MIB), outline("lake/b", file_size=MIB)]
    files[1] = files[1]._replace(schema=(SchemaPart("other", "double", "required", None),))
    (sighting,) = advise_on_table(RULE, *files)
    assert sighting.remedy.text == "inlay rewrite lake/a lake/b -o OUT --schema union"


@pytest.mark.parametrize("other", [("double", "required"), ("int64", "optional")])
def test_files_with_a_column_of_two_types_are_not_joined(other: tuple[str, str]) -> None:
    """A command that would be refused is none."""
    files = [outline(f"lake/{name}", file_size=MIB) for name in "ab"]
    kinds = (("int64", "required"), other)
    files = [
        file._replace(schema=(SchemaPart("price", *kind, None),))
        for file, kind in zip(files, kinds, strict=True)
    ]
    (sighting,) = advise_on_table(RULE, *files)
    assert sighting.remedy.text.startswith("give the files one schema first; no command of Inlay")


def test_partitions_stay_apart() -> None:
    files = [outline(f"lake/day={day}/0.parquet", file_size=MIB) for day in range(3)]
    (sighting,) = advise_on_table(RULE, *files)
    assert (
        sighting.remedy.text
        == "compact each partition by itself: inlay rewrite, or inlay spark compact"
    )
