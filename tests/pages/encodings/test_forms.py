"""Every verb on files of every form: the form stays, and so does a layout beside the Thrift, which is built anew."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

import inlay
from inlay.changes.life_cycle import steps
from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.rewrite.change import Target
from inlay.encoding import read_table
from inlay.footers.footer import Footer, read_footer
from inlay.pages.encodings.on_files import (
    add_to_file,
    list_encodings,
    ratify_file,
    repair_file,
    strip_file,
)
from inlay.pages.engine.design_tail import add_design
from tests.pages.encodings.files import ENCODINGS, every_number, pa, pq


def modular(footer: Footer) -> bytes:
    return add_design(footer, "modular")


FORMS: Final = {
    "private": [steps.add],
    "migration": [steps.add, steps.promote],
    "final": [steps.add, steps.promote, steps.finalize],
    "dual, modular": [modular],
}

VALUES: Final = pa.table({"id": range(600), "x": [at / 8 for at in range(600)]})
VERBS: Final[dict[str, Any]] = {
    "add": partial(add_to_file, chooser=every_number, encodings=ENCODINGS),
    "repair": partial(repair_file, encodings=ENCODINGS),
    "ratify": partial(ratify_file, encodings=ENCODINGS),
    "strip": partial(strip_file, encodings=ENCODINGS),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_form_stays(form: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    pq.write_table(VALUES, path, row_group_size=300, write_page_index=True)
    for step in FORMS[form]:
        change_form(str(path), step)
    before = path.read_bytes()
    assert _form_of(path)[1] == form.partition(", ")[2]
    apply("add", path)
    dual = path.read_bytes()
    apply("strip", path)
    assert path.read_bytes() == before
    path.write_bytes(_damage(path, dual))
    apply("repair", path)
    assert path.read_bytes() == dual
    apply("ratify", path)
    apply("strip", path)


@pytest.mark.parametrize("form", ["private", "dual, modular"])
def test_a_damaged_footer_beside_the_thrift_is_told(form: str, tmp_path: Path) -> None:
    """Nobody knows what it was, so what `strip` gives is not said to be the original."""
    path = tmp_path / "file.parquet"
    pq.write_table(VALUES, path)
    for step in FORMS[form]:
        change_form(str(path), step)
    VERBS["add"](str(path))
    data = bytearray(path.read_bytes())
    data[data.rindex(bytes(read_footer(path).second.data[:64])) + 40] ^= 1
    path.write_bytes(data)
    result = VERBS["strip"](str(path))
    assert not result.is_identical
    (told,) = result.lost
    assert told.startswith("the footer beside the Thrift is damaged, and stays so: the content")
    assert pq.read_table(path).equals(VALUES)
    assert VERBS["add"](str(path)).warnings == (told,)
    assert VERBS["ratify"](str(path)).warnings == (told,)


def apply(verb: str, path: Path) -> None:
    """On a dry run it says the same size; nothing that is read has changed; and no footer disagrees with another."""
    form = _form_of(path)
    planned = VERBS[verb](str(path), target=Target(dry_run=True)).outcome.new_size
    VERBS[verb](str(path))
    assert path.stat().st_size == planned
    assert _form_of(path) == form
    assert inlay.verify(path, data=True).findings == ()
    assert read_table(path, encodings=ENCODINGS).equals(VALUES)


def _form_of(path: Path) -> tuple[object, str]:
    footer = read_footer(path)
    return footer.form, "" if footer.second.design is None else footer.second.design.name


def _damage(path: Path, dual: bytes) -> bytes:
    path.write_bytes(dual)
    encoding = list_encodings(str(path))[0].encoding
    assert encoding is not None
    at = encoding.offset + 9
    return dual[:at] + bytes([dual[at] ^ 1]) + dual[at + 1 :]
