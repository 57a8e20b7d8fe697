"""Credits, plan and usage of an account."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Optional

from .record import Record


@dataclass(frozen=True)
class ExpiringCredits(Record):
    """Credits that expire within a week."""

    amount: int
    expires_at: datetime


@dataclass(frozen=True)
class Credits(Record):
    """Credits by bucket; `total` is their sum."""

    total: int
    subscription: int
    activity: int
    booster: int
    expiring_soon: Optional[ExpiringCredits]


@dataclass(frozen=True)
class Subscription(Record):
    """The plan of an account on a site."""

    plan: str
    is_paid: bool
    renews_at: Optional[datetime]


@dataclass(frozen=True)
class MainSubscription(Record):
    """The plan of an account on the site `main`."""

    plan: str
    is_paid: bool


@dataclass(frozen=True)
class Usage(Record):
    """Checks of this calendar month (UTC)."""

    since: datetime
    text_checks: int
    video_checks: int
    image_checks: int
    batches: int


@dataclass(frozen=True)
class UsAccount(Record):
    """An account on the site `us`."""

    credits: Credits
    subscription: Subscription
    usage_this_month: Usage
    object: Literal["intl_account"]
    country: Literal["us"]


@dataclass(frozen=True)
class IdAccount(Record):
    """An account on the site `id`."""

    credits: Credits
    subscription: Subscription
    usage_this_month: Usage
    object: Literal["intl_account"]
    country: Literal["id"]


@dataclass(frozen=True)
class MainAccount(Record):
    """An account on the site `main`."""

    credits: Credits
    subscription: MainSubscription
    usage_this_month: Usage
    object: Literal["account"]
