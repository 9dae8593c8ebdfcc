"""One command on objects, struck at the requests that it sends: what must be true of the bucket after each fault."""

from __future__ import annotations

import errno
import os
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from random import Random
from typing import Any, Final
from unittest.mock import patch

from inlay.changes.rewrite import new_object, s3_objects, urls
from inlay.cli.exit_codes import ExitCode
from inlay.ground.files.aside import is_aside
from tests.faults.changing_commands import CASES, PART, Case, contents
from tests.faults.s3_emulation import S3Emulation
from tests.faults.shim import Killed
from tests.faults.struck_commands import run_captured

KINDS: Final = ("kill", "refused", "lost", "other")
"""`lost`: the request is carried out, and its answer is lost. `other`: somebody else writes the object before it."""

PLACE: Final = ("lake", "part.parquet")
OUTPUT: Final = ("lake", "out.parquet")
URLS: Final = {place: "s3://" + "/".join(place) for place in (PLACE, OUTPUT)}

OBJECT_CASES: Final[Mapping[str, Case]] = {
    name: case
    for name, case in CASES.items()
    if case.words.split()[0] in ("seal", "set", "footer", "ext")
    and not {"--in-place", "--undo", "--undo-to", "extract"} & set(case.words.split())
    and "{payload}" not in case.words
    and not name.startswith("footer convert")
}
"""What changes the end of an object: its body is copied in the store. Conversion opens it by way of a client that is not emulated
here; `test_convert_in_store.py` strikes at each of its requests, and `test_replaced_objects.py` and `test_new_objects.py` at
those of the commands that make files of parts."""


class StruckBucket(S3Emulation):
    """Request number `at` (from 1) is struck."""

    def __init__(self, kind: str = "", at: int = 0, seed: int = 0, other: bytes = b"") -> None:
        super().__init__()
        self.kind = kind
        self.at = at
        self.random = Random(seed)
        self.other = other
        self.dead = False
        self.count = 0

    def call_s3(self, method: str, **arguments: Any) -> Mapping[str, Any]:
        if self.dead:
            raise Killed
        self.count += 1
        if self.count != self.at:
            return super().call_s3(method, **arguments)
        if self.kind == "other":
            self.objects[PLACE] = self.other
            return super().call_s3(method, **arguments)
        self.dead = self.kind == "kill"
        if self.kind == "lost" or (self.dead and self.random.random() < 0.5):
            super().call_s3(method, **arguments)
        if self.dead:
            raise Killed
        raise OSError(errno.EIO, "the connection was closed")

    @contextmanager
    def installed(self, smallest_part: int) -> Generator[None]:
        def client(url: str) -> tuple[Any, str]:
            return self, url.removeprefix("s3://")

        with ExitStack() as patched:
            for module in (urls, new_object):
                patched.enter_context(patch.object(module, "open_fsspec_client", client))
            patched.enter_context(patch.object(s3_objects, "SMALLEST_PART", smallest_part))
            yield


class ObjectTrial:
    """What a command does to its bucket where nothing happens; then with faults. In parts, or whole."""

    def __init__(self, name: str, *, in_parts: bool) -> None:
        self.case = OBJECT_CASES[name]
        self.smallest_part = 1 if in_parts else 5 << 20
        self.words = self._words(self.case.words)
        self.other = contents()["rows"]
        bucket = StruckBucket()
        bucket.objects[PLACE] = contents()[self.case.file]
        for words in self.case.before:
            assert self._run(bucket, self._words(words))[0] == ExitCode.OK
        self.old = dict(bucket.objects)
        bucket.count = 0
        assert self._run(bucket, self.words)[0] == ExitCode.OK
        self.count = bucket.count
        self.new = dict(bucket.objects)
        assert self.new != self.old
        self.again = self._run(bucket, self.words)[0]

    def _words(self, text: str) -> list[str]:
        known = {PART: URLS[PLACE], "{out.parquet}": URLS[OUTPUT]}
        return [known.get(word, word) for word in text.split()]

    def _run(self, bucket: StruckBucket, words: list[str]) -> tuple[int | None, str]:
        with bucket.installed(self.smallest_part):
            return run_captured(words)

    def strike(self, kind: str, at: int, seed: int) -> str:
        """What is left, in a word. AssertionError if that is not as promised."""
        bucket = StruckBucket(kind, at, seed, self.other)
        bucket.objects = dict(self.old)
        code: int | None = None
        with suppress(Killed):
            code, said = self._run(bucket, self.words)
            assert code != ExitCode.INTERNAL, said
        bucket.kind, bucket.dead = "", False
        if kind == "other":
            return self._require_the_other(bucket, code)
        self._require_old_or_new(bucket)
        if self._marks(bucket) or seed % 4 == 0:
            self._run(bucket, ["recover", URLS[PLACE]])
            self._run(bucket, ["recover", URLS[OUTPUT]])
        assert not self._marks(bucket), "recover leaves nothing"
        assert not any(bucket.uploads.values()), "parts are left, and paid for"
        self._require_old_or_new(bucket)
        state = "new" if bucket.objects == self.new else "old"
        assert code != ExitCode.OK or state == "new"
        assert self._run(bucket, self.words)[0] == (self.again if state == "new" else ExitCode.OK)
        assert bucket.objects == self.new, "again: not what it becomes where nothing happens"
        return state

    def _require_the_other(self, bucket: StruckBucket, code: int | None) -> str:
        """Nobody's bytes are lost: it is theirs, or made from theirs."""
        left = bucket.objects[PLACE]
        if OUTPUT in self.new or code != ExitCode.OK:
            assert left == self.other
        assert left != self.new[PLACE] or OUTPUT in self.new, "written over"
        assert not bucket.uploads
        return "theirs" if left == self.other else "made from theirs"

    def _require_old_or_new(self, bucket: StruckBucket) -> None:
        for place in {*self.old, *self.new}:
            allowed = (self.old.get(place), self.new.get(place))
            assert bucket.objects.get(place) in allowed, f"{place} is neither old nor new"
        assert not bucket.objects.keys() - self.new.keys() - self._marks(bucket)

    def _marks(self, bucket: StruckBucket) -> set[tuple[str, str]]:
        return {place for place in bucket.objects if is_aside(os.path.basename(place[1]))}
