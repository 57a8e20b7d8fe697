"""Text checks and rewrites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Callable, Generic, Optional, TypeVar

from ..bodies.text_checks import (
    IdTextCheckSubmission,
    MainTextCheckSubmission,
    MainTextFixBody,
    UsTextCheckSubmission,
)
from ..choices import MainPlatform, ProductVertical
from ..decoding import decode
from ..encoding import body_of
from ..paging import Listing, page_size_max
from ..records.main_text_checks import MainTextCheck, MainTextCheckItem
from ..records.record import Deleted, Record
from ..records.shared import Quote
from ..records.text_checks import IdTextCheck, IdTextCheckItem, UsTextCheck, UsTextCheckItem
from ..submission import Submission, accepted, is_done, is_rewritten, poll, texts
from .resource import Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack

R = TypeVar("R", bound=Record)
I = TypeVar("I", bound=Record)

#: A text is judged in a moment: its submission answers with the verdict, and is not polled.
wait_seconds_default = 10
wait_seconds_max = 30


class TextChecks(Resource, Generic[R, I]):
    """Text checks and rewrites, on any site."""

    _record: type[R]
    _item: type[I]

    def get(self, id: str) -> R:
        """Returns a text check. Raises NotFoundError if there is none in this scope."""
        return self._get(self._record, "getTextCheck", id)

    def wait(self, id: str, timeout: float = texts.timeout) -> R:
        """Returns a text check once it has ended. Raises WaitTimeoutError past `timeout` seconds."""
        return poll(id, lambda: self.get(id), is_done, texts, timeout)

    def wait_for_fix(self, id: str, timeout: float = texts.timeout) -> R:
        """Returns a text check once no rewrite of it runs. Raises WaitTimeoutError past `timeout` seconds."""
        return poll(id, lambda: self.get(id), is_rewritten, texts, timeout)

    def delete(self, id: str) -> Deleted:
        """Deletes a text check for good; one that is still processing is cancelled and refunded."""
        return self._delete("deleteTextCheck", id)

    def _create(
        self, body: Mapping[str, Any], idempotency_key: Optional[str], wait_seconds: int
    ) -> Submission[R]:
        return self._submit("createTextCheck", is_done, body, idempotency_key, wait_seconds)

    def _fix(
        self, id: str, body: Optional[Mapping[str, Any]], idempotency_key: Optional[str], wait_seconds: int
    ) -> Submission[R]:
        return self._submit("fixTextCheck", is_rewritten, body, idempotency_key, wait_seconds, id)

    def _submit(
        self,
        route: str,
        has_ended: Callable[[R], bool],
        body: Optional[Mapping[str, Any]],
        idempotency_key: Optional[str],
        wait_seconds: int,
        check_id: str = "",
    ) -> Submission[R]:
        if not 0 <= wait_seconds <= wait_seconds_max:
            raise ValueError(f"wait_seconds must be from 0 to {wait_seconds_max}")
        reply = self._transport.call(
            route,
            id=check_id,
            body=body,
            query={"wait": wait_seconds or None},
            idempotency_key=idempotency_key,
            answer_within=wait_seconds,
        )
        id, cost, data = accepted(reply.data)
        # Without `wait`, and where the record cannot be read, only that it was accepted.
        record = decode(self._record, data) if "createdAt" in data else None
        return Submission(
            id,
            record=record,
            read=lambda: self.get(id),
            has_ended=has_ended,
            polling=texts,
            credit_cost=cost,
            is_replayed=reply.is_replayed,
        )


class _IntlTextChecks(TextChecks[R, I]):
    """Text checks and rewrites of an international site."""

    def list(self, *, page_size: int = page_size_max) -> Listing[I]:
        """Returns the text checks of this scope, newest first."""
        return self._list(self._item, "listTextChecks", page_size)

    def fix(
        self, id: str, *, idempotency_key: Optional[str] = None, wait_seconds: int = wait_seconds_default
    ) -> Submission[R]:
        """Rewrites a checked text; the new one is `fixed_text` of the check.

        Takes the id of a completed check with violations. Waits like `create`.
        Raises InvalidRequestError where there is nothing to rewrite or a rewrite is running.
        """
        return self._fix(id, None, idempotency_key, wait_seconds)

    def quote_fix(self, id: str) -> Quote:
        """Prices a rewrite before submitting it."""
        return self._quote("quoteTextFix", id=id)


class UsTextChecks(_IntlTextChecks[UsTextCheck, UsTextCheckItem]):
    """Text checks and rewrites of the site `us`."""

    _record, _item = UsTextCheck, UsTextCheckItem

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        wait_seconds: int = wait_seconds_default,
        **body: Unpack[UsTextCheckSubmission],
    ) -> Submission[UsTextCheck]:
        """Submits a text: `text`, `platform`, `vertical`, and `explain_locale`.

        Answers with the verdict within `wait_seconds` (0 to 30; 0 does not wait), and if it takes
        longer without it: `wait()` of what is returned goes on. Charges once for an `idempotency_key`.
        """
        return self._create(body_of(UsTextCheckSubmission, body), idempotency_key, wait_seconds)

    def quote(self, **body: Unpack[UsTextCheckSubmission]) -> Quote:
        """Prices a text check before submitting it; takes what `create` takes."""
        return self._quote("quoteTextCheck", UsTextCheckSubmission, body)


class IdTextChecks(_IntlTextChecks[IdTextCheck, IdTextCheckItem]):
    """Text checks and rewrites of the site `id`."""

    _record, _item = IdTextCheck, IdTextCheckItem

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        wait_seconds: int = wait_seconds_default,
        **body: Unpack[IdTextCheckSubmission],
    ) -> Submission[IdTextCheck]:
        """Submits a text: `text`, `platform`, `vertical`, and `explain_locale`.

        Answers with the verdict within `wait_seconds` (0 to 30; 0 does not wait), and if it takes
        longer without it: `wait()` of what is returned goes on. Charges once for an `idempotency_key`.
        """
        return self._create(body_of(IdTextCheckSubmission, body), idempotency_key, wait_seconds)

    def quote(self, **body: Unpack[IdTextCheckSubmission]) -> Quote:
        """Prices a text check before submitting it; takes what `create` takes."""
        return self._quote("quoteTextCheck", IdTextCheckSubmission, body)


class MainTextChecks(TextChecks[MainTextCheck, MainTextCheckItem]):
    """Text checks and rewrites of the site `main`."""

    _record, _item = MainTextCheck, MainTextCheckItem

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        wait_seconds: int = wait_seconds_default,
        **body: Unpack[MainTextCheckSubmission],
    ) -> Submission[MainTextCheck]:
        """Submits a text.

        Takes `text`, `platform`, `industry_vertical`, and `product_vertical`, `scene_mode`, `auto_fix`.
        Answers with the verdict within `wait_seconds` (0 to 30; 0 does not wait), and if it takes
        longer without it: `wait()` of what is returned goes on. Charges once for an `idempotency_key`.
        With `auto_fix` a rewrite follows the verdict: `wait_for_fix` waits for it.
        """
        return self._create(body_of(MainTextCheckSubmission, body), idempotency_key, wait_seconds)

    def quote(self, **body: Unpack[MainTextCheckSubmission]) -> Quote:
        """Prices a text check before submitting it; takes what `create` takes."""
        return self._quote("quoteTextCheck", MainTextCheckSubmission, body)

    def list(
        self,
        *,
        product_vertical: Optional[ProductVertical] = None,
        platform: Optional[MainPlatform] = None,
        keyword: Optional[str] = None,
        page_size: int = page_size_max,
    ) -> Listing[MainTextCheckItem]:
        """Returns the text checks of this scope, newest first; `keyword` is looked for in their texts."""
        return self._list(
            self._item,
            "listTextChecks",
            page_size,
            product_vertical=product_vertical,
            platform=platform,
            keyword=keyword,
        )

    def fix(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        wait_seconds: int = wait_seconds_default,
        **body: Unpack[MainTextFixBody],
    ) -> Submission[MainTextCheck]:
        """Rewrites a checked text, with `strategy` and `mode`; the new one is the last of its `fixes`.

        Takes the id of a completed check with risks. Waits like `create`.
        Raises InvalidRequestError where there is nothing to rewrite or a rewrite is running.
        """
        return self._fix(id, body_of(MainTextFixBody, body), idempotency_key, wait_seconds)

    def quote_fix(self, id: str, **body: Unpack[MainTextFixBody]) -> Quote:
        """Prices a rewrite before submitting it; takes what `fix` takes."""
        return self._quote("quoteTextFix", MainTextFixBody, body, id)
