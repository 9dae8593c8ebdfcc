"""The commands on objects: `memory://`, and S3 as s3fs sees it."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.__main__ import run
from inlay.changes.rewrite import ChangedError, RefusedError, Target
from inlay.changes.rewrite import urls as urls_module
from inlay.changes.rewrite.change import Planned
from inlay.changes.rewrite.publish import edit_planned
from inlay.changes.rewrite.s3_objects import S3Objects
from inlay.changes.rewrite.store import edit_object
from inlay.ground.files.source import Seekable
from tests.faults.files import small_file
from tests.faults.s3_emulation import S3Emulation
from tests.faults.test_store import plan

UUID = "6fa459ea-ee8a-3ca4-894e-db77e160355e"
PLACE = ("lake", "year=1/part.parquet")
KEY = "/".join(PLACE)


@pytest.fixture
def url() -> Iterator[str]:
    filesystem = fsspec.filesystem("memory")
    folder = f"/{uuid.uuid4().hex}"
    with filesystem.open(f"{folder}/part.parquet", "wb") as file:
        pq.write_table(pa.table({"item": ["nut", "bolt", None]}), file)
    yield f"memory:/{folder}/part.parquet"
    filesystem.rm(folder, recursive=True)


def content(url: str) -> bytes:
    data: bytes = fsspec.filesystem("memory").cat_file(url.removeprefix("memory:/"))
    return data


def put(url: str, data: bytes) -> None:
    with fsspec.open(url, "wb").open() as file:
        file.write(data)


def test_the_life_cycle_of_an_object(url: str, tmp_path: Path) -> None:
    before = content(url)
    payload = tmp_path / "payload"
    payload.write_bytes(b"somebody's")
    for step in ("add", "promote", "finalize"):
        assert run(["footer", step, url]) == 0
        assert run(["verify", url]) == 0
    assert content(url)[-4:] == b"PAR3"
    at = ("--at", "flatbuffer")
    for command in (
        ["seal", url],
        ["ext", "append", url, str(payload), "--uuid", UUID, *at],
        ["ext", "strip", url, "--uuid", UUID, *at],
        ["ext", "strip", url, "--uuid", "seal", *at],
    ):
        assert run(command) == 0
    assert run(["footer", "revert", url, "--dry-run"]) == 0
    assert content(url)[-4:] == b"PAR3"
    assert run(["footer", "revert", url]) == 0
    assert content(url) == before


def test_another_object(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    other = url.replace("part", "other")
    assert run(["footer", "add", url, "-o", other]) == 0
    assert run(["footer", "add", url, "-o", other]) == 4
    assert other in capsys.readouterr().err
    assert run(["footer", "add", url, "-o", other, "--overwrite"]) == 0
    assert run(["footer", "revert", other]) == 0
    assert content(other) == content(url)


def test_a_file_of_an_object(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, output = content(url), tmp_path / "out.parquet"
    assert run(["footer", "add", url, "-o", str(output), "--dry-run"]) == 0
    assert not output.exists()
    assert run(["footer", "add", url, "-o", str(output)]) == 0
    written = output.read_bytes()
    assert written != before
    assert run(["footer", "add", url, "-o", str(output)]) == 4
    assert str(output) in capsys.readouterr().err
    assert run(["footer", "revert", str(output)]) == 0
    assert (output.read_bytes(), content(url)) == (before, before)
    assert run(["footer", "add", url, "-o", str(output), "--overwrite"]) == 0
    assert output.read_bytes() == written
    assert run(["footer", "add", url, "-o", str(tmp_path / "nowhere" / "out")]) == 6
    assert "nowhere" in capsys.readouterr().err
    assert [it.name for it in tmp_path.iterdir()] == ["out.parquet"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["{url}", "--in-place"], 4, "--in-place"),
        (["{url}", "-o", "s3://elsewhere/never.parquet"], 4, "is not in the store"),
        (["memory://nowhere/part.parquet"], 6, "No such file"),
        (["nothing://at/all"], 6, "Protocol not known"),
    ],
)
def test_what_cannot_be_done_is_said(
    arguments: list[str], code: int, said: str, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["footer", "add", *(one.format(url=url) for one in arguments)]) == code
    assert said in capsys.readouterr().err


def test_a_store_whose_package_is_absent_is_named_with_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "requests", None)  # `make docs` installs it
    assert run(["footer", "add", "github://owner:name@main/part.parquet"]) == 6
    assert "requests" in capsys.readouterr().err


def test_a_store_without_conditional_writes_is_refused(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "part.parquet"
    path.write_bytes(content(url))
    assert run(["footer", "add", f"local://{path}"]) == 4
    assert "conditional writes" in capsys.readouterr().err
    assert path.read_bytes() == content(url)
    assert run(["footer", "add", f"file://{path}"]) == 0, "which is a local file"


@pytest.mark.parametrize(
    "mark",
    [
        "_delta_log/0.json",
        ".hoodie/x",
        "metadata/v1.metadata.json",
        "_spark_metadata/0",
        "schema/schema-0",
    ],
)
def test_an_object_of_a_table_is_refused(
    mark: str, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    put(f"{url.rpartition('/')[0]}/{mark}", b"{}")
    assert run(["footer", "add", url]) == 4
    assert "--allow table" in capsys.readouterr().err
    assert run(["footer", "add", url, "-o", f"{url}.new"]) == 4
    assert "whose manifest does not list it" in capsys.readouterr().err
    assert run(["footer", "add", url, "--allow", "table"]) == 0


def test_somebody_else_writes_at_the_same_time(url: str) -> None:
    def losing(source: Seekable) -> Planned[int]:
        planned = plan(source)
        put(url, b"another's")
        return planned

    with pytest.raises(ChangedError):
        edit_planned(url, losing)
    assert content(url) == b"another's"


@pytest.fixture
def s3() -> S3Emulation:
    made = S3Emulation()
    made.objects[PLACE] = small_file()
    return made


@pytest.mark.parametrize("smallest_part", [1, 1 << 30], ids=["parts", "whole"])
def test_s3(s3: S3Emulation, smallest_part: int) -> None:
    store = S3Objects(s3, smallest_part=smallest_part)
    outcome = edit_object(store, KEY, plan).outcome
    data = s3.objects[PLACE]
    assert data[:10_000] == small_file()[:10_000]
    assert len(data) == outcome.new_size == outcome.old_size + 12
    assert ("upload_part_copy" in s3.calls) == (smallest_part == 1)
    assert list(s3.objects) == [PLACE]
    s3.objects[PLACE] = small_file()
    edit_object(store, KEY, plan, output="lake/other")
    assert s3.objects["lake", "other"] == data
    with pytest.raises(RefusedError, match="the object already exists"):
        edit_object(store, KEY, plan, output="lake/other")
    assert s3.uploads == {}


class Disturbed(S3Emulation):
    """Somebody else writes before the call `at`."""

    def __init__(self, at: int, other: bytes) -> None:
        super().__init__()
        self.at = at
        self.other = other

    def call_s3(self, method: str, **arguments: Any) -> Mapping[str, Any]:
        if len(self.calls) == self.at:
            self.objects[PLACE] = self.other
        return super().call_s3(method, **arguments)


@pytest.mark.parametrize("smallest_part", [1, 1 << 30], ids=["parts", "whole"])
def test_s3_at_every_call_somebody_else_writes_before_it(smallest_part: int) -> None:
    conflicts = 0
    for at in range(1, 30):
        other = small_file() + b"another's"
        s3 = Disturbed(at, other)
        s3.objects[PLACE] = small_file()
        try:
            edit_object(S3Objects(s3, smallest_part=smallest_part), KEY, plan)
        except ChangedError:
            conflicts += 1
            assert s3.objects == {PLACE: other}
        else:
            # When the write has gone through there is still the mark of the upload to be removed.
            assert len(s3.calls) <= at or s3.calls[at:] == ["delete_object"]
        assert s3.uploads == {}
    assert conflicts > 3


@pytest.mark.parametrize("smallest_part", [1, 1 << 30], ids=["parts", "whole"])
def test_s3_that_ignores_conditions_is_refused(smallest_part: int) -> None:
    s3 = S3Emulation(conditional=False)
    s3.objects[PLACE] = small_file()
    with pytest.raises(RefusedError, match="If-Match"):
        edit_object(S3Objects(s3, smallest_part=smallest_part), KEY, plan)
    assert s3.objects == {PLACE: small_file()}


def test_s3_by_its_url(s3: S3Emulation, monkeypatch: pytest.MonkeyPatch) -> None:
    def filesystem(url: str) -> tuple[S3Emulation, str]:
        return s3, url.removeprefix("s3://")

    monkeypatch.setattr(urls_module, "open_fsspec_client", filesystem)
    outcome = edit_planned(f"s3://{KEY}", plan, target=Target(dry_run=True)).outcome
    assert outcome.path == f"s3://{KEY}"
    assert s3.objects == {PLACE: small_file()}
    edit_planned(f"s3://{KEY}", plan)
    assert s3.objects != {PLACE: small_file()}
    s3.objects["lake", "_delta_log/0.json"] = b"{}"
    with pytest.raises(RefusedError, match="Delta"):
        edit_planned(f"s3://{KEY}", plan)
