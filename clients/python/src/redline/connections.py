"""Connections to one server, kept for the next request."""

from __future__ import annotations

import http.client
import select
import ssl
import threading
import time
from collections import deque
from typing import Optional
from urllib.parse import urlsplit

#: Servers and balancers close connections that are idle for a minute or so.
_idle_seconds_max = 50.0
_idle_max = 16


class ConnectionPool:
    """Keeps connections to one server alive between requests, for any number of threads.

    Each connection belongs to one request at a time. Takes an `origin` such as
    `https://redline.example:8443`; ValueError if it is none.
    """

    def __init__(
        self, origin: str, *, connect_timeout: float, ssl_context: Optional[ssl.SSLContext] = None
    ) -> None:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{origin!r} is no address of a server: it must begin with http:// or https://")
        self._host, self._port = parts.hostname, parts.port
        is_secure = parts.scheme == "https"
        self._ssl_context = (ssl_context or ssl.create_default_context()) if is_secure else None
        self._connect_timeout = connect_timeout
        self._idle: deque[tuple[http.client.HTTPConnection, float]] = deque()
        self._lock = threading.Lock()

    def take(self, read_timeout: float) -> http.client.HTTPConnection:
        """Returns a connection that is open, a kept one if there is one.

        Raises OSError if the server cannot be reached: nothing was sent then.
        """
        connection = self._take_idle() or self._connect()
        if connection.sock is not None:
            connection.sock.settimeout(read_timeout)
        return connection

    def give_back(self, connection: http.client.HTTPConnection) -> None:
        """Keeps a connection whose last answer was read to its end; closes it if there are enough."""
        with self._lock:
            if connection.sock is not None and len(self._idle) < _idle_max:
                self._idle.append((connection, time.monotonic()))
                return
        connection.close()

    def close(self) -> None:
        """Closes the connections that no request uses."""
        with self._lock:
            idle, self._idle = self._idle, deque()
        for connection, _ in idle:
            connection.close()

    def _take_idle(self) -> Optional[http.client.HTTPConnection]:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                # The one used last: the others grow old and are closed.
                connection, since = self._idle.pop()
            if time.monotonic() - since < _idle_seconds_max and not _has_ended(connection):
                return connection
            connection.close()

    def _connect(self) -> http.client.HTTPConnection:
        connection: http.client.HTTPConnection
        if self._ssl_context is None:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=self._connect_timeout)
        else:
            connection = http.client.HTTPSConnection(
                self._host, self._port, timeout=self._connect_timeout, context=self._ssl_context
            )
        try:
            connection.connect()
        except BaseException:
            connection.close()
            raise
        return connection


def _has_ended(connection: http.client.HTTPConnection) -> bool:
    """Tells whether the server has closed an idle connection: there is something to read, namely its end."""
    if connection.sock is None:
        return True
    try:
        poll = select.poll()
        poll.register(connection.sock, select.POLLIN)
        return bool(poll.poll(0))
    except AttributeError:
        # Windows has no poll, and its select no limit of descriptors that matters here.
        return bool(select.select([connection.sock], [], [], 0)[0])
    except OSError:
        return True
