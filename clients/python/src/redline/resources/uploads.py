"""Uploads of images and videos."""

from __future__ import annotations

import http.client
import ssl
from typing import Generic, Optional, TypeVar, Union
from urllib.parse import urlsplit

from .. import upload_form
from ..choices import MediaKind
from ..connections import ConnectionPool
from ..decoding import decode
from ..errors import ConnectionFailedError, RedlineError
from ..records.uploads import IntlUploadPolicy, MainUploadPolicy, StoredFile
from ..routes import Route
from ..transport import Failures, Transport, read_all, reply_of, user_agent
from ..upload_form import File, Form, Source
from .resource import Resource

P = TypeVar("P", bound=Union[IntlUploadPolicy, MainUploadPolicy])

#: A second time it has a policy of its own, and so another key: nothing is overwritten.
_upload = Route("POST", "/uploads", is_repeatable=True)
#: A video has a gigabyte at most.
_most_bytes = 2**30


class Uploads(Resource, Generic[P]):
    """Uploads, on any site. A file is kept for thirty days."""

    def __init__(
        self,
        transport: Transport,
        policy: type[P],
        connect_timeout: float,
        ssl_context: Optional[ssl.SSLContext],
    ) -> None:
        super().__init__(transport)
        self._policy, self._connect_timeout, self._ssl_context = policy, connect_timeout, ssl_context

    def create(
        self, source: Source, *, filename: Optional[str] = None, kind: Optional[MediaKind] = None
    ) -> StoredFile:
        """Uploads a file and returns where it lies: `url` is what a check takes, `size_bytes` its size.

        `source` is a path, bytes, or a file object opened for bytes, which is read from where it is.
        `filename` says by its extension what it is, as in `photo.jpg`; bytes need one. `kind` is
        `image` or `video`, and guessed from the extension.

        Raises ValueError if neither says what it is or it is too large, OSError if it cannot be
        read, and the errors of requests; 415 if it is no image or video.
        """
        with upload_form.opened(source, filename, _most_bytes) as file:
            if not file.filename:
                raise ValueError("bytes need a filename, such as photo.jpg")
            found = kind or upload_form.kind_of(file.filename)
            if found is None:
                raise ValueError(
                    f"{file.filename!r} does not say what it is: give kind='image' or kind='video'"
                )
            for attempt in range(1, self._transport.max_retries + 2):
                policy = self.policy(found, file.filename)
                if file.size > policy.max_size_bytes:
                    raise ValueError(f"{file.filename!r} has more than {policy.max_size_bytes} bytes")
                try:
                    return self._post(policy, file)
                except RedlineError as error:
                    self._transport.pause_or_raise(_upload, error, attempt)
        raise AssertionError("the last attempt returns or raises")

    def policy(self, kind: MediaKind, filename: str) -> P:
        """Returns the credentials of one upload, for somebody else to send the form, such as a browser."""
        body = {"kind": kind, "filename": filename}
        return self._send(self._policy, "createUploadPolicy", body)

    def _post(self, policy: P, file: File) -> StoredFile:
        address = urlsplit(policy.host)
        pool = ConnectionPool(
            f"{address.scheme}://{address.netloc}",
            connect_timeout=self._connect_timeout,
            ssl_context=self._ssl_context,
        )
        form = Form(policy.raw.get("fields") or _fields_of(policy), file)
        target = address.path + (f"?{address.query}" if address.query else "")
        connection: Optional[http.client.HTTPConnection] = None
        try:
            connection = pool.take(self._transport.read_timeout)
            response = form.post(connection, target, {"User-Agent": user_agent, "Accept": "application/json"})
            content = read_all(response, self._transport.read_timeout)
        except Failures as error:
            raise ConnectionFailedError(f"the upload failed: {type(error).__name__}: {error}") from error
        finally:
            if connection is not None:
                connection.close()
        return decode(StoredFile, reply_of(response, content, None).data)


def _fields_of(policy: Union[IntlUploadPolicy, MainUploadPolicy]) -> dict[str, str]:
    return {
        "key": policy.key,
        "policy": policy.policy,
        "StoreAccessKeyId": policy.access_key_id,
        "signature": policy.signature,
    }
