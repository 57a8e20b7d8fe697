"""What all resources have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional, TypeVar

from ..decoding import decode
from ..encoding import body_of
from ..paging import Listing, page_size_max
from ..records.record import Deleted, Record
from ..records.shared import Quote
from ..transport import Transport

R = TypeVar("R", bound=Record)


class Resource:
    """A part of the service, below one path."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _get(self, cls: type[R], route: str, id: str = "", **query: object) -> R:
        return decode(cls, self._transport.call(route, id=id, query=query).data)

    def _send(self, cls: type[R], route: str, body: Optional[Mapping[str, Any]], id: str = "") -> R:
        return decode(cls, self._transport.call(route, id=id, body=body).data)

    def _quote(
        self,
        route: str,
        body_type: Optional[type] = None,
        given: Optional[Mapping[str, Any]] = None,
        id: str = "",
    ) -> Quote:
        body = None if body_type is None else body_of(body_type, given or {})
        return decode(Quote, self._transport.call(route, id=id, body=body).data)

    def _delete(self, route: str, id: str) -> Deleted:
        return decode(Deleted, self._transport.call(route, id=id).data)

    def _list(self, item: type[R], route: str, page_size: int, **query: object) -> Listing[R]:
        if not 1 <= page_size <= page_size_max:
            raise ValueError(f"page_size must be from 1 to {page_size_max}")

        def fetch(page: int) -> Any:
            return self._transport.call(route, query={"page": page, "page_size": page_size, **query}).data

        return Listing(item, fetch)
