"""The account of a key."""

from __future__ import annotations

from typing import Generic, TypeVar

from ..records.record import Record
from ..transport import Transport
from .resource import Resource

R = TypeVar("R", bound=Record)


class Accounts(Resource, Generic[R]):
    """Credits, plan and usage of the account of the key, on any site."""

    def __init__(self, transport: Transport, record: type[R]) -> None:
        super().__init__(transport)
        self._record = record

    def get(self) -> R:
        """Returns credits, plan, and usage of this month."""
        return self._get(self._record, "getAccount")
