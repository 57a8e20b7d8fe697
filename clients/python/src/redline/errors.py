"""What goes wrong. Every error of the client is a RedlineError."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional

from .json_values import as_list, as_object


class RedlineError(Exception):
    """The base of all errors of the client; `message` is a sentence for people."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class ConnectionFailedError(RedlineError):
    """The service could not be reached, or did not answer in time.

    A submission may have been accepted nevertheless: send it again with the same
    `idempotency_key`, and it runs and charges once.
    """

    def __init__(self, message: str, idempotency_key: Optional[str] = None, *, was_sent: bool = True) -> None:
        super().__init__(message)
        #: False if there was no connection, so that the request did not arrive.
        self.was_sent = was_sent
        #: The key that the request was sent with.
        self.idempotency_key = idempotency_key


class UnexpectedAnswerError(RedlineError):
    """The answer is none that the contract knows; is `base_url` the address of Redline?"""


class WaitTimeoutError(RedlineError, TimeoutError):
    """A record had not ended within the time limit. It goes on; wait for its `id` again."""

    def __init__(self, message: str, id: str) -> None:
        super().__init__(message)
        self.id = id


class ReportFailedError(RedlineError):
    """The writing of a report failed, and its credits come back. `code` is that of a failed record."""

    def __init__(self, message: str, code: Optional[str]) -> None:
        super().__init__(message)
        self.code = code


class WebhookVerificationError(RedlineError):
    """A request to your endpoint is not from Redline, was changed, or is too old: answer it with 400."""


@dataclass(frozen=True)
class Issue:
    """One fault of a body or query: where it is, and what is wrong with it."""

    path: str
    message: str


class ApiError(RedlineError):
    """The service refused a request; nothing was charged.

    `code` says why, for programs; codes may be added, so treat an unknown one as its `status`.
    """

    def __init__(
        self,
        status: int,
        body: Mapping[str, Any],
        *,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> None:
        error, code = body.get("error"), body.get("code")
        super().__init__(error if isinstance(error, str) else f"the service answered {status}")
        self.status = status
        self.code: Optional[str] = code if isinstance(code, str) else None
        #: Names the request to whoever operates the service.
        self.request_id: Optional[str] = request_id or _string(body.get("requestId"))
        #: Each fault by itself, of a request that breaks the schema; else empty.
        self.issues: tuple[Issue, ...] = tuple(_issues(body.get("issues")))
        #: Seconds after which the request may be sent again, where the service said so.
        self.retry_after = retry_after
        #: The key that the request was sent with.
        self.idempotency_key = idempotency_key
        #: The JSON of the answer.
        self.raw: Mapping[str, Any] = body

    def __str__(self) -> str:
        named = ", ".join(str(it) for it in (self.status, self.code, self.request_id) if it)
        return f"{self.message} ({named})"


class InvalidRequestError(ApiError):
    """400, 405, 413, 415: the request is not one that the service takes."""


class AuthenticationError(ApiError):
    """401: the key is missing, unknown, revoked, expired or of another site."""


class InsufficientCreditsError(ApiError):
    """402: the balance does not cover the submission."""

    @property
    def required_credits(self) -> Optional[int]:
        """What the submission costs."""
        return _whole(self.raw.get("requiredCredits"))

    @property
    def current_balance(self) -> Optional[int]:
        """What the account has."""
        return _whole(self.raw.get("currentBalance"))


class ForbiddenError(ApiError):
    """403: the plan, the product line or a limit of the account forbids it."""

    @property
    def required_plan(self) -> Optional[str]:
        """The lowest plan that includes it, where a plan does."""
        return _string(self.raw.get("requiredPlan"))


class NotFoundError(ApiError):
    """404: there is no such record in this scope."""


class RateLimitedError(ApiError):
    """429: too many requests of this key; `retry_after` says how many seconds to wait."""


class ServerError(ApiError):
    """500 and above: the service failed."""


_by_status: dict[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    402: InsufficientCreditsError,
    403: ForbiddenError,
    404: NotFoundError,
    405: InvalidRequestError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    429: RateLimitedError,
}


def api_error(
    status: int,
    body: Mapping[str, Any],
    *,
    request_id: Optional[str] = None,
    retry_after: Optional[float] = None,
    idempotency_key: Optional[str] = None,
) -> ApiError:
    """Builds the error of an answer by its status."""
    cls = _by_status.get(status, ServerError if status >= 500 else ApiError)
    return cls(status, body, request_id=request_id, retry_after=retry_after, idempotency_key=idempotency_key)


def _string(value: object) -> Optional[str]:
    return value if isinstance(value, str) else None


def _whole(value: object) -> Optional[int]:
    return value if isinstance(value, int) else None


def _issues(value: object) -> list[Issue]:
    entries = [as_object(entry) or {} for entry in as_list(value) or []]
    return [Issue(str(entry.get("path", "")), str(entry.get("message", ""))) for entry in entries]
