"""Endpoints and their deliveries are asked for by the routes of the contract."""

from __future__ import annotations

import json
import unittest
from typing import Any, Optional

from .scripted_case import ScriptedCase
from .server import ScriptedServer, success

_time = "2026-11-29T14:00:00.000Z"
_endpoint: dict[str, Any] = {
    "id": "endpoint_1",
    "object": "webhook_endpoint",
    "url": "https://shop.example/hooks",
    "description": None,
    "events": ["check.completed"],
    "payload": "thin",
    "enabled": True,
    "disabledReason": None,
    "disabledAt": None,
    "failingSince": None,
    "previousSecretExpiresAt": None,
    "createdAt": _time,
    "updatedAt": _time,
}
_with_secret = {**_endpoint, "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}
_path = "/v1/intl/us/webhook-endpoints"


def _delivery(number: int) -> dict[str, Any]:
    attempt = {"attemptedAt": _time, "status": 503, "durationMs": 4, "error": "No.", "responseBody": "busy"}
    return {
        "id": f"delivery_{number}",
        "object": "webhook_delivery",
        "endpointId": "endpoint_1",
        "eventId": "event_1",
        "type": "check.completed",
        "status": "pending",
        "attemptCount": 1,
        "nextAttemptAt": _time,
        "createdAt": _time,
        "deliveredAt": None,
        "attempts": [attempt],
    }


def _page(numbers: range, next: Optional[str]) -> dict[str, Any]:
    found = [_delivery(number) for number in numbers]
    return {"object": "list", "data": found, "hasMore": next is not None, "next": next}


class Endpoints(ScriptedCase):
    def test_an_endpoint_is_made_changed_and_given_another_secret(self) -> None:
        answers = (success(_with_secret, 201), success(_endpoint), success(_with_secret), success(_with_secret))
        with ScriptedServer(*answers) as server:
            endpoints = self.client(server.url).webhook_endpoints
            made = endpoints.create(url="https://shop.example/hooks", events=["check.completed"])
            self.assertEqual((made.secret, made.events), (_with_secret["secret"], ("check.completed",)))
            self.assertFalse(hasattr(endpoints.update("endpoint_1", enabled=False), "secret"))
            endpoints.rotate_secret("endpoint_1")
            endpoints.rotate_secret("endpoint_1", overlap_seconds=0)
        self.assertEqual(
            [(it.method, it.path, json.loads(it.body)) for it in server.asked],
            [
                ("POST", _path, {"url": "https://shop.example/hooks", "events": ["check.completed"]}),
                ("PATCH", f"{_path}/endpoint_1", {"enabled": False}),
                ("POST", f"{_path}/endpoint_1/rotate-secret", {}),
                ("POST", f"{_path}/endpoint_1/rotate-secret", {"overlapSeconds": 0}),
            ],
        )

    def test_deliveries_come_page_by_page(self) -> None:
        with ScriptedServer(
            success(_page(range(2), "delivery_1")), success(_page(range(2, 3), None))
        ) as server:
            found = list(self.client(server.url).webhook_endpoints.deliveries("endpoint_1", page_size=2))
        self.assertEqual([it.id for it in found], ["delivery_0", "delivery_1", "delivery_2"])
        self.assertEqual((found[0].attempts[0].status, found[0].delivered_at), (503, None))
        self.assertEqual(
            [it.path for it in server.asked],
            [
                f"{_path}/endpoint_1/deliveries?pageSize=2",
                f"{_path}/endpoint_1/deliveries?pageSize=2&after=delivery_1",
            ],
        )

    def test_a_delivery_is_sent_again_by_its_id(self) -> None:
        with ScriptedServer(success(_delivery(1))) as server:
            endpoints = self.client(server.url).webhook_endpoints
            endpoints.resend("endpoint_1", "delivery/1")
            with self.assertRaises(ValueError):
                endpoints.resend("endpoint_1", "")
        self.assertEqual(server.asked[0].path, f"{_path}/endpoint_1/deliveries/delivery%2F1/resend")


if __name__ == "__main__":
    unittest.main()
