"""A web server with a delay: each request is answered so many seconds after it came, however many there are.

`python -m benchmarks.lake_server FOLDER SECONDS` prints its port. It knows ranges, also those from the end.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from subprocess import PIPE, Popen


@contextmanager
def serving(folder: Path, seconds: float) -> Iterator[str]:
    """Its URL; it runs in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.lake_server", str(folder), str(seconds)]
    with Popen(command, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        process.terminate()


class _Answers(asyncio.Protocol):
    def __init__(self, folder: Path, seconds: float) -> None:
        self._folder = folder
        self._seconds = seconds
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        *requests, self._received = (self._received + data).split(b"\r\n\r\n")
        for request in requests:
            asyncio.get_running_loop().call_later(self._seconds, self._answer, request.decode())

    def _answer(self, request: str) -> None:
        first, *lines = request.split("\r\n")
        method, path, _ = first.split(" ")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        file = self._folder / path[1:]
        if not file.is_file():
            self._transport.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            return
        data = file.read_bytes()
        status, span, body = "200 OK", "", data
        if asked := headers.get("range"):
            first, _, last = asked.removeprefix("bytes=").partition("-")
            start = int(first) if first else max(len(data) - int(last), 0)
            end = min(int(last) + 1, len(data)) if first and last else len(data)
            status, body = "206 Partial Content", data[start:end]
            span = f"Content-Range: bytes {start}-{end - 1}/{len(data)}\r\n"
        head = f"HTTP/1.1 {status}\r\n{span}Accept-Ranges: bytes\r\nContent-Length: {len(body)}\r\n\r\n"
        self._transport.write(head.encode() + (b"" if method == "HEAD" else body))


async def _main() -> None:
    make = partial(_Answers, Path(sys.argv[1]), float(sys.argv[2]))
    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_main())
