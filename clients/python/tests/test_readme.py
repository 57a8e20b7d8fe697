"""The README shows the examples as they are, and no other code."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

_package = Path(__file__).parent.parent
_block = re.compile(r"(?:<!-- (\S+) -->\n)?```python\n(.*?)```", re.DOTALL)


class Readme(unittest.TestCase):
    def test_each_piece_of_python_is_an_example_that_is_run(self) -> None:
        shown = dict[str, str]()
        for path, code in _block.findall((_package / "README.md").read_text("utf-8")):
            self.assertTrue(path, f"this code names no example:\n{code}")
            shown[path] = code
        examples = {
            f"examples/{it.name}": it.read_text("utf-8") for it in (_package / "examples").glob("*.py")
        }
        self.assertEqual(shown, examples)


if __name__ == "__main__":
    unittest.main()
