"""When a request is sent again, and after how long."""

from __future__ import annotations

import random
import time
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Optional

_first_seconds = 0.5
_most_seconds = 8.0
#: Limits of requests count by minutes, so that no wait for one is longer.
retry_after_max = 60.0

_passing = frozenset({500, 502, 503, 504})


def may_repeat(status: int, is_repeatable: bool) -> bool:
    """Tells whether a request that was answered with an error may be sent again.

    429 says that nothing was done. After the others it may have been, so that only what is
    repeatable is sent again: reading, and submissions with their `Idempotency-Key`.
    """
    return status == 429 or (status in _passing and is_repeatable)


def pause_before(attempt: int, retry_after: Optional[float]) -> float:
    """Returns the seconds to wait before a retry, 1 for the first one.

    Any time up to a limit that doubles (full jitter), so that clients that failed together do not
    come back together; at least what the service asked for.
    """
    limit = min(_most_seconds, _first_seconds * 2 ** (attempt - 1))
    jitter = random.uniform(0, limit)
    return jitter if retry_after is None else retry_after + min(jitter, 1.0)


def seconds_of(header: Optional[str]) -> Optional[float]:
    """Reads a `Retry-After`: seconds, or a date. None if there is none that can be read."""
    if header is None:
        return None
    if header.strip().isdigit():
        return float(header)
    try:
        date = parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return max(0.0, (date - datetime.now(timezone.utc)).total_seconds())


def sleep(seconds: float) -> None:
    """Waits; the one place where the client does, for tests to replace."""
    time.sleep(seconds)
