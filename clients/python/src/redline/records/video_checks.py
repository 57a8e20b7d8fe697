"""Video checks of the international sites."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Optional

from ..choices import (
    CheckStatus,
    IdPlatform,
    IdVertical,
    MediaRiskLevel,
    RiskSource,
    Severity,
    TranscriptStatus,
    UsPlatform,
    UsVertical,
)
from .record import Record
from .shared import (
    DetectorCoverage,
    IntlListedVideo,
    IntlVideoCaption,
    PictureBox,
    Precedent,
    RecordFailure,
    VideoFile,
)


@dataclass(frozen=True)
class IntlVideoFrameFinding(Record):
    """A risk on a frame of a video."""

    description: str
    risk_level: MediaRiskLevel
    matched_text: Optional[str]
    severity: Severity
    suggestion: Optional[str]
    legal_ref: Optional[str]
    precedents: tuple[Precedent, ...]
    boxes: tuple[PictureBox, ...]
    start_seconds: Optional[float]
    end_seconds: Optional[float]


@dataclass(frozen=True)
class IntlVideoFrame(Record):
    """A frame of a video on which something was found."""

    time_seconds: float
    description: str
    image_url: Optional[str]
    ocr_text: str
    risk_level: MediaRiskLevel
    findings: tuple[IntlVideoFrameFinding, ...]


@dataclass(frozen=True)
class IntlVideoAudio(Record):
    """A risk of the sound of a video."""

    start_seconds: float
    end_seconds: float
    description: str
    text: str
    risk_level: MediaRiskLevel


@dataclass(frozen=True)
class IntlTranscriptRisk(Record):
    """A risk of what is said in a video."""

    matched_text: str
    start_seconds: float
    end_seconds: float
    sentence: str
    replacement: Optional[str]
    severity: Severity
    category: Optional[str]
    suggestion: Optional[str]
    legal_ref: Optional[str]
    source: RiskSource
    precedents: tuple[Precedent, ...]


@dataclass(frozen=True)
class UsVideoCheck(Record):
    """A video check of the site `us`."""

    id: str
    object: Literal["intl_video_check"]
    status: CheckStatus
    failure: Optional[RecordFailure]
    vertical: Optional[UsVertical]
    risk_level: Optional[MediaRiskLevel]
    labels: tuple[str, ...]
    transcript_status: Optional[TranscriptStatus]
    created_at: datetime
    video: VideoFile
    platform: UsPlatform
    frames: tuple[IntlVideoFrame, ...]
    captions: tuple[IntlVideoCaption, ...]
    audios: tuple[IntlVideoAudio, ...]
    transcript: Optional[str]
    transcript_risks: tuple[IntlTranscriptRisk, ...]
    coverage: tuple[DetectorCoverage, ...]
    updated_at: datetime


@dataclass(frozen=True)
class UsVideoCheckItem(Record):
    """A video check of the site `us` in a list."""

    id: str
    object: Literal["intl_video_check"]
    status: CheckStatus
    failure: Optional[RecordFailure]
    vertical: Optional[UsVertical]
    risk_level: Optional[MediaRiskLevel]
    labels: tuple[str, ...]
    transcript_status: Optional[TranscriptStatus]
    created_at: datetime
    video: IntlListedVideo


@dataclass(frozen=True)
class IdVideoCheck(Record):
    """A video check of the site `id`."""

    id: str
    object: Literal["intl_video_check"]
    status: CheckStatus
    failure: Optional[RecordFailure]
    vertical: Optional[IdVertical]
    risk_level: Optional[MediaRiskLevel]
    labels: tuple[str, ...]
    transcript_status: Optional[TranscriptStatus]
    created_at: datetime
    video: VideoFile
    platform: IdPlatform
    frames: tuple[IntlVideoFrame, ...]
    captions: tuple[IntlVideoCaption, ...]
    audios: tuple[IntlVideoAudio, ...]
    transcript: Optional[str]
    transcript_risks: tuple[IntlTranscriptRisk, ...]
    coverage: tuple[DetectorCoverage, ...]
    updated_at: datetime


@dataclass(frozen=True)
class IdVideoCheckItem(Record):
    """A video check of the site `id` in a list."""

    id: str
    object: Literal["intl_video_check"]
    status: CheckStatus
    failure: Optional[RecordFailure]
    vertical: Optional[IdVertical]
    risk_level: Optional[MediaRiskLevel]
    labels: tuple[str, ...]
    transcript_status: Optional[TranscriptStatus]
    created_at: datetime
    video: IntlListedVideo
