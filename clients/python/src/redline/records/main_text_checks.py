"""Text checks of the main site."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Optional

from ..choices import (
    FixStrategy,
    IndustryVertical,
    MainCheckStatus,
    MainPlatform,
    MainRiskSource,
    MediaRiskLevel,
    ProductVertical,
    RiskKind,
    RiskTier,
    SceneMode,
    Severity,
)
from .record import CheckedText, Record
from .shared import Precedent, RecordFailure
from .text_checks import ConsideredMatch, CustomRisk


@dataclass(frozen=True)
class MainSummary(Record):
    """Counts of the findings of a check."""

    strict: int
    soft: int
    custom: int
    semantic: int


@dataclass(frozen=True)
class MainTextRisk(Record):
    """A risk of a text."""

    id: str
    tier: RiskTier
    tier_label: str
    tier_reason: str
    kind: RiskKind
    severity: Severity
    matched_text: str
    start_index: int
    end_index: int
    category: str
    suggestion: str
    legal_ref: Optional[str]
    source: MainRiskSource
    folds: tuple[str, ...]
    precedents: tuple[Precedent, ...]


@dataclass(frozen=True)
class MainFix(Record):
    """A rewrite of a text."""

    version: int
    strategy: FixStrategy
    fixed_text: str
    risk_count: int
    accepted: bool
    reason: Optional[Literal["risk_left", "nothing_left"]]
    created_at: datetime


@dataclass(frozen=True)
class MainTextCheck(CheckedText):
    """A text check of the site `main`."""

    id: str
    status: MainCheckStatus
    failure: Optional[RecordFailure]
    risk_level: Optional[MediaRiskLevel]
    fix_status: Optional[Literal["processing"]]
    created_at: datetime
    product_vertical: ProductVertical
    text: str
    scene_mode: SceneMode
    summary: MainSummary
    risks: tuple[MainTextRisk, ...]
    custom_risks: tuple[CustomRisk, ...]
    semantic_labels: tuple[str, ...]
    considered: tuple[ConsideredMatch, ...]
    auto_fix: bool
    fixes: tuple[MainFix, ...]
    credit_cost: Optional[int]
    updated_at: datetime
    object: Literal["text_check"]
    platform: MainPlatform
    industry_vertical: IndustryVertical


@dataclass(frozen=True)
class MainTextCheckItem(Record):
    """A text check of the site `main` in a list."""

    id: str
    status: MainCheckStatus
    failure: Optional[RecordFailure]
    risk_level: Optional[MediaRiskLevel]
    fix_status: Optional[Literal["processing"]]
    created_at: datetime
    object: Literal["text_check"]
    platform: MainPlatform
    industry_vertical: IndustryVertical
    preview: str
    risk_count: int
