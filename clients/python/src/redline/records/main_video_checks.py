"""Video checks of the main site, and their reports."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Optional

from ..choices import (
    CheckStatus,
    DriftStatus,
    MainPlatform,
    MainRiskSource,
    MediaRiskLevel,
    ProductVertical,
    RiskKind,
    RiskTier,
    Severity,
    TranscriptStatus,
)
from .main_text_checks import MainSummary
from .record import Record
from .shared import (
    DetectorCoverage,
    IntlVideoCaption,
    PictureBox,
    Precedent,
    RecordFailure,
    VideoFile,
)


@dataclass(frozen=True)
class MainVideoFile(Record):
    """The video of a check."""

    url: str
    title: str
    size_mb: float
    duration_seconds: float
    width: Optional[float]
    height: Optional[float]
    purged: bool


@dataclass(frozen=True)
class MainVideoFrameFinding(Record):
    """A risk on a frame of a video."""

    description: str
    tier: RiskTier
    tier_label: str
    tier_reason: Optional[str]
    matched_text: Optional[str]
    severity: Severity
    suggestion: Optional[str]
    legal_ref: Optional[str]
    precedents: tuple[Precedent, ...]
    boxes: tuple[PictureBox, ...]
    start_seconds: Optional[float]
    end_seconds: Optional[float]


@dataclass(frozen=True)
class MainVideoFrame(Record):
    """A frame of a video on which something was found."""

    time_seconds: float
    description: str
    image_url: Optional[str]
    ocr_text: str
    tier: Optional[RiskTier]
    tier_label: Optional[str]
    tier_reason: Optional[str]
    findings: tuple[MainVideoFrameFinding, ...]


@dataclass(frozen=True)
class MainVideoAudio(Record):
    """A risk of the sound of a video."""

    start_seconds: float
    end_seconds: float
    description: str
    text: str
    tier: RiskTier
    tier_label: str
    tier_reason: Optional[str]


@dataclass(frozen=True)
class MainVideoTranscript(Record):
    """What is said in a video."""

    status: Optional[TranscriptStatus]
    text: Optional[str]


@dataclass(frozen=True)
class MainVideoTranscriptRisk(Record):
    """A risk of what is said in a video."""

    matched_text: str
    start_seconds: float
    end_seconds: float
    sentence: str
    replacement: Optional[str]
    tier: RiskTier
    tier_label: str
    tier_reason: Optional[str]
    kind: RiskKind
    category: str
    severity: Severity
    suggestion: str
    legal_ref: Optional[str]
    source: MainRiskSource
    precedents: tuple[Precedent, ...]
    origin: Optional[Literal["drift"]]


@dataclass(frozen=True)
class MainVideoCustomTranscriptRisk(Record):
    """A match of one of your own words in what is said."""

    matched_text: str
    start_seconds: float
    end_seconds: float
    sentence: str
    replacement: Optional[str]
    note: Optional[str]


@dataclass(frozen=True)
class MainVideoCheck(Record):
    """A video check of the site `main`."""

    id: str
    status: CheckStatus
    failure: Optional[RecordFailure]
    risk_level: Optional[MediaRiskLevel]
    created_at: datetime
    video: MainVideoFile
    summary: MainSummary
    frames: tuple[MainVideoFrame, ...]
    captions: tuple[IntlVideoCaption, ...]
    audios: tuple[MainVideoAudio, ...]
    transcript: MainVideoTranscript
    transcript_risks: tuple[MainVideoTranscriptRisk, ...]
    custom_transcript_risks: tuple[MainVideoCustomTranscriptRisk, ...]
    linked_text_check_id: Optional[str]
    drift_status: Optional[DriftStatus]
    coverage: tuple[DetectorCoverage, ...]
    updated_at: datetime
    object: Literal["video_check"]
    product_vertical: ProductVertical
    platform: MainPlatform


@dataclass(frozen=True)
class MainVideoCheckItem(Record):
    """A video check of the site `main` in a list."""

    id: str
    status: CheckStatus
    failure: Optional[RecordFailure]
    risk_level: Optional[MediaRiskLevel]
    created_at: datetime
    object: Literal["video_check"]
    product_vertical: ProductVertical
    platform: MainPlatform
    video: VideoFile
    labels: tuple[str, ...]
    transcript_status: Optional[TranscriptStatus]


@dataclass(frozen=True)
class MainVideoReport(Record):
    """A finished report of a video check."""

    id: str
    object: Literal["video_check_report"]
    video_check_id: str
    content: str
    credit_cost: int
    created_at: datetime
