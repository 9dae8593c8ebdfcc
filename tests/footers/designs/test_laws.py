"""Every question to every design is answered as the walk answers it, and the walk as the decoded footer says."""

from __future__ import annotations

import io
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.designs import FooterContents, NotCarriedError
from inlay.footers.designs.equality import DIFFERENT, EQUAL, compare_answers
from inlay.ground.schema.names import ColumnNameError
from inlay.ground.schema.tree import SchemaTree
from inlay_runtime.errors import InlayError
from tests.footers.conversion.random_footers import Footers
from tests.footers.designs import model
from tests.footers.designs.files import (
    DESIGNS,
    contents_in,
    corpus_files,
    lay_out,
    nested_file,
    walked,
)
from tests.support.examples import TIMES

CORES = {"pure": "1", "native": "0"}


@pytest.fixture(params=CORES)
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("INLAY_PURE", CORES[request.param])
    return str(request.param)


@cache
def random_contents(seed: int) -> FooterContents:
    """The same for every design."""
    metadata = Footers(random.Random(seed), oddity=0.02 * (seed % 3)).footer()
    return FooterContents(metadata.encode())


def differences(name: str, file: bytes, contents: FooterContents) -> list[str] | None:
    """The questions that a design answers otherwise; None for a file that it refuses."""
    laid_out = lay_out(DESIGNS[name], file, contents)
    if laid_out is None:
        return None
    answers = compare_answers(laid_out.open(DESIGNS[name]), walked(file, contents))
    return [question for question, verdict in answers.items() if verdict == DIFFERENT]


@pytest.mark.parametrize("name", DESIGNS)
def test_a_design_answers_as_the_walk_does(name: str, core: str) -> None:
    for row_groups in (0, 1, 3):
        file = nested_file(row_groups)
        contents = contents_in(file)
        laid_out = lay_out(DESIGNS[name], file, contents)
        assert laid_out is not None
        answers = compare_answers(laid_out.open(DESIGNS[name]), walked(file, contents))
        assert set(answers.values()) == {EQUAL}, answers


@pytest.mark.parametrize("name", DESIGNS)
def test_a_design_answers_as_the_walk_does_on_public_files(
    name: str, parquet_testing: Path
) -> None:
    files = corpus_files(parquet_testing)
    assert len(files) > 50
    wrong = {file: differences(name, data, contents) for file, data, contents in files}
    assert {file: questions for file, questions in wrong.items() if questions} == {}


@pytest.mark.parametrize("name", DESIGNS)
def test_a_design_answers_as_the_walk_does_on_random_footers(name: str) -> None:
    seen = Counter[str]()
    for seed in range(150 * TIMES):
        different = differences(name, b"", random_contents(seed))
        assert not different, seed
        seen["refused" if different is None else "built"] += 1
    assert seen["built"] > 10, seen


def test_the_walk_says_what_the_decoded_footer_says(parquet_testing: Path, core: str) -> None:
    seen = Counter[str]()
    for name, file, contents in corpus_files(parquet_testing):
        metadata = contents.metadata
        walk = walked(file, contents)
        leaves = SchemaTree(metadata.schema).leaves
        columns, groups = range(len(leaves)), range(len(metadata.row_groups))
        paths = [".".join(leaf.path) for leaf in leaves]
        counts = Counter(paths)
        single = [path for path in paths if counts[path] == 1]
        assert (walk.num_columns, walk.num_row_groups) == (len(columns), len(groups)), name
        assert walk.schema == metadata.schema, name
        assert walk.key_values == (metadata.key_value_metadata or []), name
        assert walk.find([*single, "?"]).to_pylist() == [*map(paths.index, single), None], name
        try:
            placement = walk.place()
        except (NotCarriedError, InlayError):
            seen["refused"] += 1
            continue
        assert placement.equals(model.placement(metadata, columns, groups)), name
        assert walk.bounds().equals(model.bounds(metadata, columns, groups)), name
        seen["compared"] += 1
    assert seen["compared"] > 50, seen


def file_of_shared_paths() -> bytes:
    """Names twice in one place, and a path of two readings; `x.z`, `b` and `1.2.3.4.5.6` are one column each."""
    file = io.BytesIO()
    names = ["a", "a", "x", "x.y", "b", "1.2.3.4.5.6", "p", "p.q"]
    ones, inside = pa.array([1]), pa.array([{"y": 1, "z": 2}])
    deep = pa.array([{"q": {"r": 1}}]), pa.array([{"r": 1}])
    arrays = [ones, ones, inside, ones, ones, ones, *deep]
    pq.write_table(pa.Table.from_arrays(arrays, names=names), file)
    return file.getvalue()


@pytest.mark.parametrize("name", DESIGNS)
def test_a_path_of_several_columns_is_refused_by_every_design(name: str, core: str) -> None:
    file = file_of_shared_paths()
    contents = contents_in(file)
    laid_out = lay_out(DESIGNS[name], file, contents)
    assert laid_out is not None
    for design in (laid_out.open(DESIGNS[name]), walked(file, contents)):
        found = design.find(["b", "x.z", "1.2.3.4.5.6", "b", "x", "1.2.3.4.5.7"])
        assert found.to_pylist() == [5, 3, 6, 5, None, None]
        for path, texts in {
            "a": ['"a"[0]', '"a"[1]'],
            "x.y": ['"x.y"', '"x"."y"'],
            "p.q.r": ['"p.q"."r"', '"p"."q"."r"'],
        }.items():
            with pytest.raises(ColumnNameError, match=f"2 columns '{path}'") as raised:
                design.find(["b", path])
            assert all(text in str(raised.value) for text in texts)
