"""Addresses of yours that events are posted to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Optional

from ..bodies.webhooks import WebhookEndpointBody, WebhookEndpointChange
from ..choices import DeliveryStatus
from ..decoding import decode
from ..encoding import body_of
from ..errors import UnexpectedAnswerError
from ..json_values import as_list, as_object
from ..paging import page_size_max
from ..records.record import Deleted
from ..records.webhooks import WebhookDelivery, WebhookEndpoint, WebhookEndpointWithSecret
from .resource import Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack


class WebhookEndpoints(Resource):
    """Addresses of yours that events are posted to, on any site. `verify_webhook` reads what comes there."""

    def create(self, **body: Unpack[WebhookEndpointBody]) -> WebhookEndpointWithSecret:
        """Adds an endpoint: `url`, and `description`, `events`, `payload`. Its `secret` is told here alone.

        Raises InvalidRequestError for a URL that is not public, or one endpoint too many.
        """
        return self._send(
            WebhookEndpointWithSecret, "createWebhookEndpoint", body_of(WebhookEndpointBody, body)
        )

    def list(self) -> tuple[WebhookEndpoint, ...]:
        """Returns all endpoints of this scope, oldest first."""
        _, endpoints = _listed(self._transport.call("listWebhookEndpoints").data)
        return tuple(decode(WebhookEndpoint, it) for it in endpoints)

    def get(self, id: str) -> WebhookEndpoint:
        """Returns an endpoint, without its secret. Raises NotFoundError if there is none in this scope."""
        return self._get(WebhookEndpoint, "getWebhookEndpoint", id)

    def update(self, id: str, **change: Unpack[WebhookEndpointChange]) -> WebhookEndpoint:
        """Changes, disables or enables an endpoint: only what is given."""
        body = body_of(WebhookEndpointChange, change)
        return self._send(WebhookEndpoint, "updateWebhookEndpoint", body, id)

    def delete(self, id: str) -> Deleted:
        """Deletes an endpoint with its deliveries."""
        return self._delete("deleteWebhookEndpoint", id)

    def rotate_secret(self, id: str, *, overlap_seconds: Optional[int] = None) -> WebhookEndpointWithSecret:
        """Makes a new secret; the last one signs beside it for `overlap_seconds`, a day if not given."""
        body = {} if overlap_seconds is None else {"overlapSeconds": overlap_seconds}
        return self._send(WebhookEndpointWithSecret, "rotateWebhookEndpointSecret", body, id)

    def test(self, id: str) -> WebhookDelivery:
        """Sends an event `endpoint.test`."""
        return self._send(WebhookDelivery, "testWebhookEndpoint", None, id)

    def deliveries(
        self, id: str, *, status: Optional[DeliveryStatus] = None, page_size: int = page_size_max
    ) -> Iterator[WebhookDelivery]:
        """Yields the deliveries of an endpoint with their attempts, newest first, page by page."""
        after: Optional[str] = None
        while True:
            query = {"page_size": page_size, "after": after, "status": status}
            data, found = _listed(self._transport.call("listWebhookDeliveries", id=id, query=query).data)
            yield from (decode(WebhookDelivery, it) for it in found)
            after = data.get("next")
            if after is None or not found:
                return

    def resend(self, id: str, delivery_id: str) -> WebhookDelivery:
        """Delivers an event again, delivered before or not."""
        answer = self._transport.call("resendWebhookDelivery", id=id, delivery_id=delivery_id)
        return decode(WebhookDelivery, answer.data)


def _listed(answer: object) -> tuple[dict[str, Any], list[Any]]:
    data = as_object(answer) or {}
    found = as_list(data.get("data"))
    if found is None:
        raise UnexpectedAnswerError("the answer has no list")
    return data, found
