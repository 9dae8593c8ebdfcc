"""Opens pages of files in a headless Chromium, uses them as a person would, and says what went wrong.

    python -m tests.verbs.layout.browser [FOLDER]

FOLDER gets a screenshot of each page, light and dark. The suite has the small ones (`test_browser.py`).
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from html import unescape
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from tests.footers.designs.files import nested_file

_TEST: Final = """
const errors = [];
window.onerror = (message) => { errors.push(message); };
window.onunhandledrejection = (event) => { errors.push(String(event.reason)); };
const check = (is, what) => { if (!is) errors.push(what); };
const text = (id) => document.getElementById(id).textContent;
async function use() {
  await start();
  const readyAfter = document.documentElement.dataset.ready;
  for (const tab of document.querySelectorAll("[data-by]")) { tab.click(); check(list.querySelector(".line") || !shown.length, tab.textContent); }
  document.querySelector("[data-by=column]").click();
  const press = (key) => canvas.dispatchEvent(new KeyboardEvent("keydown", { key }));
  const box = canvas.getBoundingClientRect();
  const point = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, { clientX: box.left + x, clientY: box.top + y, pointerId: 1, bubbles: true }));
  canvas.setPointerCapture = () => {};
  point("pointerdown", 30, TOP + LEVEL + 5); point("pointerup", 30, TOP + LEVEL + 5);
  check(look.selected > 0 || rows.count < 2, "a click selects");
  for (const key of ["ArrowUp", "ArrowDown", "ArrowRight", "ArrowLeft", "Enter", "+", "-", "Escape", "Home"]) press(key);
  check(view.from === 0 && view.to === Math.max(given.size, 1), "Escape shows all");
  const last = given.columnOrdinals.findIndex((ordinal) => ordinal >= 0);
  if (last >= 0) {
    search.value = given.columnNames[last];
    search.dispatchEvent(new Event("input"));
    check(shown.length >= 1, "the search finds");
    search.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
    check(look.column === given.columnOrdinals[last], "Enter chooses");
    if (given.chunksOf[look.column]) {
      check(text("facts").includes("column chunk"), "facts of a chunk");
      check(!footer.bytes || text("content").includes("num_values"), "the metadata of a chunk");
      check(text("pointers").includes("_page_offset"), "what points at a chunk");
    }
  }
  let looked = 0;
  for (let row = 0; row < rows.count && looked < 400; row += Math.max(Math.floor(rows.count / 400), 1), looked++) select(row, true);
  for (const summary of document.querySelectorAll("summary")) summary.click();
  const begin = performance.now();
  for (let frame = 0; frame < 5; frame++) drawNow();
  check(performance.now() - begin < 1000, "frames take long");
  document.getElementById("theme").click();
  document.documentElement.dataset.tested = JSON.stringify({ errors, ready: Number(readyAfter), rows: rows.count, frame: (performance.now() - begin) / 5 });
}
use().catch((error) => { document.documentElement.dataset.tested = JSON.stringify({ errors: [...errors, String(error.stack)] }); });
"""


def small() -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table({"item": ["nut", "bolt", None], "price": [0.25, 0.5, 12.0]}), sink)
    return sink.getvalue()


def wide(columns: int = 10_000) -> bytes:
    sink = io.BytesIO()
    table = pa.table({f"column_{at:05}": range(at, at + 100) for at in range(columns)})
    pq.write_table(table, sink, write_page_index=True)
    return sink.getvalue()


def damaged() -> bytes:
    """The first page header and a byte of the footer are others."""
    data = bytearray(nested_file())
    data[5] ^= 0xFF
    data[inlay.open(bytes(data)).offset + 700] ^= 0x40
    return bytes(data)


FILES: Final[Mapping[str, Callable[[], bytes]]] = {
    "small": small,
    "nested": nested_file,
    "damaged": damaged,
    "cut": lambda: nested_file()[:-20],
    "nothing": lambda: b"",
    "wide": wide,
}


def use_page(html: str, folder: Path, script: str = _TEST) -> str:
    """What a use of the page, by a script in the place of its start, says of itself as JSON; what Chromium writes if it says
    nothing."""
    path = folder / "used.html"
    assert html.count("\nstart();\n") == 1
    path.write_text(html.replace("\nstart();\n", script), encoding="utf-8")
    done = run_chromium(folder, path, "--virtual-time-budget=60000", "--dump-dom")
    match = re.search(r'data-tested="([^"]*)"', done)
    return unescape(match[1]) if match else done[-2000:]


def run_chromium(folder: Path, path: Path, *options: str) -> str:
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    profile = f"--user-data-dir={folder / 'profile'}"
    done = subprocess.run(
        [*command, profile, "--window-size=1280,900", *options, path.as_uri()],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout or done.stderr


def main(out: Path | None) -> None:
    for name, make in FILES.items():
        html = inlay.layout(make()).to_html()
        with tempfile.TemporaryDirectory() as folder:
            print(f"{name}: {len(html):,} bytes, {use_page(html, Path(folder))}")
            if out is None:
                continue
            for theme in ("light", "dark"):
                page = Path(folder) / "page.html"
                themed = html.replace("<html ", f'<html data-theme="{theme}" ', 1)
                page.write_text(themed, encoding="utf-8")
                shot = f"--screenshot={out.resolve() / f'{name}_{theme}.png'}"
                run_chromium(Path(folder), page, "--virtual-time-budget=60000", shot)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
