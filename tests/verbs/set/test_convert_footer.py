"""`inlay footer convert`: there and back to the byte, losses said first, and no page moved."""

from __future__ import annotations

import io
import json
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.changes.life_cycle.steps import restore_thrift
from inlay.changes.rewrite.change import Target
from inlay.changes.rewrite.errors import RewriteError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.ground.refusals import FormError, RefusedError
from inlay.verbs.set import footer_designs
from inlay.verbs.set.convert_footer import convert_footer
from inlay.verbs.set.footer_designs import DesignRequest, EndProof, list_targets
from inlay.verbs.verify.verify_file import verify
from inlay_runtime.errors import InlayError, RequestError
from tests.footers.designs.files import nested_file
from tests.generated.parquet_files import parquet_paths

TARGETS: Final = list(list_targets())
NEW: Final = [design for design in TARGETS if design != "thrift"]
DESIGNS: Final = [design for design in NEW if design != "parx"]
"""Those that do not say all that Thrift says."""


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "file.parquet"
    file.write_bytes(nested_file())
    return str(file)


def data_of(path: str) -> bytes:
    return Path(path).read_bytes()


@pytest.mark.parametrize("ways", list(permutations(TARGETS)))
def test_every_design_is_reached_from_every_other(path: str, ways: tuple[str, ...]) -> None:
    before = data_of(path)
    offset = inlay.open(path).offset
    for design in (*ways, "thrift"):
        convert_footer(path, design)
        footer = inlay.open(path)
        assert (footer.form.value, footer.offset) == (design, offset)
        assert data_of(path)[4:offset] == before[4:offset]
        assert data_of(path)[:4] == (b"PARX" if design == "parx" else b"PAR1")
    assert data_of(path) == before
    assert not convert_footer(path, "thrift").outcome.changed


def test_files_of_the_corpus_come_back(parquet_testing: Path, tmp_path: Path) -> None:
    seen = Counter[str]()
    there, back = tmp_path / "there.parquet", tmp_path / "back.parquet"
    for file in parquet_paths(parquet_testing):
        before = file.read_bytes()
        if before[-4:] != b"PAR1":
            continue
        for design in NEW:
            try:
                target = Target(str(there), overwrite=True)
                convert_footer(str(file), design, target=target)
            except InlayError as error:
                seen[type(error).__name__] += 1
                continue
            convert_footer(str(there), "thrift", target=Target(str(back), overwrite=True))
            assert back.read_bytes() == before, (file.name, design)
            seen[design] += 1
    assert min(seen[design] for design in NEW) > 50, seen
    assert set(seen) <= {*NEW, "FormError", "RefusedError", "FooterError"}, seen


def rich_file() -> bytes:
    sink = io.BytesIO()
    table = pa.table({"id": range(300), "text": [f"value {at % 40}" for at in range(300)]})
    pq.write_table(
        table,
        sink,
        row_group_size=100,
        write_page_index=True,
        write_page_checksum=True,
        bloom_filter_options={"id": {"ndv": 300}},
    )
    return sink.getvalue()


@pytest.mark.parametrize("design", NEW)
def test_bloom_filters_indexes_and_page_crcs_survive(design: str, tmp_path: Path) -> None:
    path = tmp_path / "rich.parquet"
    path.write_bytes(rich_file())
    old = inlay.open(path)
    _ = old.metadata
    convert_footer(str(path), design)
    footer = inlay.open(path)
    assert footer.metadata == old.metadata
    chunk = footer.row_groups[0].columns[0]
    assert chunk.meta_data is not None
    assert chunk.meta_data.bloom_filter_offset is not None
    assert chunk.column_index_offset is not None
    checked = verify(path, data=True)
    assert (checked.findings, checked.seal) == ((), "not needed")
    assert checked.walked is not None
    assert checked.walked.pages > 0
    assert inlay.read_table(path).equals(pq.read_table(io.BytesIO(rich_file())))


@pytest.mark.parametrize("design", DESIGNS)
def test_losses_are_said_before_anything_is_written(path: str, design: str) -> None:
    before = data_of(path)
    with pytest.raises(RefusedError) as raised:
        convert_footer(path, design, plain=True)
    assert raised.value.override == "--allow losses"
    assert "row_groups" in raised.value.reason
    for is_plain in (False, True):
        done = convert_footer(path, design, plain=is_plain, target=Target(dry_run=True))
        assert done.outcome.dry_run
        assert done.losses
    assert data_of(path) == before
    done = convert_footer(path, design, plain=True, target=Target(allow=frozenset({"losses"})))
    assert all(loss.startswith("row_groups") for loss in done.losses), done.losses
    with pytest.raises(FormError, match="it has no CRCs of its own"):
        convert_footer(path, "thrift")


def test_what_a_plain_footer_says_of_encodings_is_lost(path: str) -> None:
    losses = convert_footer(path, "modular", target=Target(dry_run=True)).losses
    lost = {loss.rpartition(".")[2].partition(":")[0] for loss in losses}
    assert {"encodings", "encoding_stats", "size_statistics", "column_index_offset"} <= lost
    assert not lost & {"num_values", "data_page_offset", "codec", "statistics", "min_value"}


def test_offsets_may_count_from_the_start_of_the_file(path: str) -> None:
    relative = convert_footer(path, "modular", target=Target(dry_run=True)).outcome.change
    convert_footer(path, "modular", absolute=True)
    assert relative is not None
    assert inlay.open(path).data != relative.tail
    assert inlay.read_table(path).num_rows == 120


@pytest.mark.parametrize(
    ("design", "is_plain", "is_absolute"),
    [("thrifty", False, False), ("thrift", True, False), ("parx", False, True)],
)
def test_a_request_that_makes_no_sense_is_refused(
    path: str, design: str, is_plain: bool, is_absolute: bool
) -> None:
    with pytest.raises(RequestError):
        convert_footer(path, design, plain=is_plain, absolute=is_absolute)


def test_a_file_with_a_flatbuffer_is_reverted_first(path: str) -> None:
    assert run(["footer", "add", path]) == 0
    with pytest.raises(FormError, match="inlay footer revert"):
        convert_footer(path, "modular")


@pytest.mark.parametrize("design", DESIGNS)
def test_the_command_says_what_it_did(
    path: str, design: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = data_of(path)
    convert = ["footer", "convert", path, "--design", design]
    assert run([*convert, "--dry-run"]) == 0
    assert "kept in a module that other readers skip" in capsys.readouterr().out
    assert (run([*convert, "--plain"]), data_of(path)) == (4, before)
    assert "--allow losses" in capsys.readouterr().err
    assert run(convert) == 0
    assert f"(form: {design})" in capsys.readouterr().out
    assert run(["footer", "show", path]) == run(["verify", path]) == 0
    assert run(["footer", "revert", path]) == 0
    assert data_of(path) == before


def test_what_was_done_as_json(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run(["footer", "convert", path, "--design", "modular", "--dry-run", "--format", "json"])
        == 0
    )
    document = json.loads(capsys.readouterr().out)
    assert (document["command"], document["path"], document["form"]) == (
        "footer convert", path, "modular",
    )  # fmt: skip
    assert (document["dry_run"], document["changed"], document["lost"]) == (True, True, False)
    assert document["losses"]
    other = tmp_path / "other.parquet"
    other.write_bytes(data_of(path))
    assert run(["footer", "convert", path, str(other), "--design", "parx", "--format", "json"]) == 0
    lines = list(map(json.loads, capsys.readouterr().out.splitlines()))
    assert [line["path"] for line in lines] == [path, str(other)]
    assert all(line["new_size"] == line["old_size"] + 9 for line in lines)
    assert run(["footer", "convert", path, "--design", "parx", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["changed"] is False


def test_what_was_proved_is_compared_and_else_decoded(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of very many columns a decode takes seconds: one before the file is written is enough for the bytes behind it."""
    old = read_footer(io.BytesIO(data_of(path)))
    convert_footer(path, "modular")
    new = data_of(path)
    restored = list[str]()

    def restore(footer: Footer) -> bytes:
        restored.append(footer.form.value)
        return restore_thrift(footer)

    monkeypatch.setattr(footer_designs, "restore_thrift", restore)
    proof = EndProof(old, DesignRequest(list_targets()["modular"], Target()))
    proof(io.BytesIO(new))
    proof(io.BytesIO(new))
    assert restored.count("modular") == 1
    other = tmp_path / "other.parquet"
    pq.write_table(pa.table({"x": [1]}), other)
    convert_footer(str(other), "modular")
    with pytest.raises(RewriteError, match="does not lead back"):
        proof(io.BytesIO(data_of(str(other))))
    with pytest.raises(RewriteError, match="does not lead back"):
        proof(io.BytesIO(data_of(path)[: old.offset] + old.tail()))
