"""What is sent, what is sent again, and what becomes of errors."""

from __future__ import annotations

import socket
import threading
import unittest
from typing import Any

from redline import (
    ApiError,
    AuthenticationError,
    ConnectionFailedError,
    ForbiddenError,
    InsufficientCreditsError,
    InvalidRequestError,
    Issue,
    NotFoundError,
    RateLimitedError,
    ServerError,
    UnexpectedAnswerError,
)

from . import samples
from .scripted_case import ScriptedCase
from .server import Asked, ScriptedServer, Told, failure, hang_up, success

_body: Any = {"text": samples.text, "platform": "dtc_us", "vertical": "supplement"}


class Requests(ScriptedCase):
    def keys_of(self, server: ScriptedServer) -> set[str]:
        return {asked.headers["Idempotency-Key"] for asked in server.asked}

    def test_a_submission_has_the_names_of_the_wire_and_the_headers_of_the_contract(self) -> None:
        with ScriptedServer(success(samples.text_check(), 201)) as server:
            client = self.client(server.url, end_tenant="shop-1")
            client.text_checks.create(**_body, explain_locale="en-US", idempotency_key="mine")
        [asked] = server.asked
        self.assertEqual((asked.method, asked.path), ("POST", "/v1/intl/us/text/checks?wait=10"))
        self.assertEqual(asked.json, {**_body, "explainLocale": "en-US"})
        self.assertEqual(asked.headers["Authorization"], "Bearer svc_live_x")
        self.assertEqual(asked.headers["X-End-Tenant"], "shop-1")
        self.assertEqual(asked.headers["Idempotency-Key"], "mine")
        self.assertRegex(asked.headers["User-Agent"], r"^redline-python/\d")

    def test_each_submission_has_a_key_of_its_own_and_its_retries_have_the_same(self) -> None:
        with ScriptedServer(
            hang_up, failure(500, "internal"), failure(503, "internal"), success(samples.accepted, 201)
        ) as server:
            submission = self.client(server.url).text_checks.create(**_body)
            self.assertEqual((submission.id, submission.credit_cost), ("text_1", 2))
            self.assertEqual(len(server.asked), 4)
            [first] = self.keys_of(server)
            self.client(server.url).text_checks.create(**_body)
        self.assertEqual(len(self.keys_of(server)), 2)
        self.assertRegex(first, r"^[0-9a-f-]{36}$")

    def test_retries_end(self) -> None:
        with ScriptedServer(failure(503, "internal")) as server:
            with self.assertRaises(ServerError) as raised:
                self.client(server.url).text_checks.create(**_body, idempotency_key="mine")
        self.assertEqual((len(server.asked), raised.exception.idempotency_key), (4, "mine"))
        for pause, limit in zip(self.pauses(), (0.5, 1.0, 2.0)):
            self.assertTrue(0 <= pause <= limit, (pause, limit))

    def test_no_retry_at_all_if_there_are_none(self) -> None:
        with ScriptedServer(hang_up) as server, self.assertRaises(ConnectionFailedError):
            self.client(server.url, max_retries=0).account.get()
        self.assertEqual((len(server.asked), self.pauses()), (1, []))

    def test_a_limit_of_requests_is_waited_for_as_long_as_it_says(self) -> None:
        limited = failure(429, "rate_limited", headers={"Retry-After": "7"})
        with ScriptedServer(limited, success(samples.quote)) as server:
            self.client(server.url).text_checks.quote(**_body)
        [pause] = self.pauses()
        self.assertTrue(7 <= pause <= 8, pause)

    def test_a_limit_that_is_too_far_away_is_an_error_at_once(self) -> None:
        with ScriptedServer(failure(429, "rate_limited", headers={"Retry-After": "3600"})) as server:
            with self.assertRaises(RateLimitedError) as raised:
                self.client(server.url).account.get()
        self.assertEqual((len(server.asked), raised.exception.retry_after), (1, 3600))

    def test_what_is_not_repeatable_is_not_sent_twice(self) -> None:
        for answer in (hang_up, failure(500, "internal"), failure(502, "internal")):
            with self.subTest(answer), ScriptedServer(answer) as server:
                with self.assertRaises((ServerError, ConnectionFailedError)):
                    self.client(server.url).custom_rules.create(keyword="miracle")
                self.assertEqual(len(server.asked), 1)

    def test_what_is_not_repeatable_is_sent_again_where_it_was_not_done(self) -> None:
        rule = {
            "object": "intl_custom_rule",
            "id": "rule_1",
            "keyword": "miracle",
            "matchType": "keyword",
            "replacement": None,
            "note": None,
            "enabled": True,
            "createdAt": "2026-11-29T14:00:00Z",
            "updatedAt": "2026-11-29T14:00:00Z",
        }
        with ScriptedServer(failure(429, "rate_limited"), success(rule, 201)) as server:
            self.assertEqual(self.client(server.url).custom_rules.create(keyword="miracle").id, "rule_1")

    def test_a_server_that_is_not_there_is_tried_again_also_for_what_is_not_repeatable(self) -> None:
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            client = self.client(f"http://127.0.0.1:{unused.getsockname()[1]}")
            with self.assertRaises(ConnectionFailedError) as raised:
                client.custom_rules.create(keyword="miracle")
        self.assertEqual((len(self.pauses()), raised.exception.was_sent), (3, False))

    def test_refusals_are_not_tried_again_and_have_a_class_by_status(self) -> None:
        for status, code, cls in (
            (400, "invalid_request", InvalidRequestError),
            (401, "unauthorized", AuthenticationError),
            (402, "insufficient_credits", InsufficientCreditsError),
            (403, "plan_required", ForbiddenError),
            (404, "not_found", NotFoundError),
            (409, "new_code", ApiError),
            (413, "payload_too_large", InvalidRequestError),
        ):
            with self.subTest(status), ScriptedServer(failure(status, code, "A sentence.")) as server:
                with self.assertRaises(cls) as raised:
                    self.client(server.url).text_checks.create(**_body)
                error = raised.exception
                self.assertEqual(len(server.asked), 1)
                self.assertIsInstance(error, ApiError)
                self.assertEqual((error.status, error.code, error.request_id), (status, code, "req-1"))
                self.assertEqual(error.message, "A sentence.")
                self.assertEqual(str(error), f"A sentence. ({status}, {code}, req-1)")

    def test_errors_have_what_the_service_says_of_them(self) -> None:
        issues = [{"path": "text", "message": "too short"}]
        with ScriptedServer(
            failure(400, "invalid_request", issues=issues),
            failure(402, "insufficient_credits", requiredCredits=3, currentBalance=2),
            failure(403, "plan_required", requiredPlan="premium"),
        ) as server:
            client = self.client(server.url)
            with self.assertRaises(InvalidRequestError) as invalid:
                client.text_checks.create(**_body)
            with self.assertRaises(InsufficientCreditsError) as poor:
                client.text_checks.create(**_body)
            with self.assertRaises(ForbiddenError) as forbidden:
                client.text_checks.create(**_body)
        self.assertEqual(invalid.exception.issues, (Issue("text", "too short"),))
        self.assertEqual((poor.exception.required_credits, poor.exception.current_balance), (3, 2))
        self.assertEqual(forbidden.exception.required_plan, "premium")

    def test_errors_of_what_stands_in_front_are_errors_too(self) -> None:
        page = Told(502, b"<html>Bad Gateway</html>", {"X-Request-Id": "edge-1"})
        with ScriptedServer(page) as server, self.assertRaises(ServerError) as raised:
            self.client(server.url, max_retries=0).account.get()
        self.assertEqual((raised.exception.code, raised.exception.request_id), (None, "edge-1"))

    def test_an_answer_of_something_else_says_so(self) -> None:
        for answer in (Told(200, b"<html>"), Told(200, b'{"ok":true}'), Told(302, b"", {"Location": "/"})):
            with self.subTest(answer), ScriptedServer(answer) as server:
                with self.assertRaisesRegex(UnexpectedAnswerError, "base_url"):
                    self.client(server.url).account.get()
                self.assertEqual(len(server.asked), 1)

    def test_an_answer_that_breaks_off_is_asked_for_again(self) -> None:
        whole = success(samples.quote)
        half = Told(200, whole.body[:9], breaks_off=True)
        chunks = Told(200, [whole.body[:9]], breaks_off=True)  # type: ignore[list-item]
        with ScriptedServer(half, chunks, whole) as server:
            self.assertEqual(self.client(server.url).text_checks.quote(**_body).credit_cost, 2)
        self.assertEqual(len(server.asked), 3)

    def test_a_server_that_says_nothing_is_given_up(self) -> None:
        over = threading.Event()

        def silent(_: Asked) -> Told:
            over.wait(10)
            return hang_up

        with ScriptedServer(silent) as server:
            with self.assertRaisesRegex(ConnectionFailedError, "timed out"):
                self.client(server.url, read_timeout=0.05, max_retries=0).account.get()
            over.set()

    def test_connections_are_kept(self) -> None:
        with ScriptedServer(failure(404, "not_found"), success(samples.quote)) as server:
            client = self.client(server.url)
            with self.assertRaises(NotFoundError):
                client.text_checks.get("text_1")
            for _ in range(3):
                client.text_checks.quote(**_body)
        self.assertEqual(len({asked.client_port for asked in server.asked}), 1)
        self.assertEqual(self.pauses(), [])

    def test_a_kept_connection_that_the_server_has_closed_is_not_used(self) -> None:
        closing = success(samples.quote)._replace(headers={"Connection": "close"})
        with ScriptedServer(closing) as server:
            client = self.client(server.url)
            for _ in range(3):
                client.text_checks.quote(**_body)
        self.assertEqual(len({asked.client_port for asked in server.asked}), 3)
        self.assertEqual(self.pauses(), [])

    def test_a_kept_connection_that_has_ended_meanwhile_is_not_used(self) -> None:
        with ScriptedServer(success(samples.quote)._replace(then_closes=True)) as server:
            client = self.client(server.url)
            for _ in range(3):
                client.text_checks.quote(**_body)
                # Until the end of the connection has arrived.
                [(connection, _since)] = client._transport.pool._idle  # pyright: ignore[reportPrivateUsage]
                assert connection.sock is not None
                connection.sock.settimeout(10)
                self.assertEqual(connection.sock.recv(1, socket.MSG_PEEK), b"")
        self.assertEqual((len(server.asked), self.pauses()), (3, []))

    def test_threads_share_a_client_and_never_an_answer(self) -> None:
        def echo(asked: Asked) -> Told:
            return success(samples.text_check(id=asked.path.split("/")[-1]))

        with ScriptedServer(echo) as server:
            client = self.client(server.url)
            wrong: list[str] = []

            def ask(name: str) -> None:
                for number in range(20):
                    id = f"text_{name}_{number}"
                    if client.text_checks.get(id).id != id:
                        wrong.append(id)

            threads = [threading.Thread(target=ask, args=(str(it),)) for it in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual((wrong, len(server.asked)), ([], 160))
        self.assertLessEqual(len({asked.client_port for asked in server.asked}), 8)

    def test_ids_cannot_leave_their_path(self) -> None:
        with ScriptedServer(success(samples.text_check())) as server:
            client = self.client(server.url)
            client.text_checks.get("../../account?x#y")
            with self.assertRaises(ValueError):
                client.text_checks.get("")
        self.assertEqual(server.asked[0].path, "/v1/intl/us/text/checks/..%2F..%2Faccount%3Fx%23y")

    def test_a_field_that_there_is_not_is_a_mistake_of_the_program(self) -> None:
        with ScriptedServer(success(samples.quote)) as server:
            with self.assertRaisesRegex(TypeError, "UsTextCheckSubmission has no field txt"):
                self.client(server.url).text_checks.quote(txt="…")  # type: ignore[call-arg]
            with self.assertRaises(ValueError):
                self.client(server.url).text_checks.create(**_body, wait_seconds=31)
        self.assertEqual(server.asked, [])


if __name__ == "__main__":
    unittest.main()
