"""One Spark session for all of these tests, and small lakes for it."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from inlay_spark.session.java import JavaError, use_java
from tests.pipeline.jobs_check import SECONDS
from tests.support.connectors import list_settings
from tests.support.quick_spark import CODE, COMPILED, PLAIN_JVM, QUICK
from tests.support.quick_stores import forget_clients
from tests.tables.scan.lake import DAMAGE, plain_file, write_forms

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.faults.s3_emulation import S3Emulation

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A busy machine takes long to start a JVM."""
    modules = {path for path in {item.path for item in items} if path.is_relative_to(HERE)}
    for item in items:
        if item.path in modules:
            item.add_marker(pytest.mark.timeout(SECONDS))  # where a test names no time of its own


@pytest.fixture
def dead_port() -> Iterator[int]:
    """Nobody listens there, and nobody else can take it for as long as the test runs."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


@pytest.fixture(scope="session")
def java() -> Path:
    """The home of a Java; the tests that need it are skipped where none can be had."""
    try:
        return use_java().home
    except JavaError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def spark(java: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    from inlay_spark.session import session

    os.environ.update(
        SPARK_LOCAL_IP="127.0.0.1",
        PYSPARK_PYTHON=sys.executable,
        PYSPARK_DRIVER_PYTHON=sys.executable,
        SPARK_LAUNCHER_OPTS=PLAIN_JVM,
    )
    conf = {
        **QUICK,
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.default.parallelism": "2",
        "spark.driver.memory": "1g",
        "spark.sql.catalogImplementation": "in-memory",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
        "spark.log.level": "OFF",
        "spark.sql.session.timeZone": "America/New_York",
        "spark.python.daemon.module": "tests.support.ready_daemon",
        "spark.executorEnv.PYTHONPATH": str(HERE.parents[1]),
        **list_settings(),
    }
    made = session("local[2,4]", conf=conf)
    yield made
    made.stop()


@pytest.fixture
def compiled_expressions(spark: SparkSession) -> Iterator[None]:
    """For what Spark reads with compiled code only: shredded Variants."""
    spark.conf.set(CODE, COMPILED)
    yield
    spark.conf.set(CODE, QUICK[CODE])


@pytest.fixture(scope="session")
def forms(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A file of every form, by its name, in one directory."""
    return write_forms(tmp_path_factory.mktemp("forms"))


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    """Twelve good files in three partitions, and a file for each kind of damage."""
    data = plain_file(tmp_path)
    root = tmp_path / "lake"
    for at in range(12):
        folder = root / f"day=2026-11-{10 + at % 3}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"part-{at:02}.parquet").write_bytes(data)
    for name, (damage, _) in DAMAGE.items():
        (root / "day=2026-11-10" / f"bad-{name}.parquet").write_bytes(damage(data))
    return root


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[S3Emulation]:
    """Its variables are those of this process: workers that Spark has started do not know them."""
    from tests.faults.s3_emulation import S3Emulation
    from tests.faults.s3_server import serving
    from tests.pipeline.shred.s3_lake import ArrowHandler

    emulation = S3Emulation()
    with serving(emulation, ArrowHandler) as endpoint:
        for name, value in {
            "AWS_ENDPOINT_URL": endpoint,
            "AWS_ACCESS_KEY_ID": "nobody",
            "AWS_SECRET_ACCESS_KEY": "nothing",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_EC2_METADATA_DISABLED": "true",
        }.items():
            monkeypatch.setenv(name, value)
        forget_clients()  # of tests before, without this server
        yield emulation
        forget_clients()
