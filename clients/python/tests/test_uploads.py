"""A file goes up as it is, from wherever it comes."""

from __future__ import annotations

import io
import os
import tempfile
from typing import Any

from redline import InvalidRequestError

from .scripted_case import ScriptedCase
from .server import Answer, Asked, ScriptedServer, Told, failure, hang_up, success

_photo = bytes(range(256)) * 2000


def _policy(asked: Asked, most: int = 10 * 2**20) -> Told:
    host = f"http://{asked.headers['Host']}/uploads"
    fields = {"key": "uploads/a/file.jpg", "policy": "cG9s", "StoreAccessKeyId": "store", "signature": "sig"}
    return success(
        {
            "kind": asked.json["kind"],
            "host": host,
            "fields": fields,
            "cdnHost": "http://cdn",
            "dir": "uploads/a/",
            "key": fields["key"],
            "policy": "cG9s",
            "accessKeyId": "store",
            "signature": "sig",
            "maxSizeBytes": most,
            "expiresAt": "2026-11-29T14:00:00Z",
            "contentTypes": ["image/jpeg"],
            "object": "intl_upload_policy",
        },
        201,
    )


_stored = success(
    {"key": "k", "url": "http://cdn/k", "contentType": "image/jpeg", "sizeBytes": len(_photo)}, 201
)


class _Pipe(io.RawIOBase):
    """What can be read once."""

    def __init__(self, content: bytes) -> None:
        self._source = io.BytesIO(content)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._source.readinto(buffer)


class Uploads(ScriptedCase):
    def server(self, *answers: Answer) -> ScriptedServer:
        server = ScriptedServer(*answers)
        server.__enter__()
        self.addCleanup(lambda: server.__exit__(None, None, None))
        return server

    def file_in(self, asked: Asked) -> bytes:
        boundary = asked.headers["Content-Type"].partition("boundary=")[2].encode()
        parts = asked.body.split(b"--" + boundary)
        self.assertEqual((parts[0], parts[-1]), (b"", b"--\r\n"))
        names = [part.partition(b'name="')[2].partition(b'"')[0] for part in parts[1:-1]]
        self.assertEqual(names, [b"key", b"policy", b"StoreAccessKeyId", b"signature", b"file"])
        return parts[-2].partition(b"\r\n\r\n")[2][:-2]

    def test_a_path_bytes_an_open_file_and_a_pipe_are_sent_byte_by_byte(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a photo.JPG")
            with open(path, "wb") as file:
                file.write(_photo)
            with open(path, "rb") as file:
                for source, filename in (
                    (path, None),
                    (_photo, "b.jpg"),
                    (bytearray(_photo), "b.jpg"),
                    (file, None),
                    (_Pipe(_photo), "c.jpg"),
                ):
                    with self.subTest(type(source)):
                        server = self.server(_policy, _stored)
                        stored = self.client(server.url).uploads.create(source, filename=filename)  # type: ignore[arg-type]
                        self.assertEqual((stored.url, stored.size_bytes), ("http://cdn/k", len(_photo)))
                        asked_policy, form = server.asked
                        self.assertEqual(asked_policy.json["kind"], "image")
                        self.assertEqual(self.file_in(form), _photo)
                self.assertFalse(file.closed)

    def test_an_open_file_is_sent_from_where_it_is(self) -> None:
        server = self.server(_policy, _stored)
        file = io.BytesIO(_photo)
        file.seek(1000)
        self.client(server.url).uploads.create(file, filename="a.jpg")
        self.assertEqual(self.file_in(server.asked[1]), _photo[1000:])

    def test_the_key_of_the_account_does_not_go_with_the_form(self) -> None:
        server = self.server(_policy, _stored)
        self.client(server.url).uploads.create(_photo, filename="a.jpg")
        self.assertNotIn("Authorization", server.asked[1].headers)

    def test_an_upload_that_is_lost_is_sent_again_whole_with_a_policy_of_its_own(self) -> None:
        server = self.server(_policy, hang_up, _policy, failure(503, "internal"), _policy, _stored)
        self.client(server.url).uploads.create(_photo, filename="a.jpg")
        self.assertEqual(len(server.asked), 6)
        self.assertEqual(self.file_in(server.asked[5]), _photo)

    def test_a_refused_file_is_an_error(self) -> None:
        server = self.server(_policy, failure(415, "unsupported_media_type", "no image"))
        with self.assertRaisesRegex(InvalidRequestError, "no image"):
            self.client(server.url).uploads.create(_photo, filename="a.jpg")
        self.assertEqual(len(server.asked), 2)

    def test_what_cannot_be_right_is_refused_before_anything_is_sent(self) -> None:
        server = self.server(lambda asked: _policy(asked, most=10))
        uploads = self.client(server.url).uploads
        for source, filename, sentence in (
            (b"x", None, "need a filename"),
            (b"x", "notes.txt", "kind="),
            (_photo, "a.jpg", "more than 10 bytes"),
        ):
            with self.subTest(sentence), self.assertRaisesRegex(ValueError, sentence):
                uploads.create(source, filename=filename)
        with self.assertRaises(OSError):
            uploads.create("/nowhere/a.jpg")
        self.assertEqual({it.path for it in server.asked}, {"/v1/intl/us/uploads/policy"})

    def test_the_kind_is_that_of_the_name(self) -> None:
        for filename, kind in (
            ("a.heic", "image"),
            ("a.webp", "image"),
            ("a.MP4", "video"),
            ("a.mov", "video"),
        ):
            server = self.server(_policy, _stored)
            self.client(server.url).uploads.create(_photo, filename=filename)
            self.assertEqual(
                (filename, server.asked[0].json), (filename, {"kind": kind, "filename": filename})
            )
