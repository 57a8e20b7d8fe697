"""Image checks of all sites."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Optional

from ..choices import (
    CheckStatus,
    IdVertical,
    ImageProductVertical,
    MediaRiskLevel,
    RiskTier,
    Severity,
    UsVertical,
)
from .main_text_checks import MainSummary
from .record import Record
from .shared import (
    DetectorCoverage,
    ImageFile,
    IntlListedImage,
    PictureBox,
    Precedent,
    RecordFailure,
)


@dataclass(frozen=True)
class IntlImageLabel(Record):
    """A risk of an image."""

    description: str
    risk_level: Optional[MediaRiskLevel]
    matched_text: Optional[str]
    severity: Optional[Severity]
    suggestion: Optional[str]
    legal_ref: Optional[str]
    precedents: tuple[Precedent, ...]
    boxes: tuple[PictureBox, ...]


@dataclass(frozen=True)
class UsImageCheck(Record):
    """An image check of the site `us`."""

    id: str
    object: Literal["intl_image_check"]
    status: CheckStatus
    failure: Optional[RecordFailure]
    vertical: Optional[UsVertical]
    risk_level: Optional[MediaRiskLevel]
    created_at: datetime
    image: ImageFile
    labels: tuple[IntlImageLabel, ...]
    coverage: tuple[DetectorCoverage, ...]
    credit_cost: Optional[int]
    updated_at: datetime


@dataclass(frozen=True)
class UsImageCheckItem(Record):
    """An image check of the site `us` in a list."""

    id: str
    object: Literal["intl_image_check"]
    status: CheckStatus
    failure: Optional[RecordFailure]
    vertical: Optional[UsVertical]
    risk_level: Optional[MediaRiskLevel]
    created_at: datetime
    image: IntlListedImage
    labels: tuple[str, ...]


@dataclass(frozen=True)
class IdImageCheck(Record):
    """An image check of the site `id`."""

    id: str
    object: Literal["intl_image_check"]
    status: CheckStatus
    failure: Optional[RecordFailure]
    vertical: Optional[IdVertical]
    risk_level: Optional[MediaRiskLevel]
    created_at: datetime
    image: ImageFile
    labels: tuple[IntlImageLabel, ...]
    coverage: tuple[DetectorCoverage, ...]
    credit_cost: Optional[int]
    updated_at: datetime


@dataclass(frozen=True)
class IdImageCheckItem(Record):
    """An image check of the site `id` in a list."""

    id: str
    object: Literal["intl_image_check"]
    status: CheckStatus
    failure: Optional[RecordFailure]
    vertical: Optional[IdVertical]
    risk_level: Optional[MediaRiskLevel]
    created_at: datetime
    image: IntlListedImage
    labels: tuple[str, ...]


@dataclass(frozen=True)
class MainImageLabel(Record):
    """A risk of an image."""

    tier: RiskTier
    tier_label: str
    tier_reason: Optional[str]
    description: str
    matched_text: Optional[str]
    severity: Optional[Severity]
    suggestion: Optional[str]
    legal_ref: Optional[str]
    precedents: tuple[Precedent, ...]
    boxes: tuple[PictureBox, ...]


@dataclass(frozen=True)
class MainListedImage(Record):
    """The image of a check in a list."""

    url: str
    title: str
    size_bytes: Optional[float]


@dataclass(frozen=True)
class MainImageCheck(Record):
    """An image check of the site `main`."""

    id: str
    status: CheckStatus
    failure: Optional[RecordFailure]
    risk_level: Optional[MediaRiskLevel]
    created_at: datetime
    image: ImageFile
    summary: MainSummary
    labels: tuple[MainImageLabel, ...]
    coverage: tuple[DetectorCoverage, ...]
    credit_cost: Optional[int]
    updated_at: datetime
    object: Literal["image_check"]
    product_vertical: ImageProductVertical


@dataclass(frozen=True)
class MainImageCheckItem(Record):
    """An image check of the site `main` in a list."""

    id: str
    status: CheckStatus
    failure: Optional[RecordFailure]
    risk_level: Optional[MediaRiskLevel]
    created_at: datetime
    object: Literal["image_check"]
    image: MainListedImage
    labels: tuple[str, ...]
