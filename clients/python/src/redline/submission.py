"""What was submitted, and waiting for its end."""

from __future__ import annotations

import random
from time import monotonic
from typing import Any, Callable, Generic, NamedTuple, Optional, TypeVar

from . import retries
from .errors import UnexpectedAnswerError, WaitTimeoutError
from .json_values import as_object
from .records.record import Record

R = TypeVar("R", bound=Record)

_growth = 1.5


class Polling(NamedTuple):
    """How often a record is read until it has ended, in seconds."""

    first: float
    most: float
    #: The time limit of `wait()`, unless it is given one.
    timeout: float


texts = Polling(first=0.2, most=3.0, timeout=120.0)
#: Videos and batches take minutes; the service asks for 5 to 10 seconds between two reads.
media = Polling(first=2.0, most=10.0, timeout=3600.0)


class Accepted(NamedTuple):
    """What each answer to a submission says, be it the record or that it is accepted."""

    id: str
    credit_cost: Optional[int]
    fields: dict[str, Any]


def accepted(data: object) -> Accepted:
    """Reads the payload of the answer to a submission. Raises UnexpectedAnswerError if it names no record."""
    fields = as_object(data) or {}
    id, cost = fields.get("id"), fields.get("creditCost")
    if not isinstance(id, str):
        raise UnexpectedAnswerError("the answer to the submission names no record")
    return Accepted(id, cost if isinstance(cost, int) else None, fields)


class Submission(Generic[R]):
    """A submission that was accepted and paid for."""

    def __init__(
        self,
        id: str,
        *,
        read: Callable[[], R],
        has_ended: Callable[[R], bool],
        polling: Polling,
        record: Optional[R] = None,
        credit_cost: Optional[int] = None,
        is_replayed: bool = False,
    ) -> None:
        #: Id of the record: it can be waited for by another process too.
        self.id = id
        #: The record as it was last read; None if it was not.
        self.record = record
        #: Credits that it took; None where the service cannot say.
        self.credit_cost = credit_cost
        #: True if its `idempotency_key` was accepted before: nothing was charged again.
        self.is_replayed = is_replayed
        self._read, self._has_ended, self._polling = read, has_ended, polling

    def wait(self, timeout: Optional[float] = None) -> R:
        """Returns the record once it has ended, for better or worse: look at its `status` and `failure`.

        It is read every so often, ever more rarely, for `timeout` seconds at most; by default
        two minutes for texts and rewrites, an hour for videos and batches.

        Raises WaitTimeoutError if it has not ended by then; it goes on, and so may you.
        """
        if self.record is None or not self._has_ended(self.record):
            limit = self._polling.timeout if timeout is None else timeout
            self.record = poll(self.id, self._read, self._has_ended, self._polling, limit)
        return self.record

    def __repr__(self) -> str:
        return f"Submission(id={self.id!r}, credit_cost={self.credit_cost})"


def poll(
    id: str, read: Callable[[], R], has_ended: Callable[[R], bool], polling: Polling, timeout: float
) -> R:
    """Reads a record until it has ended. Raises WaitTimeoutError past `timeout` seconds."""
    end = monotonic() + timeout
    interval = polling.first
    while True:
        record = read()
        if has_ended(record):
            return record
        left = end - monotonic()
        if left <= 0:
            raise WaitTimeoutError(f"{id} had not ended within {timeout:g} s; it goes on", id)
        # Half of it by chance, so that many who wait do not ask together.
        retries.sleep(min(left, interval * random.uniform(0.5, 1.0)))
        interval = min(polling.most, interval * _growth)


def is_done(record: Record) -> bool:
    """Tells whether a check has ended."""
    return record.raw.get("status") != "processing"


def has_result(record: Record) -> bool:
    """Tells whether all items of a batch have ended."""
    return record.raw.get("result") is not None or record.raw.get("status") == "failed"


def is_rewritten(record: Record) -> bool:
    """Tells whether a text check has ended and no rewrite of it is running."""
    return is_done(record) and record.raw.get("fixStatus") != "processing"


def is_heard(record: Record) -> bool:
    """Tells whether a video check has ended, and so has its transcript, which usually takes longer."""
    transcript = as_object(record.raw.get("transcript"))
    # An object on the site `main`, a string on the others.
    status = record.raw.get("transcriptStatus") if transcript is None else transcript.get("status")
    return is_done(record) and status != "processing"
