"""Offsets of UTF-16 name the same characters of a Python string."""

from __future__ import annotations

import random
import unittest

from redline.offsets import Utf16Offsets

_alphabet = "aé漢 \n\u200d\ufe0f😀𝒜👩\U0010ffff"


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


class Offsets(unittest.TestCase):
    def test_each_place_of_any_text_is_that_of_its_characters(self) -> None:
        chance = random.Random(1)
        for _ in range(300):
            text = "".join(chance.choice(_alphabet) for _ in range(chance.randrange(40)))
            offsets = Utf16Offsets(text)
            for start in range(len(text) + 1):
                at = units(text[:start])
                self.assertEqual((offsets.start(at), offsets.end(at)), (start, start), (text, at))

    def test_an_offset_within_a_character_takes_the_whole_of_it(self) -> None:
        offsets = Utf16Offsets("a😀b𝒜")
        self.assertEqual((offsets.start(2), offsets.end(2)), (1, 2))
        self.assertEqual((offsets.start(5), offsets.end(5)), (3, 4))

    def test_what_has_no_place_stays_so_and_nothing_is_past_the_end(self) -> None:
        offsets = Utf16Offsets("😀")
        self.assertEqual((offsets.start(-1), offsets.end(-1)), (-1, -1))
        self.assertEqual((offsets.start(99), offsets.end(99)), (1, 1))


if __name__ == "__main__":
    unittest.main()
