"""Conversion of the service's UTF-16 offsets into offsets of Python's strings."""

from __future__ import annotations

from bisect import bisect_left


class Utf16Offsets:
    """Converts UTF-16 offsets into one text to code points.

    Characters above U+FFFF, such as emoji, are two units of UTF-16 and one code point.
    """

    def __init__(self, text: str) -> None:
        self._length = len(text)
        #: For each character above U+FFFF: the offset in UTF-16 of the unit after its first one.
        self._second_units = [
            index + place + 1
            for place, index in enumerate(
                index for index, character in enumerate(text) if character > "\uffff"
            )
        ]

    def start(self, offset: int) -> int:
        """Returns where a finding begins, in code points; -1 stays -1.

        An offset between the two units of a character is that of the character.
        """
        return self._convert(offset, rounds_up=False)

    def end(self, offset: int) -> int:
        """Returns where a finding ends, exclusive, in code points; -1 stays -1.

        An offset between the two units of a character is that of the next one.
        """
        return self._convert(offset, rounds_up=True)

    def _convert(self, offset: int, rounds_up: bool) -> int:
        if offset < 0:
            return offset
        before = bisect_left(self._second_units, offset)
        is_within = before < len(self._second_units) and self._second_units[before] == offset
        # Characters that lie wholly before the offset take one unit more than code points.
        code_points = offset - before - (1 if is_within and not rounds_up else 0)
        return min(code_points, self._length)
