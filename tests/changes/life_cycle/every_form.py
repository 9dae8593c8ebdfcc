"""A file of every form, and some whose footers are damaged."""

from __future__ import annotations

from pathlib import Path

from inlay.footers.containers.arrow_prototype import ArrowPrototype
from inlay.footers.containers.registry import PROTOTYPE
from inlay.footers.conversion import encode, prototype
from inlay.footers.footer import Form
from inlay.footers.footer.trailer import tail_of
from inlay.verbs.set.convert_footer import convert_footer
from inlay_runtime.append import append_extension
from tests.faults.flips import STEPS, after
from tests.footers.designs.beside import with_design
from tests.footers.designs.files import contents_in, nested_file
from tests.footers.designs.modular_files import footer_in
from tests.tables.scan.lake import encrypted

PLAIN = nested_file()


def files_of_every_form(folder: Path) -> dict[str, bytes]:
    """By the name of the form, or by what is wrong with the file; `folder` is for work in progress."""
    contents = contents_in(PLAIN)
    files = {
        Form.THRIFT.value: PLAIN,
        Form.PRIVATE.value: after(PLAIN, STEPS[:1]),
        Form.MIGRATION.value: after(PLAIN, STEPS[:2]),
        Form.FINAL.value: after(PLAIN, STEPS[:3]),
        Form.DUAL.value: with_design(PLAIN, "modular"),
        Form.MODULAR.value: footer_in("modular", PLAIN, contents),
        Form.PARX.value: _parx(folder / "parx.parquet"),
        Form.ENCRYPTED.value: encrypted(),
        Form.PROTOTYPE.value: _prototype(contents.thrift),
    }
    flat = files[Form.MIGRATION.value]
    files["Thrift that is not vouched for"] = _flipped(flat, len(PLAIN) - 100)
    files["a FlatBuffer that is damaged"] = _flipped(flat, len(flat) - 200)
    files["a footer that cannot be decoded"] = _flipped(PLAIN, _start(PLAIN), 0xFF)
    return files


def _start(file: bytes) -> int:
    return len(file) - 8 - int.from_bytes(file[-8:-4], "little")


def _flipped(file: bytes, at: int, bits: int = 1) -> bytes:
    return file[:at] + bytes([file[at] ^ bits]) + file[at + 1 :]


def _parx(path: Path) -> bytes:
    path.write_bytes(PLAIN)
    convert_footer(str(path), "parx")
    return path.read_bytes()


def _prototype(thrift: bytes) -> bytes:
    flat, _ = prototype.to_flatbuffers(thrift)
    payload = ArrowPrototype().wrap(encode(flat), PROTOTYPE)
    return PLAIN[: _start(PLAIN)] + tail_of(append_extension(thrift, payload))
