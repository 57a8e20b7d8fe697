"""A server that answers what a test says, on a free port of loopback."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Callable, NamedTuple, Optional, Union


class Asked(NamedTuple):
    """One request that arrived."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    #: The port of the client: the same one means the same connection.
    client_port: int

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Told(NamedTuple):
    """One answer. Pieces are sent in chunks; with `breaks_off` the connection ends before the last one."""

    status: int = 200
    body: Union[bytes, list[bytes]] = b""
    headers: Mapping[str, str] = {}
    breaks_off: bool = False
    #: The connection ends after the answer, which does not say so.
    then_closes: bool = False


def success(data: object, status: int = 200, **headers: str) -> Told:
    """An answer in the envelope of the service; `a_b` names the header `a-b`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Told(status, json.dumps({"success": True, "data": data}).encode(), named)


def failure(
    status: int, code: str, error: str = "no", headers: Optional[Mapping[str, str]] = None, **more: Any
) -> Told:
    body = {"success": False, "error": error, "code": code, "requestId": "req-1", **more}
    return Told(status, json.dumps(body).encode(), headers or {})


#: Reads the request and answers nothing.
hang_up = Told(status=0)

Answer = Union[Told, Callable[[Asked], Told]]


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing of clients that have hung up."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class ScriptedServer:
    """Answers with a list of answers, in their order, the last one for ever. Keeps what it was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.asked: list[Asked] = []
        self._answers = list(answers)
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def log_message(self, format: str, *args: Any) -> None:
                pass

            def _answer(self) -> None:
                outer.answer(self)

            do_GET = do_POST = do_PATCH = do_DELETE = _answer

        self._server = _Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        asked = Asked(
            handler.command, handler.path, dict(handler.headers.items()), body, handler.client_address[1]
        )
        with self._lock:
            self.asked.append(asked)
            answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        told = answer if isinstance(answer, Told) else answer(asked)
        if told.status == 0:
            handler.close_connection = True
            return
        handler.send_response(told.status)
        for name, value in told.headers.items():
            handler.send_header(name, value)
        if isinstance(told.body, bytes):
            handler.send_header("Content-Length", str(len(told.body) + (1 if told.breaks_off else 0)))
            handler.end_headers()
            handler.wfile.write(told.body)
        else:
            handler.send_header("Transfer-Encoding", "chunked")
            handler.end_headers()
            for piece in told.body:
                handler.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                handler.wfile.flush()
            if not told.breaks_off:
                handler.wfile.write(b"0\r\n\r\n")
        if told.breaks_off or told.then_closes:
            handler.close_connection = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
