"""The same values for us, for flatc's JSON, and for what flatc generates."""

from __future__ import annotations

from typing import Any, Final

PROGRAM_READ: Final = """
import sys, json
from interop.All import AllT, All
data = bytes.fromhex(sys.argv[1] if len(sys.argv) > 1 else DATA)
assert All.AllBufferHasIdentifier(data, 0)
t = AllT.InitFromObj(All.GetRootAs(data, 0))
def plain(v):
    if isinstance(v, bytes): return v.decode()
    if hasattr(v, 'tolist'): return v.tolist()
    if isinstance(v, list): return [plain(x) for x in v]
    if hasattr(v, '__dict__'): return {k: plain(x) for k, x in vars(v).items()}
    return v
print(json.dumps(plain(t)))
"""

PROGRAM_WRITE: Final = """
import flatbuffers
from interop.All import AllT
from interop.Item import ItemT
from interop.Other import OtherT
from interop.Vec import VecT
from interop.Outer import OuterT
from interop.Any import Any
def vec(x):
    v = VecT(); v.x = x; v.y = -x; v.tag = -3; return v
def item(name, count=7):
    i = ItemT(); i.name = name; i.count = count; return i
t = AllT()
t.flag = False
t.i8, t.u8, t.i16, t.u16 = -128, 255, -32768, 65535
t.i32, t.u32, t.i64, t.u64 = -2**31, 2**32 - 1, -2**63, 2**64 - 1
t.f, t.d = -0.25, 1e300
t.color, t.flags = 8, 129
t.text = "t\\u00e9xt"
t.vec = vec(1.5)
o = OuterT(); o.first = -1; o.vec = vec(2.5); o.color = 1; t.outer = o
t.item = item("one", 0)
other = OtherT(); other.big = 5; t.any = other; t.anyType = Any.Other
t.numbers = [-2**63, 2**63 - 1, 0]
t.bytes = [0, 255]
t.texts = ["", "b"]
t.items = [item("x"), item("y", -1)]
t.vecs = [vec(0.5), vec(4.0)]
t.colors = [1, 8]
t.last = 10
builder = flatbuffers.Builder(16)
builder.Finish(t.Pack(builder), b"INTR")
print(bytes(builder.Output()).hex())
"""


def all_fields(m: Any) -> Any:
    """What PROGRAM_WRITE writes, as ours."""

    def vec(x: float) -> Any:
        return m.Vec(x=x, y=-x, tag=-3)

    return m.All(
        flag=False, i8=-128, u8=255, i16=-32768, u16=65535, i32=-(1 << 31), u32=(1 << 32) - 1,
        i64=-(1 << 63), u64=(1 << 64) - 1, f=-0.25, d=1e300, color=m.Color.Blue,
        flags=m.Flags.A | m.Flags.H, text="t\u00e9xt", vec=vec(1.5),
        outer=m.Outer(first=-1, vec=vec(2.5), color=m.Color.Red), item=m.Item(name="one", count=0),
        any=m.AnyOther(m.Other(big=5)), numbers=[-(1 << 63), (1 << 63) - 1, 0], bytes_=b"\x00\xff",
        texts=["", "b"], items=[m.Item(name="x"), m.Item(name="y", count=-1)],
        vecs=[vec(0.5), vec(4.0)], colors=[m.Color.Red, m.Color.Blue], last=10,
    )  # fmt: skip


JSON: Final[dict[str, tuple[str, Any]]] = {
    "unions in a vector": ("Vectors", {
        "anything_type": ["Leaf", "Other", "Rgb", "Aligned", "text", "more", "Foreign"],
        "anything": [
            {"value": -7, "name": "leaf"}, {"value": -7, "name": "leaf"}, {"r": 1, "g": 2, "b": 3},
            {"x": 0.5, "access": "Read Run"}, "text", "",
            {"level": "Low", "pair": {"left": -5, "right": 1 << 50}, "name": "part"},
        ],
        "shapes_type": ["Leaf", "Empty", "Leaf"],
        "shapes": [{"value": -7, "name": "leaf"}, {}, {"value": -7, "name": "leaf"}],
    }),
    "vectors": ("Vectors", {
        "flags": [True, False], "signed": [-1, 0], "data": list(b"data"), "shorts": [-32768, 32767],
        "ushorts": [65535], "ints": [-(1 << 31)], "uints": [(1 << 32) - 1], "longs": [-(1 << 63)],
        "ulongs": [(1 << 64) - 1, 0], "singles": [0.5], "reals": [1e300],
        "moods": ["Sad", "Happy"], "wides": ["Top"], "accesses": ["Read"], "texts": ["", "a", "\u00e9\U0001f600"],
        "leaves": [{"value": -7, "name": "leaf"}, {}], "rgbs": [{"r": 1, "g": 2, "b": 3}] * 2,
        "aligned": [{"x": 0.5, "access": "Read Run"}] * 2,
    }),
    "empty vectors": ("Vectors", {
        "flags": [], "signed": [], "shorts": [], "longs": [], "ulongs": [], "reals": [], "wides": [],
        "texts": [], "leaves": [], "aligned": [], "nested": [], "shapes_type": [], "shapes": [],
    }),
    "a struct in a union": ("Unions", {"anything_type": "Rgb", "anything": {"r": 1, "g": 2, "b": 3}}),
    "an aligned struct in a union": ("Unions", {"anything_type": "Aligned", "anything": {"x": 0.5, "access": "Read Run"}}),
    "a string in a union": ("Unions", {"anything_type": "text", "anything": "any"}),
    "tags of its own": ("Unions", {"sparse_type": "Empty", "sparse": {}, "shape_type": "Empty", "shape": {}}),
    "structs": ("Structs", {
        "rgb": {"r": 1, "g": 2, "b": 3}, "padded": {"a": -1, "b": 1 << 40, "c": -300},
        "nested": {"before": True, "padded": {"a": -1, "b": 1 << 40, "c": -300}, "mood": "Sad", "rgb": {"r": 1, "g": 2, "b": 3}, "after": 2.5},
        "arrays": {"raw": [1, 2, 255], "numbers": [-1, 2], "moods": ["Elated", "Sad"], "parts": [{"a": -1, "b": 1 << 40, "c": -300}] * 2, "flags": [True, False], "sizes": ["Large"]},
        "aligned": {"x": 0.5, "access": "Read Run"}, "foreign": {"left": 1, "right": -1},
    }),
    "defaults": ("Scalars", {}),
    "scalars": ("Scalars", {
        "flag": True, "yes": False, "tiny": -1, "tiny_one": 1, "small": 1, "small_one": 1, "medium": 1,
        "medium_one": 1, "large": 1, "large_one": 1, "single": -0.5, "not_a_number": 1.0,
        "mood": "Elated", "wide": "Zero", "deep": "Middle", "offset": "First", "access": "Run", "both": 0,
        "bits": "Low High",
    }),
    "optionals": ("Optionals", {"flag": False, "tiny": 0, "small_one": 0, "large": 0, "real": 0.0, "mood": "Neutral"}),
    "keyed": ("Kitchen", {"keyed": [{"id": 2, "name": "b"}, {"id": 1, "name": "a"}], "named": [{"name": "b", "label": "same"}, {"name": "a", "label": "same"}]}),
    "ids": ("Ordered", {"a": "first", "u_type": "Leaf", "u": {"value": 3}, "b": 4}),
    "a chain": ("Node", {"value": 1, "next": {"value": 2, "children": [{}, {"value": 3}]}}),
}  # fmt: skip


def expected(name: str, k: Any, p: Any, whole: Any) -> Any:
    """What the JSON means, as ours."""
    vectors, structs, scalars = whole.vectors, whole.structs, whole.scalars
    match name:
        case "unions in a vector":
            return k.Vectors(anything=vectors.anything, shapes=vectors.shapes)
        case "vectors":
            return vectors.replace(
                anything=None, shapes=None, nested=None, singles=[0.5], reals=[1e300]
            )
        case "empty vectors":
            empty: list[Any] = []
            return k.Vectors(
                flags=empty, signed=b"", shorts=empty, longs=empty, ulongs=empty, reals=empty,
                wides=empty, texts=empty, leaves=empty, aligned=empty, nested=empty, shapes=empty,
            )  # fmt: skip
        case "a struct in a union":
            return k.Unions(anything=k.AnyRgb(k.Rgb(r=1, g=2, b=3)))
        case "an aligned struct in a union":
            return k.Unions(anything=vectors.anything[3])
        case "a string in a union":
            return k.Unions(anything=k.AnyText("any"))
        case "tags of its own":
            return k.Unions(sparse=k.Empty(), shape=k.Empty())
        case "structs":
            return structs.replace(everything=None)
        case "defaults":
            return k.Scalars()
        case "scalars":
            return scalars.replace(real=-0.0, up=float("inf"), down=float("-inf"))
        case "optionals":
            return k.Optionals(
                flag=False, tiny=0, small_one=0, large=0, real=0.0, mood=k.Mood.Neutral
            )
        case "keyed":
            # flatc sorts by key what it reads in JSON; to us a list has the order that it has
            named = [name.replace(hashed=0) for name in whole.named]
            return k.Kitchen(keyed=whole.keyed[::-1], named=named[::-1])
        case "ids":
            return k.Ordered(a="first", u=k.Leaf(value=3), b=4)
        case "a chain":
            return k.Node(value=1, next=k.Node(value=2, children=[k.Node(), k.Node(value=3)]))
        case _:
            raise AssertionError(name)
