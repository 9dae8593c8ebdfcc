"""`read_table` of some columns goes through the index, and gives what it gives without one, whatever the index says."""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.footers.footer import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.footers.index import CannotIndexError
from inlay.footers.index.pointer import IndexVersion
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.excerpt import cut_columns
from inlay_runtime.errors import InlayError
from parquet_format.parquet import FileMetaData
from tests.footers.designs.files import nested_file
from tests.footers.index.lying import Lie, with_lie
from tests.footers.index.test_files import indexed, pointing
from tests.footers.index.test_lies import REFUSED, STALE
from tests.generated.parquet_files import parquet_paths
from tests.support.calls import count_calls_once
from tests.support.corpora import HUGE


def written(table: pa.Table, **options: Any) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file, **options)
    return file.getvalue()


class Refusal(NamedTuple):
    type: type[Exception]
    said: str


def outcome(file: bytes, columns: Sequence[str]) -> object:
    """The rows, or the error. NaN equals nothing, so rows are compared as text as well."""
    try:
        table = inlay.read_table(io.BytesIO(file), columns=columns)
    except (InlayError, ValueError, OSError, pa.ArrowException) as error:
        return Refusal(type(error), str(error))
    return table.schema.to_string(show_schema_metadata=True), table.schema, str(table)


def names_in(file: bytes) -> list[str]:
    return [".".join(leaf.path) for leaf in SchemaTree(read_footer(file).metadata.schema).leaves]


def assert_same(file: bytes, other: bytes) -> Counter[bool]:
    """Every column alone, in pairs, and one that is not there; how often the index was used."""
    names = names_in(file)
    asked = [[name] for name in names] + [[name.split(".")[0]] for name in names if "." in name]
    asked += [list(pair) for pair in zip(names, reversed(names), strict=True)]
    asked += [["no such column"], [names[0] + ".no"], []]
    uses = Counter[bool]()
    for columns in asked:
        assert outcome(other, columns) == outcome(file, columns), columns
        uses[cut_columns(read_footer(other), columns) is not None] += 1
    return uses


@pytest.mark.needs("native core")
def test_some_columns_cost_these_columns() -> None:
    table = pa.table({f"column_{at}": [at, at + 1] for at in range(500)})
    file = indexed(written(table, row_group_size=1))
    footer = read_footer(file)
    excerpt = cut_columns(footer, ["column_77", "column_301"])
    assert excerpt is not None
    assert len(excerpt) * 50 < len(footer.data)
    metadata = FileMetaData.decode(excerpt)
    assert [element.name for element in metadata.schema[1:]] == ["column_77", "column_301"]
    whole = footer.metadata
    for group, cut in zip(whole.row_groups, metadata.row_groups, strict=True):
        assert cut.columns == [group.columns[77], group.columns[301]]
        assert (cut.num_rows, cut.total_byte_size) == (1, group.total_byte_size)
    assert (metadata.num_rows, metadata.created_by) == (whole.num_rows, whole.created_by)
    assert len(metadata.column_orders or ()) == 2
    rows = inlay.read_table(file, columns=["column_301", "column_77"], row_groups=[1])
    assert rows.to_pydict() == {"column_301": [302], "column_77": [78]}


@pytest.mark.needs("native core")
def test_a_nested_file_is_read_the_same() -> None:
    uses = assert_same(nested_file(), indexed(nested_file()))
    assert uses[True] > 10


def test_types_that_only_arrow_knows_stay() -> None:
    texts = pa.array(["x", "y"]).dictionary_encode()
    columns = {
        "texts": texts,
        "when": pa.array([1, 2], pa.timestamp("ns", "Europe/Paris")),
        "span": pa.array([1, 2], pa.duration("s")),
        "large": pa.array(["a", "b"], pa.large_string()),
        "list": pa.array([[1], []], pa.large_list(pa.int8())),
    }
    table = pa.table({**columns, "rest": [1, 2]}).replace_schema_metadata({"a": "b"})
    file = written(table)
    uses = assert_same(file, indexed(file))
    assert uses[True] > 5
    read = inlay.read_table(io.BytesIO(indexed(file)), columns=["span", "texts"])
    assert read.schema.equals(table.select(["span", "texts"]).schema, check_metadata=True)


@pytest.mark.parametrize("lie", [*REFUSED, *STALE])
def test_a_lie_changes_nothing_that_is_read(lie: Lie) -> None:
    file = nested_file(2)
    assert_same(file, with_lie(indexed(file), lie))


def test_damage_of_an_index_changes_nothing_that_is_read() -> None:
    """Bytes of the offsets are hit more often than all others, for these are what is believed."""
    file = written(pa.table({f"column_{at}": [at, at + 1] for at in range(12)}), row_group_size=1)
    names = names_in(file)
    expected = {name: outcome(file, [name]) for name in names}
    draw = random.Random(25)

    def damage(index: Any) -> None:
        offsets = bytearray(index.column_chunk_offsets)
        for _ in range(draw.choice((1, 2, 6))):
            at = draw.randrange(len(offsets))
            offsets[at] = draw.choice((draw.randrange(256), offsets[at] ^ 1, offsets[at - 2]))
        index.column_chunk_offsets = bytes(offsets)

    uses = Counter[bool]()
    for _ in range(150):
        damaged = with_lie(indexed(file), damage)
        name = draw.choice(names)
        assert outcome(damaged, [name]) == expected[name]
        uses[cut_columns(read_footer(damaged), [name]) is not None] += 1
    assert uses[False] > 50, uses


@pytest.mark.parametrize("names", [["x", "x", "y", "z"], ["a.b", "a", "y", "z"]])
def test_twins_and_dots_are_read_as_before(names: list[str]) -> None:
    """An index that leaves a twin out would lead to the other one alone."""
    columns = [
        pa.array([{"b": at}]) if name == "a" else pa.array([at]) for at, name in enumerate(names)
    ]
    file = written(pa.Table.from_arrays(columns, names=names))
    uses = assert_same(file, indexed(file))
    assert cut_columns(read_footer(indexed(file)), ["x" if "x" in names else "a"]) is None
    assert uses[False] > 3


@pytest.mark.parametrize("version", IndexVersion)
def test_batches_and_pointers_of_field_10(version: IndexVersion, tmp_path: Path) -> None:
    table = pa.table({f"column_{at}": list(range(10)) for at in range(40)})
    path = tmp_path / "a.parquet"
    path.write_bytes(pointing(written(table, row_group_size=4), version))
    read = inlay.iter_batches(path, columns=["column_5"], batch_size=3).read_all()
    assert read.equals(table.select(["column_5"]))


@pytest.mark.parametrize("steps", [["add"], ["add", "promote"], ["add", "promote", "finalize"]])
def test_every_form_is_read_the_same(steps: list[str], tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(nested_file(2))
    assert run(["footer", "index", "add", str(path)]) == 0
    for step in steps:
        assert run(["footer", step, str(path)]) == 0
    assert_same(nested_file(2), path.read_bytes())


def test_a_column_with_a_new_encoding_is_read_as_before(tmp_path: Path) -> None:
    table = pa.table({f"column_{at}": [1.5, 2.5] * 500 for at in range(8)})
    path = tmp_path / "a.parquet"
    path.write_bytes(written(table))
    assert run(["encoding", "add", str(path), "--columns", "column_3"]) == 0
    assert run(["footer", "index", "add", str(path)]) == 0
    for name in ("column_3", "column_4"):
        assert inlay.read_table(path, columns=[name]).equals(table.select([name]))


@pytest.mark.needs("native core")
def test_public_files_are_read_the_same(parquet_testing: Path) -> None:
    uses = Counter[bool]()
    for path in parquet_paths(parquet_testing):
        if path.name == HUGE:
            continue
        data = path.read_bytes()
        try:
            other = indexed(data)
            names = names_in(data)
        except (InlayError, CannotIndexError):
            continue
        for name in names[:4]:
            ours, plain = outcome(other, [name]), outcome(data, [name])
            if isinstance(plain, Refusal) and issubclass(plain.type, OSError):
                assert isinstance(ours, Refusal), (path, name)
                ours = Refusal(ours.type, plain.said)  # pyarrow may meet another part of it first
            assert ours == plain, (path, name)
            uses[cut_columns(read_footer(other), [name]) is not None] += 1
    assert uses[True] > 50, uses


def test_a_footer_that_is_damaged_behind_the_chunks_is_read_as_a_whole() -> None:
    file = indexed(nested_file())
    footer = read_footer(file)
    data = footer.data
    at = data.rindex(b"parquet-cpp") - 2
    damaged = data[:at] + b"\xff" + data[at + 1 :]
    assert cut_columns(read_footer(file[: footer.offset] + tail_of(damaged)), ["id"]) is None


@pytest.mark.needs("native core")
def test_twice_the_columns_that_are_asked_for_are_twice_the_calls() -> None:
    def count(columns: int) -> int:
        names = [f"c{number}" for number in range(columns)]
        file = indexed(written(pa.table({name: [1] for name in names})))
        footer = read_footer(io.BytesIO(file))
        cut: list[bytes | None] = []
        calls = count_calls_once(lambda: cut.append(cut_columns(footer, names[::2])))
        assert cut[0] is not None
        return calls

    count(10)  # what is imported on first need
    assert count(400) <= 2.2 * count(200)
