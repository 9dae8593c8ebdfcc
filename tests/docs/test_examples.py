"""No example without a test: each block of each page is run here, or claimed by the test that runs it; and every command exists.

Held here without running them: the calls of spark.md, which are for a lake in S3, and the scripts of invalid_files.md and
reader_matrix.md, which ask every reader and take up to half an hour.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
import inlay_spark
from docs.site.command_reference import PROGRAMS, list_commands
from inlay.__main__ import run as inlay_command
from inlay.cli import worker_processes
from inlay.verbs.vet import vet
from inlay.verbs.vet.readers import READERS
from inlayc.base.settings import SettingsError
from inlayc.cli.command_line import run as inlayc_command
from tests.docs.pages import DOCS, PAGES, ROOT, Step, follow_steps, steps_of
from tests.support import quick_vet
from tests.support.encrypted_files import TABLE, write_encrypted, write_keys
from tests.support.in_one_test import in_one_test
from tests.verbs.geo.files import points


def name_page(page: Path) -> str:
    """By its path in `docs`, or beside it: the page of decisions of a page has the same stem."""
    below = page.relative_to(ROOT).with_suffix("")
    return below.relative_to("docs").as_posix() if below.is_relative_to("docs") else below.name


TEXTS: Final = {name_page(page): page for page in (*PAGES, *DOCS)}
LOOKED_AT: Final = {"text"}
"""Languages of what somebody else has printed, or of what is not a program."""
CLAIMED: Final = {
    ("README", "console"): "tests/docs/test_readme.py",
    ("README", "toml"): "tests/docs/test_readme.py",
    ("a_new_footer", "command"): "tests/docs/test_a_new_footer.py",
    ("a_new_footer", "python"): "tests/docs/test_a_new_footer.py",
    ("a_new_footer", "thrift"): "tests/docs/test_a_new_footer.py",
    ("a_new_footer", "toml"): "tests/docs/test_a_new_footer.py",
    ("configuration", "python"): "tests/docs/test_configuration.py",
    ("configuration", "thrift"): "tests/docs/test_configuration.py",
    ("configuration", "toml"): "tests/docs/test_configuration.py",
    ("dump", "console"): "tests/verbs/dump/test_files.py",
    ("errors", "python"): "tests/docs/test_errors.py",
    ("inspect", "json"): "tests/cli/test_inspect.py",
    ("breaking", "toml"): "tests/docs/test_examples.py",
    ("breaking", "yaml"): "tests/docs/test_breaking_page.py",
    ("compact", "sh"): "tests/pipeline/migration/test_compact_page.py",
    ("idl_lint", "toml"): "tests/docs/test_examples.py",
    ("invalid_files", "console"): "tests/docs/test_examples.py",
    ("lint", "toml"): "tests/docs/test_examples.py",
    ("templates", "jinja"): "tests/generator/python/test_overrides.py",
    ("templates", "toml"): "tests/generator/python/test_overrides.py",
    ("binary", "python"): "tests/runtime/test_message.py",
    ("names", "command"): "tests/ground/schema/test_names.py",
    ("prune", "python"): "tests/rows/filtering/test_filter_tally.py",
    ("reader_matrix", "console"): "tests/docs/test_examples.py",
    ("spark", "python"): "tests/docs/test_examples.py",
}
"""By page and language: the test that runs the blocks, or holds them against what it runs."""


def write_prices(path: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    items = pa.array([[{"price": 1}, {"price": 2}], []])
    pq.write_table(pa.table({"items": items, "item": ["nut", "bolt"]}), path)


def write_lakes() -> None:
    for path in ("prices.parquet", "lake/a.parquet", "lake/b.parquet", "other/day=1/c.parquet"):
        write_prices(path)
    Path("undo").mkdir()


def write_places() -> None:
    Path("lake").mkdir()
    for path in ("places.parquet", "lake/a.parquet"):
        Path(path).write_bytes(points((1, 2), (3, 4), rows=1))


def write_trips() -> None:
    fare = pa.array([{"base": number, "tip": 1} for number in range(80)])
    trips = pa.table({"fare": fare, "driver_name": ["ann"] * 80})
    pq.write_table(trips, "trips.parquet", row_group_size=10)
    for path in ("day-1.parquet", "day-2.parquet", "june/a.parquet", "june/b.parquet"):
        write_prices(path)


def write_vetted() -> None:
    for path in ("prices.parquet", "lake/a.parquet", "large.parquet"):
        write_prices(path)


def write_orders() -> None:
    amounts = pa.array([float(number) for number in range(TABLE.num_rows)])
    write_encrypted(Path("orders.parquet"), table=TABLE.append_column("amount", amounts))
    write_keys(Path("keys.json"))
    write_keys(Path("renewed.json"))


def write_lakes_and_orders() -> None:
    write_lakes()
    write_prices("orders.parquet")


def write_cut() -> None:
    """Behind the pages of a file."""
    for path in ("prices.parquet", "yesterday.parquet", "cut.parquet"):
        write_prices(path)
    cut = Path("cut.parquet")
    cut.write_bytes(cut.read_bytes()[: inlay.open(cut).offset])


def write_nothing() -> None: ...


FOLLOWED: Final[dict[tuple[str, str], Callable[[], None]]] = {
    ("compat", "command"): write_lakes_and_orders,
    ("compat", "python"): write_lakes_and_orders,
    ("emitted-python", "python"): write_nothing,
    ("encoding", "python"): write_nothing,
    ("geo", "command"): write_places,
    ("geo", "python"): write_places,
    ("encryption", "command"): write_orders,
    ("encryption", "python"): write_orders,
    ("index_add", "command"): write_lakes,
    ("index_add", "python"): write_lakes,
    ("lies", "command"): write_lakes,
    ("look", "python"): write_lakes,
    ("parts", "python"): write_trips,
    ("parts", "sh"): write_trips,
    ("recover", "command"): write_cut,
    ("recover", "python"): write_cut,
    ("set", "command"): write_lakes,
    ("variant_casts", "python"): write_nothing,
    ("variant_columns", "python"): write_nothing,
    ("variant_edits", "python"): write_nothing,
    ("verify", "command"): write_lakes,
    ("verify", "python"): write_lakes,
    ("vet", "command"): write_vetted,
    ("vet", "python"): write_lakes,
}
"""By page and language: what is there before the blocks are run."""


def read_page(name: str) -> str:
    return TEXTS[name].read_text(encoding="utf-8")


class _Here:
    """In the place of processes of `--jobs`: theirs would ask all readers."""

    def __init__(self, *_: object) -> None: ...

    def submit(self, run: Callable[..., object], *arguments: object) -> Future[object]:
        future = Future[object]()
        future.set_result(run(*arguments))
        return future

    def shutdown(self, **_: object) -> None: ...


def keep_two_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked here, for each takes a second to start; `test_readme.py` asks all that are installed."""
    quick_vet.install(monkeypatch)
    readers = {name: READERS[name] for name in ("pyarrow", "DuckDB")}
    monkeypatch.setattr(vet, "READERS", readers)
    monkeypatch.setattr(worker_processes, "ProcessPoolExecutor", _Here)


@pytest.mark.parametrize(("name", "language"), FOLLOWED)
def test_blocks_are_followed(
    name: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if name == "vet":
        keep_two_readers(monkeypatch)
    FOLLOWED[name, language]()
    steps = [
        step
        for step in steps_of(read_page(name))
        if step.language == language and not step.is_on_spark
    ]
    assert steps
    follow_steps(steps, name, tmp_path)


def unclaimed(name: str, text: str) -> Iterator[str]:
    """The blocks of a page that nothing runs, by their first lines."""
    steps = steps_of(text)
    fences = re.findall(r"^ *```\w*$", text, re.MULTILINE)
    if len(fences) != 2 * sum(step.language != "command" for step in steps):
        yield "a block without a language, or one that is indented"
    for step in steps:
        key = (name, step.language)
        if step.language not in LOOKED_AT and not (key in FOLLOWED or key in CLAIMED):
            is_followed = TEXTS.get(name) in PAGES and is_step(step)
            if not is_followed:
                yield f"{step.language}: {step.text.splitlines()[0]}"


def is_step(step: Step) -> bool:
    """Whether a page that is followed runs it, or saves it as a file."""
    return step.language in ("command", "python", "sh") or step.file is not None


@in_one_test("name", TEXTS)
def test_every_block_has_a_test(name: str) -> None:
    assert list(unclaimed(name, read_page(name))) == []


def test_a_block_without_a_test_is_seen() -> None:
    assert list(unclaimed("x", "```python\nf()\n```\n    $ inlay x\n")) == [
        "python: f()",
        "command: inlay x",
    ]
    assert list(unclaimed("x", "```text\nf()\n```\n")) == []
    assert len(list(unclaimed("x", "```\nf()\n```\n"))) == 1
    assert len(list(unclaimed("x", "- a\n  ```python\n  f()\n  ```\n"))) == 1


def test_a_claim_is_true() -> None:
    """The page has such blocks, and the test reads the page."""
    for (name, language), test in CLAIMED.items():
        assert language in {step.language for step in steps_of(read_page(name))}
        assert f"{name}.md" in (ROOT / test).read_text(encoding="utf-8"), (name, test)


IDL: Final = "/** A. */\nstruct A {\n  /** B. */\n  1: required i32 b\n}\n"


@pytest.mark.parametrize(
    ("page", "command"),
    [
        ("lint.md", ["inlay", "lint", "prices.parquet"]),
        ("idl_lint.md", ["inlayc", "lint", "a.thrift"]),
        ("breaking.md", ["inlayc", "breaking", "a.thrift", "a.thrift"]),
    ],
)
def test_settings_are_taken(
    page: str, command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_prices("prices.parquet")
    Path("a.thrift").write_text(IDL, encoding="utf-8")
    (settings,) = (step.text for step in steps_of(read_page(page[:-3])) if step.language == "toml")
    Path("pyproject.toml").write_text(settings, encoding="utf-8")
    assert end_of(command) in (0, 1)
    # And what is mistaken in them is not.
    Path("pyproject.toml").write_text(settings.replace("reason", "raison"), encoding="utf-8")
    assert end_of(command) == 2


def end_of(command: list[str]) -> int:
    program, *arguments = command
    if program == "inlay":
        return inlay_command(arguments)
    try:
        return inlayc_command(arguments)
    except SettingsError:
        return 2


def test_spark_can_be_called_as_shown() -> None:
    """spark.md: with a session and a lake in S3, which no test has."""
    blocks = [step.text for step in steps_of(read_page("spark")) if step.language == "python"]
    calls = [
        node
        for block in blocks
        for node in ast.walk(ast.parse(block))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "inlay_spark.read"
    ]
    assert len(calls) == len(blocks)
    for call in calls:
        named = {each.arg: None for each in call.keywords if each.arg is not None}
        inspect.signature(inlay_spark.read).bind(*call.args, **named)


@pytest.mark.parametrize("page", ["invalid_files.md", "reader_matrix.md"])
def test_scripts_are_there(page: str) -> None:
    blocks = [step.text for step in steps_of(read_page(page[:-3])) if step.language == "console"]
    lines = re.findall(r"^\$ python -m ([\w.]+) ?([^#\n]*)", "".join(blocks), re.MULTILINE)
    assert lines
    for module, arguments in lines:
        script = importlib.util.find_spec(module)
        assert script is not None
        main = (
            importlib.util.find_spec(f"{module}.__main__")
            if script.submodule_search_locations
            else script
        )
        assert main is not None
        assert main.origin is not None
        source = Path(main.origin).read_text(encoding="utf-8")
        assert all(option in source for option in re.findall(r"--\w+", arguments)), module


SPELLINGS: Final = {
    words: {spelling for each in command.get_params(context) for spelling in each.opts}
    for program in PROGRAMS
    for words, command, context in list_commands(program)
}
"""By the words of a command: its options."""
LINE: Final = re.compile(r"^ *(?:- run: )?(?:\$ )?(inlayc? .+)$", re.MULTILINE)


def commands_of(text: str) -> Iterator[str]:
    """Lines of code that call one of our programs, without what is said beside them."""
    scripts = (step.text for step in steps_of(text) if step.language in ("sh", "yaml", "console"))
    indented = re.findall(r"^ {4,}.+$", text, re.MULTILINE)
    for line in LINE.findall("\n".join([*indented, *scripts])):
        yield re.split(r" {2,}| # ", line)[0]


def mistaken(line: str) -> str:
    """What no command of ours has: a word, or an option."""
    program, *rest = line.split()
    words = program
    while rest and f"{words} {rest[0]}" in SPELLINGS:
        words = f"{words} {rest.pop(0)}"
    usual = SPELLINGS.get(f"{words} files", set())  # the word may be left out
    is_group = not usual and any(other.startswith(f"{words} ") for other in SPELLINGS)
    if is_group and rest and re.fullmatch(r"[a-z-]+", rest[0]) and not rest[0].startswith("-"):
        return f"{words} {rest[0]}"
    known = SPELLINGS[words] | SPELLINGS[program] | usual
    unknown = [each for each in re.findall(r"(?<![\w-])--[a-z][\w-]*", line) if each not in known]
    return " ".join(unknown)


@in_one_test("name", TEXTS)
def test_commands_in_pages_exist(name: str) -> None:
    assert {line: mistaken(line) for line in commands_of(read_page(name)) if mistaken(line)} == {}


def test_a_command_that_is_not_there_is_seen() -> None:
    assert mistaken("inlay footer index show a.parquet --format json") == ""
    assert mistaken("inlay footer tell") == "inlay footer tell"
    assert mistaken("inlay verify a.parquet --deep") == "--deep"
    text = "inlayc is prose\n\n    $ inlay verify --deep  # all\n    inlayc lint A   what is said\n"
    assert [*commands_of(text)] == ["inlay verify --deep", "inlayc lint A"]
    assert sum(len([*commands_of(read_page(name))]) for name in TEXTS) > 100
