"""Requests to the service: headers, retries, errors."""

from __future__ import annotations

import http.client
import json
import logging
import platform
import ssl
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Optional
from urllib.parse import urlsplit

from . import retries
from .choices import Site
from .connections import ConnectionPool
from .encoding import json_bytes, query_string
from .errors import ApiError, ConnectionFailedError, RedlineError, UnexpectedAnswerError, api_error
from .json_values import as_object
from .routes import Route, routes
from .version import version

log = logging.getLogger("redline")

#: A record with very much on it has some megabytes.
answer_bytes_max = 64 * 2**20
_piece_bytes = 64 * 2**10
user_agent = f"redline-python/{version} Python/{platform.python_version()}"

Failures = (OSError, http.client.HTTPException)


class Reply(NamedTuple):
    """The payload of a successful answer."""

    data: Any
    headers: http.client.HTTPMessage

    @property
    def is_replayed(self) -> bool:
        """True if it is the stored answer to an earlier request with the same `Idempotency-Key`."""
        return self.headers.get("Idempotent-Replayed") == "true"


class Sending(NamedTuple):
    """One request, ready to be sent any number of times."""

    route: Route
    target: str
    headers: Mapping[str, str]
    body: Optional[bytes]
    read_timeout: float

    @property
    def key(self) -> Optional[str]:
        return self.headers.get("Idempotency-Key")


@dataclass(frozen=True)
class Transport:
    """Sends requests of one key to one site, by connections that are kept and shared between threads."""

    pool: ConnectionPool
    #: Path in front of all routes; usually empty.
    prefix: str
    site: Site
    api_key: str = field(repr=False)
    end_tenant: Optional[str]
    #: Seconds without a byte of an answer, and for all of it.
    read_timeout: float
    max_retries: int

    def in_scope(self, end_tenant: Optional[str]) -> Transport:
        """Returns one for another scope, with the same connections."""
        return replace(self, end_tenant=end_tenant)

    def call(
        self,
        name: str,
        *,
        id: str = "",
        delivery_id: str = "",
        query: Optional[Mapping[str, object]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        answer_within: float = 0,
    ) -> Reply:
        """Sends a request of a route until it is answered, within the limit of retries.

        `answer_within` is how many seconds the service itself may take, on top of the read
        time-out. A submission without `idempotency_key` gets one, the same for each retry.

        Raises ApiError for an answer that is an error, ConnectionFailedError, UnexpectedAnswerError.
        """
        sending = self.prepare(
            name,
            id=id,
            delivery_id=delivery_id,
            query=query,
            body=body,
            idempotency_key=idempotency_key,
            answer_within=answer_within,
        )
        for attempt in range(1, self.max_retries + 2):
            try:
                return self._send(sending)
            except RedlineError as error:
                self.pause_or_raise(sending.route, error, attempt)
        raise AssertionError("the last attempt returns or raises")

    def prepare(
        self,
        name: str,
        *,
        id: str = "",
        delivery_id: str = "",
        query: Optional[Mapping[str, object]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        answer_within: float = 0,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Sending:
        """Builds the request of a route. Raises ValueError if an id that it needs is empty."""
        route = routes[name]
        if ("{id}" in route.path and not id) or ("{deliveryId}" in route.path and not delivery_id):
            raise ValueError("the id is empty")
        sent = {
            "Authorization": f"Bearer {self.api_key}",
            "Accept": "application/json",
            "User-Agent": user_agent,
        }
        if self.end_tenant is not None:
            sent["X-End-Tenant"] = self.end_tenant
        if route.takes_key:
            sent["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        if body is not None:
            sent["Content-Type"] = "application/json"
        return Sending(
            route=route,
            target=self.prefix + route.path_on(self.site, id, delivery_id) + query_string(query or {}),
            headers={**sent, **(headers or {})},
            body=None if body is None else json_bytes(body),
            read_timeout=self.read_timeout + answer_within,
        )

    def open(self, sending: Sending) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """Sends a request once and returns its answer, unread; the caller closes the connection.

        Raises ConnectionFailedError; its `was_sent` says whether the request may have arrived.
        """
        try:
            connection = self.pool.take(sending.read_timeout)
        except Failures as error:
            raise _unreachable(error, sending, was_sent=False) from error
        try:
            connection.request(sending.route.method, sending.target, sending.body, dict(sending.headers))
            return connection, connection.getresponse()
        except Failures as error:
            connection.close()
            raise _unreachable(error, sending, was_sent=True) from error
        except BaseException:
            connection.close()
            raise

    def pause_or_raise(self, route: Route, error: RedlineError, attempt: int) -> None:
        """Waits before the next attempt, or raises the error if there is none."""
        retry_after = error.retry_after if isinstance(error, ApiError) else None
        is_over = attempt > self.max_retries or (retry_after or 0) > retries.retry_after_max
        if is_over or not _may_repeat(route, error):
            raise error
        pause = retries.pause_before(attempt, retry_after)
        log.debug(
            "%s %s: %s; retry %d in %.2f s", route.method, route.path, type(error).__name__, attempt, pause
        )
        retries.sleep(pause)

    def _send(self, sending: Sending) -> Reply:
        connection, response = self.open(sending)
        try:
            content = read_all(response, sending.read_timeout)
        except Failures as error:
            connection.close()
            raise _unreachable(error, sending, was_sent=True) from error
        except BaseException:
            connection.close()
            raise
        self.pool.give_back(connection)
        return reply_of(response, content, sending.key)


def read_all(response: http.client.HTTPResponse, within: float) -> bytes:
    """Reads a body.

    Raises TimeoutError past `within` seconds, UnexpectedAnswerError past the limit of its size.
    """
    end = time.monotonic() + within
    pieces: list[bytes] = []
    length = 0
    while piece := response.read1(_piece_bytes):
        pieces.append(piece)
        length += len(piece)
        if length > answer_bytes_max:
            raise UnexpectedAnswerError(f"the answer has more than {answer_bytes_max} bytes")
        if time.monotonic() > end:
            raise TimeoutError(f"the answer was not complete within {within:.0f} s")
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)
    # Only then may its connection be used again.
    response.close()
    return b"".join(pieces)


def reply_of(response: http.client.HTTPResponse, content: bytes, key: Optional[str]) -> Reply:
    """Takes the payload out of the envelope. Raises ApiError, UnexpectedAnswerError."""
    status, headers = response.status, response.headers
    try:
        body = as_object(json.loads(content)) or {}
    except ValueError:
        body = {}
    if 200 <= status < 300 and body.get("success") is True and "data" in body:
        return Reply(body["data"], headers)
    # What stands in front of the service answers errors of its own, in no envelope.
    if status >= 400:
        raise api_error(
            status,
            body,
            request_id=headers.get("X-Request-Id"),
            retry_after=retries.seconds_of(headers.get("Retry-After")),
            idempotency_key=key,
        )
    raise UnexpectedAnswerError(f"the answer ({status}) is none of Redline; is base_url its address?")


def _may_repeat(route: Route, error: RedlineError) -> bool:
    if isinstance(error, ApiError):
        return retries.may_repeat(error.status, route.is_repeatable)
    if isinstance(error, ConnectionFailedError):
        is_refused_by_us = isinstance(error.__cause__, ssl.SSLCertVerificationError)
        return not is_refused_by_us and (route.is_repeatable or not error.was_sent)
    return False


def _unreachable(error: BaseException, sending: Sending, was_sent: bool) -> ConnectionFailedError:
    what = "the connection failed" if was_sent else "the service could not be reached"
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return ConnectionFailedError(f"{what}: {reason}", sending.key, was_sent=was_sent)


def split_address(base_url: str) -> tuple[str, str]:
    """Splits an address into its origin and the path in front of all routes.

    Raises ValueError if it has a query or a fragment.
    """
    parts = urlsplit(base_url)
    if parts.query or parts.fragment:
        raise ValueError(f"base_url {base_url!r} must have no query and no fragment")
    return f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/")
