"""Lists of footers, damaged ones among them, and footers that are not Thrift."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.footers.conversion import v0, v1
from inlay.footers.conversion.errors import ConversionError
from inlay.footers.designs.flatbuffers.final import end_in_final
from inlay.footers.footer.read import read_footer
from inlay.tables.columnar.schemas import PROBLEMS, TABLES
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import FileMetaData
from tests.generated.damage import KINDS, made, out_of_range
from tests.support.examples import examples

ALL: Mapping[str, None] = dict.fromkeys(TABLES)


def rows(tables: Mapping[str, Any], footer: int) -> Any:
    """What the tables say of one footer, as if it had been the only one."""
    found = {}
    for name, table in tables.items():
        mine = [row for row in table.to_pylist() if row["footer"] == footer]
        found[name] = [{key: row[key] for key in row if key != "footer"} for row in mine]
    return found


def test_many_say_what_each_says_alone(core: str, footers: Mapping[str, bytes]) -> None:
    data = list(footers.values())
    together = inlay.footer_tables(data, ALL)
    for at in random.Random(3).sample(range(len(data)), min(12, len(data))):
        alone = inlay.footer_tables(data[at], ALL)
        assert repr(rows(together, at)) == repr(
            {name: table.to_pylist() for name, table in alone.items()}
        )


def test_both_cores_make_the_same_tables(
    footers: Mapping[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for pure in ("0", "1"):
        monkeypatch.setenv("INLAY_PURE", pure)
        tables = inlay.footer_tables([*footers.values(), b"\x15"], ALL, problems=[])
        found.append({name: repr(table.to_pylist()) for name, table in tables.items()})
    assert found[0] == found[1]


def test_damaged_footers_become_problems(core: str) -> None:
    good, short = made(), made()[:60]
    odd = out_of_range(good)
    problems: list[inlay.Problem] = []
    tables = inlay.footer_tables([short, good, odd, b"", good], ALL, problems=problems)
    for at, data in ((0, short), (2, odd), (3, b"")):
        with pytest.raises(DecodeError) as raised:
            FileMetaData.decode(data)
        problem = next(problem for problem in problems if problem.footer == at)
        assert problem[2:] == (raised.value.offset, raised.value.path, str(raised.value))
    assert [problem.error_id for problem in problems] == ["truncated", "invalid-value", "truncated"]
    assert tables["files"].column("footer").to_pylist() == [1, 4]
    assert rows(tables, 1) == rows(tables, 4)
    assert {row["footer"] for row in tables["column_chunks"].to_pylist()} == {1, 4}
    table = inlay.problem_table(problems)
    assert table.schema == PROBLEMS
    assert [tuple(row.values()) for row in table.to_pylist()] == problems


def test_without_a_place_for_problems_the_first_one_raises(core: str) -> None:
    with pytest.raises(DecodeError, match="at offset 60"):
        inlay.chunk_table([made(), made()[:60], b""])
    with pytest.raises(DecodeError, match="at offset 60"):
        inlay.file_table(made()[:60])


def test_one_damaged_footer_gives_a_table_without_rows(core: str) -> None:
    problems: list[inlay.Problem] = []
    assert inlay.chunk_table(made()[:60], problems=problems).num_rows == 0
    assert [problem.footer for problem in problems] == [0]


@pytest.mark.parametrize("kind", KINDS)
def test_every_damage_is_a_row_or_a_problem_just_as_decode_has_it(core: str, kind: str) -> None:
    chosen = random.Random(5).sample(list(KINDS[kind](made())), 150)
    problems: list[inlay.Problem] = []
    table = inlay.file_table(chosen, ["version"], problems=problems)
    refused = {}
    for at, data in enumerate(chosen):
        try:
            FileMetaData.decode(data)
        except DecodeError as error:
            refused[at] = (error.offset, error.path, str(error))
    assert {problem.footer: problem[2:] for problem in problems} == refused
    assert set(table.column("footer").to_pylist()) == set(range(len(chosen))) - set(refused)


@examples(60)
@given(
    data=st.lists(
        st.one_of(
            st.just(made()), st.binary(max_size=40), st.integers(0, 700).map(lambda n: made()[:n])
        ),
        max_size=6,
    )
)
def test_arbitrary_lists_never_fail(data: list[bytes]) -> None:
    problems: list[inlay.Problem] = []
    tables = inlay.footer_tables(data, ALL, problems=problems)
    assert tables["files"].num_rows + len(problems) == len(data)
    for table in tables.values():
        table.validate(full=True)


def test_footers_in_flatbuffers_say_what_the_thrift_said(core: str, tmp_path: Path) -> None:
    data = made()
    first, latest = v0.to_flatbuffers(data), v1.to_flatbuffers(data)
    final = tmp_path / "final.parquet"
    final.write_bytes(b"PAR1" + bytes(50) + end_in_final(latest.encode()))
    plain = tmp_path / "plain.parquet"
    plain.write_bytes(b"PAR1" + data + len(data).to_bytes(4, "little") + b"PAR1")
    given_: list[Any] = [
        data,
        first,
        latest,
        read_footer(final),
        read_footer(plain),
        bytearray(data),
    ]
    tables = inlay.footer_tables(given_, ALL)
    for at in range(1, len(given_)):
        assert rows(tables, at) == rows(tables, 0), at
    assert inlay.chunk_table(latest) == inlay.chunk_table(data)


def test_a_flatbuffer_that_stands_for_no_thrift_is_a_problem(core: str) -> None:
    flat = v1.to_flatbuffers(made())
    assert flat.schema
    flat.schema[1].name = None
    problems: list[inlay.Problem] = []
    table = inlay.file_table([made(), flat, b""], ["footer"], problems=problems)
    assert table.column("footer").to_pylist() == [0]
    assert [(problem.footer, problem.error_id) for problem in problems] == [
        (1, "conversion"), (2, "truncated"),
    ]  # fmt: skip
    assert (problems[0].offset, problems[0].path) == (None, "schema[1].name")
    with pytest.raises(ConversionError):
        inlay.file_table(flat)


def test_what_is_no_footer_at_all_is_a_type_error() -> None:
    wrong: Any = [made(), 7]
    with pytest.raises(TypeError, match="no footer: int"):
        inlay.file_table(wrong)
