"""The form by which a file is uploaded."""

from __future__ import annotations

import http.client
import io
import mimetypes
import os
import secrets
import tempfile
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, NamedTuple, Optional, Union, cast

from .choices import MediaKind

Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes]]

_piece_bytes = 256 * 2**10
_kept_in_memory = 16 * 2**20


class File(NamedTuple):
    """A file to upload: what is read from its present position to its end."""

    reader: IO[bytes]
    start: int
    size: int
    filename: Optional[str]


@contextmanager
def opened(source: Source, filename: Optional[str], size_max: int) -> Generator[File, None, None]:
    """Opens a path, bytes or a binary file object; a file object stays open.

    What cannot be read twice, such as a pipe, is first read to a temporary file, `size_max` bytes
    of it at most. Raises OSError, and ValueError for a larger one.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        memory = io.BytesIO(source)
        yield File(memory, 0, len(memory.getbuffer()), filename)
    elif isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as reader:
            yield _measured(reader, filename or os.path.basename(os.fspath(source)))
    elif source.seekable():
        yield _measured(source, filename or _name_of(source))
    else:
        with tempfile.SpooledTemporaryFile(max_size=_kept_in_memory) as copy:
            size = 0
            while piece := source.read(_piece_bytes):
                size += len(piece)
                if size > size_max:
                    raise ValueError(f"the file has more than {size_max} bytes")
                copy.write(piece)
            copy.seek(0)
            yield File(cast("IO[bytes]", copy), 0, size, filename or _name_of(source))


def kind_of(filename: Optional[str]) -> Optional[MediaKind]:
    """Returns the kind of file that a name stands for; None if it is no image and no video."""
    media_type = mimetypes.guess_type(filename or "")[0] or ""
    kind = media_type.split("/")[0]
    # Not in Python's own table, which is all that some systems have.
    extension = os.path.splitext(filename or "")[1].lower()
    if kind == "image" or extension in (".heic", ".heif", ".avif", ".webp"):
        return "image"
    return "video" if kind == "video" or extension in (".mkv", ".webm") else None


class Form:
    """A multipart form with some fields and one file after them, which is read as it is sent."""

    def __init__(self, fields: Mapping[str, str], file: File) -> None:
        boundary = secrets.token_hex(16)
        self._file = file
        parts = "".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        )
        # The name of the file is not used, and stays here.
        head = f'{parts}--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n'
        self._head = f"{head}Content-Type: application/octet-stream\r\n\r\n".encode()
        self._tail = f"\r\n--{boundary}--\r\n".encode()
        self.content_type = f"multipart/form-data; boundary={boundary}"

    def __len__(self) -> int:
        return len(self._head) + self._file.size + len(self._tail)

    def pieces(self) -> Iterator[bytes]:
        """Returns the body in pieces. Raises ValueError if the file is shorter than it was."""
        yield self._head
        self._file.reader.seek(self._file.start)
        left = self._file.size
        while left > 0:
            piece = self._file.reader.read(min(_piece_bytes, left))
            if not piece:
                raise ValueError(f"the file ended {left} bytes before its size")
            left -= len(piece)
            yield piece
        yield self._tail

    def post(
        self, connection: http.client.HTTPConnection, target: str, headers: Mapping[str, str]
    ) -> http.client.HTTPResponse:
        """Posts the form and returns the answer, also one that comes before all of it was sent."""
        sent = {**headers, "Content-Type": self.content_type, "Content-Length": str(len(self))}
        try:
            connection.request("POST", target, self.pieces(), sent)
        except (BrokenPipeError, ConnectionResetError):
            # A refusal, such as 413, may be there to read already.
            return connection.getresponse()
        return connection.getresponse()


def _measured(reader: IO[bytes], filename: Optional[str]) -> File:
    start = reader.tell()
    end = reader.seek(0, os.SEEK_END)
    reader.seek(start)
    return File(reader, start, end - start, filename)


def _name_of(source: IO[bytes]) -> Optional[str]:
    name = getattr(source, "name", None)
    return os.path.basename(name) if isinstance(name, str) else None
