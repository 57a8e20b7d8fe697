"""Words of your own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Optional

from ..choices import Library, MatchType
from .record import Record


@dataclass(frozen=True)
class IntlCustomRule(Record):
    """A word of your own."""

    object: Literal["intl_custom_rule"]
    id: str
    keyword: str
    match_type: MatchType
    replacement: Optional[str]
    note: Optional[str]
    enabled: bool
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class MainCustomRule(Record):
    """A word of your own, in a library of a product line."""

    object: Literal["custom_rule"]
    id: str
    keyword: str
    match_type: MatchType
    replacement: Optional[str]
    note: Optional[str]
    enabled: bool
    created_at: datetime
    updated_at: datetime
    library: Library


@dataclass(frozen=True)
class IntlCustomRuleQuota(Record):
    """How many words of your own there are and may be."""

    object: Literal["intl_custom_rule_quota"]
    used: int
    limit: int
    is_paid: bool


@dataclass(frozen=True)
class MainCustomRuleQuota(Record):
    """How many words of your own there are and may be."""

    object: Literal["custom_rule_quota"]
    used: int
    limit: int
    is_paid: bool


@dataclass(frozen=True)
class IntlCustomRuleSettings(Record):
    """Whether words of your own are looked for at all."""

    object: Literal["intl_custom_rule_settings"]
    enabled: bool


@dataclass(frozen=True)
class MainCustomRuleSettings(Record):
    """Whether words of your own are looked for at all."""

    object: Literal["custom_rule_settings"]
    enabled: bool


@dataclass(frozen=True)
class IntlCustomRuleImportResult(Record):
    """What became of the words of an import."""

    object: Literal["intl_custom_rule_import_result"]
    total: int
    imported: int
    skipped_duplicate: int
    rejected_quota: int


@dataclass(frozen=True)
class MainCustomRuleImportResult(Record):
    """What became of the words of an import."""

    object: Literal["custom_rule_import_result"]
    total: int
    imported: int
    skipped_duplicate: int
    rejected_quota: int
