"""`assemble(dump(file)) == file`, whatever the file; and edits that stay the only difference."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.changes.life_cycle import steps
from inlay.changes.life_cycle.change_form import Step, change_form
from inlay.changes.rewrite.change import Target
from inlay.footers.footer.errors import FooterError
from inlay.verbs.dump.dump import Bodies
from inlay.verbs.set.convert_footer import convert_footer
from tests.crafted.files import crafted_file
from tests.footers.designs.files import nested_file
from tests.support.inlay_command import Inlay, make_command

_CREATOR: Final = '1 created_by: binary "parquet-cpp'
_OTHER_CREATOR: Final = '1 created_by: binary "PARQUET-CPP'

BODIES: Final[tuple[Bodies, ...]] = ("copy", "hex")
FORMS: Final[dict[str, list[Step]]] = {
    "thrift": [],
    "private": [steps.add],
    "migration": [steps.add, steps.promote],
    "final": [steps.add, steps.promote, steps.finalize],
}
"""The steps that lead there."""

DESIGNS: Final = {
    "parx": ("parx", "crc32"),
    "parx of its prototype": ("parx", "crc32c"),
    "modular": ("modular", "crc32"),
}
"""The design of the footer, and the CRC."""


@pytest.fixture
def inlay_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "file.parquet"
    file.write_bytes(nested_file(2))
    return file


def in_form(name: str, path: Path) -> bytes:
    """The file in a form or with a footer of another design."""
    for step in FORMS.get(name, ()):
        change_form(str(path), step)
    if name in DESIGNS:
        design, checksum = DESIGNS[name]
        convert_footer(str(path), design, checksum=checksum)
    return path.read_bytes()


def rebuilt(data: bytes, bodies: Bodies) -> bytes:
    return inlay.assemble(
        inlay.dump(data, bodies=bodies), source=data if bodies == "copy" else None
    )


@pytest.mark.parametrize("bodies", BODIES)
@pytest.mark.parametrize("name", [*FORMS, *DESIGNS])
def test_every_form_is_text_and_back(name: str, bodies: Bodies, path: Path) -> None:
    data = in_form("modular", path)
    assert rebuilt(data, bodies) == data


def damaged(data: bytes, seed: int) -> bytes:
    """Cut, shortened, or with other bytes, most of them where the footer is."""
    random = Random(seed)
    if seed % 5 == 0:
        return data[: random.randrange(len(data))]
    broken = bytearray(data)
    if seed % 5 == 1:
        at = random.randrange(len(data))
        del broken[at : at + random.randrange(1, 30)]
        return bytes(broken)
    for _ in range(random.randrange(1, 6)):
        near = int(random.expovariate(1 / 400))
        broken[max(len(broken) - 1 - near, 0)] = random.randrange(256)
    return bytes(broken)


@pytest.mark.parametrize("name", ["thrift", "migration", "final", "parx"])
def test_a_damaged_file_is_text_and_back(name: str, path: Path) -> None:
    data = in_form("modular", path)
    for seed in range(20):
        broken = damaged(data, seed)
        assert rebuilt(broken, BODIES[seed % 2]) == broken


@pytest.mark.parametrize(
    "data", [b"", b"PAR1", b"PAR1PAR1", b"no Parquet at all", bytes(range(256))]
)
def test_what_is_no_parquet_file_is_bytes(data: bytes) -> None:
    assert rebuilt(data, "copy") == rebuilt(data, "hex") == data


def test_public_files_are_text_and_back(parquet_testing: Path) -> None:
    for path in small_files(parquet_testing):
        data = path.read_bytes()
        assert rebuilt(data, "copy") == data, path.name


def small_files(folder: Path) -> Iterator[Path]:
    """The others are for `python -m tests.verbs.dump.whole`."""
    for path in sorted(folder.rglob("*.parquet")):
        if path.stat().st_size < 16_000:
            yield path


def edited(data: bytes, pattern: str, replacement: str) -> bytes:
    text = "\n".join(inlay.dump(data))
    new, count = re.subn(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert count == 1
    return inlay.assemble(new, source=data)


def test_a_longer_name_moves_nothing_else(path: Path) -> None:
    data = path.read_bytes()
    new = edited(data, r'binary "id" ', 'binary "a name that is much longer" ')
    assert pq.read_table(new_file(path, new)).equals(
        pq.read_table(path).rename_columns(["a name that is much longer", *columns_behind(path)])
    )


def columns_behind(path: Path) -> list[str]:
    return list(pq.read_schema(path).names[1:])


def new_file(path: Path, data: bytes) -> Path:
    new = path.with_name("new.parquet")
    new.write_bytes(data)
    return new


def test_places_follow_a_page_header_that_grows(path: Path) -> None:
    """Field 99 is skipped by every reader; all that lies behind it moves by its bytes."""
    data = path.read_bytes()
    new = edited(
        data,
        r"^  1 type: i32 0 .*$",
        r'\g<0>\n  99: binary "from the future"\n  1 (2 bytes): i32 0',
    )
    new = edited(data, r"^{ PageHeader$", '\\g<0>\n  99: binary "from the future"')
    assert len(new) > len(data)
    assert pq.read_table(new_file(path, new)).equals(pq.read_table(path))
    assert [finding.code for finding in inlay.verify(new_file(path, new)).findings] == []


def test_a_number_in_the_place_of_a_label_lies_alone(path: Path) -> None:
    data = path.read_bytes()
    new = edited(data, r"9 data_page_offset: i64 &g0\.c0\.p0 ", "9 data_page_offset: i64 7 ")
    chunks = [
        chunk.meta_data.data_page_offset
        for file in (data, new)
        for chunk in inlay.read_metadata(file).row_groups[0].columns[:2]
        if chunk.meta_data is not None
    ]
    assert chunks[2] == 7
    assert chunks[1] == chunks[3]
    assert len(new) <= len(data)


def test_commands_write_the_text_and_the_file(path: Path, inlay_command: Inlay) -> None:
    text, copy = path.with_name("text.txt"), path.with_name("copy.parquet")
    assert inlay_command("dump", path, "-o", text) == (0, f"{text}\n", "")
    printed = inlay_command("dump", path)
    assert printed.out == text.read_text(encoding="utf-8")
    done = inlay_command("assemble", text, "--source", path, "-o", copy)
    assert (done.code, done.err) == (0, "")
    assert copy.read_bytes() == path.read_bytes()
    again = inlay_command("assemble", text, "--source", path, "-o", copy)
    assert again.code == 4
    assert inlay_command("assemble", text, "--source", path, "-o", copy, "--overwrite").code == 0


def test_a_text_that_is_wrong_leaves_nothing_behind(path: Path, inlay_command: Inlay) -> None:
    text, copy = path.with_name("text.txt"), path.with_name("copy.parquet")
    text.write_text("uint32 &nowhere\n", encoding="utf-8")
    done = inlay_command("assemble", text, "-o", copy)
    assert (done.code, done.out) == (3, "")
    assert done.err == f"error: {text}, line 1, column 8: no line has the label @nowhere\n"
    assert not copy.exists()


def test_nothing_is_copied_without_the_source(path: Path, inlay_command: Inlay) -> None:
    text, copy = path.with_name("text.txt"), path.with_name("copy.parquet")
    inlay_command("dump", path, "-o", text)
    done = inlay_command("assemble", text, "-o", copy)
    assert done.code == 3
    assert "no source is given: --source FILE" in done.err
    assert not copy.exists()


def test_the_example_of_the_page_makes_a_liar(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "dump.md").read_text(encoding="utf-8")
    script = re.findall(r"sed -i '(.*?)'", page)
    path = tmp_path / "trips.parquet"
    pq.write_table(pa.table({"id": range(5)}), path)
    text = "".join(f"{line}\n" for line in inlay.dump(path))
    done = subprocess.run(["sed", *script], input=text, capture_output=True, text=True, check=True)
    liar = inlay.read_metadata(inlay.assemble(done.stdout, source=path))
    assert (liar.num_rows, liar.row_groups[0].num_rows) == (6, 5)


def test_a_chunk_in_another_file_is_not_looked_for_in_this_one() -> None:
    labels = [line for line in inlay.dump(crafted_file("chunk-in-another-file")) if line[0] == "@"]
    assert not any("@g0.c0.p0" in line for line in labels)
    assert any("@g1.c0.p0" in line for line in labels)


def test_an_edit_inside_of_a_module_is_the_only_deviation(path: Path) -> None:
    """The CRCs of the module and of the seal follow. What leads back to the Thrift bytes was made for others, and says so."""
    data = in_form("modular", path)
    new = edited(data, _CREATOR, _OTHER_CREATOR)
    assert len(new) == len(data)
    with pytest.raises(FooterError) as raised:
        assert inlay.open(new).thrift
    assert raised.value.finding.code == "not-carried"


def test_a_footer_that_nothing_seals_is_read_as_it_is_edited(path: Path) -> None:
    convert_footer(str(path), "modular", plain=True, target=Target(allow=frozenset({"losses"})))
    new = edited(path.read_bytes(), _CREATOR, _OTHER_CREATOR)
    assert str(inlay.open(new).metadata.created_by).startswith("PARQUET-CPP-arrow")


def test_a_root_may_grow(path: Path) -> None:
    """Frame and seal follow; field 99 is skipped by every reader."""
    data = in_form("modular", path)
    new = edited(data, r"^{ ModularFooter$", '\\g<0>\n  99: binary "from the future"')
    assert len(new) > len(data)
    assert inlay.layout(new).findings == []
    assert inlay.open(new).metadata == inlay.open(data).metadata
