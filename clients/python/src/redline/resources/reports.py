"""Reports of video checks, on the site `main`."""

from __future__ import annotations

import http.client
import json
from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal, Optional, Union

from ..decoding import decode
from ..errors import ConnectionFailedError, RedlineError, ReportFailedError, UnexpectedAnswerError
from ..event_stream import ServerSentEvent, events_of, lines_of
from ..records.main_video_checks import MainVideoReport
from ..records.shared import Quote
from ..transport import Failures, Sending, read_all, reply_of
from .resource import Resource


@dataclass(frozen=True)
class ReportStart:
    """The report is paid for, and being written."""

    report_id: str
    #: What to go on after, by `stream(…, last_event_id=…)`.
    id: str
    type: Literal["report_start"] = "report_start"


@dataclass(frozen=True)
class ReportChunk:
    """A piece of its text."""

    chunk: str
    id: str
    type: Literal["report_chunk"] = "report_chunk"


@dataclass(frozen=True)
class ReportDone:
    """The report. Its text is what counts, not the pieces."""

    report_id: str
    content: str
    id: str
    type: Literal["report_done"] = "report_done"


@dataclass(frozen=True)
class ReportComplete:
    """The end of the stream."""

    duration_ms: float
    id: str
    type: Literal["complete"] = "complete"


ReportEvent = Union[ReportStart, ReportChunk, ReportDone, ReportComplete]


class Reports(Resource):
    """Reports of video checks, streamed as they are written."""

    def stream(
        self,
        video_check_id: str,
        *,
        idempotency_key: Optional[str] = None,
        last_event_id: Optional[str] = None,
    ) -> Generator[ReportEvent, None, None]:
        """Has a report of a completed video check written, and returns its events as they come; 10 credits.

        The report is begun by this call, not by the first event. A lost connection is taken up
        after the last event, without a second charge, as often as `max_retries` says without
        anything new. `last_event_id` goes on with an earlier stream; with that of its last event
        there are no more. Whoever stops reading does not stop the report: see `latest`.

        Raises the errors of requests, InsufficientCreditsError among them, and while it is read
        ReportFailedError if the writing fails.
        """
        sending = self._transport.prepare(
            "streamVideoReport",
            id=video_check_id,
            idempotency_key=idempotency_key,
            headers={"Accept": "text/event-stream", **_after(last_event_id)},
        )
        # An answer, or its error, before anything is returned.
        opened = self._open(sending, 1)
        return self._events(sending, opened)

    def latest(self, video_check_id: str) -> Optional[MainVideoReport]:
        """Returns the newest finished report of a video check; None if there is none."""
        data = self._transport.call("getLatestVideoReport", id=video_check_id).data
        return None if data is None else decode(MainVideoReport, data)

    def quote(self, video_check_id: str) -> Quote:
        """Prices a report before having it written."""
        return self._quote("quoteVideoReport", id=video_check_id)

    def _events(self, sending: Sending, opened: Optional[_Opened]) -> Generator[ReportEvent, None, None]:
        attempt = 1
        while opened is not None:
            connection, response = opened
            lost: Optional[ConnectionFailedError] = None
            try:
                for event in events_of(lines_of(response.readline)):
                    attempt = 1
                    sending = sending._replace(headers={**sending.headers, **_after(event.id)})
                    known = _known(event)
                    if known is not None:
                        yield known
                    if isinstance(known, ReportComplete):
                        return
                lost = ConnectionFailedError("the stream of the report ended before the report", sending.key)
            except Failures as error:
                lost = ConnectionFailedError(f"the stream of the report was lost: {error}", sending.key)
            finally:
                connection.close()
            self._transport.pause_or_raise(sending.route, lost, attempt)
            attempt += 1
            opened = self._open(sending, attempt)

    def _open(self, sending: Sending, attempt: int) -> Optional[_Opened]:
        """Opens the stream, within what is left of the retries; None if all of it was seen."""
        while True:
            try:
                connection, response = self._transport.open(sending)
                if response.status == 200 and response.headers.get_content_type() == "text/event-stream":
                    return connection, response
                try:
                    content = read_all(response, sending.read_timeout)
                finally:
                    connection.close()
                if response.status == 204:
                    return None
                reply_of(response, content, sending.key)
                raise UnexpectedAnswerError("the answer is no stream of events")
            except Failures as error:
                failed: RedlineError = ConnectionFailedError(f"the connection failed: {error}", sending.key)
            except RedlineError as error:
                failed = error
            self._transport.pause_or_raise(sending.route, failed, attempt)
            attempt += 1


_Opened = tuple[http.client.HTTPConnection, http.client.HTTPResponse]


def _after(event_id: Optional[str]) -> dict[str, str]:
    return {} if event_id is None else {"Last-Event-ID": event_id}


def _known(event: ServerSentEvent) -> Optional[ReportEvent]:
    """Reads an event; None for one that the client does not know. Raises ReportFailedError for `error`."""
    try:
        data = json.loads(event.data)
        id = event.id or ""
        if event.name == "report_start":
            return ReportStart(data["reportId"], id)
        if event.name == "report_chunk":
            return ReportChunk(data["chunk"], id)
        if event.name == "report_done":
            return ReportDone(data["reportId"], data["content"], id)
        if event.name == "complete":
            return ReportComplete(data["durationMs"], id)
        if event.name == "error":
            raise ReportFailedError(data["message"], data.get("code"))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnexpectedAnswerError(f"the event {event.name} cannot be read: {error}") from error
    return None
