"""An independent decoder reads the same values from the same bytes, and each reads what the other writes."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from inlay_runtime.enums import WireEnum
from inlay_runtime.schema import ListOf, SetOf, UnionSchema
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from inlay_runtime.text import bytes_of, is_utf8
from inlay_runtime.union import UnknownVariant
from parquet_format import parquet
from tests.conftest import ROOT
from tests.generated.parquet_files import Part, footer, indexes, page_headers, parquet_paths
from tests.runtime import wire
from tests.runtime.values import Random

SECONDS = 100


def ask(parts: Sequence[Part]) -> list[dict[str, Any]]:
    """The oracle's answers, from a child process with a time limit."""
    requests = "".join(
        json.dumps({"cls": part.cls.__name__, "data": part.data.hex()}) + "\n" for part in parts
    )
    script = Path(__file__).with_name("thriftpy2_oracle.py")
    done = subprocess.run(
        [sys.executable, str(script), str(ROOT / "idl" / "parquet.thrift")],
        input=requests,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(parts)
    return answers


def plain(value: Any, type_: Any) -> Any:
    """The form in which the oracle answers, made from the schema tables."""
    match type_:
        case ListOf(element=element) | SetOf(element=element):
            return [plain(item, element) for item in value]
        case UnionSchema():
            if isinstance(value, UnknownVariant):
                return {}
            (field,) = [f for f in type_.fields if type(value) is f.type]
            return {field.name: plain(value, field.type)}
        case type() if issubclass(type_, WireEnum):
            return int(value)
        case type() if issubclass(type_, UnionTag):
            return {} if value.is_unknown else {value.name: {}}
        case type() if issubclass(type_, Struct):
            fields = [(f.name, getattr(value, f.attribute), f.type) for f in type_.SCHEMA.fields]
            return {name: plain(item, inner) for name, item, inner in fields if item is not None}
    if isinstance(value, str) and not is_utf8(value):
        value = bytes_of(value)  # as thriftpy2 has it
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    return {"double": value.hex()} if isinstance(value, float) else value


def check(parts: Sequence[Part]) -> int:
    """Holds both decoders against each other; returns how many agreed over the bytes of both sides."""
    agreed = 0
    for part, answer in zip(parts, ask(parts), strict=True):
        assert "error" not in answer, f"{part.name}: {answer}"
        value = part.cls.decode(part.data)
        assert plain(value, part.cls) == answer["value"], part.name
        if has_unknown_variant(value):
            continue  # thriftpy2 keeps none, and writes a union without one
        theirs = part.cls.decode(bytes.fromhex(answer["data"]))
        assert plain(theirs, part.cls) == answer["value"], part.name
        agreed += 1
    return agreed


def has_unknown_variant(value: object) -> bool:
    if isinstance(value, UnknownVariant) or (isinstance(value, UnionTag) and value.is_unknown):
        return True
    if isinstance(value, Struct):
        return any(has_unknown_variant(getattr(value, f.attribute)) for f in value.SCHEMA.fields)
    return isinstance(value, list) and any(map(has_unknown_variant, value))


@pytest.fixture(scope="module")
def corpus(parquet_testing: Path) -> list[Part]:
    found: list[Part] = []
    for path in parquet_paths(parquet_testing):
        data = path.read_bytes()
        name = str(path.relative_to(parquet_testing))
        bad = path.parent.name == "bad_data"
        its_parts = [footer(data), *([] if bad else [*indexes(data), *page_headers(data)])]
        found += [part._replace(name=f"{name} {part.name}") for part in its_parts]
    return found


def test_all_structs_of_real_files(corpus: list[Part], capsys: pytest.CaptureFixture[str]) -> None:
    agreed = check(corpus)
    with capsys.disabled():
        print(f"\n  thriftpy2 agrees on {agreed} of {len(corpus)} structs of real files")
    assert agreed > 0.98 * len(corpus)
    assert len(corpus) > 2_000


NAMES = ["FileMetaData", "RowGroup", "ColumnMetaData", "SchemaElement", "PageHeader", "ColumnIndex", "OffsetIndex", "FileCryptoMetaData", "ColumnChunk", "GeospatialStatistics"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_random_values_written_here_are_read_there(name: str) -> None:
    source = Random(random.Random(f"interop {name}"), parquet, depth=10)
    source.unknown_types.remove(wire.UUID)  # which thriftpy2 does not know
    cls = getattr(parquet, name)
    count = 6 if name == "FileMetaData" else 40
    values = [source.struct(cls) for _ in range(count)]
    agreed = check([Part(f"value {at}", cls, value.encode()) for at, value in enumerate(values)])
    assert agreed >= count // 3


def test_both_default_what_is_absent() -> None:
    header = parquet.DataPageHeaderV2(
        num_values=1,
        num_nulls=0,
        num_rows=1,
        encoding=parquet.Encoding.PLAIN,
        definition_levels_byte_length=0,
        repetition_levels_byte_length=0,
    )
    assert check([Part("absent default", parquet.DataPageHeaderV2, header.encode())]) == 1
