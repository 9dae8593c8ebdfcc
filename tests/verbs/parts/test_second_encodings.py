"""Second encodings move along: a verb and `inlay encoding add` may come in either order, and give the same bytes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import inlay
from inlay.__main__ import run
from inlay.changes.life_cycle import steps
from inlay.changes.life_cycle.change_form import change_form
from inlay.encoding import read_table, strip_file
from inlay.errors import RefusedError
from inlay.footers.footer import Form, read_footer
from inlay.pages.encodings.on_files import ratify_file, verify_file
from inlay_runtime.finding import Finding
from tests.pages.encodings.files import (
    ENCODINGS,
    add_all,
    dual_and_indexed,
    plain_and_indexed,
    pq,
    version_2,
)
from tests.verbs.parts.made import assert_whole, pages_in

Verb = Callable[[list[Path], Path], object]

VERBS: Final[dict[str, Verb]] = {
    "select columns": lambda files, out: inlay.select(files[0], out, columns=["price", "id", "pair", "name"]),
    "select without the first": lambda files, out: inlay.select(files[0], out, columns=["small", "b*", "map"]),
    "select row groups": lambda files, out: inlay.select(files[0], out, row_groups=[2, 0]),
    "drop": lambda files, out: inlay.drop(files[0], out, columns=["id", "name"]),
    "drop in place": lambda files, out: (shutil.copyfile(files[0], out), inlay.drop(out, columns=["at", "flag"])),
    "concat": inlay.concat,
    "concat, unchecked": lambda files, out: inlay.concat(files, out, verify_pages=False),
    "concat, other order": lambda files, out: inlay.concat(files[::-1], out),
    "split": lambda files, out: shutil.move(inlay.split(files[1], out.parent / out.stem, row_groups=2)[1].path, out),
}  # fmt: skip


def _fail(finding: Finding) -> None:
    raise AssertionError(finding)


@pytest.fixture(params=["all", "one of the two"])
def pairs(request: pytest.FixtureRequest, tmp_path: Path) -> list[tuple[Path, Path]]:
    """Files, each as it was and with second encodings; the other one may have none."""
    made: list[tuple[Path, Path]] = []
    for number in range(2):
        plain, dual = tmp_path / f"plain-{number}.parquet", tmp_path / f"dual-{number}.parquet"
        plain_and_indexed(plain)
        if number == 0 or request.param == "all":
            dual_and_indexed(dual)
        else:
            plain_and_indexed(dual)
        made.append((plain, dual))
    return made


@pytest.mark.parametrize("name", VERBS)
def test_verbs_and_encodings_in_either_order(
    name: str, pairs: list[tuple[Path, Path]], tmp_path: Path
) -> None:
    plain, dual = tmp_path / "of-plain.parquet", tmp_path / "of-dual.parquet"
    VERBS[name]([before for before, _ in pairs], plain)
    VERBS[name]([after for _, after in pairs], dual)
    expected = pq.read_table(plain)
    assert pq.read_table(dual).equals(expected)
    assert read_table(dual, encodings=ENCODINGS, on_finding=_fail).equals(expected)
    assert_whole(dual)
    assert verify_file(str(dual), encodings=ENCODINGS) == []
    if plain.read_bytes() != dual.read_bytes():
        strip_file(str(dual))
    assert dual.read_bytes() == plain.read_bytes()


@pytest.mark.parametrize("name", ["select columns", "drop", "concat"])
def test_what_moves_is_what_would_be_added(name: str, tmp_path: Path) -> None:
    first, second = tmp_path / "0.parquet", tmp_path / "1.parquet"
    for path in (first, second):
        version_2(path)
    added, moved = tmp_path / "added.parquet", tmp_path / "moved.parquet"
    VERBS[name]([first, second], added)
    add_all(added)
    for path in (first, second):
        add_all(path)
    VERBS[name]([first, second], moved)
    assert moved.read_bytes() == added.read_bytes()


@pytest.mark.parametrize("step", [steps.add, steps.promote])
def test_with_a_flatbuffer_beside_the_footer(step: Any, tmp_path: Path) -> None:
    first = tmp_path / "0.parquet"
    plain_and_indexed(first)
    add_all(first)
    change_form(str(first), steps.add)
    if step is steps.promote:
        change_form(str(first), steps.promote)
    form, out = read_footer(first).form, tmp_path / "out.parquet"
    inlay.select(first, out, columns=["id", "price"])
    assert read_footer(out).form is form
    expected = pq.read_table(first, columns=["id", "price"])
    assert read_table(out, encodings=ENCODINGS, on_finding=_fail).equals(expected)
    assert_whole(out)


def test_with_another_layout_beside_the_footer(tmp_path: Path) -> None:
    first, out = tmp_path / "0.parquet", tmp_path / "out.parquet"
    plain_and_indexed(first)
    add_all(first)
    assert run(["footer", "add", "--design", "modular", str(first)]) == 0
    for name in ("select columns", "drop in place"):
        VERBS[name]([first], out)
        footer = read_footer(out)
        assert (footer.form, footer.second.design and footer.second.design.name) == (
            Form.DUAL,
            "modular",
        )
        assert read_table(out, encodings=ENCODINGS, on_finding=_fail).equals(pq.read_table(out))
        assert_whole(out)
        out.unlink()


@pytest.mark.parametrize("name", VERBS)
def test_ratified_chunks_move_as_they_are(
    name: str, pairs: list[tuple[Path, Path]], tmp_path: Path
) -> None:
    of_plain, of_ratified = tmp_path / "of-plain.parquet", tmp_path / "of-ratified.parquet"
    VERBS[name]([before for before, _ in pairs], of_plain)
    files = [after for _, after in pairs]
    for file in files:
        if plain_of(file) != file.read_bytes():
            ratify_file(str(file), encodings=ENCODINGS)
    VERBS[name](files, of_ratified)
    assert read_table(of_ratified, encodings=ENCODINGS).equals(pq.read_table(of_plain))
    assert verify_file(str(of_ratified), encodings=ENCODINGS) == []
    assert inlay.verify(of_ratified, data=True).findings == ()
    known = [pages for file in files for group in pages_in(file) for pages in group.items()]
    assert all(pages in known for group in pages_in(of_ratified) for pages in group.items())


def plain_of(dual: Path) -> bytes:
    return (dual.parent / dual.name.replace("dual", "plain")).read_bytes()


def _damage(path: Path, offset: int) -> None:
    data = bytearray(path.read_bytes())
    data[offset] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("where", ["second", "first", "extension"])
def test_damage_is_refused_before_anything_is_published(where: str, tmp_path: Path) -> None:
    path, out = tmp_path / "0.parquet", tmp_path / "out.parquet"
    version_2(path)  # its pages have no CRC of their own
    add_all(path)
    meta = read_footer(path).metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    assert meta.extension is not None
    match where:
        case "second":
            _damage(path, 10)
        case "first":
            _damage(path, meta.data_page_offset + meta.total_compressed_size - 1)
        case _:
            _damage(path, path.read_bytes().index(meta.extension.payload) + 8)
    with pytest.raises(RefusedError, match="encoding repair"):
        inlay.concat([path], out)
    assert not out.exists()
