"""What readers take a column of geometries for, and its coordinates: `python -m tests.readers.geometries` writes the table of `docs/geo.md`.

python -m tests.readers.geometries [--python SedonaDB=/path/to/python ...]

Each reader is asked in a process of its own, by its own interpreter where one is named. One that is not there keeps its row.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from tests.readers.place import PLACE

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "geo.md"
_CODE: Final = re.compile(r'"id"\s*:\s*\{\s*"authority"\s*:\s*"(\w+)"\s*,\s*"code"\s*:\s*"?(\w+)"?')
_FAILS: Final = "fails"


def name_crs(text: str) -> str:
    """The code of PROJJSON, which ends with it; else the text itself."""
    codes = _CODE.findall(text)
    return ":".join(codes[-1]) if codes and text.lstrip().startswith("{") else text


def describe(kind: str, crs: str | None) -> str:
    return f"{kind}, {name_crs(crs) if crs else 'no CRS'}"


def ask_pyarrow(path: str) -> str:
    """As it is when nobody has registered the types of geoarrow."""
    table = import_module("pyarrow.parquet").read_table(path)
    return "bytes" if isinstance(table["g"][0].as_py(), bytes) else ""


def ask_geopandas(path: str) -> str:
    crs = import_module("geopandas").read_parquet(path).crs
    return describe("geometry", None if crs is None else crs.to_json())


def ask_duckdb(path: str) -> str:
    duckdb: Any = import_module("duckdb")
    duckdb.sql(f"select g from '{path}'").fetchall()
    kind = duckdb.sql(f"describe select g from '{path}'").fetchall()[0][1]
    if not kind.startswith("GEOMETRY"):
        return "bytes"
    return describe("geometry", kind[len("GEOMETRY('") : -len("')")])


def ask_polars(path: str) -> str:
    return "bytes" if str(import_module("polars").read_parquet(path)["g"].dtype) == "Binary" else ""


def ask_datafusion(path: str) -> str:
    context = import_module("datafusion").SessionContext()
    (batch,) = context.read_parquet(path).collect()
    return "bytes" if "binary" in str(batch.schema.field("g").type) else ""


def ask_fastparquet(path: str) -> str:
    frame = import_module("fastparquet").ParquetFile(path).to_pandas()
    return "bytes" if isinstance(frame["g"][0], bytes) else ""


def ask_daft(path: str) -> str:
    (kind,) = {type(it) for it in import_module("daft").read_parquet(path).to_pydict()["g"]}
    return "bytes" if kind is bytes else ""


def ask_clickhouse(path: str) -> str:
    kind = str(import_module("chdb").query(f"select toTypeName(g) from file('{path}')", "TSV"))
    return describe(kind.split(maxsplit=1)[0].strip(), None)


def ask_sedona(path: str) -> str:
    frame = import_module("sedonadb").connect().read_parquet(path)
    frame.count()
    (crs,) = re.findall(r"g: geometry<\w+(?:\((.*)\))?>", str(frame.schema))
    return describe("geometry", crs.upper() or None)


def ask_spark(path: str) -> str:
    builder: Any = import_module("pyspark.sql").SparkSession.builder
    session = (
        builder.master("local[1]").config("spark.sql.geospatial.enabled", "true").getOrCreate()
    )
    frame = session.read.parquet(path)
    frame.selectExpr("count(g)").collect()
    kind = frame.schema["g"].dataType.simpleString()
    if kind == "binary":
        return "bytes"
    name, _, crs = kind.rstrip(")").partition("(")
    return describe(name, crs)


READERS: Final[Mapping[str, tuple[str, Callable[[str], str]]]] = {
    "pyarrow": ("pyarrow", ask_pyarrow),
    "GeoPandas": ("geopandas", ask_geopandas),
    "SedonaDB": ("sedonadb", ask_sedona),
    "DuckDB": ("duckdb", ask_duckdb),
    "Spark": ("pyspark", ask_spark),
    "ClickHouse": ("chdb", ask_clickhouse),
    "DataFusion": ("datafusion", ask_datafusion),
    "Daft": ("daft", ask_daft),
    "fastparquet": ("fastparquet", ask_fastparquet),
    "Polars": ("polars", ask_polars),
}
"""With the package whose version is shown."""


def write_files(folder: Path) -> dict[str, Path]:
    """Two points each, in Lambert-93 but for the first; by the title of their column."""
    from tests.readers.geometry_files import build_files

    files: dict[str, Path] = {}
    for number, (title, data) in enumerate(build_files().items()):
        files[title] = folder / f"{number}.parquet"
        files[title].write_bytes(data)
    return files


def ask(reader: str, paths: Sequence[str]) -> list[str]:
    """In this process: the version, then a word for each file."""
    from importlib.metadata import version

    package, question = READERS[reader]
    import_module(package)  # what cannot be imported is not there, which is no answer
    answers = [version(package)]
    for path in paths:
        try:
            answers.append(question(path) or "another type")
        except Exception:  # each has its own
            answers.append(_FAILS)
    return answers


def ask_elsewhere(reader: str, python: str, paths: Sequence[str]) -> list[str] | None:
    """In a process of its own; None where the reader is not there."""
    words = [python, "-m", "tests.readers.geometries", "--ask", reader, *paths]
    path = os.pathsep.join(map(str, (ROOT, PLACE / "python")))
    environment = {**os.environ, "PYTHONPATH": path}
    run = subprocess.run(
        words, capture_output=True, text=True, check=False, cwd=ROOT, env=environment
    )
    lines = run.stdout.splitlines()
    answers: list[str] | None = json.loads(lines[-1]) if run.returncode == 0 and lines else None
    return answers


def find_row(page: str, reader: str) -> str | None:
    """What the page has of a reader, whatever its version."""
    return next((it for it in page.splitlines() if re.match(rf"\| {reader} \d", it)), None)


def render_row(reader: str, answers: Sequence[str]) -> str:
    return f"| {reader} {answers[0]} | {' | '.join(answers[1:])} |"


def put_rows(page: str, titles: Sequence[str], rows: Sequence[str]) -> str:
    """The page, with this table in place of the one that it has."""
    table = [f"| reader | {' | '.join(titles)} |", f"|---|{'---|' * len(titles)}", *rows]
    start = page.index("| reader |")
    end = page.index("\n\n", start) if "\n\n" in page[start:] else len(page.rstrip())
    return page[:start] + "\n".join(table) + page[end:]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.readers.geometries", description=__doc__)
    parser.add_argument("--python", action="append", default=[], metavar="READER=PYTHON")
    parser.add_argument("--ask", nargs="+", metavar="READER")
    asked = parser.parse_args(arguments)
    if asked.ask:
        print(json.dumps(ask(asked.ask[0], asked.ask[1:])))
        return 0
    pythons = dict(it.split("=", 1) for it in asked.python)
    page = PAGE.read_text(encoding="utf-8")
    rows: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        files = write_files(Path(folder))
        for reader in READERS:
            python = pythons.get(reader, sys.executable)
            answers = ask_elsewhere(reader, python, list(map(str, files.values())))
            if answers is not None:
                rows.append(render_row(reader, answers))
            elif (row := find_row(page, reader)) is not None:
                rows.append(row)
            print(rows[-1] if answers else f"{reader}: not there", flush=True)
        PAGE.write_text(put_rows(page, list(files), rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
