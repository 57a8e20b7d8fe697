"""Lists that are fetched page by page."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Callable, Generic, TypeVar

from .decoding import decode
from .errors import UnexpectedAnswerError
from .records.record import Record

I = TypeVar("I", bound=Record)

page_size_max = 50
#: Records that were made meanwhile move others to the next page: those of the last pages are remembered.
_remembered = 20 * page_size_max


@dataclass(frozen=True)
class Page(Generic[I]):
    """One page of a list."""

    page: int
    page_size: int
    total: int
    has_more: bool
    data: tuple[I, ...]


class Listing(Generic[I]):
    """A list of records, newest first, whose pages are fetched when they are needed.

    `for record in listing` goes through all of them, each once, also if others are made meanwhile.
    Delete nothing of the list while it is gone through: what follows moves up and would be missed.
    It may be gone through again, and is fetched again then.
    """

    def __init__(self, item: type[I], fetch: Callable[[int], Any]) -> None:
        self._item, self._fetch = item, fetch

    def __iter__(self) -> Iterator[I]:
        seen: deque[object] = deque(maxlen=_remembered)
        for page in self.pages():
            for record in page.data:
                id = record.raw.get("id")
                if id not in seen:
                    seen.append(id)
                    yield record

    def pages(self, first: int = 1) -> Iterator[Page[I]]:
        """Returns the pages from `first` on, as the service has them."""
        number = first
        while True:
            page = self.page(number)
            yield page
            if not page.has_more or not page.data:
                return
            number += 1

    def page(self, number: int) -> Page[I]:
        """Returns one page, 1 for the first; one past the end is empty."""
        data = self._fetch(number)
        try:
            return Page(
                page=data["page"],
                page_size=data["pageSize"],
                total=data["total"],
                has_more=data["hasMore"],
                data=tuple(decode(self._item, it) for it in data["data"]),
            )
        except (KeyError, TypeError) as error:
            raise UnexpectedAnswerError(f"the answer is no page of a list: {error}") from error
