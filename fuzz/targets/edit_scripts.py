"""Any bytes as the remainder of a FlatBuffers footer, and any two byte strings as base and original."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from fuzz.mutators.raw_bytes import mutate_bytes
from fuzz.target import Target
from inlay.conversion import EditScriptError, edit_script
from inlay.conversion.edit_script import Rules, apply, make
from tests.support.same_error import outcome

BASE: Final = bytes(range(64)) * 4


def check(data: bytes) -> None:
    """An even first byte: a script for `BASE`, whose CRC is made to agree. An odd one: base and original."""
    if not data:
        return
    if data[0] % 2:
        half = len(data) // 2
        base, original = data[1:half], data[half:]
        script = make(base, original, rules=Rules.V1)
        assert apply(base, script, rules=Rules.V1) == original
        with_pure = make_pure(base, original)
        assert apply(base, with_pure, rules=Rules.V1) == original
        return
    script = data[1:]
    natively = outcome(apply, BASE, script, rules=Rules.V0)
    assert natively[0] in ("result", EditScriptError), natively
    assert outcome(apply_pure, script) == natively


def apply_pure(script: bytes) -> bytes:
    before = edit_script.native_follow
    edit_script.native_follow = None
    try:
        return apply(BASE, script, rules=Rules.V0)
    finally:
        edit_script.native_follow = before


def make_pure(base: bytes, original: bytes) -> bytes:
    before = edit_script.native_steps
    edit_script.native_steps = None
    try:
        return make(base, original, rules=Rules.V1)
    finally:
        edit_script.native_steps = before


@cache
def seeds() -> tuple[bytes, ...]:
    changed = BASE[:50] + b"something else" + BASE[60:200] + BASE[100:]
    scripts = [make(BASE, other, rules=Rules.V0) for other in (BASE, changed, BASE[::-1], b"")]
    sealed = make(BASE, changed, rules=Rules.V0, thrift_crc=7)
    return (*(b"\0" + script for script in (*scripts, sealed)), b"\1" + BASE + changed)


def mutate(data: bytes, rng: Random) -> bytes:
    return data[:1] + mutate_bytes(data[1:], rng)


TARGET: Final = Target(
    "both cores make the same of a script; a script of any two byte strings leads from one to the other",
    check,
    seeds,
    mutate,
)
