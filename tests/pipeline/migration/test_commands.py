"""`inlay spark migrate | verify | rollback` as a user and a program meet them: exit codes, and what is printed where."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from inlay_spark.migration import phases
from inlay_spark.migration.journal import MigrationJournal
from inlay_spark.spark_submit_entry import main
from tests.pipeline.json_documents import require_known_keys
from tests.pipeline.migration.lakes import digests, forms, hidden, make_lake

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Output = pytest.CaptureFixture[str]


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    make_lake(tmp_path / "lake", 3)
    return tmp_path / "lake"


@pytest.fixture
def journal(tmp_path: Path) -> str:
    return str(tmp_path / "a journal")


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    """The exit code, and the document on standard output; on standard error are lines of JSON and nothing else."""
    code = main([*arguments, "--format", "json"])
    said = capsys.readouterr()
    for line in said.err.splitlines():
        assert {"phase", "event"} <= json.loads(line).keys()
    document = json.loads(said.out)
    require_known_keys(arguments[0], document)
    return code, document


def test_there_and_back(spark: SparkSession, lake: Path, journal: str, capsys: Output) -> None:
    old = digests(lake)
    (lake / "bad.parquet").write_bytes(b"PAR1 damaged PAR1")
    migrate = ["migrate", str(lake), "--to", "final"]
    code, cost = asked(capsys, *migrate)
    assert (code, cost["actions"]) == (1, {"change": 3, "problem": 1})
    write = [*migrate, "--name", "0*", "--write", "--journal", journal]
    code, outcome = asked(capsys, *write)
    assert (code, outcome["states"]) == (0, {"done": 3})
    assert forms(lake / "part=0") == {"final": 3}
    code, cost = asked(capsys, *migrate, "--name", "0*")
    assert (code, cost["actions"], cost["bytes_copied"]) == (0, {"same": 3}, 0)
    assert asked(capsys, "verify", journal, "--fraction", "1")[1]["states"] == {"done": 3}
    code, outcome = asked(capsys, "rollback", journal)
    assert (code, outcome["states"]) == (0, {"done": 3})
    (lake / "bad.parquet").unlink()
    assert (digests(lake), hidden(lake)) == (old, [])
    assert main(write) == 3
    assert "start a new one with another --journal DIR" in capsys.readouterr().err


def test_what_people_read(spark: SparkSession, lake: Path, journal: str, capsys: Output) -> None:
    (lake / "_delta_log").mkdir()
    assert main(["migrate", str(lake), "--to", "seal"]) == 4
    said = capsys.readouterr().out
    assert "3 files (3 thrift), to seal" in said
    assert "lies in a Delta table" in said
    assert said.endswith("there is nothing to write\n")
    (lake / "_delta_log").rmdir()
    assert main(["migrate", str(lake), "--to", "seal", "--write", "--journal", journal]) == 0
    said = capsys.readouterr().out
    assert said == f"  3 changed\nto undo it: inlay spark rollback '{journal}'\n"


def test_the_list_of_changes(
    spark: SparkSession, lake: Path, journal: str, tmp_path: Path, capsys: Output
) -> None:
    """Where it could not be written, nothing is begun."""
    (lake / "_delta_log").mkdir()
    old = digests(lake)
    write = ["migrate", str(lake), "--to", "private", "--write", "--journal", journal]
    assert main([*write, "--emit-changes", str(tmp_path / "none" / "changes")]) == 6
    assert "No such file or directory" in capsys.readouterr().err
    assert not Path(journal).exists()
    target = tmp_path / "changes"
    for _ in range(2):
        code, outcome = asked(capsys, *write, "--emit-changes", str(target))
        assert (code, outcome["states"]) == (0, {"done": 3})
        listed = [json.loads(line) for line in target.read_text().splitlines()]
        assert len(listed) == 3
        for change in listed:
            assert Path(change["old_path"]).stat().st_size == change["old_size"]
            assert Path(change["new_path"]).stat().st_size == change["size"]
        target.unlink()
    assert sorted(os.listdir(tmp_path)) == ["a journal", "lake"]
    assert asked(capsys, "rollback", journal)[1]["states"] == {"done": 3}
    assert digests(lake) == old


def test_a_job_that_is_interrupted(
    spark: SparkSession,
    lake: Path,
    journal: str,
    tmp_path: Path,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It says how to go on, and leaves neither a list of changes nor half of one. What py4j logs then is not shown."""
    of_py4j = compile("logging.error('while sending')", "/site-packages/py4j/gateway.py", "exec")

    def interrupted(*_arguments: object) -> None:
        exec(of_py4j, {"logging": logging})
        raise KeyboardInterrupt

    write = ["migrate", str(lake), "--to", "private", "--write", "--journal", journal]
    changes = ["--emit-changes", str(tmp_path / "changes")]
    with monkeypatch.context() as patch:
        patch.setattr(phases, "publish", interrupted)
        assert main([*write, *changes]) == 130
    said = capsys.readouterr()
    assert said.out == ""
    assert caplog.records == []
    lines = [line for line in said.err.splitlines() if line and not line.startswith("{")]
    go_on = (
        f"run the same command again to continue, and inlay spark rollback '{journal}' undoes it"
    )
    assert lines == [f"every file is intact; {go_on}", "error: interrupted"]
    assert sorted(os.listdir(tmp_path)) == ["a journal", "lake"]
    assert asked(capsys, *write, *changes)[1]["states"] == {"done": 3}
    with monkeypatch.context() as patch:
        patch.setattr(phases, "publish", interrupted)
        assert main(["rollback", journal]) == 130
    assert "run the same command again to continue\n" in capsys.readouterr().err
    assert asked(capsys, "rollback", journal)[1]["states"] == {"done": 3}
    assert hidden(lake) == []


class OfBridgeError(Exception):
    __module__ = "py4j.protocol"


def test_a_job_that_spark_gives_up(
    spark: SparkSession, lake: Path, journal: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sentence, and what attempts have staged by then does not stay: the disk may be full."""
    old = digests(lake)

    def failing(_spark: SparkSession, of: MigrationJournal, _load: object) -> None:
        (lake / "part=0" / f".0000.parquet.{of.job.name}.0123456789abcdef.tmp").touch()
        raise OfBridgeError(
            "An error occurred while calling o1.parquet\n: it is full\n\tat org.apache"
        )

    write = ["migrate", str(lake), "--to", "private", "--write", "--journal", journal]
    for phase, command in [("stage", write), ("stage_back", ["rollback", journal])]:
        with monkeypatch.context() as patch:
            patch.setattr(phases, phase, failing)
            assert main([*command, "--format", "json"]) == 6
        said = capsys.readouterr()
        assert (said.out, "Traceback" in said.err, hidden(lake)) == ("", False, [])
        assert said.err.splitlines()[-1].startswith("error: Spark gave up:")
        assert asked(capsys, *command)[1]["states"] == {"done": 3}
    assert digests(lake) == old


WRONG = [
    (["migrate", "LAKE", "--to", "private", "--write"], 2, "--write needs --journal DIR"),
    (["migrate", "LAKE", "--to", "private", "--journal", "JOURNAL"], 2, "needs --write"),
    (
        ["migrate", "LAKE", "--to", "private", "--emit-changes", "x"],
        2,
        "--emit-changes needs --write",
    ),
    (["migrate", "LAKE", "--to", "privat"], 2, "'privat' is not one of"),
    (["migrate", "LAKE", "--to", "private", "--encoding", "pco"], 4, "private has none"),
    (["migrate", "LAKE", "--to", "private", "--allow", "all"], 2, "'all' is not one of"),
    (["migrate", "LAKE/none", "--to", "private"], 6, "none: No such file"),
    (["migrate", "", "--to", "private"], 6, "'' is not a path"),
    (["migrate", "LAKE", "foo://a/b", "--to", "private"], 6, "several file systems"),
    (["migrate", "foo://a/b", "--to", "private"], 6, "Protocol not known: foo"),
    (["verify", "JOURNAL", "--fraction", "7"], 2, "not in the range"),
    (["verify", "JOURNAL", "--fraction", "nan"], 2, "must be between 0 and 1"),
    (["verify", "JOURNAL"], 3, "there is no journal here"),
    (["rollback", "LAKE/part=0/0000.parquet"], 3, "there is no journal here"),
    (["rollback", ""], 6, "'' is not a path"),
]

WRONG_JOURNALS = [
    ("", 6, "'' is not a path"),
    ("LAKE", 4, "it is inside the lake"),
    ("LAKE/part=0/0000.parquet", 4, "it is inside the lake"),
    ("FILE", 6, "FILE: this is a file, but must be a folder"),
    ("FILE/below", 6, "FILE/below: Not a directory"),
    ("foo://a", 6, "Protocol not known: foo"),
]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        *WRONG,
        *(
            (["migrate", "LAKE", "--to", "seal", "--write", "--journal", name], code, said)
            for name, code, said in WRONG_JOURNALS
        ),
    ],
)
def test_mistakes(
    spark: SparkSession,
    lake: Path,
    tmp_path: Path,
    capsys: Output,
    arguments: list[str],
    code: int,
    said: str,
) -> None:
    """One sentence, and nothing is touched."""
    file = tmp_path / "file"
    file.touch()
    before = sorted(tmp_path.rglob("*"))
    names = {"LAKE": str(lake), "JOURNAL": str(tmp_path / "none"), "FILE": str(file)}
    for name, path in names.items():
        arguments = [argument.replace(name, path) for argument in arguments]
        said = said.replace(name, path)
    assert main(arguments) == code
    printed = capsys.readouterr()
    assert said in printed.err
    assert "Traceback" not in printed.err
    assert printed.out == ""
    assert sorted(tmp_path.rglob("*")) == before
