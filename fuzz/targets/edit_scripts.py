"""Any bytes as the remainder of a FlatBuffers footer, and any two byte strings as base and original."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Final
from unittest.mock import patch

from fuzz.mutators.raw_bytes import mutate_bytes
from fuzz.target import Target, behind_choice
from inlay.footers.conversion import EditScriptError, edit_script
from inlay.footers.conversion.edit_script import Rules, apply, make, native_follow, native_steps
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


def quick(data: bytes) -> None:
    """The same, with the steps as native code makes and follows them."""
    assert native_steps is not None
    assert native_follow is not None
    if len(data) < 3:
        return
    if data[0] % 2:
        half = len(data) // 2
        base, original = data[1:half], data[half:]
        steps = native_steps(base, original)
        assert steps is None or native_follow(base, len(original), steps) == original
    else:
        native_follow(BASE, int.from_bytes(data[1:3], "little"), data[3:])
        with suppress(EditScriptError):
            apply(BASE, data[1:], rules=Rules.V0)


def apply_pure(script: bytes) -> bytes:
    with patch.object(edit_script, "native_follow", None):
        return apply(BASE, script, rules=Rules.V0)


def make_pure(base: bytes, original: bytes) -> bytes:
    with patch.object(edit_script, "native_steps", None):
        return make(base, original, rules=Rules.V1)


@cache
def seeds() -> tuple[bytes, ...]:
    changed = BASE[:50] + b"something else" + BASE[60:200] + BASE[100:]
    scripts = [make(BASE, other, rules=Rules.V0) for other in (BASE, changed, BASE[::-1], b"")]
    sealed = make(BASE, changed, rules=Rules.V0, thrift_crc=7)
    return (*(b"\0" + script for script in (*scripts, sealed)), b"\1" + BASE + changed)


TARGET: Final = Target(
    "both cores make the same of a script; a script of any two byte strings leads from one to the other",
    check,
    seeds,
    behind_choice(mutate_bytes),
    quick=quick if native_follow and native_steps else None,
)
