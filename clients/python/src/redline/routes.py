"""The routes of the contract that the client knows, by the names that the OpenAPI document has for them."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote

from .choices import Site

#: The path below which each site lies.
prefixes: dict[Site, str] = {"us": "/v1/intl/us", "id": "/v1/intl/id", "main": "/v1"}


class Route(NamedTuple):
    """One route, on every site that has it."""

    method: str
    #: Below the prefix of the site; `{id}` stands for the id of a record.
    path: str
    #: Parameters of its query, of all sites.
    query: tuple[str, ...] = ()
    #: True for a submission: it is sent with an `Idempotency-Key`, and so may be sent again.
    takes_key: bool = False
    #: True if sending it twice does what sending it once does.
    is_repeatable: bool = False

    def path_on(self, site: Site, id: str = "", delivery_id: str = "") -> str:
        """Returns its path on a site, with the id of a record, and of one of its deliveries."""
        path = self.path.replace("{id}", quote(id, safe=""))
        return prefixes[site] + path.replace("{deliveryId}", quote(delivery_id, safe=""))


def _get(path: str, *query: str) -> Route:
    return Route("GET", path, query, is_repeatable=True)


def _submission(path: str, *query: str) -> Route:
    return Route("POST", path, query, takes_key=True, is_repeatable=True)


def _quote(path: str) -> Route:
    return Route("POST", path, is_repeatable=True)


_paging = ("page", "pageSize")

routes: dict[str, Route] = {
    "createTextCheck": _submission("/text/checks", "wait"),
    "quoteTextCheck": _quote("/text/checks/quote"),
    "listTextChecks": _get("/text/checks", *_paging, "productVertical", "platform", "keyword"),
    "getTextCheck": _get("/text/checks/{id}"),
    "deleteTextCheck": Route("DELETE", "/text/checks/{id}"),
    "fixTextCheck": _submission("/text/checks/{id}/fix", "wait"),
    "quoteTextFix": _quote("/text/checks/{id}/fix/quote"),
    "createImageCheck": _submission("/image/checks"),
    "quoteImageCheck": _quote("/image/checks/quote"),
    "listImageChecks": _get("/image/checks", *_paging, "productVertical"),
    "getImageCheck": _get("/image/checks/{id}"),
    "deleteImageCheck": Route("DELETE", "/image/checks/{id}"),
    "createVideoCheck": _submission("/video/checks"),
    "quoteVideoCheck": _quote("/video/checks/quote"),
    "listVideoChecks": _get("/video/checks", *_paging, "status", "productVertical"),
    "getVideoCheck": _get("/video/checks/{id}", "explainLocale"),
    "deleteVideoCheck": Route("DELETE", "/video/checks/{id}"),
    # A GET that is a submission: it charges.
    "streamVideoReport": Route("GET", "/video/checks/{id}/report", takes_key=True, is_repeatable=True),
    "quoteVideoReport": _quote("/video/checks/{id}/report/quote"),
    "getLatestVideoReport": _get("/video/checks/{id}/report/latest"),
    "createBatch": _submission("/batches"),
    "quoteBatch": _quote("/batches/quote"),
    "listBatches": _get("/batches", *_paging, "explainLocale", "productVertical"),
    "getBatch": _get("/batches/{id}", "explainLocale"),
    "deleteBatch": Route("DELETE", "/batches/{id}"),
    "listCustomRules": _get("/custom-rules"),
    "createCustomRule": Route("POST", "/custom-rules"),
    "updateCustomRule": Route("PATCH", "/custom-rules/{id}", is_repeatable=True),
    "deleteCustomRule": Route("DELETE", "/custom-rules/{id}"),
    # Words that are there already are skipped.
    "importCustomRules": Route("POST", "/custom-rules/bulk-import", is_repeatable=True),
    "getCustomRuleQuota": _get("/custom-rules/quota"),
    "getCustomRuleSettings": _get("/custom-rules/settings"),
    "updateCustomRuleSettings": Route("PATCH", "/custom-rules/settings", is_repeatable=True),
    "listWebhookEndpoints": _get("/webhook-endpoints"),
    "createWebhookEndpoint": Route("POST", "/webhook-endpoints"),
    "getWebhookEndpoint": _get("/webhook-endpoints/{id}"),
    "updateWebhookEndpoint": Route("PATCH", "/webhook-endpoints/{id}", is_repeatable=True),
    "deleteWebhookEndpoint": Route("DELETE", "/webhook-endpoints/{id}"),
    # Sent twice, it would end the secret that the first one left.
    "rotateWebhookEndpointSecret": Route("POST", "/webhook-endpoints/{id}/rotate-secret"),
    "testWebhookEndpoint": Route("POST", "/webhook-endpoints/{id}/test"),
    "listWebhookDeliveries": _get("/webhook-endpoints/{id}/deliveries", "pageSize", "after", "status"),
    "resendWebhookDelivery": Route("POST", "/webhook-endpoints/{id}/deliveries/{deliveryId}/resend"),
    "findNotices": Route("POST", "/qualifications/notice", is_repeatable=True),
    "dismissNotice": Route("POST", "/qualifications/dismissals", is_repeatable=True),
    "listDismissals": _get("/qualifications/dismissals"),
    "restoreNotice": Route("DELETE", "/qualifications/dismissals", ("key",), is_repeatable=True),
    "getAccount": _get("/account"),
    "createUploadPolicy": Route("POST", "/uploads/policy", is_repeatable=True),
}
