"""A report's stream goes on after what was seen, is paid for once, and ends."""

from __future__ import annotations

import json

from redline import (
    ConnectionFailedError,
    InsufficientCreditsError,
    ReportChunk,
    ReportComplete,
    ReportDone,
    ReportFailedError,
    ReportStart,
    UnexpectedAnswerError,
)

from .scripted_case import ScriptedCase
from .server import ScriptedServer, Told, failure, hang_up, success

_stream = {"Content-Type": "text/event-stream; charset=utf-8"}


def _event(number: int, name: str, **data: object) -> bytes:
    text = json.dumps(data, ensure_ascii=False)
    return f"id: report_1:{number}\nevent: {name}\ndata: {text}\n\n".encode()


_start = _event(1, "report_start", reportId="report_1")
_chunks = [_event(2, "report_chunk", chunk="【视频"), _event(3, "report_chunk", chunk="信息】😀")]
_done = _event(4, "report_done", reportId="report_1", content="【视频信息】😀")
_complete = _event(5, "complete", durationMs=12)


def _told(*pieces: bytes, breaks_off: bool = False) -> Told:
    return Told(200, list(pieces), _stream, breaks_off)


class Reports(ScriptedCase):
    def test_events_come_in_their_order_with_comments_and_unknown_ones_left_out(self) -> None:
        unknown = _event(9, "report_mood", mood="calm")
        with ScriptedServer(_told(b": alive\n\n", _start, *_chunks, unknown, _done, _complete)) as server:
            events = list(self.main_client(server.url).reports.stream("video_1"))
        self.assertEqual(
            events,
            [
                ReportStart("report_1", "report_1:1"),
                ReportChunk("【视频", "report_1:2"),
                ReportChunk("信息】😀", "report_1:3"),
                ReportDone("report_1", "【视频信息】😀", "report_1:4"),
                ReportComplete(12, "report_1:5"),
            ],
        )
        [asked] = server.asked
        self.assertEqual((asked.method, asked.path), ("GET", "/v1/video/checks/video_1/report"))
        self.assertEqual(asked.headers["Accept"], "text/event-stream")

    def test_a_lost_connection_goes_on_after_the_last_event_that_was_whole(self) -> None:
        torn = _chunks[1][: len(_chunks[1]) // 2]
        with ScriptedServer(
            _told(_start, _chunks[0], torn, breaks_off=True),
            hang_up,
            failure(503, "internal"),
            _told(_chunks[1], _done, _complete),
        ) as server:
            events = list(self.main_client(server.url).reports.stream("video_1"))
        self.assertEqual("".join(it.chunk for it in events if isinstance(it, ReportChunk)), "【视频信息】😀")
        self.assertEqual(
            [it.headers.get("Last-Event-ID") for it in server.asked], [None] + ["report_1:2"] * 3
        )
        self.assertEqual(len({it.headers["Idempotency-Key"] for it in server.asked}), 1)

    def test_a_stream_that_breaks_before_its_first_event_is_asked_for_with_the_same_key(self) -> None:
        with ScriptedServer(hang_up, _told(breaks_off=True), _told(_start, _done, _complete)) as server:
            events = list(self.main_client(server.url).reports.stream("video_1"))
        self.assertEqual((len(events), len(server.asked)), (3, 3))
        self.assertEqual(len({it.headers["Idempotency-Key"] for it in server.asked}), 1)

    def test_one_that_brings_nothing_new_is_given_up(self) -> None:
        with ScriptedServer(_told(_start, breaks_off=True), _told(breaks_off=True)) as server:
            with self.assertRaises(ConnectionFailedError):
                list(self.main_client(server.url).reports.stream("video_1"))
        self.assertEqual(len(server.asked), 4)

    def test_what_was_seen_to_its_end_has_no_events(self) -> None:
        with ScriptedServer(Told(204)) as server:
            stream = self.main_client(server.url).reports.stream("video_1", last_event_id="report_1:5")
            self.assertEqual(list(stream), [])
        self.assertEqual(server.asked[0].headers["Last-Event-ID"], "report_1:5")

    def test_a_report_that_fails_is_an_error(self) -> None:
        failed = _event(2, "error", message="It failed.", code="internal")
        with ScriptedServer(_told(_start, failed)) as server:
            with self.assertRaises(ReportFailedError) as raised:
                list(self.main_client(server.url).reports.stream("video_1"))
        self.assertEqual((raised.exception.message, raised.exception.code), ("It failed.", "internal"))

    def test_a_refusal_comes_from_the_call_itself(self) -> None:
        poor = failure(402, "insufficient_credits", requiredCredits=10, currentBalance=1)
        with ScriptedServer(poor) as server, self.assertRaises(InsufficientCreditsError):
            self.main_client(server.url).reports.stream("video_1")

    def test_an_event_that_breaks_the_contract_is_an_error(self) -> None:
        with ScriptedServer(_told(_event(1, "report_start"))) as server:
            with self.assertRaisesRegex(UnexpectedAnswerError, "report_start"):
                list(self.main_client(server.url).reports.stream("video_1"))

    def test_there_may_be_no_report_yet(self) -> None:
        with ScriptedServer(success(None)) as server:
            self.assertIsNone(self.main_client(server.url).reports.latest("video_1"))
