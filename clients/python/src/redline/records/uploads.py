"""Uploaded files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Optional

from ..choices import MediaKind
from .record import Record


@dataclass(frozen=True)
class UploadForm(Record):
    """The fields of the form of an upload, before `file`."""

    key: str
    policy: str
    store_access_key_id: str
    signature: str


@dataclass(frozen=True)
class UploadDirect(Record):
    """A presigned form of the object store."""

    url: str
    fields: Mapping[str, str]


@dataclass(frozen=True)
class IntlUploadPolicy(Record):
    """The credentials of one upload."""

    kind: MediaKind
    host: str
    fields: Optional[UploadForm]
    cdn_host: str
    dir: str
    key: str
    policy: str
    access_key_id: str
    signature: str
    max_size_bytes: int
    expires_at: datetime
    content_types: tuple[str, ...]
    direct: Optional[UploadDirect]
    object: Literal["intl_upload_policy"]


@dataclass(frozen=True)
class MainUploadPolicy(Record):
    """The credentials of one upload."""

    kind: MediaKind
    host: str
    fields: Optional[UploadForm]
    cdn_host: str
    dir: str
    key: str
    policy: str
    access_key_id: str
    signature: str
    max_size_bytes: int
    expires_at: datetime
    content_types: tuple[str, ...]
    direct: Optional[UploadDirect]
    object: Literal["upload_policy"]


@dataclass(frozen=True)
class StoredFile(Record):
    """A file that was uploaded: its URL is what a check takes."""

    key: str
    url: str
    content_type: str
    size_bytes: int

    @property
    def size_mb(self) -> float:
        """Its size as checks of videos take it, in megabytes: at least 0.01."""
        return max(0.01, self.size_bytes / 1_000_000)
