"""The client of Redline, which checks marketing content against advertising law."""

from .client import Client, IdClient, MainClient, Redline, UsClient
from .errors import (
    ApiError,
    AuthenticationError,
    ConnectionFailedError,
    ForbiddenError,
    InsufficientCreditsError,
    InvalidRequestError,
    Issue,
    NotFoundError,
    RateLimitedError,
    RedlineError,
    ReportFailedError,
    ServerError,
    UnexpectedAnswerError,
    WaitTimeoutError,
    WebhookVerificationError,
)
from .paging import Listing, Page
from .resources.reports import ReportChunk, ReportComplete, ReportDone, ReportEvent, ReportStart
from .submission import Submission
from .version import version as __version__
from .webhooks import UnknownEvent, WebhookEvent, verify_webhook

__all__ = [
    "ApiError",
    "AuthenticationError",
    "Client",
    "ConnectionFailedError",
    "ForbiddenError",
    "IdClient",
    "InsufficientCreditsError",
    "InvalidRequestError",
    "Issue",
    "Listing",
    "MainClient",
    "NotFoundError",
    "Page",
    "RateLimitedError",
    "Redline",
    "RedlineError",
    "ReportChunk",
    "ReportComplete",
    "ReportDone",
    "ReportEvent",
    "ReportFailedError",
    "ReportStart",
    "ServerError",
    "Submission",
    "UnexpectedAnswerError",
    "UnknownEvent",
    "UsClient",
    "WaitTimeoutError",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "verify_webhook",
]
