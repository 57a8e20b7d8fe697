"""A submission is waited for by the service where it can, and then by the client, within limits."""

from __future__ import annotations

from typing import Any
from unittest import mock

from redline import UnexpectedAnswerError, WaitTimeoutError

from . import samples
from .scripted_case import ScriptedCase
from .server import ScriptedServer, failure, success

_body: Any = {"text": samples.text, "platform": "dtc_us", "vertical": "supplement"}
_processing = success(samples.text_check(status="processing"), 201)


class Waiting(ScriptedCase):
    def test_a_verdict_in_the_answer_to_the_submission_is_asked_for_once(self) -> None:
        with ScriptedServer(success(samples.text_check(creditCost=2), 201)) as server:
            submission = self.client(server.url).text_checks.create(**_body)
            check = submission.wait()
        self.assertEqual((check.status, submission.credit_cost, len(server.asked)), ("completed", 2, 1))
        self.assertIn("wait=10", server.asked[0].path)

    def test_one_that_takes_longer_is_polled_ever_more_rarely(self) -> None:
        polls = [success(samples.text_check(status="processing"))] * 12
        with ScriptedServer(_processing, *polls, success(samples.text_check())) as server:
            check = self.client(server.url).text_checks.create(**_body).wait()
        self.assertEqual((check.status, len(server.asked)), ("completed", 14))
        self.assertEqual({it.path for it in server.asked[1:]}, {"/v1/intl/us/text/checks/text_1"})
        for number, pause in enumerate(self.pauses()):
            most = min(3.0, 0.2 * 1.5**number)
            self.assertTrue(most / 2 <= pause <= most, (number, pause))

    def test_without_waiting_the_answer_is_that_it_was_accepted(self) -> None:
        with ScriptedServer(success(samples.accepted, 201), success(samples.text_check())) as server:
            submission = self.client(server.url).text_checks.create(**_body, wait_seconds=0)
            self.assertIsNone(submission.record)
            self.assertEqual(submission.wait().status, "completed")
        self.assertEqual(server.asked[0].path, "/v1/intl/us/text/checks")

    def test_a_failed_record_is_returned_as_it_is(self) -> None:
        reason = {"code": "internal", "message": "It failed."}
        with ScriptedServer(success(samples.text_check(status="failed", failure=reason), 201)) as server:
            check = self.client(server.url).text_checks.create(**_body).wait()
        assert check.failure is not None
        self.assertEqual((check.status, check.failure.code), ("failed", "internal"))

    def test_there_is_a_limit_of_time_and_the_error_names_what_goes_on(self) -> None:
        clock = iter(range(0, 1000, 10))
        with (
            ScriptedServer(_processing) as server,
            mock.patch("redline.submission.monotonic", lambda: next(clock)),
        ):
            with self.assertRaises(WaitTimeoutError) as raised:
                self.client(server.url).text_checks.create(**_body).wait(timeout=25)
        self.assertEqual((raised.exception.id, len(server.asked)), ("text_1", 4))
        self.assertLessEqual(self.pauses()[-1], 5)

    def test_a_read_that_fails_in_passing_does_not_end_the_wait(self) -> None:
        with ScriptedServer(_processing, failure(500, "internal"), success(samples.text_check())) as server:
            self.assertEqual(self.client(server.url).text_checks.create(**_body).wait().status, "completed")

    def test_a_replay_says_that_nothing_was_charged_again(self) -> None:
        replayed = success(samples.text_check(), 201, Idempotent_Replayed="true")
        with ScriptedServer(replayed) as server:
            self.assertTrue(
                self.client(server.url).text_checks.create(**_body, idempotency_key="k").is_replayed
            )

    def test_an_answer_that_names_no_record_is_an_error(self) -> None:
        with ScriptedServer(success([], 201)) as server, self.assertRaises(UnexpectedAnswerError):
            self.client(server.url).text_checks.create(**_body)

    def test_a_rewrite_is_waited_for_until_none_runs(self) -> None:
        running = samples.text_check(fixStatus="processing")
        done = samples.text_check(fixStatus="completed", fixedText="Drops.")
        with ScriptedServer(success(running, 201), success(running), success(done)) as server:
            self.assertEqual(self.client(server.url).text_checks.fix("text_1").wait().fixed_text, "Drops.")
        self.assertEqual(server.asked[0].path, "/v1/intl/us/text/checks/text_1/fix?wait=10")
        self.assertEqual(server.asked[0].body, b"")

    def test_a_video_is_waited_for_until_its_speech_was_heard_in_the_language_asked_for(self) -> None:
        accepted = {"id": "video_1", "object": "intl_video_check", "status": "processing", "creditCost": 6}
        with ScriptedServer(
            success(accepted, 201),
            success(_video("processing", None)),
            success(_video("completed", "processing")),
            success(_video("completed", "completed")),
        ) as server:
            check = (
                self.client(server.url)
                .video_checks.create(
                    video_url="https://shop.example/v.mp4",
                    video_title="V",
                    video_size=1,
                    video_duration=6,
                    explain_locale="en-US",
                )
                .wait()
            )
        self.assertEqual((check.transcript_status, len(server.asked)), ("completed", 4))
        self.assertEqual(server.asked[3].path, "/v1/intl/us/video/checks/video_1?explainLocale=en-US")
        self.assertTrue(all(pause >= 1 for pause in self.pauses()))


def _video(status: str, heard: Any) -> dict[str, Any]:
    return {
        "id": "video_1",
        "object": "intl_video_check",
        "status": status,
        "failure": None,
        "vertical": None,
        "riskLevel": None,
        "labels": [],
        "transcriptStatus": heard,
        "platform": "dtc_us",
        "frames": [],
        "createdAt": "2026-11-29T14:00:00Z",
        "updatedAt": "2026-11-29T14:00:00Z",
        "video": {"url": "u", "title": "V", "sizeMb": 1, "durationSeconds": 6, "width": None, "height": None},
        "audios": [],
        "transcript": None,
        "transcriptRisks": [],
        "coverage": [],
    }
