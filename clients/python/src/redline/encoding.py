"""Bodies and queries of requests, under the names that the service has for their fields."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from .decoding import wire_name


def body_of(body_type: type, given: Mapping[str, Any]) -> dict[str, Any]:
    """Converts the keyword arguments of a submission into its body.

    `body_type` is the TypedDict of the body.
    Raises TypeError, as a function does, for an argument that it does not have.
    """
    required: frozenset[str] = getattr(body_type, "__required_keys__", frozenset())
    optional: frozenset[str] = getattr(body_type, "__optional_keys__", frozenset())
    unknown = [name for name in given if name not in required and name not in optional]
    if unknown:
        raise TypeError(f"{body_type.__name__} has no field {', '.join(unknown)}")
    return {wire_name(name): value for name, value in given.items()}


def json_bytes(body: Mapping[str, Any]) -> bytes:
    """Writes a body as JSON, in ASCII; a NaN or an infinity is a ValueError."""
    return json.dumps(body, separators=(",", ":"), allow_nan=False).encode("ascii")


def query_string(query: Mapping[str, object]) -> str:
    """Writes a query with its `?`, without the parameters that are None; the empty string if none is left."""
    given = {wire_name(name): value for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""
