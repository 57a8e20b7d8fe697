"""Batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Generic, Optional, TypeVar

from ..bodies.batches import IdBatchSubmission, MainBatchSubmission, UsBatchSubmission
from ..choices import IdLocale, ProductVertical, UsLocale
from ..encoding import body_of
from ..paging import Listing, page_size_max
from ..records.batches import IdBatch, MainBatch, MainBatchItem, UsBatch, UsBatchItem
from ..records.record import Deleted, Record
from ..records.shared import Quote
from ..submission import Submission, accepted, has_result, media, poll
from .resource import Resource

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from typing_extensions import Unpack

R = TypeVar("R", bound=Record)


class Batches(Resource, Generic[R]):
    """Batches of texts, images and videos, on any site."""

    def delete(self, id: str) -> Deleted:
        """Deletes a batch and the checks of its items for good."""
        return self._delete("deleteBatch", id)

    def _create(
        self, body: Mapping[str, Any], idempotency_key: Optional[str], read: Callable[[str], R]
    ) -> Submission[R]:
        reply = self._transport.call("createBatch", body=body, idempotency_key=idempotency_key)
        id, cost, _ = accepted(reply.data)
        return Submission(
            id,
            read=lambda: read(id),
            has_ended=has_result,
            polling=media,
            credit_cost=cost,
            is_replayed=reply.is_replayed,
        )


class UsBatches(Batches[UsBatch]):
    """Batches of the site `us`."""

    def create(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[UsBatchSubmission]
    ) -> Submission[UsBatch]:
        """Submits a batch, paid for as a whole; `wait()` reads it until all items have ended.

        Takes `name`, `platform`, `vertical`, and `texts` (10 at most), `images` (20), `videos` (10)
        and `explain_locale`. Charges once for an `idempotency_key`. Raises ForbiddenError if the plan
        has no batches.
        """
        locale = body.get("explain_locale")
        return self._create(
            body_of(UsBatchSubmission, body), idempotency_key, lambda id: self.get(id, locale)
        )

    def quote(self, **body: Unpack[UsBatchSubmission]) -> Quote:
        """Prices a batch before submitting it; takes what `create` takes."""
        return self._quote("quoteBatch", UsBatchSubmission, body)

    def get(self, id: str, explain_locale: Optional[UsLocale] = None) -> UsBatch:
        """Returns a batch, explained in a language. Raises NotFoundError if there is none in this scope."""
        return self._get(UsBatch, "getBatch", id, explain_locale=explain_locale)

    def wait(
        self, id: str, timeout: float = media.timeout, explain_locale: Optional[UsLocale] = None
    ) -> UsBatch:
        """Returns a batch once all its items have ended. Raises WaitTimeoutError past `timeout` seconds."""
        return poll(id, lambda: self.get(id, explain_locale), has_result, media, timeout)

    def list(
        self, *, explain_locale: Optional[UsLocale] = None, page_size: int = page_size_max
    ) -> Listing[UsBatchItem]:
        """Returns the batches of this scope, newest first."""
        return self._list(UsBatchItem, "listBatches", page_size, explain_locale=explain_locale)


class IdBatches(Batches[IdBatch]):
    """Batches of the site `id`."""

    def create(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[IdBatchSubmission]
    ) -> Submission[IdBatch]:
        """Submits a batch, paid for as a whole; `wait()` reads it until all items have ended.

        Takes `name`, `platform`, `vertical`, and `texts` (10 at most), `images` (20), `videos` (10)
        and `explain_locale`. Charges once for an `idempotency_key`. Raises ForbiddenError if the plan
        has no batches.
        """
        locale = body.get("explain_locale")
        return self._create(
            body_of(IdBatchSubmission, body), idempotency_key, lambda id: self.get(id, locale)
        )

    def quote(self, **body: Unpack[IdBatchSubmission]) -> Quote:
        """Prices a batch before submitting it; takes what `create` takes."""
        return self._quote("quoteBatch", IdBatchSubmission, body)

    def get(self, id: str, explain_locale: Optional[IdLocale] = None) -> IdBatch:
        """Returns a batch, explained in a language. Raises NotFoundError if there is none in this scope."""
        return self._get(IdBatch, "getBatch", id, explain_locale=explain_locale)

    def wait(
        self, id: str, timeout: float = media.timeout, explain_locale: Optional[IdLocale] = None
    ) -> IdBatch:
        """Returns a batch once all its items have ended. Raises WaitTimeoutError past `timeout` seconds."""
        return poll(id, lambda: self.get(id, explain_locale), has_result, media, timeout)

    def list(
        self, *, explain_locale: Optional[IdLocale] = None, page_size: int = page_size_max
    ) -> Listing[UsBatchItem]:
        """Returns the batches of this scope, newest first."""
        return self._list(UsBatchItem, "listBatches", page_size, explain_locale=explain_locale)


class MainBatches(Batches[MainBatch]):
    """Batches of the site `main`."""

    def create(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[MainBatchSubmission]
    ) -> Submission[MainBatch]:
        """Submits a batch, paid for as a whole; `wait()` reads it until all items have ended.

        Takes `name`, `product_vertical`, `platform`, `industry_vertical`, and `texts` (10 at most),
        `images` (20) and `videos` (10). Charges once for an `idempotency_key`. Raises ForbiddenError
        if the plan has no batches.
        """
        return self._create(body_of(MainBatchSubmission, body), idempotency_key, self.get)

    def quote(self, **body: Unpack[MainBatchSubmission]) -> Quote:
        """Prices a batch before submitting it; takes what `create` takes."""
        return self._quote("quoteBatch", MainBatchSubmission, body)

    def get(self, id: str) -> MainBatch:
        """Returns a batch. Raises NotFoundError if there is none in this scope."""
        return self._get(MainBatch, "getBatch", id)

    def wait(self, id: str, timeout: float = media.timeout) -> MainBatch:
        """Returns a batch once all its items have ended. Raises WaitTimeoutError past `timeout` seconds."""
        return poll(id, lambda: self.get(id), has_result, media, timeout)

    def list(
        self, *, product_vertical: Optional[ProductVertical] = None, page_size: int = page_size_max
    ) -> Listing[MainBatchItem]:
        """Returns the batches of this scope, newest first."""
        return self._list(MainBatchItem, "listBatches", page_size, product_vertical=product_vertical)
