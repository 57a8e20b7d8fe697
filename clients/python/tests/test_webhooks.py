"""A request to an endpoint is taken if it is from Redline, unchanged and recent, and else refused."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
import unittest

from redline import UnknownEvent, WebhookVerificationError, verify_webhook
from redline.records import CheckFailedEvent

#: The example of the Standard Webhooks specification's libraries.
_secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
_body = b'{"test": 2432232314}'
_headers = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
_always = float("inf")


def _signed_now(body: bytes, shift: int = 0) -> dict[str, str]:
    """Returns the headers of a request that is signed now, as the service does it."""
    sent = str(int(time.time()) + shift)
    key = base64.b64decode(_secret[len("whsec_") :])
    made = hmac.new(key, b"msg_1." + sent.encode() + b"." + body, hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(made).decode()
    return {"Webhook-Id": "msg_1", "Webhook-Timestamp": sent, "Webhook-Signature": signature}


class Requests(unittest.TestCase):
    def test_what_the_specification_signed_is_verified(self) -> None:
        for body in (_body, _body.decode()):
            event = verify_webhook(body, _headers, _secret, tolerance=_always)
            self.assertEqual(event.raw, {"test": 2432232314})

    def test_any_of_its_signatures_will_do(self) -> None:
        several = {**_headers, "webhook-signature": "v1a,AAAA v1,AAAA v1,ü " + _headers["webhook-signature"]}
        verify_webhook(_body, several, _secret, tolerance=_always)

    def test_what_was_changed_is_refused(self) -> None:
        changes = {
            "webhook-id": "msg_1",
            "webhook-timestamp": "1614265331",
            "webhook-signature": _headers["webhook-signature"].replace("v1,", "v2,"),
        }
        for name, value in changes.items():
            with self.subTest(name), self.assertRaisesRegex(WebhookVerificationError, "no signature"):
                verify_webhook(_body, {**_headers, name: value}, _secret, tolerance=_always)
        with self.assertRaisesRegex(WebhookVerificationError, "no signature"):
            verify_webhook(b'{"test":2432232314}', _headers, _secret, tolerance=_always)

    def test_another_secret_is_refused(self) -> None:
        other = "whsec_" + base64.b64encode(b"another secret of 24 byt").decode()
        with self.assertRaisesRegex(WebhookVerificationError, "no signature"):
            verify_webhook(_body, _headers, other, tolerance=_always)

    def test_what_lacks_a_header_is_refused(self) -> None:
        for name in _headers:
            with self.subTest(name), self.assertRaisesRegex(WebhookVerificationError, "are required"):
                verify_webhook(_body, {**_headers, name: ""}, _secret, tolerance=_always)

    def test_it_is_taken_within_five_minutes_and_not_later(self) -> None:
        body = json.dumps({"type": "webhook.test"}).encode()
        for shift in (-290, 0, 290):
            event = verify_webhook(body, _signed_now(body, shift), _secret)
            self.assertEqual((type(event), event.type), (UnknownEvent, "webhook.test"))
        for shift in (-310, 310):
            with self.subTest(shift), self.assertRaisesRegex(WebhookVerificationError, "300 s"):
                verify_webhook(body, _signed_now(body, shift), _secret)
            verify_webhook(body, _signed_now(body, shift), _secret, tolerance=400)
        with self.assertRaisesRegex(WebhookVerificationError, "300 s"):
            verify_webhook(body, {**_signed_now(body), "Webhook-Timestamp": "now"}, _secret)

    def test_an_event_is_a_record_of_its_type(self) -> None:
        data = {
            "id": "text_1",
            "object": "intl_text_check",
            "site": "us",
            "tenant": None,
            "mode": "live",
            "links": {"self": "/v1/intl/us/text/checks/text_1"},
            "kind": "text",
            "batchId": None,
            "status": "failed",
            "failure": {"code": "internal", "message": "Something failed on our side; submit it again."},
        }
        sent = {"type": "check.failed", "timestamp": "2026-11-29T08:30:00.000Z", "data": data, "more": 1}
        body = json.dumps(sent).encode()
        event = verify_webhook(body, _signed_now(body), _secret)
        self.assertIsInstance(event, CheckFailedEvent)
        assert isinstance(event, CheckFailedEvent)
        self.assertEqual((event.data.id, event.data.failure.code), ("text_1", "internal"))
        self.assertEqual((event.data.links.self, event.data.record), ("/v1/intl/us/text/checks/text_1", None))
        self.assertEqual((event.timestamp.year, event.raw), (2026, sent))

    def test_what_is_no_secret_is_refused(self) -> None:
        for secret in ("", "whsec_", "whsec_not base64"):
            with self.subTest(secret), self.assertRaisesRegex(ValueError, "whsec_"):
                verify_webhook(_body, _headers, secret, tolerance=_always)


if __name__ == "__main__":
    unittest.main()
