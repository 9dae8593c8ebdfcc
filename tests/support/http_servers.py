"""A server of this machine that answers as a handler does, for as long as a test asks it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

POLL: Final = 0.01
"""Seconds after which the server sees that the test is over."""


class _Server(ThreadingHTTPServer):
    request_queue_size = 128
    """Of a connection that finds no place in the queue the kernel says nothing, and who connects tries again a second later."""

    def get_request(self) -> tuple[socket.socket, Any]:
        """What is sent in two pieces, head and body, does not wait 40 ms between them until the first one is acknowledged."""
        connection, address = super().get_request()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection, address


@contextmanager
def serving(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """The URL of the server."""
    server = _Server(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(POLL,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
