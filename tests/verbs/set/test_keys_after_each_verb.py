"""A key that was set is seen by other readers after every verb that writes the file anew, and one that was deleted is not.

`ARROW:schema` has pairs of its own, which pyarrow shows in the place of those of the footer: both have to go the same way.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.variant import from_json_array, write_table
from tests.support.inlay_command import make_command

ROWS: Final = 2_000
PLAIN: Final[dict[str, Any]] = {
    "id": pa.array(range(ROWS)),
    "price": pa.array([at / 100 for at in range(ROWS)]),
    "more": pa.array(["x"] * ROWS),
}
WITH_VARIANTS: Final[dict[str, Any]] = {
    **PLAIN,
    "v": from_json_array(pa.array([f'{{"a": {at}, "b": "x"}}' for at in range(ROWS)])),
}
"""Which Polars does not read."""

VERBS: Final[dict[str, tuple[str, ...]]] = {
    "select": ("select FILE --columns id --row-groups 0 -o OUT",),
    "drop": ("drop FILE --columns price --overwrite",),
    "drop into another file": ("drop FILE --columns more -o OUT",),
    "split": ("split FILE --row-groups 1 -o DIR",),
    "concat": ("concat FILE FILE -o OUT",),
    "concat of others": ("concat FILE OTHER -o OUT --metadata first",),
    "variant shred": ("variant shred VARIANTS -o OUT",),
    "variant unshred": ("variant shred VARIANTS -o MID", "variant unshred MID -o OUT"),
    "encoding add": ("encoding add FILE --columns id --encoding pco",),
    "encoding strip": ("encoding add FILE --columns id --encoding pco", "encoding strip FILE"),
    "footer add": ("footer add FILE",),
    "footer promote": ("footer add FILE", "footer promote FILE"),
    "footer finalize, and back": (
        "footer add FILE",
        "footer promote FILE",
        "footer finalize FILE",
        "footer revert FILE",
    ),
    "footer revert": ("footer add FILE", "footer revert FILE"),
    "footer convert, and back": (
        "footer convert FILE --design modular",
        "footer convert FILE --design thrift",
    ),
    "footer index add": ("footer index add FILE",),
    "footer index strip": ("footer index add FILE", "footer index strip FILE"),
    "ext append": ("ext append FILE PAYLOAD --raw",),
    "ext strip": ("ext append FILE PAYLOAD --raw", "ext strip FILE --raw"),
    "sorted-by": ("set FILE --sorted-by id",),
    "rename": ("set FILE --rename price=cost",),
    "field ids": ("set FILE --field-id id=7",),
    "dump and assemble": ("dump FILE -o TEXT", "assemble TEXT --source FILE -o OUT"),
    "all of them": (
        "set FILE --sorted-by id",
        "drop FILE --columns price --overwrite",
        "concat FILE FILE -o OUT",
        "encoding add OUT --columns id --encoding pco",
        "footer add OUT",
    ),
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keys")
    pairs = {"from the first": "day", "gone": "soon"}
    for name, columns in {"FILE": PLAIN, "OTHER": PLAIN, "VARIANTS": WITH_VARIANTS}.items():
        table = pa.table(columns).replace_schema_metadata({} if name == "OTHER" else pairs)
        write_table(table, folder / name, row_group_size=ROWS // 2)
    (folder / "PAYLOAD").write_bytes(b"payload")
    return folder


def see(path: Path) -> list[dict[bytes, bytes]]:
    """What pyarrow shows of the footer, of the schema, and of rows."""
    rows = pq.ParquetFile(path).read(columns=["id"])
    seen = (pq.read_metadata(path).metadata, pq.read_schema(path).metadata, rows.schema.metadata)
    return [
        {key: value for key, value in (pairs or {}).items() if key != b"ARROW:schema"}
        for pairs in seen
    ]


@pytest.mark.parametrize("commands", VERBS.values(), ids=VERBS)
def test_a_key_that_was_set_stays_visible(
    commands: tuple[str, ...],
    written: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inlay = make_command(capsys, monkeypatch)
    for source in written.iterdir():
        shutil.copy(source, tmp_path)
    changed = ("VARIANTS" if "VARIANTS" in commands[0] else "FILE",)
    for name in changed:
        done = inlay("set", tmp_path / name, "--key", "owner=pricing", "--delete", "gone")
        assert done.code == 0, done.err
    names = {path.name for path in written.iterdir()} | {"OUT", "MID", "TEXT", "DIR"}
    for command in commands:
        words = [str(tmp_path / word) if word in names else word for word in command.split()]
        done = inlay(*words)
        assert done.code == 0, (command, done.err)
    written_last = tmp_path / ("OUT" if (tmp_path / "OUT").exists() else "FILE")
    for path in [*(tmp_path / "DIR").glob("*")] or [written_last]:
        assert see(path) == [{b"from the first": b"day", b"owner": b"pricing"}] * 3
        if changed == ("FILE",):
            _assert_polars_sees_it(path)


def _assert_polars_sees_it(path: Path) -> None:
    pairs = pytest.importorskip("polars").read_parquet_metadata(path)
    assert {key: pairs.get(key) for key in ("owner", "from the first", "gone")} == {
        "owner": "pricing",
        "from the first": "day",
        "gone": None,
    }
