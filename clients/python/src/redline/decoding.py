"""Records from the JSON of answers, by the types of their fields."""

from __future__ import annotations

import re
import typing
from dataclasses import fields
from datetime import datetime
from typing import Any, Callable, NamedTuple, Optional, TypeVar

from .errors import UnexpectedAnswerError
from .json_values import as_list, as_object
from .offsets import Utf16Offsets
from .records.record import CheckedText, Record

R = TypeVar("R", bound=Record)
Decode = Callable[[Any, Optional[Utf16Offsets]], Any]

#: Fields whose name on the wire is not their Python name in camel case.
_irregular = {"store_access_key_id": "StoreAccessKeyId"}


def wire_name(name: str) -> str:
    """Returns the name on the wire of a field: `riskLevel` of `risk_level`."""
    return _irregular.get(name) or re.sub(r"_([a-z0-9])", lambda part: part[1].upper(), name)


def decode(cls: type[R], data: object, offsets: Optional[Utf16Offsets] = None) -> R:
    """Builds a record from a JSON object.

    Fields that the client does not know stay in `raw`, and values that an enumeration does not
    name are kept, since the service may add both. Optional fields that are absent are None, or
    empty if they are lists.

    Raises UnexpectedAnswerError if a field that the contract promises is missing.
    """
    known = as_object(data)
    if known is None:
        raise UnexpectedAnswerError(f"the answer has {_shown(data)} in place of {cls.__name__}")
    if issubclass(cls, CheckedText) and isinstance(known.get("text"), str):
        offsets = Utf16Offsets(known["text"])
    values: dict[str, Any] = {"raw": known}
    for name, on_wire, convert, if_absent in _plan(cls):
        if on_wire in known:
            values[name] = convert(known[on_wire], offsets)
        elif if_absent is not _required:
            values[name] = if_absent
        else:
            raise UnexpectedAnswerError(f"the answer has {cls.__name__} without {on_wire}")
    return cls(**values)


class _Step(NamedTuple):
    name: str
    on_wire: str
    convert: Decode
    if_absent: object


_required = object()


#: One for each class of records. Two threads may build the same, which does no harm.
_plans: dict[type[Record], tuple[_Step, ...]] = {}


def _plan(cls: type[Record]) -> tuple[_Step, ...]:
    """Returns how the fields of a record are read."""
    if cls not in _plans:
        _plans[cls] = _build_plan(cls)
    return _plans[cls]


def _build_plan(cls: type[Record]) -> tuple[_Step, ...]:
    hints = typing.get_type_hints(cls)
    steps: list[_Step] = []
    for field in fields(cls):
        if field.name == "raw":
            continue
        hint = hints[field.name]
        absent: object = _required
        if typing.get_origin(hint) is typing.Union:
            absent = None
        elif typing.get_origin(hint) is tuple:
            absent = ()
        steps.append(_Step(field.name, wire_name(field.name), _decoder(field.name, hint), absent))
    return tuple(steps)


def _decoder(name: str, hint: Any) -> Decode:
    """Returns the conversion of values of one type."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Union:
        inner = _decoder(name, next(it for it in arguments if it is not type(None)))
        return lambda value, offsets: None if value is None else inner(value, offsets)
    if origin is tuple:
        element = _decoder(name, arguments[0])
        return lambda value, offsets: tuple(element(it, offsets) for it in _list(name, value))
    if isinstance(hint, type) and issubclass(hint, Record):
        record = hint
        return lambda value, offsets: decode(record, value, offsets)
    if hint is datetime:
        return lambda value, offsets: _time(name, value)
    if name == "start_index":
        return lambda value, offsets: offsets.start(value) if offsets else value
    if name == "end_index":
        return lambda value, offsets: offsets.end(value) if offsets else value
    return lambda value, offsets: value


def _list(name: str, value: object) -> list[Any]:
    values = as_list(value)
    if values is not None:
        return values
    raise UnexpectedAnswerError(f"the answer has {_shown(value)} in place of the list {wire_name(name)}")


def _time(name: str, value: object) -> datetime:
    try:
        # Before Python 3.11 `fromisoformat` knows no Z.
        return datetime.fromisoformat(str(value).replace("Z", "+00:00"))
    except ValueError:
        raise UnexpectedAnswerError(
            f"the answer has {_shown(value)} in place of the time {wire_name(name)}"
        ) from None


def _shown(value: object) -> str:
    return f"{type(value).__name__} {str(value)[:40]!r}"
