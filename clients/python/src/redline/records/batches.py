"""Batches of all sites."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Optional

from ..choices import (
    AnyRiskLevel,
    BatchResult,
    CheckStatus,
    IdPlatform,
    IdVertical,
    IndustryVertical,
    ItemKind,
    MainPlatform,
    MediaRiskLevel,
    ProductVertical,
    TranscriptStatus,
    UsPlatform,
    UsVertical,
)
from .main_text_checks import MainSummary
from .record import Record
from .shared import IntlListedImage, IntlListedVideo, RecordFailure


@dataclass(frozen=True)
class IntlBatchProgress(Record):
    """How far a batch is."""

    total: int
    done: int
    percent: int


@dataclass(frozen=True)
class IntlBatchSummary(Record):
    """Counts of the findings of a batch or an item of it."""

    violation: int
    scene_hint: int


@dataclass(frozen=True)
class IntlBatchCounts(Record):
    """How many items of each kind a batch has."""

    texts: int
    images: int
    videos: int


@dataclass(frozen=True)
class IntlBatchEntry(Record):
    """An item of a batch; `check_id` names its check."""

    id: str
    kind: ItemKind
    check_id: str
    index: int
    status: CheckStatus
    failure: Optional[RecordFailure]
    text: Optional[str]
    risk_count: Optional[int]
    labels: tuple[str, ...]
    transcript_status: Optional[TranscriptStatus]
    risk_level: Optional[AnyRiskLevel]
    summary: IntlBatchSummary
    image: Optional[IntlListedImage]
    video: Optional[IntlListedVideo]


@dataclass(frozen=True)
class UsBatch(Record):
    """A batch of the site `us`."""

    id: str
    name: str
    status: CheckStatus
    failure: Optional[RecordFailure]
    progress: IntlBatchProgress
    result: Optional[BatchResult]
    created_at: datetime
    finished_at: Optional[datetime]
    object: Literal["intl_batch"]
    platform: UsPlatform
    vertical: UsVertical
    summary: IntlBatchSummary
    items: tuple[IntlBatchEntry, ...]


@dataclass(frozen=True)
class UsBatchItem(Record):
    """A batch of the site `us` or `id` in a list."""

    id: str
    name: str
    status: CheckStatus
    failure: Optional[RecordFailure]
    progress: IntlBatchProgress
    result: Optional[BatchResult]
    created_at: datetime
    finished_at: Optional[datetime]
    object: Literal["intl_batch"]
    summary: IntlBatchSummary
    counts: IntlBatchCounts


@dataclass(frozen=True)
class IdBatch(Record):
    """A batch of the site `id`."""

    id: str
    name: str
    status: CheckStatus
    failure: Optional[RecordFailure]
    progress: IntlBatchProgress
    result: Optional[BatchResult]
    created_at: datetime
    finished_at: Optional[datetime]
    object: Literal["intl_batch"]
    platform: IdPlatform
    vertical: IdVertical
    summary: IntlBatchSummary
    items: tuple[IntlBatchEntry, ...]


@dataclass(frozen=True)
class MainBatchCounts(Record):
    """How many items of each kind a batch has."""

    text: int
    image: int
    video: int


@dataclass(frozen=True)
class MainBatchEntry(Record):
    """An item of a batch; `check_id` names its check."""

    kind: ItemKind
    check_id: str
    index: int
    status: CheckStatus
    failure: Optional[RecordFailure]
    text: Optional[str]
    risk_count: Optional[int]
    labels: tuple[str, ...]
    transcript_status: Optional[TranscriptStatus]
    risk_level: Optional[MediaRiskLevel]
    summary: MainSummary
    preview: str
    image: Optional[IntlListedImage]
    video: Optional[IntlListedVideo]


@dataclass(frozen=True)
class MainBatch(Record):
    """A batch of the site `main`."""

    id: str
    name: str
    status: CheckStatus
    failure: Optional[RecordFailure]
    progress: IntlBatchProgress
    result: Optional[BatchResult]
    created_at: datetime
    finished_at: Optional[datetime]
    summary: MainSummary
    items: tuple[MainBatchEntry, ...]
    object: Literal["batch"]
    product_vertical: ProductVertical
    platform: MainPlatform
    industry_vertical: IndustryVertical


@dataclass(frozen=True)
class MainBatchItem(Record):
    """A batch of the site `main` in a list."""

    id: str
    name: str
    status: CheckStatus
    failure: Optional[RecordFailure]
    progress: IntlBatchProgress
    result: Optional[BatchResult]
    created_at: datetime
    finished_at: Optional[datetime]
    summary: MainSummary
    counts: MainBatchCounts
    object: Literal["batch"]
