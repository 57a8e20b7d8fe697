"""Webhook endpoints, as they are sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional, TypedDict

from ..choices import WebhookEventType, WebhookPayload


class _WebhookEndpointBodyRequired(TypedDict):
    url: str


class WebhookEndpointBody(_WebhookEndpointBodyRequired, total=False):
    """An address of yours that events are posted to."""

    description: Optional[str]
    events: Sequence[WebhookEventType]
    payload: WebhookPayload


class WebhookEndpointChange(TypedDict, total=False):
    """A change of an endpoint; None takes its description away."""

    url: str
    description: Optional[str]
    events: Sequence[WebhookEventType]
    payload: WebhookPayload
    enabled: bool
