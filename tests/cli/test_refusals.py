"""What is refused, in the words that people read: `golden/refusals/`. All end with exit code 4."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from inlay.changes.rewrite.names import name_journal
from inlay.footers.containers import PROTOTYPE, wrap
from inlay_runtime.append import append_extension
from parquet_format.parquet import AesGcmV1, FileCryptoMetaData, FileMetaData
from tests.support.golden_files import check_golden

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile, Outcome

GOLDEN = Path(__file__).parent / "golden" / "refusals"
MINE = uuid.UUID("7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11")
YOURS = "3b9f61c2-7a0d-4e86-b2f4-51c8e07d9a60"


@pytest.fixture
def payload(tmp_path: Path) -> Path:
    made = tmp_path / "payload"
    made.write_bytes(b"content")
    return made


@pytest.fixture
def refused(inlay: Inlay) -> Callable[..., None]:
    """Runs a command that is refused; the same with what overrides it is not."""

    def check(name: str, folder: Path, *arguments: str | Path, override: str = "") -> None:
        before = contents(folder)
        found = inlay(*arguments)
        assert (found.code, found.out) == (4, ""), found.err
        assert contents(folder) == before
        golden = GOLDEN / f"{name}.txt"
        check_golden(golden, golden, found.err.replace(f"{folder}/", "").replace(str(folder), "."))
        if override:
            assert override.split(maxsplit=1)[0] in found.err
            allowed = inlay(*arguments, *override.split())
            assert allowed.code == 0, allowed.err

    return check


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_signed(
    metadata: FileMetaData,
    make_file: MakeFile,
    payload: Path,
    refused: Callable[..., None],
    inlay: Inlay,
) -> None:
    metadata.encryption_algorithm = AesGcmV1()
    path = make_file(metadata.encode() + b"s" * 28)
    old = path.read_bytes()
    refused("signed", path.parent, "seal", path, override="--allow signed")
    assert inlay("ext", "strip", path, "--allow", "signed").code == 0
    assert path.read_bytes() == old
    metadata.footer_signing_key_metadata = b"key"
    refused("signing-key", path.parent, "seal", make_file(metadata.encode()))


def test_encrypted(make_file: MakeFile, refused: Callable[..., None], inlay: Inlay) -> None:
    crypto = FileCryptoMetaData(encryption_algorithm=AesGcmV1())
    path = make_file(crypto.encode() + b"\xaa" * 40, magic=b"PARE")
    old = path.read_bytes()
    refused("encrypted", path.parent, "seal", path, override="--allow encrypted")
    assert inlay("verify", path).code == 1  # nothing of it was checked
    assert inlay("ext", "strip", path, "--allow", "encrypted").code == 0
    assert path.read_bytes() == old


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("union", "schema[2].logicalType"),
        ("empty-struct", "schema[2].logicalType.STRING"),
        ("tag-union", "column_orders[0]"),
    ],
)
def test_carriers(
    name: str,
    at: str,
    metadata: FileMetaData,
    make_file: MakeFile,
    payload: Path,
    refused: Callable[..., None],
) -> None:
    path = make_file(metadata.encode())
    arguments = ("ext", "append", path, payload, "--uuid", str(MINE), "--at", at)
    allowed = name.removeprefix("tag-")
    refused(name, path.parent, *arguments, override=f"--allow {allowed}")


def test_a_foreign_extension(
    metadata: FileMetaData, make_file: MakeFile, payload: Path, refused: Callable[..., None]
) -> None:
    for name, foreign in [
        ("foreign", wrap(b"theirs", uuid.UUID(YOURS))),
        ("foreign-raw", b"whose this is nobody knows"),
        ("foreign-bare", wrap(b"theirs", uuid.UUID(YOURS), kind="uuid_last")),
    ]:
        path = make_file(append_extension(metadata.encode(), foreign))
        arguments = ("ext", "append", path, payload, "--uuid", str(MINE))
        refused(name, path.parent, *arguments, override="--allow envelope")
    path = make_file(append_extension(metadata.encode(), b"raw"))
    refused("foreign-seal", path.parent, "seal", path, override="--allow envelope")


def test_the_same_again(
    metadata: FileMetaData, make_file: MakeFile, payload: Path, refused: Callable[..., None]
) -> None:
    path = make_file(append_extension(metadata.encode(), wrap(b"first", MINE)))
    arguments = ("ext", "append", path, payload, "--uuid", str(MINE))
    refused("there", path.parent, *arguments, override="--replace")


def test_beside_a_footer(
    metadata: FileMetaData, make_file: MakeFile, refused: Callable[..., None]
) -> None:
    path = make_file(append_extension(metadata.encode(), wrap(b"a FlatBuffer", PROTOTYPE)))
    refused("footer", path.parent, "seal", path, "--allow", "envelope")


def test_size(
    metadata: FileMetaData, make_file: MakeFile, payload: Path, refused: Callable[..., None]
) -> None:
    path = make_file(metadata.encode())
    arguments = ("ext", "append", path, payload, "--uuid", str(MINE))
    payload.write_bytes(bytes((64 << 20) + 1))
    refused("size", path.parent, *arguments, override="--allow size")
    path = make_file(metadata.encode())
    payload.write_bytes(bytes(100_000_000))
    refused("size-hard", path.parent, *arguments, "--allow", "size")


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("delta", "_delta_log/0.json"),
        ("hudi", ".hoodie/hoodie.properties"),
        ("iceberg", "metadata/v1.metadata.json"),
    ],
)
def test_tables(
    name: str, mark: str, metadata: FileMetaData, make_file: MakeFile, refused: Callable[..., None]
) -> None:
    path = make_file(metadata.encode())
    (path.parent / mark).parent.mkdir()
    (path.parent / mark).touch()
    refused(name, path.parent, "seal", path, override="--allow table")


def test_whatever_refuses_tables_says_which_it_cannot_know(inlay: Inlay) -> None:
    """A file that a catalog registered elsewhere is changed without a word, and its help has to say so."""
    for command in ("seal", "set", "footer add", "footer finalize", "ext append", "ext strip",
                    "encoding add", "encoding ratify", "footer convert", "variant shred", "concat", "rewrite"):  # fmt: skip
        words = " ".join(inlay(*command.split(), "--help").out.split())
        assert "If a catalog elsewhere has registered the file, nothing shows it" in words, command


def test_a_journal_in_the_way(
    metadata: FileMetaData, make_file: MakeFile, refused: Callable[..., None], inlay: Inlay
) -> None:
    path = make_file(metadata.encode())
    Path(name_journal(str(path))).write_bytes(b"")
    refused("journal", path.parent, "seal", path)
    assert inlay("recover", path).code == 0
    assert inlay("seal", path).code == 0


def test_an_output_that_is_there(
    metadata: FileMetaData, make_file: MakeFile, refused: Callable[..., None]
) -> None:
    path = make_file(metadata.encode())
    out = path.with_name("out.parquet")
    out.touch()
    refused("exists", path.parent, "seal", path, "-o", out, override="--overwrite")


def test_5_for_a_file_that_changes_underneath(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    import fcntl

    path = make_file(metadata.encode())
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        found: Outcome = inlay("seal", path)
    assert (found.code, found.out) == (5, "")
    assert found.err == f"error: {path}: another inlay is changing this file\n"


def test_a_payload_without_an_end(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    path = make_file(metadata.encode())
    found = inlay("ext", "append", path, "/dev/zero", "--uuid", str(MINE), "--dry-run")
    assert (found.code, "more than 100,000,000 bytes" in found.err) == (4, True)
