"""The playground in a headless Chromium: served from this machine, with every other host out of reach."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any, Final, cast

from docs.site.playground.page import POLICY, render_application
from tests.support.http_servers import serving

LONGEST: Final = 480
"""Seconds; on a machine with much to do, Python takes a minute to start, and it starts three times."""

_TEST: Final = """
const errors = [], said = {};
addEventListener("error", (event) => errors.push(String(event.message)));
addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)));
document.addEventListener("securitypolicyviolation", (event) => errors.push(event.blockedURI));
const part = (name) => document.getElementById(`playground-${name}`);
const until = (is) => new Promise((resolve) => { const look = () => (is() ? resolve() : setTimeout(look, 10)); look(); });
const type = (text) => { part("idl").value = text; part("idl").dispatchEvent(new Event("input")); };
const choose = (example) => { part("example").value = example; part("example").dispatchEvent(new Event("change")); };
const isCurrent = (what) => () => part("status").textContent === "The Python is current" && part("python").textContent.includes(what);
async function use() {
  for (const [example, what] of Object.entries(GIVEN.examples)) {
    choose(example);
    await until(isCurrent(what));
    said[example] = part("python").textContent;
  }
  choose("events.thrift");
  for (const [name, [text, what]] of Object.entries(GIVEN.typed)) {
    type(text);
    await until(isCurrent(what));
    said[name] = part("python").textContent;
  }
  type(GIVEN.endless);
  await until(() => part("status").textContent === "Compiling");
  type(GIVEN.fixed);
  await until(() => part("status").textContent === "Python is loading"); // another, for the first has no end
  await until(isCurrent(""));
  said.after = part("python").textContent;
  const [last, what] = Object.values(GIVEN.typed).at(-1);
  type(last);
  await until(isCurrent(what));
  said.command = part("command").textContent;
  const [first] = part("tabs").children;
  part("tabs").lastElementChild.focus();
  part("tabs").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
  said.package = part("python").textContent;
  said.focused = document.activeElement === first && first.getAttribute("aria-selected");
  for (const [name, [text, what]] of Object.entries(GIVEN.mistakes)) {
    type(text);
    await until(() => part("said").textContent.includes(what));
    said[name] = part("said").textContent;
  }
  said.status = part("status").textContent;
  said.wrong = part("lines").querySelector(".wrong").textContent;
  said.kept = part("python").textContent === said.package && !part("stale").hidden;
  part("said").querySelector("button").click();
  said.caret = part("idl").selectionStart;
  type(GIVEN.fixed);
  await until(isCurrent(""));
  said.gone = part("said").hidden && part("stale").hidden;
}
use().catch((error) => errors.push(String(error.stack))).finally(() => fetch("/said", { method: "POST", body: JSON.stringify({ ...said, errors }) }));
"""


def use_page(site: Path, profile: Path, given: dict[str, Any]) -> dict[str, Any]:
    """What a use of the playground in `site` says of itself, and under `requests` what was asked of the server. Raises
    TimeoutError."""
    script = f"const GIVEN = {json.dumps(given)};\n{_TEST}".replace("</", "<\\/")
    (site / "use.mjs").write_text(script, encoding="utf-8")
    head = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    page = f'<!doctype html><html lang="en"><head>{head}<link rel="icon" href="data:,"><title>used</title></head><body>'
    used = (
        f'{page}{render_application()}<script type="module" src="use.mjs"></script></body></html>'
    )
    (site / "used.html").write_text(used, encoding="utf-8")
    answer = _Answer()
    handler = partial(_Handler, directory=str(site), answer=answer)
    with serving(handler) as address:
        browser = subprocess.Popen(
            [
                *("chromium", "--headless", "--no-sandbox", "--disable-gpu"),
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                f"--user-data-dir={profile}",
                f"{address}/used.html",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            if not answer.is_there.wait(LONGEST):
                raise TimeoutError(f"nothing was said, and asked for were {answer.requests}")
        finally:
            os.killpg(browser.pid, signal.SIGKILL)
            browser.wait()
    return {**answer.said, "requests": answer.requests}


class _Answer:
    def __init__(self) -> None:
        self.is_there = threading.Event()
        self.said: dict[str, Any] = {}
        self.requests: list[tuple[str, int]] = []


class _Handler(SimpleHTTPRequestHandler):
    """Files, and a place to say something."""

    def __init__(self, *arguments: Any, answer: _Answer, **options: Any) -> None:
        self._answer = answer
        super().__init__(*arguments, **options)

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        self._answer.said = cast("dict[str, Any]", json.loads(self.rfile.read(length)))
        self.send_response(204)
        self.end_headers()
        self._answer.is_there.set()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        self._answer.requests.append((self.path, int(code)))

    def log_message(self, *_: Any) -> None:
        """Nothing is printed."""
