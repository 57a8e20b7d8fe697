"""What all records have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Optional, Protocol


@dataclass(frozen=True)
class Record:
    """An object of an answer. Fields that this version of the client does not know are in `raw`."""

    #: The JSON object as the service sent it, with its own names and offsets.
    raw: Mapping[str, Any] = field(repr=False, compare=False)


class Placed(Protocol):
    """A finding with a place in a text."""

    @property
    def start_index(self) -> int: ...

    @property
    def end_index(self) -> int: ...


@dataclass(frozen=True)
class CheckedText(Record):
    """A check whose findings have places in `text`.

    The offsets of its findings count code points, as Python's strings do. The service counts
    UTF-16 units; its own numbers are in the `raw` of each finding.
    """

    text: str

    def slice(self, finding: Placed) -> Optional[str]:
        """Returns the part of `text` that a finding of this check is about; None if it has no place."""
        if finding.start_index < 0 or finding.end_index < 0:
            return None
        return self.text[finding.start_index : finding.end_index]


@dataclass(frozen=True)
class Deleted(Record):
    """The answer to a deletion, which cannot be taken back."""

    id: str
    object: str
    deleted: bool
