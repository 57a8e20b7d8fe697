"""Server-sent events, as the HTML standard defines them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Callable, NamedTuple, Optional

from .errors import UnexpectedAnswerError

#: The longest event is a whole report.
event_bytes_max = 8 * 2**20
_line_bytes_max = event_bytes_max


class ServerSentEvent(NamedTuple):
    """One event: its name, its data, and the id to go on after."""

    name: str
    data: str
    id: Optional[str]


def lines_of(readline: Callable[[int], bytes]) -> Iterator[bytes]:
    """Returns the lines of a stream; a last one without an end belongs to no whole event, and is left out."""
    while line := readline(_line_bytes_max + 1):
        if not line.endswith(b"\n"):
            if len(line) > _line_bytes_max:
                raise UnexpectedAnswerError(f"a line of the stream has more than {_line_bytes_max} bytes")
            return
        yield line


def events_of(lines: Iterable[bytes]) -> Iterator[ServerSentEvent]:
    """Returns the events of the lines of a stream; comments and unfinished events are left out.

    Raises UnexpectedAnswerError for an event that is longer than any.
    """
    name, id = "", None
    data: list[str] = []
    length = 0
    for raw in lines:
        line = raw.decode("utf-8", "replace").rstrip("\r\n")
        if not line:
            if data:
                yield ServerSentEvent(name or "message", "\n".join(data), id)
            name, data, length = "", [], 0
            continue
        field, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if field == "event":
            name = value
        elif field == "id":
            id = value
        elif field == "data":
            data.append(value)
            length += len(raw)
            if length > event_bytes_max:
                raise UnexpectedAnswerError(f"an event has more than {event_bytes_max} bytes")
