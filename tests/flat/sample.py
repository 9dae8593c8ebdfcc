"""A kitchen table with everything in it, made anew by each call."""

from __future__ import annotations

import math
import sys
from typing import Any

from inlay_runtime.extension import Extension
from tests.flat.compiled import compiled


def kitchen() -> Any:
    return compiled("kitchen")


def parts() -> Any:
    """The module that the kitchen includes."""
    return sys.modules[kitchen().__name__.rpartition(".")[0] + ".shared_parts"]


def full() -> Any:
    """Every field of every table has a value that is not its default."""
    k, p = kitchen(), parts()
    leaf = k.Leaf(value=-7, name="leaf")
    rgb = k.Rgb(r=1, g=2, b=3)
    padded = k.Padded(a=-1, b=1 << 40, c=-300)
    nested = k.Nested(before=True, padded=padded, mood=k.Mood.Sad, rgb=rgb, after=2.5)
    aligned = k.Aligned(x=0.5, access=k.Access.Read | k.Access.Run)
    part = p.Part(level=p.Level.Low, pair=p.Pair(left=-5, right=1 << 50), name="part")
    everything = k.Everything(
        i8=-128, u8=255, i16=-32768, u16=65535, i32=-(1 << 31), u32=(1 << 32) - 1,
        i64=-(1 << 63), u64=(1 << 64) - 1, f=1.5, d=-2.5, ok=True, wide=k.Wide.Top, bits=k.Bits.High,
    )  # fmt: skip
    arrays = k.Arrays(
        raw=[1, 2, 255], numbers=[-1, 2], moods=[k.Mood.Elated, k.Mood.Sad], parts=[padded, padded],
        flags=[True, False], sizes=[k.Size.Large],
    )  # fmt: skip
    anything = [
        k.AnyLeaf(leaf), k.AnyOther(leaf), k.AnyRgb(rgb), k.AnyAligned(aligned), k.AnyText("text"),
        k.AnyMore(""), k.AnyForeign(part),
    ]  # fmt: skip
    return k.Kitchen(
        scalars=k.Scalars(
            flag=True, yes=False, tiny=-1, tiny_one=1, small=1, small_one=1, medium=1, medium_one=1,
            large=1, large_one=1, single=-0.5, real=0.0, not_a_number=1.0, up=-math.inf,
            down=math.inf, mood=k.Mood.Elated, wide=k.Wide.Zero, deep=k.Deep.Middle,
            offset=k.Offset.First, access=k.Access.Run, both=k.Access(0), bits=k.Bits.Low | k.Bits.High,
        ),
        optionals=k.Optionals(
            flag=False, tiny=0, tiny_one=0, small=0, small_one=0, medium=0, medium_one=0, large=0,
            large_one=0, single=0.0, real=0.0, mood=k.Mood.Neutral, access=k.Access(0),
        ),
        vectors=k.Vectors(
            flags=[True, False], signed=b"\xff\x00", data=b"data", shorts=[-32768, 32767],
            ushorts=[65535], ints=[-(1 << 31)], uints=[(1 << 32) - 1], longs=[-(1 << 63)],
            ulongs=[(1 << 64) - 1, 0], singles=[0.5, math.inf], reals=[-0.0, 1e300],
            moods=[k.Mood.Sad, k.Mood.Happy], wides=[k.Wide.Top], accesses=[k.Access.Read],
            texts=["", "a", "\u00e9\U0001f600"], leaves=[leaf, k.Leaf()], rgbs=[rgb, rgb],
            aligned=[aligned, aligned], nested=[nested], shapes=[leaf, k.Empty(), leaf],
            anything=anything,
        ),
        structs=k.Structs(
            rgb=rgb, padded=padded, nested=nested, arrays=arrays, aligned=aligned,
            everything=everything, foreign=p.Pair(left=1, right=-1),
        ),
        unions=k.Unions(
            shape=k.Empty(), anything=k.AnyText("any"), sparse=k.Empty(), foreign=p.Else(part=part)
        ),
        needed=k.Needed(
            text="", data=b"", leaf=leaf, rgb=rgb, shape=leaf, shapes=[k.Empty()]
        ),
        keyed=[k.Keyed(id=2, name="b"), k.Keyed(id=1, name="a")],
        named=[k.Named(name="b", label="same"), k.Named(name="a", label="same", hashed=5)],
        ordered=k.Ordered(b=4, u=leaf, a="first"),
        old=k.Old(kept=1, gone="gone", also=6),
        holder=k.Holder(buffer=leaf.encode(), flexible=b"\x01\x02"),
        carrier=k.Carrier(value=3, extension=Extension(b"payload")),
        node=k.Node(value=1, children=[k.Node(value=2), k.Node()], next=k.Node(value=3)),
        part=part,
        level=p.Level(77),
    )  # fmt: skip
