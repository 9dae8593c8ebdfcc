"""What the tests of the catalogue ask of it: its rows, its report, its commands."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

from inlay_spark.catalog.views import open_catalog

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def paths(spark: SparkSession, out: Path, table: str) -> list[str]:
    return sorted(row.path for row in open_catalog(spark, str(out))[table].select("path").collect())


def run_spark(*arguments: str) -> int:
    """In the session that is there, as in a notebook or under spark-submit."""
    from inlay_spark.spark_submit_entry import main

    return main(arguments)


class Page(HTMLParser):
    """Collects what would be fetched or run, and checks that tags close."""

    def __init__(self) -> None:
        super().__init__()
        self.outside: list[str] = []
        self.open: list[str] = []
        self.sections: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag in ("script", "link", "img", "iframe") or not (named.get("href") or "#").startswith(
            "#"
        ):
            self.outside.append(tag)
        if tag == "section":
            self.sections.append(str(named["id"]))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag == "rect"
