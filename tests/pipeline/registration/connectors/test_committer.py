"""Who commits, and what is said of it: a catalog that the session has, else the client in Python."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest import mock

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.errors import RefusedError, RequestError
from inlay.verbs.register.targets.target import TableWishes, find_target
from inlay_spark.registration.connectors import committer
from inlay_spark.registration.connectors.committer import choose_committer
from inlay_spark.registration.connectors.driver_java import JavaSession
from inlay_spark.registration.lake import register_lake
from tests.pipeline.shred.here import here
from tests.verbs.register.places import PLACES

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_JDBC = "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog"


def wish(**wishes: Any) -> TableWishes:
    return TableWishes(table="ns.t", **wishes)


class OfIceberg(JavaSession):
    """A session in which every catalog is Iceberg's."""

    def is_a(self, thing: Any, name: str) -> bool:
        return name == "org.apache.iceberg.spark.source.HasIcebergCatalog"


def made_up(catalog: str) -> OfIceberg:
    """A session that has this catalog."""
    build = SimpleNamespace(version=lambda: "1.10.2")
    iceberg = SimpleNamespace(IcebergBuild=build)
    jvm = SimpleNamespace(org=SimpleNamespace(apache=SimpleNamespace(iceberg=iceberg)))
    manager = SimpleNamespace(catalog=lambda name: name)
    state = SimpleNamespace(catalogManager=lambda: manager)
    settings = {f"spark.sql.catalog.{catalog}": "org.apache.iceberg.spark.SparkCatalog"}
    spark: Any = SimpleNamespace(conf=settings)
    return OfIceberg(spark, jvm, SimpleNamespace(sessionState=lambda: state))


@pytest.mark.parametrize(
    ("wishes", "name"),
    [
        (wish(catalog="lake"), "Iceberg 1.10.2, catalog lake of the Spark session"),
        (
            wish(catalog="lake", create=True, properties={"write.metadata.path": "x"}),
            "Iceberg 1.10.2, catalog lake of the Spark session",
        ),
        (wish(catalog="lake", properties={"uri": "sqlite://"}), "pyiceberg"),
        (wish(catalog="another"), "pyiceberg"),
        (wish(), "pyiceberg"),
    ],
)
def test_a_catalog_of_the_session_commits(wishes: TableWishes, name: str) -> None:
    """Properties of a catalog are for pyiceberg, those of a table are for both."""
    with mock.patch.object(committer, "find_java_session", return_value=made_up("lake")):
        chosen = choose_committer(here(), "iceberg", wishes)
    assert chosen.name == name
    assert (chosen.target is find_target("iceberg")) == (name == "pyiceberg")


def test_formats_that_no_connector_is_for() -> None:
    for to in ("ducklake", "records"):
        assert choose_committer(here(), to, wish()) == (find_target(to), "")
    with pytest.raises(RequestError, match="choose delta, ducklake"):
        choose_committer(here(), "hudi", wish())


def test_catalogs_of_a_real_session(spark: SparkSession) -> None:
    """One of another kind is left alone, and one whose jar is not there is an error: pyiceberg may know another of its name."""
    spark.conf.set("spark.sql.catalog.tables", _JDBC)
    spark.conf.set("spark.sql.catalog.tables.url", "jdbc:derby:memory:tables;create=true")
    assert choose_committer(spark, "iceberg", wish(catalog="tables")).name == "pyiceberg"
    spark.conf.set("spark.sql.catalog.lost", "org.example.NoSuchCatalog")
    with pytest.raises(RefusedError, match=r"catalog lost of Spark: .*org\.example\.NoSuchCatalog"):
        choose_committer(spark, "iceberg", wish(catalog="lost"))


def test_what_is_printed(tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    pq.write_table(pa.table({"x": [1]}), tmp_path / "lake" / "a.parquet")
    lake, journal = str(tmp_path / "lake"), str(tmp_path / "journal")
    options = PLACES["iceberg"].options(tmp_path)
    planned = register_lake(here(), lake, journal, dry_run=True, **options)
    assert str(planned).splitlines()[-1] == "  to be committed by pyiceberg"
    done = register_lake(here(), lake, journal, **options)
    assert done.lines[-1] == "committed by pyiceberg"
    records = register_lake(here(), lake, journal, **PLACES["records"].options(tmp_path))
    assert not any("committed by" in line for line in records.lines)
