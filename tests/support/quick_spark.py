"""Settings of a Spark that is there soon and does little: most of the time of a small query goes into compiling it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

CLASSES: Final = Path(__file__).parents[2] / ".venv" / "spark.jsa"
"""What Java need not load and verify again (`tests/support/spark_classes.py`). A Java that did not write it ignores it."""

PLAIN_JVM: Final = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Compiles less, and starts in half the time."""

ROOM: Final = "-XX:ReservedCodeCacheSize=240m -XX:MetaspaceSize=256m -Xmn192m"
"""For code, classes and young objects. With one compiler Java has 48 MB for code, which a session fills: what is thrown out of it is
compiled again. A program of 128 MB, as the one that starts Java for Spark, must not have it."""

QUICK_JVM: Final = (
    f"{PLAIN_JVM} {ROOM} -XX:SharedArchiveFile={CLASSES} -Xlog:disable"
    if CLASSES.is_file() and " " not in str(CLASSES)
    else f"{PLAIN_JVM} {ROOM}"
)

CODE: Final = "spark.sql.codegen.factoryMode"
"""Whether Spark compiles expressions. It cannot read shredded Variants unless it does: `COMPILED`."""

COMPILED: Final = "FALLBACK"

QUICK: Final = {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.codegen.wholeStage": "false",
    CODE: "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    "spark.driver.extraJavaOptions": QUICK_JVM,
    "spark.executor.extraJavaOptions": QUICK_JVM,
}
