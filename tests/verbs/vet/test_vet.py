"""`inlay.vet`: each way in which a reader can be bad, by readers that are so on purpose; no file here harms a real one."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.ground.mistakes import RequestError
from inlay.ground.wording.printable import shorten
from inlay.verbs.vet import compare
from inlay.verbs.vet import vet as vetting_module
from inlay.verbs.vet.ask import ChildEnd, ask_reader
from inlay.verbs.vet.at_once import IsWanted
from inlay.verbs.vet.compare import find_disagreeing
from inlay.verbs.vet.judge import judge_end
from inlay.verbs.vet.limits import VettingLimits
from inlay.verbs.vet.readers import READERS, VettedReader
from inlay.verbs.vet.verdict import ReaderVerdict, VerdictKind, Vetting, list_lines
from tests.crafted.files import crafted_file
from tests.verbs.vet.bad_readers import reader_of

if TYPE_CHECKING:
    from tests.support.inlay_command import Inlay

HURRIED = VettingLimits(seconds=0.5)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "good.parquet"
    pq.write_table(pa.table({"id": [1, 2, 3]}), path)
    return path


def vet_by(
    monkeypatch: pytest.MonkeyPatch,
    path: Path,
    names: Sequence[str],
    limits: VettingLimits | None = None,
) -> Vetting:
    monkeypatch.setattr(vetting_module, "READERS", {name: reader_of(name) for name in names})
    return inlay.vet(path, limits=limits)


WAYS = {
    "segfaults": (VerdictKind.CRASHES, "SIGSEGV"),
    "leaves": (VerdictKind.CRASHES, "exit code 7"),
    "allocates": (VerdictKind.EXCEEDS_MEMORY, "more than 512 MiB; MemoryError:"),
    "aborts_for_memory": (VerdictKind.EXCEEDS_MEMORY, "more than 512 MiB"),
    "refuses": (VerdictKind.REFUSES, "ValueError: FILE is \\x1b[31mnot liked"),
    "crashes_beside_a_fork": (VerdictKind.CRASHES, "SIGSEGV"),
    "dies_of_a_signal_without_name": (VerdictKind.CRASHES, f"signal {signal.SIGRTMIN + 1}"),
    "answers_itself": (VerdictKind.CRASHES, "its answer is malformed"),
    "answers_too_much": (VerdictKind.CRASHES, "its answer is longer than 16.0 MiB"),
    "refuses_at_length": (VerdictKind.REFUSES, shorten(f"ValueError: {'no ' * 99}", 200)),
    "interrupts": (VerdictKind.REFUSES, "KeyboardInterrupt:"),
    "refuses_with_half_a_pair": (VerdictKind.REFUSES, "ValueError: \\ud83d is half a smile"),
    "gives_no_table": (
        VerdictKind.NOT_COMPARED,
        "AttributeError: 'NoneType' object has no attribute 'num_rows'",
    ),
    "prints_for_ever": (VerdictKind.REFUSES, "OSError: [Errno 27] File too large"),
}


def test_each_way_to_fail_has_its_verdict(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One reader after the other: none of them harms the next, and the last one is a good one."""
    *bad, good = vet_by(monkeypatch, file, [*WAYS, "honest"]).verdicts
    assert {each.reader: (each.kind, each.detail) for each in bad} == WAYS
    assert (good.kind, good.rows, good.fields) == (VerdictKind.READS, 5000, 2)
    assert good.peak is not None
    assert good.seconds is not None


def test_what_a_reader_started_is_killed_with_it(file: Path) -> None:
    """It sleeps, so that only the parent's clock ends it; one that works is ended by the kernel or by the parent."""
    end = ask_reader(reader_of("hangs_with_a_child"), file, HURRIED)
    assert end.is_late
    verdict = judge_end("it", end, HURRIED, 0)
    assert (verdict.kind, verdict.detail) == (VerdictKind.EXCEEDS_TIME, "more than 500 ms")
    child = int(end.said.split()[1])
    with pytest.raises(ProcessLookupError):
        _wait_for_the_end_of(child)


def test_one_that_works_for_ever_is_ended(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (verdict,) = vet_by(monkeypatch, file, ["hangs_at_work"], HURRIED).verdicts
    assert verdict.kind is VerdictKind.EXCEEDS_TIME


def test_processor_time_is_a_limit_that_says_so(file: Path) -> None:
    """The kernel ends it; by the parent's clock it has far longer."""
    limits = VettingLimits(seconds=60)
    end = ask_reader(reader_of("spends_its_processor_time"), file, limits)
    assert not end.is_late
    assert judge_end("it", end, limits, 0).kind is VerdictKind.EXCEEDS_TIME


def _wait_for_the_end_of(process: int) -> None:
    """Whoever inherits a killed process reaps it when it likes; a dead one that waits for that is not a process any more."""
    for _ in range(100_000):
        os.kill(process, 0)
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            raise ProcessLookupError from None
        if state == "Z":
            raise ProcessLookupError
        os.sched_yield()


def test_a_child_writes_nothing_outside_and_connects_to_nobody(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = file.read_bytes()
    names = ["writes_outside", "overwrites_the_file", "connects"]
    vetting = vet_by(monkeypatch, file, names)
    if not vetting.is_held:
        pytest.skip("this kernel has no Landlock")
    for verdict in vetting.verdicts:
        assert verdict.kind is VerdictKind.REFUSES
        assert verdict.detail.startswith("PermissionError: ")
    assert "scratch" not in vetting.verdicts[0].detail
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    assert file.read_bytes() == before


SENTENCES = {
    "one_other_value": "column a, row 4,500: -1, and honest has 4500",
    "one_row_less": "4,999 rows, and honest has 5,000 rows",
    "one_column": "1 field, and honest has 2 fields",
}


def test_values_are_compared_whatever_types_they_come_in(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *others, last = vet_by(monkeypatch, file, ["honest", *SENTENCES, "wide_types"]).verdicts
    assert (first.kind, last.kind) == (VerdictKind.READS, VerdictKind.READS)
    assert {each.kind for each in others} == {VerdictKind.DISAGREES}
    assert {each.reader: each.detail for each in others} == SENTENCES
    different = others[0].disagreement
    assert different is not None
    assert (different.column, different.row, different.other_reader) == (0, 4500, "honest")


def test_readers_of_one_variant_do_not_disagree(tmp_path: Path) -> None:
    """DuckDB puts together what it has shredded, pyarrow gives it as the file has it, and Inlay as a type of its own."""
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "variant.parquet"
    duckdb.sql(
        f"copy (select {{'a': i, 'b': 'x' || i}}::variant v from range(100) t(i)) to '{path}'"
    )
    kinds = {
        it.reader: it.kind
        for it in inlay.vet(path, readers=["Inlay", "pyarrow", "DuckDB"]).verdicts
    }
    assert set(kinds.values()) == {VerdictKind.READS}, kinds


def test_long_names_are_no_crash(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (verdict,) = vet_by(monkeypatch, file, ["long_names"]).verdicts
    assert (verdict.kind, verdict.detail, verdict.fields) == (VerdictKind.READS, "", 900)


def test_names_that_are_no_text_come_back(file: Path) -> None:
    end = ask_reader(reader_of("names_that_are_no_text"), file, VettingLimits())
    assert end.answer is not None
    assert end.answer["names"] == ["a\udc80\u00e9"]


def test_inlay_has_no_vote_beside_pyarrow() -> None:
    """Two against two would be: but one of the two reads through the other."""
    left, right = ({"rows": 1, "digests": [[digest]]} for digest in "ab")
    answers = {"Inlay": left, "pyarrow": left, "DuckDB": right, "Polars": right}
    assert find_disagreeing(answers) == {"Inlay": "DuckDB", "pyarrow": "DuckDB"}
    del answers["Polars"]
    assert find_disagreeing(answers) == {"DuckDB": "Inlay"}
    assert find_disagreeing({"Inlay": left, "pyarrow": left}) == {}


def test_a_reader_that_is_not_installed_is_said_to_be(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = VettedReader(("no_such_package",), "nowhere:load")
    table = {"there": reader_of("honest"), "absent": absent}
    monkeypatch.setattr(vetting_module, "READERS", table)
    vetting = inlay.vet(file)
    assert [verdict.kind for verdict in vetting.verdicts] == [VerdictKind.READS, VerdictKind.ABSENT]
    assert vetting.verdicts[1].detail == "pip install no_such_package"
    assert vetting.is_fine
    monkeypatch.setattr(vetting_module, "READERS", {"absent": absent})
    assert not inlay.vet(file).is_fine


def test_names_of_readers_are_asked_for_in_any_case(file: Path) -> None:
    (verdict,) = inlay.vet(file, readers=["PyArrow"]).verdicts
    assert (verdict.reader, verdict.kind, verdict.rows) == ("pyarrow", VerdictKind.READS, 3)
    with pytest.raises(RequestError, match="no reader is called 'arrow'; did you mean 'pyarrow'"):
        inlay.vet(file, readers=["arrow"])


def test_bytes_are_vetted_like_a_file(file: Path) -> None:
    (verdict,) = inlay.vet(file.read_bytes(), readers=["Inlay"]).verdicts
    assert (verdict.kind, verdict.rows) == (VerdictKind.READS, 3)


@pytest.mark.parametrize("change", ["replaced", "written to", "removed", "removed before"])
def test_a_file_that_changes_meanwhile_is_no_disagreement(
    change: str, file: Path, command: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = file.with_name("other.parquet")
    pq.write_table(pa.table({"id": [4, 5, 6]}), other)

    def change_and_ask(
        _: VettedReader, path: Path, limits: VettingLimits, *, is_wanted: IsWanted
    ) -> ChildEnd:
        assert is_wanted()
        if change == "replaced":
            other.replace(path)
        elif change == "written to":
            path.write_bytes(path.read_bytes() + b"more")
        else:
            path.unlink()
        if change == "removed before":
            limits.memory_for(path.stat().st_size)  # as a child is started
        return ChildEnd(None, is_held=True, code=1, is_late=False, said="")

    monkeypatch.setattr(vetting_module, "ask_reader", change_and_ask)
    what = "the file was removed" if "removed" in change else "the file changed"
    outcome = command("vet", file, "--reader", "pyarrow")
    assert outcome == (5, "", f"error: {file}: {what} while it was being read\n")


def test_a_reader_that_fails_when_it_is_asked_again_is_said_to_have_nothing_else(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, block: tuple[int, int] | None = None) -> ChildEnd:
        return ChildEnd({"error": "MemoryError"}, is_held=True, code=0, is_late=False, said="")

    answers = {
        name: {"rows": 1, "names": ["id"], "digests": [[digest]]}
        for name, digest in (("one", "00"), ("other", "11"))
    }
    readers = {name: reader_of("honest") for name in answers}
    verdict = ReaderVerdict("one", VerdictKind.READS, "")
    monkeypatch.setattr(compare, "ask_reader", fail)
    said = compare.describe_disagreement(verdict, "other", answers, readers, file, HURRIED)
    assert said.disagreement is not None
    assert (said.disagreement.own, said.disagreement.other) == ("other values each time", "others")


@pytest.mark.parametrize(
    "options", ["--time inf", "--time nan", "--time 1e30", "--memory 99999999999999"]
)
def test_limits_that_no_process_can_have_are_wrong_usage(
    options: str, file: Path, command: Inlay
) -> None:
    outcome = command("vet", file, *options.split())
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert f"the {options.split(maxsplit=1)[0][2:]} of a reader is" in outcome.err


@pytest.mark.parametrize(
    "text",
    [
        "Unknown error: Failed to launch worker thread: Resource temporarily unavailable",
        "OS can't spawn worker thread: Resource temporarily unavailable (os error 11)",
        "can't start new thread",
    ],
)
def test_too_little_memory_for_a_thread_is_too_little_memory(text: str) -> None:
    """What pyarrow, Polars and Python say with 1 MiB."""
    answer = {"error": "Error", "text": text, "is_ours": False, "peak": 0, "seconds": 0.0}
    end = ChildEnd(answer, is_held=True, code=0, is_late=False, said="")
    assert judge_end("it", end, VettingLimits(), 0).kind is VerdictKind.EXCEEDS_MEMORY


def test_a_damaged_file_is_refused_by_real_readers() -> None:
    verdicts = inlay.vet(crafted_file("magic-at-the-end"), readers=["pyarrow", "Polars"]).verdicts
    assert [each.kind for each in verdicts] == [VerdictKind.REFUSES] * 2


def test_the_command_says_who_would_harm_its_process(
    file: Path, monkeypatch: pytest.MonkeyPatch, command: Inlay
) -> None:
    """By stand-ins for readers."""
    bad = {
        "refuses": "refuses",
        "segfaults": "crashes",
        "allocates": "exceeds memory",
        "hangs_at_work": "exceeds time",
    }
    monkeypatch.setattr(vetting_module, "READERS", {name: reader_of(name) for name in bad})
    outcome = command("vet", file, "--time", "0.5", "--format", "json")
    assert outcome.code == 1
    readers = json.loads(outcome.out)["readers"]
    assert {each["reader"]: each["verdict"] for each in readers} == bad


def test_the_command_names_each_reader_and_its_verdict(file: Path, command: Inlay) -> None:
    outcome = command("vet", file, file.parent, "--reader", "pyarrow", "--reader", "inlay")
    assert outcome.code == 0, outcome.err
    first, *readers = outcome.out.splitlines()
    assert first == f"{file}: 2 readers asked, 2 read the same"
    assert [line.split()[:4] for line in readers] == [
        [reader, "reads", "3", "rows,"] for reader in ("Inlay", "pyarrow")
    ]


def test_pipes_and_devices_are_no_files(tmp_path: Path, command: Inlay) -> None:
    """In the words of `inlay verify`, and without a wait for the other end."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        assert command("vet", path) == command("verify", path)
        assert command("vet", path).code == 6


def test_the_page_names_the_readers() -> None:
    page = (Path(__file__).parents[3] / "docs" / "vet.md").read_text(encoding="utf-8")
    for reader in READERS:
        assert f"| {reader} |" in page
    for kind in VerdictKind:
        assert f"| `{kind.value}` |" in page


def test_figures_stand_before_what_a_reader_says() -> None:
    """A message may be long, and has commas; what stands below its sentence is about a query that nobody wrote."""
    said = "No magic bytes at the end of file 'a'\n\nLINE 1: from read_parquet(?)\n        ^^^^"
    answer = {"error": "E", "text": said, "is_ours": False, "peak": 2048, "seconds": 0.003}
    verdict = judge_end("DuckDB", ChildEnd(answer, True, 0, False, ""), VettingLimits(), 10)
    (_, line) = list_lines(Vetting(10, (verdict,), is_held=True, path="a"))
    assert line.endswith("2.0 KiB of memory, 3 ms: E: No magic bytes at the end of file 'a'")


def test_a_total_ends_what_is_said_of_many(file: Path, command: Inlay) -> None:
    lake = file.parent / "vetted"
    lake.mkdir()
    for name in "ab":
        (lake / f"{name}.parquet").write_bytes(file.read_bytes())
    (lake / "cut.parquet").write_bytes(file.read_bytes()[:-6])
    said = command("vet", str(lake), "--reader", "pyarrow").out.splitlines()[-1]
    assert said == "3 files: 2 that all readers read alike, 1 that they do not"


def test_help_says_what_each_verdict_means(command: Inlay) -> None:
    shown = command("vet", "--help").out
    for kind in VerdictKind:
        assert re.search(rf"^    {kind.value}  +it ", shown, re.MULTILINE)
