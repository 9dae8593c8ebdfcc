"""Somebody who works on a lake while a job runs: `python -m tests.pipeline.changing.changer LAKE POOL LOG SEED PAUSE`.

Changes files in all the ways that people and programs do, until its standard input ends. Each change is a line of the log,
written after it was made; what the job itself writes (hidden files) is never touched.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import select
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final

from tests.pipeline.changing.history import parts_while_written


class Changer:
    def __init__(self, lake: Path, pool: Path, log: IO[str], seed: int) -> None:
        self._chance = random.Random(seed)
        self._seed = seed
        self._log = log
        self._pool = {path: path.read_bytes() for path in sorted(pool.iterdir())}
        self._paths = sorted(
            os.path.join(folder, name)
            for folder, _, names in os.walk(lake)
            for name in names
            if not name.startswith(".") and not os.path.islink(os.path.join(folder, name))
        )
        self._folders = sorted({os.path.dirname(path) for path in self._paths})
        self._number = 0

    def change(self) -> None:
        work: Callable[[], None] = self._chance.choices(list(_WAYS), list(_WAYS.values()))[
            0
        ].__get__(self)
        with suppress(FileNotFoundError):  # the job has moved it away
            work()

    def _say(self, what: str, path: str, **values: Any) -> None:
        self._log.write(json.dumps({"what": what, "path": path, **values}) + "\n")

    def _choose(self) -> str:
        return self._chance.choice(self._paths)

    def _content(self, path: str = "") -> tuple[str, bytes]:
        """Of the kind that the name says, mostly."""
        extension = (
            path[os.path.basename(path).find(".") - len(os.path.basename(path)) :] if path else ""
        )
        same = [name for name in self._pool if not path or name.name.endswith(extension)]
        name = self._chance.choice(same or list(self._pool))
        return name.name, self._pool[name]

    def _new_path(self, name: str) -> str:
        self._number += 1
        folder = self._chance.choice(self._folders)
        if self._chance.random() < 0.05:
            folder = os.path.join(os.path.dirname(folder), f"part=new{self._chance.randrange(5)}")
            os.makedirs(folder, exist_ok=True)
        return os.path.join(folder, f"added-{self._seed}-{self._number}{name[name.index('.') :]}")

    def _put(self, path: str, data: bytes) -> None:
        """As careful programs do."""
        aside = os.path.join(os.path.dirname(path), f".theirs-{self._number}")
        self._number += 1
        Path(aside).write_bytes(data)
        os.replace(aside, path)
        self._say("put", path, digest=hashlib.sha256(data).hexdigest())

    def _replace(self) -> None:
        path = self._choose()
        self._put(path, self._content(path)[1])

    def _overwrite(self) -> None:
        """As careless ones do. What they write is lost where another file has got the name meanwhile; who reads meanwhile sees
        the part that is there."""
        path = self._choose()
        data = self._content(path)[1]
        with open(path, "r+b") as file:
            file.truncate(0)
            file.write(data)
            file.flush()
            inode = os.fstat(file.fileno()).st_ino
        try:
            is_overtaken = os.stat(path).st_ino != inode
        except FileNotFoundError:
            is_overtaken = True
        self._say(
            "overtaken" if is_overtaken else "put",
            path,
            digest=hashlib.sha256(data).hexdigest(),
            passing=[hashlib.sha256(part).hexdigest() for part in parts_while_written(data)],
        )

    def _delete(self) -> None:
        path = self._choose()
        os.unlink(path)
        self._say("gone", path)

    def _add(self) -> None:
        name, data = self._content()
        path = self._new_path(name)
        self._put(path, data)
        self._paths.append(path)

    def _move(self) -> None:
        path = self._choose()
        new = self._new_path(path[path.rindex("/") + 1 :])
        os.rename(path, new)
        self._say("moved", new, source=path)
        self._paths.append(new)

    def _touch(self) -> None:
        path = self._choose()
        os.utime(path)
        self._say("touched", path)

    def _close(self) -> None:
        path = self._choose()
        os.chmod(path, self._chance.choice((0o600, 0o640, 0o644)))
        self._say("touched", path)

    def _put_folder(self) -> None:
        """Where a file was."""
        path = self._choose()
        os.unlink(path)
        self._say("gone", path)
        self._paths.remove(path)
        os.mkdir(path)
        self._say("put", path, digest="a folder")

    def _put_link(self) -> None:
        path = self._choose()
        os.unlink(path)
        self._say("gone", path)
        self._paths.remove(path)
        os.symlink(self._choose(), path)
        self._say("put", path, digest="a link")


_WAYS: Final = {
    Changer._replace: 30,
    Changer._overwrite: 20,
    Changer._delete: 12,
    Changer._add: 20,
    Changer._move: 8,
    Changer._touch: 4,
    Changer._close: 3,
    Changer._put_folder: 1,
    Changer._put_link: 1,
}


def main() -> None:
    lake, pool, log, seed, pause = sys.argv[1:]
    with open(log, "w", encoding="utf-8") as file:
        changer = Changer(Path(lake), Path(pool), file, int(seed))
        print("ready", flush=True)
        while not select.select([sys.stdin], [], [], float(pause))[0]:
            changer.change()


if __name__ == "__main__":
    main()
