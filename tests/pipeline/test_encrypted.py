"""Encrypted files of Spark: every module opens here, and what was made of them Spark reads, with the new master keys alone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import inlay
from tests.pipeline.spark_encryption import add_classes, options_of
from tests.support.encrypted_files import MASTERS, RENAMED, RENEWED, keys_of
from tests.verbs.crypt.reader_table import PAGE, PROGRAMS, find_table, leave_out, write_table
from tests.verbs.crypt.spark_reader import SparkReader

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

pytestmark = pytest.mark.needs("javac")

ROWS: Final = 300
SEALED: Final = {"footer.key": "of-footers", "column.keys": "of-columns:a"}
OUTSIDE: Final = {**SEALED, "key.material.store.internally": "false"}
KINDS: Final[dict[str, dict[str, str]]] = {
    "wrapped twice": SEALED,
    "wrapped once, plaintext footer": {**SEALED, "double.wrapping": "false", "plaintext.footer": "true"},
    "CTR, 256 bits": {**SEALED, "algorithm": "AES_GCM_CTR_V1", "data.key.length.bits": "256"},
    "one key": {"uniform.key": "of-footers"},
    "material beside": OUTSIDE,
    "material beside, wrapped once, plaintext footer": {**OUTSIDE, "double.wrapping": "false", "plaintext.footer": "true"},
}  # fmt: skip


@pytest.fixture(scope="module")
def kms(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> None:
    add_classes(spark, tmp_path_factory.mktemp("classes"))


@pytest.fixture(scope="module")
def lake(spark: SparkSession, kms: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of each kind, in a folder of its own."""
    root = tmp_path_factory.mktemp("lake")
    rows = spark.range(ROWS).selectExpr("id AS a", "concat('text ', id) AS b").coalesce(1)
    for number, options in enumerate(KINDS.values()):
        pages = {"parquet.page.row.count.limit": "50"}
        writer = rows.write.options(**pages, **options_of(MASTERS, **options))
        writer.parquet(str(root / str(number)))
    return root


@pytest.fixture
def copied(lake: Path, tmp_path: Path) -> dict[str, Path]:
    """Each kind with its file, to be changed."""
    shutil.copytree(lake, tmp_path / "lake")
    folders = (tmp_path / "lake" / str(number) for number in range(len(KINDS)))
    return {name: next(folder.glob("part-*")) for name, folder in zip(KINDS, folders, strict=True)}


def material_of(path: Path) -> Path:
    return next(path.parent.glob("_KEY_MATERIAL_FOR_*.json"))


def open_with(masters: Mapping[str, bytes], name: str, path: Path) -> inlay.EncryptionKeys:
    if "beside" not in name:
        return keys_of(dict(masters))
    texts = json.loads(material_of(path).read_bytes())
    return inlay.EncryptionKeys(master_keys=masters, key_material=texts)


def read_by_spark(
    spark: SparkSession, masters: Mapping[str, bytes], paths: list[Path]
) -> DataFrame:
    reader = spark.read.options(**options_of(masters)).schema("a long, b string")
    return reader.parquet(*map(str, paths))


def assert_spark_reads(
    spark: SparkSession, masters: Mapping[str, bytes], paths: list[Path]
) -> None:
    """All rows, and those of a filter, which goes through the page indexes."""
    rows = read_by_spark(spark, masters, paths).collect()
    once = [(at, f"text {at}") for at in range(ROWS)]
    assert sorted(map(tuple, rows)) == sorted(once * len(paths))
    found = read_by_spark(spark, masters, paths).where("a = 250").collect()
    assert [row["b"] for row in found] == ["text 250"] * len(paths)


def test_every_module_opens_and_all_rows_are_read(copied: dict[str, Path]) -> None:
    for name, path in copied.items():
        keys = open_with(MASTERS, name, path)
        checked = inlay.verify_modules(path, keys=keys)
        assert (checked.findings, checked.without_key) == ((), 0), name
        assert checked.footer == ("signed" if "plaintext" in name else "opened"), name
        assert bool(checked.untagged) == ("CTR" in name)
        rows = inlay.read_table(path, keys=keys)
        assert rows.column("a").to_pylist() == list(range(ROWS))
        assert rows.column("b").to_pylist() == [f"text {at}" for at in range(ROWS)]
        assert inlay.verify(path, data=True, values=True, keys=keys).findings == ()
        data = bytearray(path.read_bytes())
        data[60] ^= 1
        [finding] = inlay.verify_modules(bytes(data), keys=keys).findings
        assert finding.code in ("module-changed", "wrong-key")


def test_spark_reads_rewrapped_files_with_the_new_master_keys_alone(
    spark: SparkSession, copied: dict[str, Path]
) -> None:
    for name, path in copied.items():
        before = path.read_bytes()
        changed = material_of(path) if "beside" in name else path
        inlay.rewrap_keys(changed, old=keys_of(MASTERS), new=RENEWED, rename=RENAMED)
        assert (path.read_bytes() == before) == ("beside" in name)
    assert_spark_reads(spark, RENEWED, list(copied.values()))
    for name, path in copied.items():
        with pytest.raises(Exception, match=r"AEADBadTag|Tag mismatch|no master key") as caught:
            read_by_spark(spark, MASTERS, [path]).collect()
        assert "text 1" not in str(caught.value), name


def test_spark_reads_footers_in_either_mode_and_parts(
    spark: SparkSession, copied: dict[str, Path]
) -> None:
    inside = {name: path for name, path in copied.items() if "beside" not in name}
    for name, path in inside.items():
        mode: Any = "encrypted" if "plaintext" in name else "plaintext"
        inlay.set_footer_mode(path, mode, keys=keys_of(MASTERS))
    assert_spark_reads(spark, MASTERS, list(inside.values()))
    for path in inside.values():
        inlay.drop(path, columns=["b"], keys=keys_of(MASTERS))
    parts = read_by_spark(spark, MASTERS, list(inside.values()))
    assert [(row["a"], row["b"]) for row in parts.where("a = 250").collect()] == [
        (250, None)
    ] * len(inside)
    assert sorted(row["a"] for row in parts.collect()) == sorted([*range(ROWS)] * len(inside))


def test_the_page_says_what_spark_does(spark: SparkSession, kms: None) -> None:
    table = leave_out(find_table(PAGE.read_text(encoding="utf-8")), *PROGRAMS)
    assert table == write_table(SparkReader(spark)), (
        "python -m tests.verbs.crypt.reader_table writes it anew"
    )
    assert table.count("Spark") > 5
