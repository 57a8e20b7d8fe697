"""Qualification notices of the main site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional

from ..choices import NoticeIndustry, NoticeMechanism
from .record import Record


@dataclass(frozen=True)
class MainNoticeCredential(Record):
    """A credential that a trade must have."""

    name: str
    who: Optional[Literal["institution", "individual", "enterprise"]]
    note: str


@dataclass(frozen=True)
class MainNotice(Record):
    """What a trade must show before it may advertise."""

    id: str
    industry: Optional[NoticeIndustry]
    industry_label: str
    mechanism: NoticeMechanism
    severity: Literal["high", "normal"]
    required_credentials: tuple[MainNoticeCredential, ...]
    user_hint: str
    source_note: str
    effective_from: str
    dismiss_key: str
    dismissable: bool
    dismissed: bool
    matched_by: Literal["vertical", "productVertical", "keyword"]
