"""From paths and globs to files, and back: whether a path would have been found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from inlay.ground.files.entries import FileEntry, parse_partition_values
from inlay.ground.files.local_store import LocalStore
from inlay.ground.files.paths import normalize
from inlay.ground.files.stores import store_of
from inlay.tables.scan.listing import AT_A_TIME, covers, list_files, list_wanted, lists

FILES = [
    "a/x=1/one.parquet",
    "a/x=1/two.txt",
    "a/x=2/one.parquet",
    "a/x=2/deep/three.parquet",
    "b/[odd].parquet",
    "b/_temporary=1/four.parquet",
    "_delta_log/0.json",
    "a/.one.parquet.crc",
    "a/_SUCCESS",
    "a/x=1/part._COPYING_",
]
HIDDEN = {"_delta_log/0.json", "a/.one.parquet.crc", "a/_SUCCESS", "a/x=1/part._COPYING_"}
CASES = {
    "": set(FILES) - HIDDEN,
    "a": {name for name in FILES if name.startswith("a/")} - HIDDEN,
    "a/x=1/two.txt": {"a/x=1/two.txt"},
    "a/_SUCCESS": {"a/_SUCCESS"},
    "a/x=*": {name for name in FILES if name.startswith("a/x=")} - HIDDEN,
    "*/x=2": {"a/x=2/one.parquet", "a/x=2/deep/three.parquet"},
    "*/*/one.parquet": {"a/x=1/one.parquet", "a/x=2/one.parquet"},
    "a/**/three.parquet": {"a/x=2/deep/three.parquet"},
    "a/x=[2-9]/one.*": {"a/x=2/one.parquet"},
    "a/x=[!2-9]/one.*": {"a/x=1/one.parquet"},
    "a/x=?/{one,two}.{parquet,txt}": {"a/x=1/one.parquet", "a/x=1/two.txt", "a/x=2/one.parquet"},
    "b/[odd].parquet": {"b/[odd].parquet"},
    "{a,b}/x=1": {"a/x=1/one.parquet", "a/x=1/two.txt"},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in FILES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


def listed(folder: Path, *patterns: str, name: str = "*") -> list[str]:
    paths = [f"{folder}/{pattern}".rstrip("/") for pattern in patterns]
    found = [entry.path for entry in list_files(LocalStore(), paths, name=name)]
    return [path.removeprefix(f"{folder}/") for path in found]


@pytest.mark.parametrize("pattern", CASES)
def test_what_a_path_leads_to(folder: Path, pattern: str) -> None:
    found = listed(folder, pattern)
    assert set(found) == CASES[pattern]
    assert len(found) == len(set(found))
    assert found == listed(folder, pattern)


@pytest.mark.parametrize("pattern", CASES)
def test_covers_agrees_with_the_listing(folder: Path, pattern: str) -> None:
    pattern_path = f"{folder}/{pattern}".rstrip("/")
    for name in set(FILES) - HIDDEN:
        assert covers([pattern_path], f"{folder}/{name}") == (name in CASES[pattern]), name


def test_a_file_is_listed_once_and_names_are_chosen(folder: Path) -> None:
    assert listed(folder, "a/x=1/one.parquet", "a", "a/x=*", name="*.parquet") == [
        "a/x=1/one.parquet",
        "a/x=2/deep/three.parquet",
        "a/x=2/one.parquet",
    ]


def test_covers_knows_names(folder: Path) -> None:
    for name in ("*.parquet", "one.*", "[a-o]*", "none"):
        for path in set(FILES) - HIDDEN:
            found = path in listed(folder, "", name=name)
            assert covers([str(folder)], f"{folder}/{path}", name=name) == found, (name, path)


@pytest.mark.parametrize(
    ("path", "directory", "found"),
    [
        ("", "", True),
        ("", "made", True),
        ("", "a/x=1/made", True),
        ("", "_made", False),
        ("", "a/.made/deep", False),
        ("", "_part=1/made", True),
        ("*", "made", True),
        ("a", "made", False),
        ("_delta_log", "_delta_log/made", True),
        ("[ab]/x=*", "b/x=7/made", True),
        ("[ab]/x=*", "b/made", False),
    ],
)
def test_whether_a_directory_lies_in_what_is_listed(
    folder: Path, path: str, directory: str, found: bool
) -> None:
    """Held against a listing with a file in it."""
    asked, made = f"{folder}/{path}".rstrip("/"), Path(f"{folder}/{directory}".rstrip("/"))
    assert lists([asked], str(made)) == found
    made.mkdir(parents=True, exist_ok=True)
    (made / "new.parquet").touch()
    entries = [entry.path for entry in list_files(LocalStore(), [asked])]
    assert (str(made / "new.parquet") in entries) == found


@pytest.mark.parametrize("pattern", ["none", "none/*.parquet", "a/*.csv"])
def test_what_leads_to_nothing_is_an_error(folder: Path, pattern: str) -> None:
    with pytest.raises(FileNotFoundError):
        listed(folder, pattern)


def test_what_links_lead_to_is_listed_once_under_its_own_path(folder: Path) -> None:
    own = listed(folder, "a")
    (folder / "a" / "again").symlink_to(folder / "a")
    (folder / "a" / "first").symlink_to(folder / "a" / "x=1")
    (folder / "a" / "first.txt").symlink_to(folder / "a" / "x=1" / "two.txt")
    assert listed(folder, "a") == own
    assert listed(folder, "a/first", "a") == [
        "a/first/one.parquet",
        "a/first/two.txt",
        *(name for name in own if "x=1" not in name),
    ]
    assert listed(folder, "a", name="f*.txt") == ["a/first.txt"]


def test_what_only_links_lead_to_is_listed(folder: Path, tmp_path: Path) -> None:
    (folder / "links").mkdir()
    (folder / "links" / "one").symlink_to(folder / "a" / "x=1")
    (folder / "links" / "two").symlink_to(folder / "a" / "x=1" / "two.txt")
    (folder / "links" / "hard").hardlink_to(folder / "a" / "x=1" / "two.txt")
    assert listed(folder, "links/*") == ["links/hard", "links/one/one.parquet", "links/one/two.txt"]
    assert listed(folder, "links/tw*") == ["links/two"]


@pytest.mark.parametrize(
    ("pattern", "below", "at_match"),
    [
        ("a", {"x": "1"}, {"x": "1"}),
        ("[a]", {"x": "1"}, {"x": "1"}),
        ("a/x=*", {"x": "1"}, {}),
        ("*/x=1/one.parquet", {"x": "1"}, {}),
        ("a/x=1/one.parquet", {}, {}),
    ],
)
def test_partitions_lie_below_a_glob_or_below_what_it_matches(
    folder: Path, pattern: str, below: dict[str, str], at_match: dict[str, str]
) -> None:
    path = f"{folder}/{pattern}"
    for globs_are_roots, expected in ((False, below), (True, at_match)):
        found = list(list_files(LocalStore(), [path], globs_are_roots=globs_are_roots))
        entry = next(one for one in found if one.path.endswith("a/x=1/one.parquet"))
        assert entry.partition == expected, globs_are_roots


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("day=2026-11-20/hour=03/f", {"day": "2026-11-20", "hour": "03"}),
        ("plain/f=1.parquet", {}),
        ("a%3Db=c%2Fd/f", {"a=b": "c/d"}),
        ("x=__HIVE_DEFAULT_PARTITION__/f", {"x": None}),
        ("x=/=y/f", {"x": ""}),
    ],
)
def test_partitions(path: str, expected: dict[str, str | None]) -> None:
    assert parse_partition_values(path) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("file:/a/b%20c", "/a/b c"),
        ("file:///a/../b", "/b"),
        ("s3a://bucket/key", "s3://bucket/key"),
        ("memory://a/b", "memory://a/b"),
    ],
)
def test_paths_are_normalized(path: str, expected: str) -> None:
    assert normalize(path) == expected


def test_an_empty_path_is_not_this_directory() -> None:
    for path in ("", "a\0b", "file:", "file://", "file:///a%00b"):
        with pytest.raises(OSError, match="is not a path"):
            normalize(path)


@pytest.mark.parametrize(
    ("paths", "said"),
    [
        (["/a", "memory://b"], "several file systems: this machine's, memory"),
        (["hdfs://a:b/c"], "hdfs://a:b/c"),
        (["nowhere://a"], "nowhere"),
    ],
)
def test_paths_that_no_store_has(paths: list[str], said: str) -> None:
    with pytest.raises(OSError, match=said):
        store_of(paths)


def test_a_link_that_leads_nowhere_is_listed_where_it_matches(folder: Path) -> None:
    (folder / "a" / "gone.parquet").symlink_to("nothing")
    assert "a/gone.parquet" in listed(folder, "a")
    assert listed(folder, "a/g*") == ["a/gone.parquet"]
    assert listed(folder, "a/x=2/o*") == listed(folder, "*/x=2/o*") == ["a/x=2/one.parquet"]
    with pytest.raises(FileNotFoundError, match="nothing matches"):
        listed(folder, "a/nothing*")


class _Flat(LocalStore):
    """As a store in which each file has one path."""

    has_links = False

    def below(self, path: str) -> Iterator[FileEntry]:
        yield from super().below(path)
        yield from (FileEntry(f"{path}/many/{at:05}.parquet", 1, 1) for at in range(2 * AT_A_TIME))


@pytest.mark.parametrize("name", ["*", "*.parquet"])
def test_what_is_chosen_is_what_would_be_listed(folder: Path, name: str) -> None:
    """A thousand at a time, with the same root, whether or not files are remembered."""
    asked: list[int] = []

    def choose(entries: Sequence[FileEntry]) -> Sequence[FileEntry]:
        asked.append(len(entries))
        return entries[1:]

    for store in (LocalStore(), _Flat()):
        asked.clear()
        listed = [*list_files(store, [str(folder)], name=name)]
        chosen = [*list_wanted(store, [str(folder)], choose, name=name)]
        assert sum(asked) == len(listed)
        assert max(asked) <= AT_A_TIME
        assert len(chosen) == len(listed) - len(asked)
        assert {*chosen} < {*listed}
    assert len(asked) > 1


@pytest.mark.parametrize("path", ["a/x=1/one.parquet", "a/*/one.parquet", "{a,b}"])
def test_files_and_globs_are_chosen_from_too(folder: Path, path: str) -> None:
    paths = [f"{folder}/{path}"]
    for store in (LocalStore(), _Flat()):
        listed = [*list_files(store, paths)]
        assert [*list_wanted(store, paths, lambda some: some)] == listed
        assert len(listed) > 0
    with pytest.raises(FileNotFoundError):
        next(list_wanted(_Flat(), [f"{folder}/none"], lambda some: some))
