"""Video checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Generic, Optional, TypeVar

from ..bodies.media import IdVideoCheckSubmission, MainVideoCheckSubmission, UsVideoCheckSubmission
from ..choices import CheckStatus, IdLocale, ProductVertical, UsLocale
from ..encoding import body_of
from ..paging import Listing, page_size_max
from ..records.main_video_checks import MainVideoCheck, MainVideoCheckItem
from ..records.record import Deleted, Record
from ..records.shared import Quote
from ..records.video_checks import IdVideoCheck, IdVideoCheckItem, UsVideoCheck, UsVideoCheckItem
from ..submission import Submission, accepted, is_heard, media, poll
from .resource import Resource

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from typing_extensions import Unpack

R = TypeVar("R", bound=Record)


class VideoChecks(Resource, Generic[R]):
    """Video checks, on any site."""

    def delete(self, id: str) -> Deleted:
        """Deletes a video check and its uploaded file for good; one that is processing is refunded."""
        return self._delete("deleteVideoCheck", id)

    def _create(
        self, body: Mapping[str, Any], idempotency_key: Optional[str], read: Callable[[str], R]
    ) -> Submission[R]:
        reply = self._transport.call("createVideoCheck", body=body, idempotency_key=idempotency_key)
        id, cost, _ = accepted(reply.data)
        return Submission(
            id,
            read=lambda: read(id),
            has_ended=is_heard,
            polling=media,
            credit_cost=cost,
            is_replayed=reply.is_replayed,
        )


class UsVideoChecks(VideoChecks[UsVideoCheck]):
    """Video checks of the site `us`."""

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        explain_locale: Optional[UsLocale] = None,
        **body: Unpack[UsVideoCheckSubmission],
    ) -> Submission[UsVideoCheck]:
        """Submits a video; `wait()` reads it until picture and speech have ended.

        Takes `video_url`, `video_title`, `video_size` (MB; `size_mb` of an upload), `video_duration`
        (seconds, each a credit), its width and height, `platform` and `vertical`; `explain_locale`
        is the language in which it is read. Charges once for an `idempotency_key`.
        """
        sent = body_of(UsVideoCheckSubmission, body)
        return self._create(sent, idempotency_key, lambda id: self.get(id, explain_locale))

    def quote(self, **body: Unpack[UsVideoCheckSubmission]) -> Quote:
        """Prices a video check before submitting it; takes what `create` takes."""
        return self._quote("quoteVideoCheck", UsVideoCheckSubmission, body)

    def get(self, id: str, explain_locale: Optional[UsLocale] = None) -> UsVideoCheck:
        """Returns a video check, explained in a language. Raises NotFoundError."""
        return self._get(UsVideoCheck, "getVideoCheck", id, explain_locale=explain_locale)

    def wait(
        self, id: str, timeout: float = media.timeout, explain_locale: Optional[UsLocale] = None
    ) -> UsVideoCheck:
        """Returns a video check once picture and speech have ended, within `timeout` seconds."""
        return poll(id, lambda: self.get(id, explain_locale), is_heard, media, timeout)

    def list(
        self, *, status: Optional[CheckStatus] = None, page_size: int = page_size_max
    ) -> Listing[UsVideoCheckItem]:
        """Returns the video checks of this scope, newest first."""
        return self._list(UsVideoCheckItem, "listVideoChecks", page_size, status=status)


class IdVideoChecks(VideoChecks[IdVideoCheck]):
    """Video checks of the site `id`."""

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        explain_locale: Optional[IdLocale] = None,
        **body: Unpack[IdVideoCheckSubmission],
    ) -> Submission[IdVideoCheck]:
        """Submits a video; `wait()` reads it until picture and speech have ended.

        Takes `video_url`, `video_title`, `video_size` (MB; `size_mb` of an upload), `video_duration`
        (seconds, each a credit), its width and height, `platform` and `vertical`; `explain_locale`
        is the language in which it is read. Charges once for an `idempotency_key`.
        """
        sent = body_of(IdVideoCheckSubmission, body)
        return self._create(sent, idempotency_key, lambda id: self.get(id, explain_locale))

    def quote(self, **body: Unpack[IdVideoCheckSubmission]) -> Quote:
        """Prices a video check before submitting it; takes what `create` takes."""
        return self._quote("quoteVideoCheck", IdVideoCheckSubmission, body)

    def get(self, id: str, explain_locale: Optional[IdLocale] = None) -> IdVideoCheck:
        """Returns a video check, explained in a language. Raises NotFoundError."""
        return self._get(IdVideoCheck, "getVideoCheck", id, explain_locale=explain_locale)

    def wait(
        self, id: str, timeout: float = media.timeout, explain_locale: Optional[IdLocale] = None
    ) -> IdVideoCheck:
        """Returns a video check once picture and speech have ended, within `timeout` seconds."""
        return poll(id, lambda: self.get(id, explain_locale), is_heard, media, timeout)

    def list(
        self, *, status: Optional[CheckStatus] = None, page_size: int = page_size_max
    ) -> Listing[IdVideoCheckItem]:
        """Returns the video checks of this scope, newest first."""
        return self._list(IdVideoCheckItem, "listVideoChecks", page_size, status=status)


class MainVideoChecks(VideoChecks[MainVideoCheck]):
    """Video checks of the site `main`."""

    def create(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[MainVideoCheckSubmission]
    ) -> Submission[MainVideoCheck]:
        """Submits a video; `wait()` reads it until picture and speech have ended.

        Takes `video_url`, `video_title`, `video_size` (MB; `size_mb` of an upload), `video_duration`
        (seconds, each a credit), its width and height, `product_vertical`, `platform`, `frame_types`,
        `audio_types`, and `text_check_id` of the text that it is to follow. Charges once for an
        `idempotency_key`.
        """
        return self._create(body_of(MainVideoCheckSubmission, body), idempotency_key, self.get)

    def quote(self, **body: Unpack[MainVideoCheckSubmission]) -> Quote:
        """Prices a video check before submitting it; takes what `create` takes."""
        return self._quote("quoteVideoCheck", MainVideoCheckSubmission, body)

    def get(self, id: str) -> MainVideoCheck:
        """Returns a video check. Raises NotFoundError if there is none in this scope."""
        return self._get(MainVideoCheck, "getVideoCheck", id)

    def wait(self, id: str, timeout: float = media.timeout) -> MainVideoCheck:
        """Returns a video check once picture and speech have ended, within `timeout` seconds."""
        return poll(id, lambda: self.get(id), is_heard, media, timeout)

    def list(
        self,
        *,
        status: Optional[CheckStatus] = None,
        product_vertical: Optional[ProductVertical] = None,
        page_size: int = page_size_max,
    ) -> Listing[MainVideoCheckItem]:
        """Returns the video checks of this scope, newest first."""
        return self._list(
            MainVideoCheckItem, "listVideoChecks", page_size, status=status, product_vertical=product_vertical
        )
