"""JSON values whose type is not known yet."""

from __future__ import annotations

from typing import Any, Optional, cast


def as_object(value: object) -> Optional[dict[str, Any]]:
    """Returns a JSON object as it is; None for any other value."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def as_list(value: object) -> Optional[list[Any]]:
    """Returns a JSON array as it is; None for any other value."""
    return cast("Optional[list[Any]]", value) if isinstance(value, list) else None
