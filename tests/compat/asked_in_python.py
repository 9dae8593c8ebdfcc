"""Readers that Python imports."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from tests.compat.asking import AskedReader, GivingArrow
from tests.compat.counted import PROTOCOL, CountedFile, CountedFiles


class PyArrow(GivingArrow):
    def start(self) -> None:
        self.parquet: Any = importlib.import_module("pyarrow.parquet")
        self.arrow: Any = importlib.import_module("pyarrow")
        self.compute: Any = importlib.import_module("pyarrow.compute")

    def table(self, path: str, name: str) -> Any:
        with self.parquet.ParquetFile(path) as file:
            ordinal = file.schema_arrow.get_all_field_indices(name)[0]
            prefix = file.schema_arrow.field(ordinal).name
            leaves = [
                column.path
                for column in map(file.schema.column, range(len(file.schema)))
                if column.path == prefix or column.path.startswith(f"{prefix}.")
            ]
            return file.read(columns=leaves)

    def count(self, path: str, name: str) -> tuple[int, int]:
        whole = self.table(path, name)
        first = self.arrow.scalar(whole[name][0].as_py(), whole.schema.field(name).type)
        condition = self.compute.field(name) == first
        found = self.parquet.read_table(path, columns=[name], filters=condition)
        return len(found), len(whole.filter(condition))

    def fetched(self, path: str, name: str, value: float) -> int:
        with CountedFile(path) as file:
            condition = self.compute.field(name) == value
            rows = self.parquet.read_table(self.arrow.PythonFile(file, "r"), filters=condition)
            assert len(rows) == 1
            return file.fetched


class DuckDB(GivingArrow):
    def start(self) -> None:
        self.database: Any = importlib.import_module("duckdb").connect()
        self.database.execute("set threads = 1; set TimeZone = 'UTC'")

    def table(self, path: str, name: str) -> Any:
        """The first column that it gives for a name; no name in its SQL is empty."""
        wanted = f'"{name}"' if name else "*"
        asked = self.database.execute(f"select {wanted} from read_parquet(?)", [path])
        give = getattr(asked, "to_arrow_table", None) or asked.fetch_arrow_table
        return give().select([0]).rename_columns([name])

    def count(self, path: str, name: str) -> tuple[int, int]:
        """Geometries are not equal: their boxes meet."""
        source = f"read_parquet('{path}')"
        kind = f'(select typeof("{name}") from {source} limit 1)'
        ((type_,),) = self.database.execute(f"select {kind}").fetchall()
        if type_ == "GEOMETRY":
            as_text = f'select cast("{name}" as varchar) from {source} limit 1'
            ((first,),) = self.database.execute(as_text).fetchall()
        else:
            first = self.column(path, name)[0]
        operator = "&&" if type_ == "GEOMETRY" else "="
        is_equal = f"\"{name}\" {operator} cast('{first}' as {type_})"
        found = self.database.execute(f"select count(*) from {source} where {is_equal}").fetchall()
        # Materialised: a filter on what is in memory leaves nothing out.
        self.database.execute(f'create or replace temp table t as select "{name}" from {source}')
        there = self.database.execute(f"select count(*) from t where {is_equal}").fetchall()
        return found[0][0], there[0][0]

    def fetched(self, path: str, name: str, value: float) -> int:
        """By a database of its own: some versions keep what they have fetched."""
        files = CountedFiles()
        with importlib.import_module("duckdb").connect() as database:
            database.register_filesystem(files)
            source = f"read_parquet('{PROTOCOL}://{path}')"
            asked = f'select * from {source} where "{name}" = {value!r}'
            assert len(database.execute(asked).fetchall()) == 1
        return sum(file.fetched for file in files.files)


class Polars(AskedReader):
    def start(self) -> None:
        self.polars: Any = importlib.import_module("polars")

    def column(self, path: str, name: str) -> Sequence[Any]:
        values: list[Any] = self.polars.read_parquet(path, columns=[name], glob=False)[
            name
        ].to_list()
        return values

    def count(self, path: str, name: str) -> tuple[int, int]:
        whole = self.polars.read_parquet(path, columns=[name], glob=False)
        first = self.polars.lit(whole[name][0], dtype=whole[name].dtype)
        condition = self.polars.col(name) == first
        found = self.polars.scan_parquet(path, glob=False).filter(condition).select(name).collect()
        return len(found), len(whole.filter(condition))


class DataFusion(GivingArrow):
    def start(self) -> None:
        self.datafusion: Any = importlib.import_module("datafusion")

    def table(self, path: str, name: str) -> Any:
        self._register(path)
        return self.context.sql(f'select "{name}" from t').to_arrow_table()

    def count(self, path: str, name: str) -> tuple[int, int]:
        table = self.table(path, name)
        first = table[name][0].as_py()
        literal = f"arrow_cast('{first}', arrow_typeof(\"{name}\"))"
        where = f'"{name}" = {literal}'
        found = self.context.sql(f"select count(*) n from t where {where}").to_pydict()["n"][0]
        there = self.context.sql(f"select count(*) filter (where {where}) n, count(*) m from t")
        return found, there.to_pydict()["n"][0]

    def _register(self, path: str) -> None:
        config = self.datafusion.SessionConfig().with_target_partitions(1)
        self.context: Any = self.datafusion.SessionContext(config)
        self.context.register_parquet("t", path)


class FastParquet(AskedReader):
    spoils_memory = True

    def start(self) -> None:
        self.fastparquet: Any = importlib.import_module("fastparquet")
        self.pandas: Any = importlib.import_module("pandas")

    def column(self, path: str, name: str) -> Sequence[Any]:
        file = self.fastparquet.ParquetFile(path)
        fields = [field for field in file.columns if field.startswith(f"{name}.")]
        if fields:  # of a struct, each a column
            rows = file.to_pandas(fields).to_dict(orient="records")
            return [{key[len(name) + 1 :]: it for key, it in row.items()} for row in rows]
        frame = file.to_pandas([name])
        return [None if self._is_absent(value) else value for value in frame[name].tolist()]

    def count(self, path: str, name: str) -> tuple[int, int]:
        """It leaves out row groups; their rows are compared here."""
        file = self.fastparquet.ParquetFile(path)
        first = file.to_pandas([name])[name][0]
        found = file.to_pandas([name], filters=[(name, "==", first)])[name]
        return int((found == first).sum()), int((file.to_pandas([name])[name] == first).sum())

    def _is_absent(self, value: object) -> bool:
        return self.pandas.isna(value) is True


class ClickHouse(GivingArrow):
    is_text = 1

    def start(self) -> None:
        self.chdb: Any = importlib.import_module("chdb")

    def table(self, path: str, name: str) -> Any:
        arrow: Any = importlib.import_module("pyarrow")
        data = self._ask(f"select `{name}`", path, "ArrowStream").bytes()
        return arrow.ipc.open_stream(data).read_all()

    def column(self, path: str, name: str) -> Sequence[Any]:
        """Its strings may be any bytes."""
        try:
            return super().column(path, name)
        except UnicodeDecodeError:
            self.is_text = 0
            try:
                return super().column(path, name)
            finally:
                self.is_text = 1

    def count(self, path: str, name: str) -> tuple[int, int]:
        first = self.column(path, name)[0]
        literal = f"'{first}'" if not isinstance(first, int | float) else repr(first)
        found = str(self._ask("select count(*)", path, "CSV", f"where `{name}` = {literal}"))
        there = str(self._ask(f"select countIf(`{name}` = {literal})", path, "CSV"))
        return int(found), int(there)

    def _ask(self, verb: str, path: str, format: str, where: str = "") -> Any:
        settings = (
            "settings max_threads = 1, input_format_parquet_preserve_order = 1, "
            f"output_format_arrow_string_as_string = {self.is_text}, session_timezone = 'UTC'"
        )
        return self.chdb.query(f"{verb} from file('{path}', Parquet) {where} {settings}", format)


class Daft(AskedReader):
    def start(self) -> None:
        self.daft: Any = importlib.import_module("daft")

    def column(self, path: str, name: str) -> Sequence[Any]:
        frame = self.daft.read_parquet(path).select(self.daft.col(name))
        values: list[Any] = frame.to_pydict()[name]
        return values

    def count(self, path: str, name: str) -> tuple[int, int]:
        column = self.daft.col(name)
        values = self.column(path, name)
        first = self.daft.lit(values[0])
        found = self.daft.read_parquet(path).where(column == first).select(column).to_pydict()
        there = self.daft.read_parquet(path).select((column == first).alias("x")).to_pydict()
        return len(found[name]), sum(it is True for it in there["x"])


class Arro3(GivingArrow):
    """It knows no columns: what it cannot read of one it cannot read at all."""

    def start(self) -> None:
        self.io: Any = importlib.import_module("arro3.io")

    def table(self, path: str, name: str) -> Any:
        make: Any = importlib.import_module("pyarrow").table
        return make(self.io.read_parquet(path).read_all()).select([name])
