"""Every keyword of a public function that is given something else says so in words, before anything is done."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.ground import keywords
from inlay.ground.schema.wanted import require_row_groups
from inlay_runtime.errors import InlayError
from tests.support.in_one_test import in_one_test

WORDS, TYPES = keywords._WORDS, keywords._TYPES

THEIR_OWN = {
    "add_index": {"undo_to", "what"},
    "assemble": {"source"},
    "bloom_table": {"paths", "row_groups"},
    "compat": {"readers"},
    "convert_footer": {"checksum"},
    "index_table": {"paths", "row_groups"},
    "iter_batches": {"row_groups"},
    "lint": {"ignore", "select"},
    "open": {"first_read", "keys"},
    "page_table": {"paths", "row_groups"},
    "prune": {"row_groups"},
    "read_table": {"filters", "row_groups"},
    "rebuild": {"like"},
    "report": {"only"},
    "rewrap_keys": {"new", "old", "undo_to"},
    "set_footer_mode": {"undo_to"},
    "rewrite": {"sort_by"},
    "select": {"row_groups"},
    "fix_index": {"undo_to"},
    "set_metadata": {"delete", "undo_to"},
    "split": {"row_groups", "rows", "size"},
    "strip_index": {"undo_to", "what"},
    "verify_modules": {"others"},
    "vet": {"readers"},
}
"""Keywords that the function itself has words for; below it is asked for them."""

FIRST: dict[str, tuple[Any, ...]] = {
    "assemble": ("copy 0 4",),
    "prune": ("a > 1",),
    "concat": ("new.parquet",),
    "rewrite": ("new.parquet",),
    "convert_footer": ("parx",),
    "select": ("new.parquet",),
    "split": ("parts",),
}
"""Arguments behind the file; those of `assemble` are all."""


class Odd:
    """No value of any keyword."""


def public_functions() -> dict[str, Callable[..., Any]]:
    values = {name: getattr(inlay, name) for name in inlay.__all__}
    return {name: it for name, it in values.items() if inspect.isfunction(it)}


def keywords_of(function: Callable[..., Any]) -> dict[str, str]:
    """With their types, as they are written."""
    return {
        it.name: str(it.annotation)
        for it in inspect.signature(function).parameters.values()
        if it.kind is it.KEYWORD_ONLY
    }


FUNCTIONS = public_functions()
CHECKED = [
    (name, keyword)
    for name, function in FUNCTIONS.items()
    for keyword, type_ in keywords_of(function).items()
    if type_ != "bool" and keyword not in THEIR_OWN.get(name, ())
]
OWN = [(name, keyword) for name, its in THEIR_OWN.items() for keyword in sorted(its)]


FLAGS = [
    (name, keyword)
    for name, function in FUNCTIONS.items()
    for keyword, type_ in keywords_of(function).items()
    if type_ == "bool"
]


@in_one_test("name", sorted(FUNCTIONS))
def test_a_keyword_that_there_is_not_gets_the_nearest(name: str) -> None:
    nearest = list(inspect.signature(FUNCTIONS[name]).parameters)[-1]
    with pytest.raises(TypeError) as raised:
        FUNCTIONS[name](*[None] * 5, **{f"{nearest}s": None})
    said = f"{name}() has no keyword '{nearest}s'; did you mean '{nearest}'?"
    assert str(raised.value) == said


@pytest.mark.parametrize(("name", "keyword"), FLAGS)
def test_a_word_is_no_flag(name: str, keyword: str) -> None:
    """`data="no"` would be yes."""
    with pytest.raises(TypeError, match=f"^{keyword} is True or False, not 'no'$"):
        FUNCTIONS[name](*[None] * 5, **{keyword: "no"})


@in_one_test(("name", "keyword"), CHECKED)
def test_a_wrong_type_is_said_in_words(name: str, keyword: str) -> None:
    assert keyword in TYPES or keyword in WORDS, "a new keyword is in the table"
    with pytest.raises((TypeError, InlayError)) as raised:
        FUNCTIONS[name](*[None] * 5, **{keyword: Odd()})
    text = str(raised.value)
    if keyword in WORDS:
        assert text.startswith(f"{keyword}=<")
        assert ": choose " in text
    else:
        assert text.startswith(f"{keyword} is {TYPES[keyword][1]}, not <")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("keywords") / "a.parquet"
    pq.write_table(pa.table({"a": [1, 2, 3]}), path)
    return path


@pytest.mark.parametrize(("name", "keyword"), OWN)
def test_others_are_refused_by_the_function(
    name: str, keyword: str, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    behind = FIRST.get(name, ())
    arguments = behind if name == "assemble" else (str(file), *behind)
    with pytest.raises((TypeError, ValueError, InlayError)) as raised:
        FUNCTIONS[name](*arguments, **{keyword: Odd()})
    text = str(raised.value)
    assert not text.startswith("'Odd' object")
    assert "not supported between" not in text
    assert list(tmp_path.iterdir()) == []


BY_PLACE = [
    (name, keyword)
    for name, function in FUNCTIONS.items()
    for keyword in list(inspect.signature(function).parameters)[1:2]
    if keyword in keywords._BY_PLACE
]


@in_one_test(("name", "keyword"), BY_PLACE)
def test_what_is_given_without_its_name_is_told_by_it(name: str, keyword: str) -> None:
    """`select("a.parquet", ["price"])`, where names are meant, and a path is."""
    with pytest.raises(TypeError) as raised:
        FUNCTIONS[name]("a.parquet", 5)
    assert str(raised.value) == f"{keyword} is {TYPES[keyword][1]}, not 5"


def test_problems_are_those_of_a_function() -> None:
    table: Any = inlay.problem_table
    for wrong in ("a.parquet", [5]):
        with pytest.raises(
            TypeError, match=r"^problem_table takes the list that inlay\.footer_tables"
        ):
            table(wrong)
    assert table(()).num_rows == 0


TAKEN: dict[str, list[Any]] = {
    "allow": [set(), ["a"], ("a",), iter("a")],
    "columns": [["a"], ("a",), None],
    "config": ["a", Path("a"), None],
    "keys": [{}, {"a": "b"}],
    "field_ids": [{"a": None, "b": 5}],
    "progress": [print, lambda *_: None],
    "sorted_by": [[], [inlay.SortedBy("a")]],
    "target": [inlay.Target()],
    "metadata": ["first", "drop", "error"],
}
NOT_TAKEN: dict[str, list[Any]] = {
    "allow": [5, [5]],
    "batch_size": ["5", True, 1.5],
    "columns": [5, [5], ["a", b"b"]],
    "created_by": [5, b"a"],
    "keys": ["x", {"a": 5}, {5: "a"}, ["a"]],
    "field_ids": ["x", {"a": "5"}, {"a": True}],
    "encode": ["x", {"a": None}],
    "rename": ["x", {"a": None}],
    "problems": ["x", {}, ()],
    "sorted_by": ["x", ["a"], inlay.SortedBy("a")],
    "metadata": ["x", True],
    "bodies": ["hexadecimal", 5],
}


def take(**_given: Any) -> str:
    return "taken"


@pytest.mark.parametrize("keyword", TAKEN)
def test_what_is_right_is_passed_on(keyword: str) -> None:
    for value in TAKEN[keyword]:
        assert keywords.check_keywords(take)(**{keyword: value}) == "taken"


@pytest.mark.parametrize("keyword", NOT_TAKEN)
def test_members_have_to_be_right_too(keyword: str) -> None:
    for value in NOT_TAKEN[keyword]:
        with pytest.raises((TypeError, InlayError), match=keyword):
            keywords.check_keywords(take)(**{keyword: value})


@pytest.mark.parametrize("name", ["dry_run", "in_place", "output", "overwrite", "allow"])
def test_what_the_target_takes_is_told(name: str) -> None:
    set_any: Any = inlay.set_metadata
    said = rf"set_metadata\(\) has no keyword '{name}': say target=inlay.Target\({name}=...\)"
    with pytest.raises(TypeError, match=said):
        set_any("a.parquet", **{name: True})


def test_what_others_call_the_output_leads_to_it() -> None:
    set_any: Any = inlay.set_metadata
    build_any: Any = inlay.build_store
    with pytest.raises(TypeError, match=r"no keyword 'out': say target=inlay.Target\(output=...\)"):
        set_any("a.parquet", out="b.parquet")
    with pytest.raises(TypeError, match="no keyword 'out'; did you mean 'output'"):
        build_any("lake", out="store")


def test_a_keyword_that_is_near_to_none_is_told_which_there_are() -> None:
    prune_any: Any = inlay.prune
    there = "source, filter, row_groups, pages, nan_is_largest, keys"
    with pytest.raises(TypeError, match=rf"no keyword 'where'; it takes {there}\Z"):
        prune_any("a.parquet", where="x = 1")


def test_row_groups_are_not_a_text() -> None:
    with pytest.raises(ValueError, match=r"such as row_groups=\[0, 1\], not the text '0:2'"):
        require_row_groups(cast("Any", "0:2"), 3)


def test_a_pair_with_a_number_is_told_what_a_pair_is() -> None:
    set_any: Any = inlay.set_metadata
    with pytest.raises(TypeError, match="keys is a dict whose names and values are text"):
        set_any("a.parquet", keys={"a": 1})


@pytest.mark.parametrize("flag", ["overwrite", "in_place", "dry_run", "stands_in"])
def test_a_word_is_no_flag_of_a_target(flag: str) -> None:
    target_any: Any = inlay.Target
    with pytest.raises(TypeError, match=f"{flag} is True or False, not 'no'"):
        target_any("b.parquet", **{flag: "no"})


@pytest.mark.parametrize("ask", ["bounds", "place", "chunks"])
def test_questions_to_a_footer_take_lists(ask: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": [1]}), path)
    asked: Any = getattr(inlay.open(path), ask)
    with pytest.raises(ValueError, match=r"such as row_groups=\[0, 1\], not the text '0'"):
        asked(["id"], row_groups="0")
    with pytest.raises(ValueError, match="columns=0: a list of names is meant"):
        asked(0)
    assert len(asked([0], row_groups=[0])) == 1


def test_what_an_error_says_to_allow_is_what_a_target_takes() -> None:
    """A set as it is written, which type checkers hold against the signature."""
    assert inlay.Target("b.parquet", allow={"table"}).allow == frozenset({"table"})
    assert inlay.Target("b.parquet", allow={"table"}) == inlay.Target(
        "b.parquet", allow=frozenset({"table"})
    )
    assert hash(inlay.Target("b.parquet", allow={"table"}))
