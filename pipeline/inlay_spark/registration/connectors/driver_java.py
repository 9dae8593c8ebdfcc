"""The JVM of a driver, in which connectors of Spark are. A client of Spark Connect has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from inlay_spark.session.errors import is_from_spark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class JavaSession(NamedTuple):
    """`jvm` leads to classes by their names, and `session` is Spark's own; both as py4j has them."""

    spark: SparkSession
    jvm: Any
    session: Any

    def is_a(self, thing: Any, name: str) -> bool:
        """Whether an object of Java is of the class, or of the interface, of this name. False where nobody knows the name."""
        try:
            return bool(self.jvm.py4j.reflection.TypeUtil.isInstanceOf(name, thing))
        except Exception as error:
            if not is_from_spark(error):
                raise
            return False

    def make_texts(self, texts: Sequence[str]) -> Any:
        """An array of String."""
        array = self.jvm.java.lang.reflect.Array.newInstance(
            self.jvm.java.lang.Class.forName("java.lang.String"), len(texts)
        )
        for at, text in enumerate(texts):
            array[at] = text
        return array


def find_raised(error: Exception) -> Any:
    """What was raised in Java; None where py4j does not have it. It raises one exception for all, and pyspark some of its own."""
    return getattr(error, "java_exception", None) or getattr(error, "_origin", None)


def find_java_session(spark: SparkSession) -> JavaSession | None:
    """None over Spark Connect, whose sessions have no such attributes."""
    jvm = getattr(spark, "_jvm", None)
    return None if jvm is None else JavaSession(spark, jvm, spark._jsparkSession)
