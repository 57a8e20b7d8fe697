"""Qualification notices of the site `main`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..bodies.notices import MainNoticeQuestion
from ..decoding import decode
from ..encoding import body_of
from ..errors import UnexpectedAnswerError
from ..json_values import as_list, as_object
from ..records.notices import MainNotice
from .resource import Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Notices(Resource):
    """What a trade must show before it may advertise, and what of that a scope has dismissed."""

    def find(self, **question: Unpack[MainNoticeQuestion]) -> tuple[MainNotice, ...]:
        """Returns the notices of a piece of content, the strictest first; free of charge.

        Takes `product_vertical`, and `platform`, `industry` and `text` (up to 20,000 characters).
        """
        data = self._transport.call("findNotices", body=body_of(MainNoticeQuestion, question)).data
        return tuple(decode(MainNotice, hit) for hit in _list_in(data, "hits"))

    def dismiss(self, dismiss_key: str) -> None:
        """Dismisses a notice in this scope; one that cannot be dismissed stays."""
        self._transport.call("dismissNotice", body={"dismissKey": dismiss_key})

    def dismissals(self) -> tuple[str, ...]:
        """Returns the keys of what this scope has dismissed."""
        return tuple(str(key) for key in _list_in(self._transport.call("listDismissals").data, "keys"))

    def restore(self, dismiss_key: str) -> None:
        """Takes a dismissal back."""
        self._transport.call("restoreNotice", query={"key": dismiss_key})


def _list_in(data: object, name: str) -> list[object]:
    found = as_list((as_object(data) or {}).get(name))
    if found is not None:
        return found
    raise UnexpectedAnswerError(f"the answer has no list {name}")
