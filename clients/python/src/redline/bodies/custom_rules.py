"""Words of your own, as they are sent."""

from __future__ import annotations

from typing import Optional, TypedDict

from ..choices import Library, MatchType


class _IntlCustomRuleBodyRequired(TypedDict):
    keyword: str


class IntlCustomRuleBody(_IntlCustomRuleBodyRequired, total=False):
    """A word of your own."""

    match_type: MatchType
    replacement: Optional[str]
    note: Optional[str]
    enabled: bool


class _MainCustomRuleBodyRequired(TypedDict):
    keyword: str


class MainCustomRuleBody(_MainCustomRuleBodyRequired, total=False):
    """A word of your own, in a library of a product line."""

    match_type: MatchType
    replacement: Optional[str]
    note: Optional[str]
    enabled: bool
    library: Library


class CustomRuleChange(TypedDict, total=False):
    """A change of a word; None takes a replacement or a note away."""

    keyword: str
    replacement: Optional[str]
    note: Optional[str]
    enabled: bool


class _CustomRuleImportItemRequired(TypedDict):
    keyword: str


class CustomRuleImportItem(_CustomRuleImportItemRequired, total=False):
    """A word of an import."""

    replacement: Optional[str]
    note: Optional[str]
