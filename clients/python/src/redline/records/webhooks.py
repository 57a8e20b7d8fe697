"""Webhook endpoints, their deliveries, and the events that are posted to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Optional

from ..choices import BatchResult, DeliveryStatus, ItemKind, KeyMode, Site, WebhookEventType, WebhookPayload
from .record import Record


@dataclass(frozen=True)
class WebhookEndpoint(Record):
    """An address of yours that events are posted to."""

    id: str
    object: Literal["webhook_endpoint"]
    url: str
    description: Optional[str]
    events: tuple[WebhookEventType, ...]
    payload: WebhookPayload
    enabled: bool
    disabled_reason: Optional[Literal["by_request", "failing", "gone"]]
    disabled_at: Optional[datetime]
    failing_since: Optional[datetime]
    previous_secret_expires_at: Optional[datetime]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class WebhookEndpointWithSecret(WebhookEndpoint):
    """An endpoint with its secret, which is told at its creation and rotation alone."""

    secret: str


@dataclass(frozen=True)
class WebhookDeliveryAttempt(Record):
    """One attempt to deliver an event."""

    attempted_at: datetime
    status: Optional[int]
    duration_ms: int
    error: Optional[str]
    response_body: Optional[str]


@dataclass(frozen=True)
class WebhookDelivery(Record):
    """An event on its way to one endpoint."""

    id: str
    object: Literal["webhook_delivery"]
    endpoint_id: str
    event_id: str
    type: Literal[
        "check.completed",
        "check.failed",
        "batch.completed",
        "report.completed",
        "credits.low",
        "endpoint.test",
    ]
    status: DeliveryStatus
    attempt_count: int
    next_attempt_at: Optional[datetime]
    created_at: datetime
    delivered_at: Optional[datetime]
    attempts: tuple[WebhookDeliveryAttempt, ...]


@dataclass(frozen=True)
class WebhookLinks(Record):
    """Where there is more: the path of the GET of a record."""

    self: str


@dataclass(frozen=True)
class CheckFailure(Record):
    """Why a check failed: a code for programs, a sentence for people."""

    code: str
    message: str


@dataclass(frozen=True)
class CheckCompletedEventData(Record):
    """The check that has its verdict."""

    id: str
    object: str
    site: Site
    tenant: Optional[str]
    mode: KeyMode
    links: WebhookLinks
    record: Optional[Mapping[str, Any]]
    kind: ItemKind
    batch_id: Optional[str]
    status: Literal["completed"]


@dataclass(frozen=True)
class CheckCompletedEvent(Record):
    """A check has its verdict."""

    type: Literal["check.completed"]
    timestamp: datetime
    data: CheckCompletedEventData


@dataclass(frozen=True)
class CheckFailedEventData(Record):
    """The check that has failed."""

    id: str
    object: str
    site: Site
    tenant: Optional[str]
    mode: KeyMode
    links: WebhookLinks
    record: Optional[Mapping[str, Any]]
    kind: ItemKind
    batch_id: Optional[str]
    status: Literal["failed"]
    failure: CheckFailure


@dataclass(frozen=True)
class CheckFailedEvent(Record):
    """A check has no verdict, and its credits came back."""

    type: Literal["check.failed"]
    timestamp: datetime
    data: CheckFailedEventData


@dataclass(frozen=True)
class BatchCompletedEventData(Record):
    """The batch that has its result."""

    id: str
    object: str
    site: Site
    tenant: Optional[str]
    mode: KeyMode
    links: WebhookLinks
    record: Optional[Mapping[str, Any]]
    kind: Literal["batch"]
    result: BatchResult


@dataclass(frozen=True)
class BatchCompletedEvent(Record):
    """All items of a batch have ended."""

    type: Literal["batch.completed"]
    timestamp: datetime
    data: BatchCompletedEventData


@dataclass(frozen=True)
class ReportCompletedEventData(Record):
    """The report that is written."""

    id: str
    object: str
    site: Site
    tenant: Optional[str]
    mode: KeyMode
    links: WebhookLinks
    record: Optional[Mapping[str, Any]]
    kind: Literal["report"]
    status: Literal["completed"]
    video_check_id: str


@dataclass(frozen=True)
class ReportCompletedEvent(Record):
    """A report is written."""

    type: Literal["report.completed"]
    timestamp: datetime
    data: ReportCompletedEventData


@dataclass(frozen=True)
class CreditsLowEventData(Record):
    """The credits that are left, and the submission that took them below the threshold."""

    id: str
    kind: Literal["credits"]
    site: Site
    tenant: Optional[str]
    mode: KeyMode
    links: WebhookLinks
    balance: int
    threshold: int


@dataclass(frozen=True)
class CreditsLowEvent(Record):
    """The credits of the account on the site have fallen below the threshold."""

    type: Literal["credits.low"]
    timestamp: datetime
    data: CreditsLowEventData


@dataclass(frozen=True)
class EndpointTestEventData(Record):
    """The endpoint that the test was asked for."""

    id: str
    kind: Literal["endpoint"]
    site: Site
    tenant: Optional[str]
    mode: KeyMode
    links: WebhookLinks


@dataclass(frozen=True)
class EndpointTestEvent(Record):
    """A test that was asked for."""

    type: Literal["endpoint.test"]
    timestamp: datetime
    data: EndpointTestEventData
