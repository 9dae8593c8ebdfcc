"""When Delta's connector commits: where the session has it and is set up for it, and nobody means deltalake."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

from inlay.verbs.register.targets.target import TableWishes, find_target
from inlay_spark.registration.connectors.committer import choose_committer
from inlay_spark.registration.connectors.delta.connector import CONNECTOR
from inlay_spark.registration.connectors.driver_java import JavaSession
from tests.pipeline.registration.connectors.delta_tables import CATALOG
from tests.support.connectors import has_connector

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NAME = "Delta 4.4.0 in the Spark session"


def made_up(settings: dict[str, str]) -> JavaSession:
    """A session with Delta's classes."""
    jvm = Mock()
    jvm.io.delta.package.VERSION = lambda: "4.4.0"
    spark: Any = SimpleNamespace(conf=settings)
    return JavaSession(spark, jvm, None)


@pytest.mark.parametrize(
    ("settings", "properties", "name"),
    [
        (CATALOG, {}, NAME),
        (CATALOG, {"AWS_REGION": "eu-central-1"}, ""),
        ({}, {}, ""),
    ],
)
def test_who_commits(settings: dict[str, str], properties: dict[str, str], name: str) -> None:
    wishes = TableWishes(table="lake/t", properties=properties)
    found = CONNECTOR.find(made_up(settings), wishes)
    assert (found.name if found is not None else "") == name


def test_a_real_session(spark: SparkSession) -> None:
    """Without the jar, the setting alone makes no connector."""
    wishes = TableWishes(table="lake/t")
    assert choose_committer(spark, "delta", wishes) == (find_target("delta"), "deltalake")
    for key, value in CATALOG.items():
        spark.conf.set(key, value)
    chosen = choose_committer(spark, "delta", wishes)
    for key in CATALOG:
        spark.conf.unset(key)
    assert (chosen.name == "deltalake") != has_connector("Delta for Spark")
