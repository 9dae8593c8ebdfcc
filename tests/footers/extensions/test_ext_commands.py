"""`inlay ext`, `seal` and `verify`, as they are typed and as they answer: `golden/ext/`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from inlay.footers.containers import PROTOTYPE, wrap
from inlay_runtime.append import append_extension
from parquet_format.parquet import FileMetaData
from tests.faults.files import DATA, small_metadata
from tests.support.golden_files import check_golden

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile

GOLDEN = Path(__file__).parent / "golden" / "ext"
MINE = "7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11"
YOURS = "3b9f61c2-7a0d-4e86-b2f4-51c8e07d9a60"
META = "row_groups[0].columns[0].meta_data"


@pytest.fixture
def path(make_file: MakeFile) -> Path:
    """A file that agrees with itself."""
    return make_file(small_metadata().encode(), data=DATA)


@pytest.fixture
def payload(tmp_path: Path) -> Path:
    made = tmp_path / "payload"
    made.write_bytes(b"some content")
    return made


def check(name: str, found: str, folder: Path) -> None:
    golden = GOLDEN / name
    check_golden(golden, golden, found.replace(f"{folder}/", ""))


def test_a_session(path: Path, payload: Path, inlay: Inlay) -> None:
    """What is printed, command by command; in the end the file is what it was."""
    old = path.read_bytes()
    said: list[str] = []

    def say(*arguments: str | Path) -> None:
        found = inlay(*arguments)
        typed = " ".join(str(argument) for argument in arguments)
        said.append(f"$ inlay {typed}\n{found.out}{found.err}")
        if found.code:
            said.append(f"(exit code {found.code})\n")

    say("ext", "list", path)
    say("verify", path)
    say("seal", path, "--dry-run")
    say("seal", path)
    say("seal", path)
    say("ext", "append", path, payload, "--uuid", MINE)
    say("ext", "append", path, payload, "--uuid", YOURS, "--at", META, "--trailer", "uuid_last")
    say("ext", "append", path, payload, "--raw", "--at", "row_groups[0]", "--in-place")
    say("ext", "list", path)
    say("ext", "verify", path)
    say("verify", path)
    say("ext", "extract", path)
    say("ext", "strip", path)
    say("ext", "strip", path, "--uuid", "seal", "--at", META)
    say("ext", "strip", path, "--uuid", YOURS, "--at", META)
    say("ext", "strip", path, "--raw", "--at", "row_groups[0]")
    say("ext", "strip", path, "--uuid", "seal")
    say("ext", "strip", path)
    say("ext", "strip", path)
    check("session.txt", "\n".join(said), path.parent)
    assert path.read_bytes() == old


def test_lists_as_json(path: Path, payload: Path, inlay: Inlay) -> None:
    inlay("seal", path)
    inlay("ext", "append", path, payload, "--uuid", MINE)
    inlay("ext", "append", path, payload, "--uuid", YOURS, "--at", META, "--trailer", "uuid_first")
    check("list.json", inlay("ext", "list", path, "--format", "json").out, path.parent)
    document = json.loads(inlay("verify", path, "--format", "json").out)
    check("verify.json", json.dumps(document, indent=2) + "\n", path.parent)


def test_extract_gives_back_what_was_appended(path: Path, payload: Path, inlay: Inlay) -> None:
    out = path.with_name("out")
    for trailer in ("spec", "arrow_prototype", "uuid_first", "uuid_last"):
        inlay("ext", "append", path, payload, "--uuid", MINE, "--trailer", trailer)
        done = inlay("ext", "extract", path, "--uuid", MINE, "-o", out, "--overwrite")
        assert (done.code, done.out) == (0, "")
        assert out.read_bytes() == payload.read_bytes()
        inlay("ext", "extract", path, "--whole", "-o", out, "--overwrite")
        whole = wrap(payload.read_bytes(), UUID(MINE), kind=trailer)
        assert out.read_bytes() == whole
        assert inlay("ext", "strip", path, "--uuid", MINE).code == 0
    assert inlay("ext", "extract", path).code == 4
    assert inlay("ext", "extract", path, "--uuid", "nonsense").code == 2


def test_a_payload_from_standard_input(
    path: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\0piped\xff")))
    assert inlay("ext", "append", path, "-", "--uuid", MINE).code == 0
    assert b"\0piped\xff" in path.read_bytes()


def test_damage_is_a_finding_and_exit_code_1(path: Path, payload: Path, inlay: Inlay) -> None:
    inlay("seal", path)
    inlay("ext", "append", path, payload, "--uuid", MINE, "--at", META)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"some content", b"same content"))
    for command in (("verify",), ("ext", "verify")):
        found = inlay(*command, path)
        assert (found.code, found.err) == (1, "")
        check(f"damaged-{'-'.join(command)}.txt", found.out, path.parent)
    for asked in ([], ["--uuid", MINE]):
        assert inlay("ext", "extract", path, "--at", META, *asked).code == 3
    append = inlay("ext", "append", path, payload, "--uuid", YOURS)
    assert append.code == 3
    check("damaged-append.txt", append.err, path.parent)


def test_offsets_that_do_not_fit_are_findings(make_file: MakeFile, inlay: Inlay) -> None:
    metadata = small_metadata()
    column = metadata.row_groups[0].columns[0]
    assert column.meta_data is not None
    column.offset_index_offset, column.offset_index_length = 3, 10
    column.meta_data.bloom_filter_offset = 1 << 40
    metadata.row_groups.append(metadata.row_groups[0])
    path = make_file(metadata.encode(), data=DATA)
    found = inlay("verify", path)
    assert found.code == 1
    check("offsets.txt", found.out, path.parent)


def test_a_compressed_footer_of_the_prototypes(make_file: MakeFile, inlay: Inlay) -> None:
    payload = wrap(b"FlatBuffer " * 200, PROTOTYPE)
    path = make_file(append_extension(small_metadata().encode(), payload), data=DATA)
    (found,) = listed(inlay, path)
    assert found["name"] == "prototype-footer"
    assert (found["container"], found["content_size"]) == ("arrow_prototype", 2_200)
    assert found["size"] < 200


def test_headers_as_they_are_asked_for(path: Path, payload: Path, inlay: Inlay) -> None:
    old = path.read_bytes()
    for header in ("spec", "zigzag", "trailing"):
        inlay("ext", "append", path, payload, "--uuid", MINE, "--header", header)
        (found,) = listed(inlay, path)
        assert found["header"] == header
        inlay("ext", "strip", path)
        assert path.read_bytes() == old


def listed(inlay: Inlay, path: Path) -> list[dict[str, Any]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(
        inlay("ext", "list", path, "--format", "json").out
    )
    return found["extensions"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["ext"],
        ["ext", "nonsense"],
        ["ext", "append", "FILE", "PAYLOAD"],
        ["ext", "append", "FILE", "PAYLOAD", "--raw", "--uuid", MINE],
        ["ext", "append", "FILE", "PAYLOAD", "--raw", "--trailer", "spec"],
        ["ext", "append", "FILE", "PAYLOAD", "--uuid", "some"],
        ["ext", "append", "FILE", "PAYLOAD", "--uuid", MINE, "--in-place", "-o", "OUT"],
        ["ext", "append", "FILE", "PAYLOAD", "--uuid", MINE, "--at", "schema"],
        ["ext", "append", "FILE", "PAYLOAD", "--uuid", MINE, "--allow", "everything"],
        ["ext", "strip", "FILE", "--raw", "--uuid", MINE],
        ["ext", "strip", "FILE", "--at", "nonsense"],
        ["seal"],
        ["recover", "FILE", "--candidate", "0"],
    ],
    ids=" ".join,
)
def test_2_for_wrong_usage(arguments: list[str], path: Path, payload: Path, inlay: Inlay) -> None:
    old = path.read_bytes()
    words = {"FILE": str(path), "PAYLOAD": str(payload)}
    found = inlay(*[words.get(argument, argument) for argument in arguments])
    assert found.code == 2, found
    assert path.read_bytes() == old


def test_6_for_a_file_that_is_not_there(tmp_path: Path, inlay: Inlay) -> None:
    for command in (["seal"], ["verify"], ["recover"], ["ext", "list"], ["ext", "strip"]):
        found = inlay(*command, tmp_path / "none")
        assert found == (6, "", f"error: {tmp_path / 'none'}: No such file or directory\n")


def test_names_are_shown_and_not_obeyed(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    path = make_file(metadata.encode(), name="\x1b[31mred.parquet")
    for command in (["verify"], ["seal"], ["ext", "list"], ["recover"]):
        assert "\x1b" not in inlay(*command, path).out


def test_help_names_every_command(inlay: Inlay) -> None:
    shown = inlay("ext", "--help").out
    for name in ("append", "extract", "list", "strip", "verify"):
        assert f"  {name} " in shown
        assert inlay("ext", name, "--help").code == 0
