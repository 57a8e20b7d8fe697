"""Requests of Redline to your endpoint, verified as Standard Webhooks says."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Optional, Union

from .decoding import decode
from .errors import WebhookVerificationError
from .json_values import as_object
from .records.record import Record
from .records.webhooks import (
    BatchCompletedEvent,
    CheckCompletedEvent,
    CheckFailedEvent,
    CreditsLowEvent,
    EndpointTestEvent,
    ReportCompletedEvent,
)


@dataclass(frozen=True)
class UnknownEvent(Record):
    """An event of a type that this version does not know: answer it with 204, and pass over it."""

    type: Optional[str]
    timestamp: Optional[datetime]
    data: Optional[Mapping[str, Any]]


WebhookEvent = Union[
    CheckCompletedEvent,
    CheckFailedEvent,
    BatchCompletedEvent,
    ReportCompletedEvent,
    CreditsLowEvent,
    EndpointTestEvent,
    UnknownEvent,
]

_classes: dict[object, type[WebhookEvent]] = {
    "check.completed": CheckCompletedEvent,
    "check.failed": CheckFailedEvent,
    "batch.completed": BatchCompletedEvent,
    "report.completed": ReportCompletedEvent,
    "credits.low": CreditsLowEvent,
    "endpoint.test": EndpointTestEvent,
}


def verify_webhook(
    body: Union[bytes, str], headers: Mapping[str, str], secret: str, *, tolerance: float = 300.0
) -> WebhookEvent:
    """Returns the event of a request to your endpoint that is from Redline, unchanged and recent.

    `body` is as it came: another spelling of the same JSON has another signature. `headers` are
    those of the request, in any case. `secret`, `whsec_…`, is that of the endpoint. `tolerance` is
    how many seconds the time of the request may differ from this clock.

    Raises WebhookVerificationError if it is not, and has to be answered with 400; ValueError for a
    secret that is none.
    """
    given = {name.lower(): value for name, value in headers.items()}
    id, sent, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (id and sent and signatures):
        raise WebhookVerificationError("webhook-id, webhook-timestamp and webhook-signature are required")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > tolerance:
        raise WebhookVerificationError(
            f"the time of the request is further than {tolerance:g} s from this clock"
        )
    content = body.encode("utf-8") if isinstance(body, str) else body
    signed = f"{id}.{sent}.".encode() + content
    expected = base64.b64encode(hmac.new(_key_of(secret), signed, hashlib.sha256).digest())
    # While a secret is rotated there are two, of the old and of the new one.
    ours = b"v1," + expected
    if not any(hmac.compare_digest(one.encode("utf-8"), ours) for one in signatures.split(" ")):
        raise WebhookVerificationError("no signature of the request is made with this secret")
    event = as_object(json.loads(content))
    if event is None:
        raise WebhookVerificationError("the body is no event")
    return decode(_classes.get(event.get("type"), UnknownEvent), event)


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("secret must be that of an endpoint: whsec_…")
    return key
