"""What a user may get wrong, and odd things in directories: each a sentence that names the path, the column or the option.

Both data sources as Spark drives them - schema, reader, partitions, tasks -, but in this process: a job of Spark would
take seconds for each, and shows the same sentence below its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql.datasource import DataSource, InputPartition
from pyspark.sql.types import (
    ArrayType,
    BooleanType,
    DataType,
    DateType,
    IntegerType,
    LongType,
    StringType,
    StructType,
    YearMonthIntervalType,
)

from inlay_spark.footers.source import DefaultSource as Footers
from inlay_spark.rows.schema import select_columns
from inlay_spark.rows.source import DefaultSource as Rows
from inlay_spark.sources.option_names import ROWS, OptionError
from inlay_spark.sources.options import SourceOptions

TABLE: Final = pa.table({"x": [1, 2, 3], "y": ["a", "b", None], "l": [[1], [None], []]})
SOURCES: Final = (Rows, Footers)


def names(*fields: tuple[str, DataType], nullable: bool = True) -> StructType:
    made = StructType()
    for name, type_ in fields:
        made.add(name, type_, nullable)
    return made


def count(
    source: type[DataSource], path: object, schema: StructType | None = None, **options: str
) -> int:
    """The rows that there are."""
    if isinstance(path, list):
        options["paths"] = json.dumps(path)
    elif path is not None:
        options["path"] = str(path)
    made = source(options)
    found = made.schema() if schema is None else schema
    if isinstance(found, str):  # Spark's parser is in its JVM; any schema will do to count
        found = names(("path", StringType()))
    assert isinstance(found, StructType)
    reader = made.reader(found)
    parts: Any = reader.partitions() or [InputPartition(None)]
    batches: Any = [batch for part in parts for batch in reader.read(part)]
    return sum(batch.num_rows for batch in batches)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "plain" / "f 1.parquet"
    path.parent.mkdir()
    pq.write_table(TABLE, path)
    return path


ODD: Final = "größe 漢|100%|a%20b|a,b|a[b]|x{y,z}|q?|star*|semi;c|a=b|x.parquet".split("|")


@pytest.mark.parametrize("source", SOURCES)
def test_any_name_is_a_path(source: type[DataSource], file: Path, tmp_path: Path) -> None:
    one = count(source, file.parent)
    for name in ODD:
        (tmp_path / name).mkdir()
        (tmp_path / name / file.name).write_bytes(file.read_bytes())
        assert count(source, tmp_path / name) == one, name
        assert count(source, tmp_path / name / file.name) == one, name
    for uri in (f"file:{file}", f"file://{file}", f"file://localhost{file}"):
        assert count(source, uri) == one, uri
        assert count(source, uri.replace(" ", "%20")) == one, uri
    assert count(source, [str(tmp_path / "a,b"), str(tmp_path / "100%")]) == 2 * one
    assert count(source, tmp_path / "*" / "f *.parquet") == (len(ODD) + 1) * one


@pytest.mark.parametrize("source", SOURCES)
def test_what_lies_about_in_directories(source: type[DataSource], file: Path) -> None:
    """None of it is data, a link that leads back up and an empty file included."""
    folder = file.parent
    one = count(source, folder)
    (folder / "up").symlink_to(folder)
    for name in ("_SUCCESS", ".hidden.parquet", "_x.parquet", f".{file.name}.crc", "a._COPYING_"):
        (folder / name).write_bytes(b"x")
    (folder / "a-empty.parquet").touch()
    os.mkfifo(folder / "pipe.parquet")
    (folder / "nothing").mkdir()
    assert count(source, folder) == one


WRONG: Final[list[tuple[str | list[str] | None, dict[str, str], str]]] = [
    (None, {}, r"say what to read: \.load\(path\)"),
    ("", {}, "'' is not a path"),
    ("a\0b", {}, "is not a path"),
    ([], {}, "say what to read"),
    (None, {"paths": "/a,/b"}, "option paths is a list in JSON"),
    (None, {"paths": "[1]"}, "option paths is a list in JSON"),
    ("DIR/absent", {}, "No such file or directory: 'DIR/absent'"),
    ("DIR/absent*", {}, r"nothing matches: 'DIR/absent\*'"),
    ("DIR/plain/f 1.parquet/z", {}, "Not a directory: 'DIR/plain/f 1.parquet/z'"),
    ("foo://bar/x", {}, "Protocol not known: foo"),
    (["DIR", "s3://b/x"], {}, "several file systems: this machine's, s3"),
]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(("path", "options", "said"), WRONG)
def test_wrong_paths(
    source: type[DataSource],
    file: Path,
    tmp_path: Path,
    path: str | list[str] | None,
    options: dict[str, str],
    said: str,
) -> None:
    here = str(tmp_path)
    if path is not None:
        path = (
            path.replace("DIR", here)
            if isinstance(path, str)
            else [one.replace("DIR", here) for one in path]
        )
    with pytest.raises((ValueError, OSError), match=said.replace("DIR", here)) as caught:
        count(source, path, None, **options)
    # Spark shows all of the traceback: of ours there is one frame.
    assert [Path(str(one.path)).name for one in caught.traceback][2:] == ["input_errors.py"]


def test_wrong_files_are_named(file: Path) -> None:
    folder = file.parent
    cases: dict[str, tuple[Callable[[Path], object], str]] = {
        "broken": (lambda path: path.symlink_to("nowhere"), "No such file or directory"),
        "text": (lambda path: path.write_text("a,b\n1,2\n" * 9), "not a Parquet file"),
        "sparse": (lambda path: os.truncate(path, 2 << 30), "not a Parquet file"),
    }
    for name, (make, said) in cases.items():
        path = folder / f"{name}.parquet"
        if name == "sparse":
            path.touch()
        make(path)
        with pytest.raises(Exception, match=f"^{path}: {said}"):
            count(Rows, folder)
        with pytest.raises(Exception, match=f"^{path}: {said}"):
            count(Rows, path.parent, names(("x", LongType())))
        path.unlink()
    with pytest.raises(Exception, match="there is no file to take a schema from"):
        count(Rows, folder, pathGlobFilter="*.orc")


TYPES: Final = [
    (Rows, names(("x", DateType())), "FILE: column x is int64, and date32"),
    (Rows, names(("x", StructType())), "FILE: column x is int64, and struct"),
    (Rows, names(("p", DateType())), "FILE: the partition p is 'a', and date32"),
    (Rows, names(("y", StringType()), nullable=False), "FILE: column y has nulls, and the schema"),
    (Rows, names(("no", LongType()), nullable=False), "FILE: column no has nulls, and the schema"),
    (Rows, names(("l", ArrayType(LongType(), False))), "FILE: column l.element has nulls"),
    (Footers, names(("num_rows", DateType())), "column num_rows is int64, and date32"),
    (Footers, names(("p", BooleanType())), "column p is string, and bool is asked for"),
    (Footers, names(("etag", StringType()), nullable=False), "column etag has nulls, and the"),
]


@pytest.mark.parametrize(("source", "schema", "said"), TYPES)
def test_wrong_types_name_the_column(
    source: type[DataSource], schema: StructType, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "p=a" / "f.parquet"
    path.parent.mkdir()
    pq.write_table(TABLE, path)
    with pytest.raises(Exception, match=f"^{said.replace('FILE', str(path))}"):
        count(source, tmp_path, schema)


def test_a_schema_may_have_more_and_less(tmp_path: Path) -> None:
    path = tmp_path / "p=__HIVE_DEFAULT_PARTITION__" / "f.parquet"
    path.parent.mkdir()
    pq.write_table(TABLE, path)
    wanted = names(("nothing", IntegerType()), ("p", IntegerType()))
    assert count(Rows, tmp_path, wanted) == 3
    assert count(Footers, tmp_path, wanted) == 1


@pytest.mark.parametrize(
    ("columns", "said"),
    [("", "is empty"), ("path,path", "names a column twice"), ("codex", "no column 'codex'")],
)
def test_wrong_columns(file: Path, columns: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        count(Footers, file, columns=columns)


ODD_COLUMNS: Final = ["price", "a,b", "x.y", "", 'q"q', "Two", "two", '"price"']


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("price", ["price"]),
        ("PRICE", ["price"]),
        ('"a,b", price', ["a,b", "price"]),
        ('price ,"A,B"', ["price", "a,b"]),
        ('x.y,""', ["x.y", ""]),
        ('"x.y"', ["x.y"]),
        ('q"q', ['q"q']),
        ('"q""q"', ['q"q']),
        ('"price"', ['"price"']),  # a name of its own, and not the quotes
        ("Two", ["Two"]),
        ("two", ["two"]),
        ('"a,b",_file_name', ["a,b", "_file_name"]),
    ],
)
def test_columns_are_named_as_everywhere(text: str, chosen: list[str], tmp_path: Path) -> None:
    schema = names(*((name, LongType()) for name in ODD_COLUMNS))
    wanted = SourceOptions({"path": str(tmp_path), "columns": text}, ROWS).names("columns")
    assert select_columns(schema, wanted).names == chosen


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (["tWO"], "2 columns are called 'tWO', and Spark does not tell them apart: Two, two"),
        (["price", '"Price"', "PRICE"], "names a column twice"),
        (["a"], "there is no column 'a'"),
        (['"x"."y"'], "there is no column"),
        ([], "is empty"),
    ],
)
def test_names_of_no_column_and_of_several(wanted: list[str], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        select_columns(names(*((name, LongType()) for name in ODD_COLUMNS)), wanted)


def test_a_partition_is_named_as_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "a,b=1" / "f.parquet"
    path.parent.mkdir()
    pq.write_table(TABLE, path)
    schema = Footers({"path": str(tmp_path), "columns": 'path, "a,b"'}).schema()
    assert schema == "`path` string, `a,b` string"


SPARK_SCHEMA: Final = "org.apache.spark.sql.parquet.row.metadata"


def of_spark(path: Path, type_: object) -> Path:
    """A file with a column `x` that Spark, by its own metadata, has written as of this type."""
    field = {"name": "x", "type": type_, "nullable": True, "metadata": {}}
    schema = TABLE.schema.with_metadata(
        {SPARK_SCHEMA: json.dumps({"type": "struct", "fields": [field]})}
    )
    pq.write_table(TABLE.cast(schema), path)
    return path


def test_a_type_that_spark_takes_from_no_source_in_python(tmp_path: Path) -> None:
    """Where the schema is made, by the file or by the user: not in each task."""
    months = "interval year to month"
    array = {"type": "array", "elementType": months, "containsNull": True}
    for type_, column in ((months, "x"), (array, "x.element")):
        path = of_spark(tmp_path / "one.parquet", type_)
        with pytest.raises(Exception, match=f"^{path}: column {column} is {months}, which Spark"):
            Rows({"path": str(path)}).schema()
    with pytest.raises(Exception, match=f"^column x is {months}, which Spark takes from no"):
        Rows({"path": str(path)}).reader(names(("x", YearMonthIntervalType())))
    assert count(Rows, path, names(("x", LongType()))) == 3


def test_a_schema_of_sparks_that_this_one_does_not_understand(tmp_path: Path) -> None:
    """Then the columns speak for themselves, as in Spark."""
    path = of_spark(tmp_path / "one.parquet", "type of tomorrow")
    assert count(Rows, path) == 3


def test_a_column_of_nulls_alone_has_its_physical_type(tmp_path: Path) -> None:
    path = tmp_path / "one.parquet"
    pq.write_table(pa.table({"n": pa.nulls(2), "x": [1, 2]}), path)
    assert Rows({"path": str(path)}).schema() == names(("n", IntegerType()), ("x", LongType()))
    assert count(Rows, path) == 2
    assert count(Rows, path, names(("n", StringType()))) == 2


def test_both_sources_can_be_imported_on_older_sparks() -> None:
    """4.0 and 4.1 lack what streams are made of, and 4.0 filters."""
    program = (
        "import sys\n"
        "import pyspark.sql.datasource as there\n"
        "sys.modules['pyspark.sql.streaming.datasource'] = None\n"
        "for name in ('Filter', 'EqualTo', 'Not'): delattr(there, name)\n"
        "delattr(there.DataSourceReader, 'pushFilters')\n"
        "import pyspark_inlay, pyspark_parquet_footer\n"
        "from pyspark.sql.types import StructType\n"
        "for one in (pyspark_inlay, pyspark_parquet_footer):\n"
        "    reader = one.DefaultSource({'path': sys.argv[1]}).reader(StructType().add('path', 'string'))\n"
        "    print(len(reader.partitions()))\n"
    )
    command = [sys.executable, "-c", program, str(Path(__file__).parent)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr, found.stdout.split()[-1]) == (0, "", "1")
