"""Parts of records that several sites and kinds of checks have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional

from ..choices import Detector, MediaRiskLevel
from .record import Record


@dataclass(frozen=True)
class RecordFailure(Record):
    """Why a record failed: a code for programs, a sentence for people."""

    code: str
    message: str


@dataclass(frozen=True)
class Precedent(Record):
    """A case of the same topic that an agency decided."""

    agency: str
    date: str
    outcome: str
    link: str
    claim: str


@dataclass(frozen=True)
class PictureBox(Record):
    """A place on a picture, in pixels of it as it is shown."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class DetectorReach(Record):
    """How much of a picture or video a detector saw."""

    seen: int
    total: int


@dataclass(frozen=True)
class DetectorCoverage(Record):
    """A detector, and whether it ran."""

    detector: Detector
    status: Literal["ran", "not_configured", "failed"]
    looked: Optional[DetectorReach]
    recognizers: tuple[Literal["pp_ocr", "tesseract"], ...]


@dataclass(frozen=True)
class Quote(Record):
    """The price of a submission that was not made."""

    object: Literal["quote"]
    credit_cost: int
    later_credit_cost: int
    current_balance: int
    is_covered: bool
    lines: tuple[QuoteLine, ...]


@dataclass(frozen=True)
class QuoteLine(Record):
    """A part of the price of a quote."""

    item: Literal["text_check", "rewrite", "image_check", "video_second", "video_report", "batch"]
    quantity: int
    credit_cost: int


@dataclass(frozen=True)
class ImageFile(Record):
    """The image of a check."""

    url: str
    title: str
    size_bytes: Optional[float]
    width: Optional[float]
    height: Optional[float]


@dataclass(frozen=True)
class VideoFile(Record):
    """The video of a check."""

    url: str
    title: str
    size_mb: float
    duration_seconds: float
    width: Optional[float]
    height: Optional[float]


@dataclass(frozen=True)
class IntlListedImage(Record):
    """The image of a check in a list."""

    url: str
    title: str


@dataclass(frozen=True)
class IntlListedVideo(Record):
    """The video of a check in a list."""

    url: str
    title: str
    duration_seconds: float


@dataclass(frozen=True)
class IntlVideoCaption(Record):
    """Words that are written in the picture of a video, and for how long."""

    text: str
    start_seconds: float
    end_seconds: float
    risk_level: MediaRiskLevel
