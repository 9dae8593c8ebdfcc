"""The same bytes for flatc and for us, both ways.

`facts.json` holds what flatc 2.0.8 wrote, as flatc 25.12.19 does, so that half of this bites where flatc is not installed:
`INLAY_REFRESH='flatc' python -m pytest tests/flat/test_interop.py` writes it anew, and fails.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from inlay_runtime.shown import whole
from tests.flat.compiled import IDL, compiled
from tests.flat.flatc import from_json, run_generated, to_json
from tests.flat.interop_values import JSON, PROGRAM_READ, PROGRAM_WRITE, all_fields, expected
from tests.flat.sample import full, kitchen, parts

ANY = (
    "union Any { Leaf, Other: Leaf, Rgb, Aligned, text: string, more: string, Foreign: parts.Part }"
)
WRITTEN_ONLY = {
    "a struct in a union",
    "an aligned struct in a union",
    "a string in a union",
}
FACTS = Path(__file__).parent / "facts.json"
KITCHEN = (IDL / "kitchen.fbs").read_text(encoding="utf-8")
INTEROP = (IDL / "interop.fbs").read_text(encoding="utf-8")


def facts() -> dict[str, str]:
    found: dict[str, str] = json.loads(FACTS.read_text(encoding="utf-8")) if FACTS.exists() else {}
    return found


def _refreshing() -> bool:
    return os.environ.get("INLAY_REFRESH") == "flatc"


def _refresh(name: str, data: bytes) -> None:
    text = json.dumps({**facts(), name: data.hex()}, indent=1, sort_keys=True)
    FACTS.write_text(f"{text}\n", encoding="utf-8")
    pytest.fail("facts.json was refreshed: read it, then run again")


def kitchen_schema(folder: Path, root: str) -> str:
    """The kitchen with another root, which then has no identifier."""
    (folder / "shared_parts.fbs").write_text((IDL / "shared_parts.fbs").read_text(encoding="utf-8"))
    if root == "Kitchen":
        return KITCHEN
    text = KITCHEN.replace('file_identifier "KTCH";', "").replace('file_extension "ktc";', "")
    return text.replace("root_type Kitchen;", f"root_type {root};")


def same(found: Any, wanted: Any) -> None:
    assert whole(found) == whole(wanted)
    assert found.encode() == wanted.encode()


@pytest.mark.parametrize("name", JSON)
def test_facts_of_flatc(name: str) -> None:
    """What flatc wrote once decodes to what it was made from."""
    if _refreshing():
        pytest.skip("being refreshed")
    root, _ = JSON[name]
    data = bytes.fromhex(facts()[name])
    for eager in (True, False):
        found = getattr(kitchen(), root).decode(data, eager=eager)
        same(found, expected(name, kitchen(), parts(), full()))


@pytest.mark.parametrize("name", JSON)
def test_flatc_writes_we_read(name: str, tmp_path: Path) -> None:
    root, value = JSON[name]
    data = from_json(tmp_path, kitchen_schema(tmp_path, root), value)
    if _refreshing() and facts().get(name) != data.hex():
        _refresh(name, data)
    same(getattr(kitchen(), root).decode(data), expected(name, kitchen(), parts(), full()))


@pytest.mark.parametrize("name", [name for name in JSON if name not in WRITTEN_ONLY])
def test_we_write_flatc_reads(name: str, tmp_path: Path) -> None:
    """What flatc reads in our bytes, and makes bytes of again, is the same to us.

    flatc writes structs and strings in unions, and does not read them: they are not asked for, and with vectors of unions they
    are taken out of the schema. The vectors are the last fields of their tables.
    """
    root, _ = JSON[name]
    wanted = expected(name, kitchen(), parts(), full())
    if root == "Vectors":
        wanted = wanted.replace(shapes=None, anything=None)
    schema = kitchen_schema(tmp_path, root)
    for field in ("shapes: [Shape];", "anything: [Any];", "shapes: [Shape] (required);"):
        schema = schema.replace(field, "")
    schema = schema.replace(ANY, "union Any { Leaf, Other: Leaf, Foreign: parts.Part = 7 }")
    read = to_json(tmp_path, schema, wanted.encode())
    again = from_json(tmp_path, schema, _without_specials(read))
    same(getattr(kitchen(), root).decode(again), wanted)


def _without_specials(value: Any) -> Any:
    """NaN and the infinities are defaults here, and absent when they are left out."""
    if isinstance(value, dict):
        return {key: _without_specials(one) for key, one in value.items() if one is not None}
    return value


def test_generated_python_reads_ours(tmp_path: Path) -> None:
    module = compiled("interop")
    data = all_fields(module).encode()
    found = json.loads(run_generated(tmp_path, INTEROP, f"DATA = {data.hex()!r}\n{PROGRAM_READ}"))
    vec = {"x": 1.5, "y": -1.5, "tag": -3}
    assert found["flag"] is False
    assert (found["i8"], found["u8"], found["i16"], found["u16"]) == (-128, 255, -32768, 65535)
    assert (found["i32"], found["u32"]) == (-(1 << 31), (1 << 32) - 1)
    assert (found["i64"], found["u64"]) == (-(1 << 63), (1 << 64) - 1)
    assert (found["f"], found["d"], found["color"], found["flags"]) == (-0.25, 1e300, 8, 129)
    assert (found["text"], found["vec"]) == ("t\u00e9xt", vec)
    assert found["outer"] == {"first": -1, "vec": {"x": 2.5, "y": -2.5, "tag": -3}, "color": 1}
    assert found["item"] == {"name": "one", "count": 0}
    assert found["any"] == {"big": 5, "small": -(1 << 63)}
    assert found["anyType"] == 2
    assert found["numbers"] == [-(1 << 63), (1 << 63) - 1, 0]
    assert (found["bytes"], found["texts"]) == ([0, 255], ["", "b"])
    assert found["items"] == [{"name": "x", "count": 7}, {"name": "y", "count": -1}]
    assert [one["x"] for one in found["vecs"]] == [0.5, 4.0]
    assert (found["colors"], found["last"]) == ([1, 8], 10)


def test_we_read_what_generated_python_writes(tmp_path: Path) -> None:
    module = compiled("interop")
    data = bytes.fromhex(run_generated(tmp_path, INTEROP, PROGRAM_WRITE))
    assert module.All.decode(data) == all_fields(module)
    assert module.All.decode(data) == all_fields(module)
    if _refreshing() and facts().get("generated Python") != data.hex():
        _refresh("generated Python", data)


def test_facts_of_generated_python() -> None:
    """A buffer that flatc 2.0.8's Python wrote with flatbuffers 25.12."""
    module = compiled("interop")
    assert module.All.decode(bytes.fromhex(facts()["generated Python"])) == all_fields(module)


def test_the_same_layout_of_structs() -> None:
    """By hand, from the layout that flatc prints."""
    k = kitchen()
    assert k.Padded(a=1, b=2, c=3).encode() == b"\1" + bytes(7) + b"\2" + bytes(
        7
    ) + b"\3\0" + bytes(6)
    assert k.Aligned(x=1.0, access=k.Access.Write).encode() == b"\0\0\x80?\2\0" + bytes(10)
    assert (k.Nested.SIZE, k.Nested.ALIGNMENT) == (48, 8)
    assert (k.Arrays.SIZE, k.Arrays.ALIGNMENT, k.Everything.SIZE) == (72, 8, 72)
