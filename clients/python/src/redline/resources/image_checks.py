"""Image checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Optional, TypeVar

from ..bodies.media import IdImageCheckSubmission, MainImageCheckSubmission, UsImageCheckSubmission
from ..choices import ProductVertical
from ..decoding import decode
from ..encoding import body_of
from ..paging import Listing, page_size_max
from ..records.image_checks import (
    IdImageCheck,
    IdImageCheckItem,
    MainImageCheck,
    MainImageCheckItem,
    UsImageCheck,
    UsImageCheckItem,
)
from ..records.record import Deleted, Record
from ..records.shared import Quote
from .resource import Resource

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from typing_extensions import Unpack

R = TypeVar("R", bound=Record)
I = TypeVar("I", bound=Record)

#: The service looks at an image for a minute at most before it answers.
_verdict_seconds = 60.0


class ImageChecks(Resource, Generic[R, I]):
    """Image checks, on any site."""

    _record: type[R]
    _item: type[I]

    def get(self, id: str) -> R:
        """Returns an image check. Raises NotFoundError if there is none in this scope."""
        return self._get(self._record, "getImageCheck", id)

    def delete(self, id: str) -> Deleted:
        """Deletes an image check for good, and its uploaded file."""
        return self._delete("deleteImageCheck", id)

    def _create(self, body: Mapping[str, Any], idempotency_key: Optional[str]) -> R:
        reply = self._transport.call(
            "createImageCheck", body=body, idempotency_key=idempotency_key, answer_within=_verdict_seconds
        )
        return decode(self._record, reply.data)


class UsImageChecks(ImageChecks[UsImageCheck, UsImageCheckItem]):
    """Image checks of the site `us`."""

    _record, _item = UsImageCheck, UsImageCheckItem

    def create(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[UsImageCheckSubmission]
    ) -> UsImageCheck:
        """Checks an image and returns its verdict, within a minute.

        Takes `image_url`, `image_title` and `image_size` (bytes), its `image_width` and `image_height`,
        `vertical` and `explain_locale`. Read the `status`: an image that could not be fetched
        or looked at is `failed` and refunded. Charges once for an `idempotency_key`.
        """
        return self._create(body_of(UsImageCheckSubmission, body), idempotency_key)

    def quote(self, **body: Unpack[UsImageCheckSubmission]) -> Quote:
        """Prices an image check before submitting it; takes what `create` takes."""
        return self._quote("quoteImageCheck", UsImageCheckSubmission, body)

    def list(self, *, page_size: int = page_size_max) -> Listing[UsImageCheckItem]:
        """Returns the image checks of this scope, newest first."""
        return self._list(self._item, "listImageChecks", page_size)


class IdImageChecks(ImageChecks[IdImageCheck, IdImageCheckItem]):
    """Image checks of the site `id`."""

    _record, _item = IdImageCheck, IdImageCheckItem

    def create(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[IdImageCheckSubmission]
    ) -> IdImageCheck:
        """Checks an image and returns its verdict, within a minute.

        Takes `image_url`, `image_title` and `image_size` (bytes), its `image_width` and `image_height`,
        `vertical` and `explain_locale`. Read the `status`: an image that could not be fetched
        or looked at is `failed` and refunded. Charges once for an `idempotency_key`.
        """
        return self._create(body_of(IdImageCheckSubmission, body), idempotency_key)

    def quote(self, **body: Unpack[IdImageCheckSubmission]) -> Quote:
        """Prices an image check before submitting it; takes what `create` takes."""
        return self._quote("quoteImageCheck", IdImageCheckSubmission, body)

    def list(self, *, page_size: int = page_size_max) -> Listing[IdImageCheckItem]:
        """Returns the image checks of this scope, newest first."""
        return self._list(self._item, "listImageChecks", page_size)


class MainImageChecks(ImageChecks[MainImageCheck, MainImageCheckItem]):
    """Image checks of the site `main`."""

    _record, _item = MainImageCheck, MainImageCheckItem

    def create(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[MainImageCheckSubmission]
    ) -> MainImageCheck:
        """Checks an image and returns its verdict, within a minute.

        Takes `image_url`, `image_title` and `image_size` (bytes), its `image_width` and `image_height`,
        `product_vertical` and `detect_types`. Read the `status`: an image that could not be fetched
        or looked at is `failed` and refunded. Charges once for an `idempotency_key`.
        """
        return self._create(body_of(MainImageCheckSubmission, body), idempotency_key)

    def quote(self, **body: Unpack[MainImageCheckSubmission]) -> Quote:
        """Prices an image check before submitting it; takes what `create` takes."""
        return self._quote("quoteImageCheck", MainImageCheckSubmission, body)

    def list(
        self, *, product_vertical: Optional[ProductVertical] = None, page_size: int = page_size_max
    ) -> Listing[MainImageCheckItem]:
        """Returns the image checks of this scope, newest first."""
        return self._list(self._item, "listImageChecks", page_size, product_vertical=product_vertical)
