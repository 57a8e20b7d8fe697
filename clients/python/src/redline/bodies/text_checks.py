"""Submissions of texts."""

from __future__ import annotations

from typing import TypedDict

from ..choices import (
    FixStrategy,
    IdLocale,
    IdPlatform,
    IdVertical,
    IndustryVertical,
    MainPlatform,
    ProductVertical,
    SceneMode,
    UsLocale,
    UsPlatform,
    UsVertical,
)


class _UsTextCheckSubmissionRequired(TypedDict):
    text: str
    platform: UsPlatform
    vertical: UsVertical


class UsTextCheckSubmission(_UsTextCheckSubmissionRequired, total=False):
    """A text for the site `us`: 10 to 5,000 characters."""

    explain_locale: UsLocale


class _IdTextCheckSubmissionRequired(TypedDict):
    text: str
    platform: IdPlatform
    vertical: IdVertical


class IdTextCheckSubmission(_IdTextCheckSubmissionRequired, total=False):
    """A text for the site `id`: 10 to 5,000 characters."""

    explain_locale: IdLocale


class _MainTextCheckSubmissionRequired(TypedDict):
    text: str
    platform: MainPlatform
    industry_vertical: IndustryVertical


class MainTextCheckSubmission(_MainTextCheckSubmissionRequired, total=False):
    """A text for the site `main`: 10 to 5,000 characters."""

    product_vertical: ProductVertical
    scene_mode: SceneMode
    auto_fix: bool


class MainTextFixBody(TypedDict, total=False):
    """How a text is rewritten."""

    strategy: FixStrategy
    mode: SceneMode
