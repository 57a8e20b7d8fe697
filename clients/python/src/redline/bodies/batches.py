"""Submissions of batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from ..choices import (
    IdLocale,
    IdPlatform,
    IdVertical,
    IndustryVertical,
    MainPlatform,
    ProductVertical,
    UsLocale,
    UsPlatform,
    UsVertical,
)


class _BatchImageSubmissionRequired(TypedDict):
    url: str
    name: str
    size: int


class BatchImageSubmission(_BatchImageSubmissionRequired, total=False):
    """An image of a batch; `size` is in bytes."""

    width: int
    height: int


class _BatchVideoSubmissionRequired(TypedDict):
    url: str
    name: str
    size: float
    duration: float


class BatchVideoSubmission(_BatchVideoSubmissionRequired, total=False):
    """A video of a batch; `size` is in MB, `duration` in seconds."""

    width: int
    height: int


class _MainBatchImageSubmissionRequired(TypedDict):
    url: str
    name: str
    size: int


class MainBatchImageSubmission(_MainBatchImageSubmissionRequired, total=False):
    """An image of a batch; `size` is in bytes."""

    width: int
    height: int


class _UsBatchSubmissionRequired(TypedDict):
    name: str
    platform: UsPlatform
    vertical: UsVertical


class UsBatchSubmission(_UsBatchSubmissionRequired, total=False):
    """Up to ten texts, twenty images and ten videos."""

    texts: Sequence[str]
    images: Sequence[BatchImageSubmission]
    videos: Sequence[BatchVideoSubmission]
    explain_locale: UsLocale


class _IdBatchSubmissionRequired(TypedDict):
    name: str
    platform: IdPlatform
    vertical: IdVertical


class IdBatchSubmission(_IdBatchSubmissionRequired, total=False):
    """Up to ten texts, twenty images and ten videos."""

    texts: Sequence[str]
    images: Sequence[BatchImageSubmission]
    videos: Sequence[BatchVideoSubmission]
    explain_locale: IdLocale


class _MainBatchSubmissionRequired(TypedDict):
    name: str
    product_vertical: ProductVertical
    platform: MainPlatform
    industry_vertical: IndustryVertical


class MainBatchSubmission(_MainBatchSubmissionRequired, total=False):
    """Up to ten texts, twenty images and ten videos."""

    texts: Sequence[str]
    images: Sequence[MainBatchImageSubmission]
    videos: Sequence[BatchVideoSubmission]
