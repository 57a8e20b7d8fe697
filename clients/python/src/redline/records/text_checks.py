"""Text checks of the international sites."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Optional

from ..choices import (
    CheckStatus,
    IdPlatform,
    IdVertical,
    RiskKind,
    RiskSource,
    Severity,
    TextRiskLevel,
    UsPlatform,
    UsVertical,
)
from .record import CheckedText, Record
from .shared import Precedent, RecordFailure


@dataclass(frozen=True)
class CustomRisk(Record):
    """A match of one of your own words; it counts toward no verdict."""

    matched_text: str
    start_index: int
    end_index: int
    replacement: Optional[str]
    note: Optional[str]


@dataclass(frozen=True)
class ConsideredMatch(Record):
    """What looked like a risk and was let pass, and why."""

    rule_id: str
    matched_text: str
    start_index: int
    end_index: int
    reason: str


@dataclass(frozen=True)
class IntlTextRisk(Record):
    """A risk of a text."""

    id: Optional[str]
    kind: RiskKind
    severity: Severity
    matched_text: str
    start_index: int
    end_index: int
    category: Optional[str]
    suggestion: Optional[str]
    legal_ref: Optional[str]
    source: RiskSource
    folds: tuple[str, ...]
    precedents: tuple[Precedent, ...]


@dataclass(frozen=True)
class IntlTextSummary(Record):
    """Counts of the findings of a text."""

    violation: int
    scene_hint: int
    custom: int
    semantic: int


@dataclass(frozen=True)
class UsTextCheck(CheckedText):
    """A text check of the site `us`."""

    id: str
    object: Literal["intl_text_check"]
    status: CheckStatus
    failure: Optional[RecordFailure]
    platform: UsPlatform
    vertical: UsVertical
    risk_level: Optional[TextRiskLevel]
    fix_status: Optional[CheckStatus]
    created_at: datetime
    text: str
    summary: IntlTextSummary
    risks: tuple[IntlTextRisk, ...]
    custom_risks: tuple[CustomRisk, ...]
    semantic_labels: tuple[str, ...]
    considered: tuple[ConsideredMatch, ...]
    fixed_text: Optional[str]
    credit_cost: Optional[int]
    updated_at: datetime


@dataclass(frozen=True)
class UsTextCheckItem(Record):
    """A text check of the site `us` in a list."""

    id: str
    object: Literal["intl_text_check"]
    status: CheckStatus
    failure: Optional[RecordFailure]
    platform: UsPlatform
    vertical: Optional[UsVertical]
    risk_level: Optional[TextRiskLevel]
    fix_status: Optional[CheckStatus]
    created_at: datetime
    preview: str
    risk_count: int


@dataclass(frozen=True)
class IdTextCheck(CheckedText):
    """A text check of the site `id`."""

    id: str
    object: Literal["intl_text_check"]
    status: CheckStatus
    failure: Optional[RecordFailure]
    platform: IdPlatform
    vertical: IdVertical
    risk_level: Optional[TextRiskLevel]
    fix_status: Optional[CheckStatus]
    created_at: datetime
    text: str
    summary: IntlTextSummary
    risks: tuple[IntlTextRisk, ...]
    custom_risks: tuple[CustomRisk, ...]
    semantic_labels: tuple[str, ...]
    considered: tuple[ConsideredMatch, ...]
    fixed_text: Optional[str]
    credit_cost: Optional[int]
    updated_at: datetime


@dataclass(frozen=True)
class IdTextCheckItem(Record):
    """A text check of the site `id` in a list."""

    id: str
    object: Literal["intl_text_check"]
    status: CheckStatus
    failure: Optional[RecordFailure]
    platform: IdPlatform
    vertical: Optional[IdVertical]
    risk_level: Optional[TextRiskLevel]
    fix_status: Optional[CheckStatus]
    created_at: datetime
    preview: str
    risk_count: int
