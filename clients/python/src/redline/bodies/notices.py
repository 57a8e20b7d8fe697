"""Questions for qualification notices."""

from __future__ import annotations

from typing import TypedDict

from ..choices import NoticeIndustry, ProductVertical


class _MainNoticeQuestionRequired(TypedDict):
    product_vertical: ProductVertical


class MainNoticeQuestion(_MainNoticeQuestionRequired, total=False):
    """What is to be published, and where."""

    platform: str
    industry: NoticeIndustry
    text: str
