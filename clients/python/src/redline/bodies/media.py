"""Submissions of images and videos."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from ..choices import (
    AudioType,
    FrameType,
    IdLocale,
    IdPlatform,
    IdVertical,
    ImageDetectType,
    ImageProductVertical,
    MainPlatform,
    ProductVertical,
    UsLocale,
    UsPlatform,
    UsVertical,
)


class _UsImageCheckSubmissionRequired(TypedDict):
    image_url: str
    image_title: str
    image_size: int


class UsImageCheckSubmission(_UsImageCheckSubmissionRequired, total=False):
    """An image for the site `us`; `image_size` is in bytes."""

    image_width: int
    image_height: int
    vertical: UsVertical
    explain_locale: UsLocale


class _IdImageCheckSubmissionRequired(TypedDict):
    image_url: str
    image_title: str
    image_size: int


class IdImageCheckSubmission(_IdImageCheckSubmissionRequired, total=False):
    """An image for the site `id`; `image_size` is in bytes."""

    image_width: int
    image_height: int
    vertical: IdVertical
    explain_locale: IdLocale


class _MainImageCheckSubmissionRequired(TypedDict):
    image_url: str
    image_title: str
    image_size: int


class MainImageCheckSubmission(_MainImageCheckSubmissionRequired, total=False):
    """An image for the site `main`; `image_size` is in bytes."""

    image_width: int
    image_height: int
    product_vertical: ImageProductVertical
    detect_types: Sequence[ImageDetectType]


class _UsVideoCheckSubmissionRequired(TypedDict):
    video_url: str
    video_title: str
    video_size: float
    video_duration: float


class UsVideoCheckSubmission(_UsVideoCheckSubmissionRequired, total=False):
    """A video for the site `us`; `video_size` is in MB, `video_duration` in seconds."""

    video_width: int
    video_height: int
    platform: UsPlatform
    vertical: UsVertical


class _IdVideoCheckSubmissionRequired(TypedDict):
    video_url: str
    video_title: str
    video_size: float
    video_duration: float


class IdVideoCheckSubmission(_IdVideoCheckSubmissionRequired, total=False):
    """A video for the site `id`; `video_size` is in MB, `video_duration` in seconds."""

    video_width: int
    video_height: int
    platform: IdPlatform
    vertical: IdVertical


class _MainVideoCheckSubmissionRequired(TypedDict):
    video_url: str
    video_title: str
    video_size: float
    video_duration: float


class MainVideoCheckSubmission(_MainVideoCheckSubmissionRequired, total=False):
    """A video for the site `main`; `video_size` is in MB, `video_duration` in seconds."""

    video_width: int
    video_height: int
    product_vertical: ProductVertical
    platform: MainPlatform
    frame_types: Sequence[FrameType]
    audio_types: Sequence[AudioType]
    text_check_id: str
