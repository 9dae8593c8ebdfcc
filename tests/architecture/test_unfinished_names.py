"""Files that are not finished are named in one place, so that whoever looks for what was left knows every name."""

from __future__ import annotations

import re
from pathlib import Path

from inlay.ground.files.aside import choose_aside_name, cut, find_asides, is_aside

TOOLKIT = Path(__file__).parents[2] / "toolkit" / "inlay"


def test_no_other_module_makes_such_names() -> None:
    makers = {
        path.relative_to(TOOLKIT).as_posix()
        for path in TOOLKIT.rglob("*.py")
        if re.search(r"\.tmp\b|urandom|mkstemp|NamedTemporaryFile", path.read_text("utf-8"))
    }
    assert makers == {"ground/files/aside.py"}


def test_a_name_is_recognized_and_leads_back() -> None:
    for name in ("a.parquet", ".hidden", "ä" * 200, "a.inlay-0123456789abcdef.tmp", "line\nend"):
        path = f"/folder/{name}"
        aside = choose_aside_name(path)
        own = Path(aside).name
        assert aside.startswith("/folder/.")
        assert aside != choose_aside_name(path)
        assert is_aside(own)
        assert not is_aside(name)
        assert len(own.encode()) <= 255
        others = [own, name, Path(choose_aside_name("/folder/another")).name]
        assert find_asides(path, others) == [aside]
        assert name.startswith(cut(name))
