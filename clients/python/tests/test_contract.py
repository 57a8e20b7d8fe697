"""The client knows every route and field of the contract, as `contract.json` has it.

A test of the whole product compares that file with the OpenAPI document that it serves.
"""

from __future__ import annotations

import json
import re
import typing
import unittest
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any

from redline import bodies, records
from redline.choices import Site
from redline.decoding import wire_name
from redline.records import Deleted
from redline.routes import Route, prefixes, routes

_sites: tuple[Site, ...] = ("us", "id", "main")
_here = Path(__file__).parent
_contract: dict[str, dict[str, dict[str, str]]] = json.loads((_here / "contract.json").read_text("utf-8"))

#: Schemas that have no class, because a function reads or writes their fields.
_page = "object page pageSize total hasMore data"
_failure = "success error code requestId"
_by_hand = {
    **{
        f"{site}{kind}List": _page
        for site in ("Us", "Id", "Main")
        for kind in ("TextCheck", "ImageCheck", "VideoCheck")
    },
    "UsBatchList": _page,
    "MainBatchList": _page,
    "IntlCustomRuleList": "object data total",
    "MainCustomRuleList": "object data total",
    **{
        f"{site}{kind}Accepted": "id object status creditCost?"
        for site in ("Intl", "Main")
        for kind in ("TextCheck", "VideoCheck", "Batch")
    },
    "IntlTextFixAccepted": "id object fixStatus creditCost?",
    "MainTextFixAccepted": "id object fixStatus creditCost?",
    "CustomRuleSettingsBody": "enabled",
    "WebhookEndpointList": "object data total",
    "WebhookDeliveryList": "object data hasMore next",
    "WebhookSecretRotationBody": "overlapSeconds?",
    "IntlCustomRuleImportBody": "items",
    "MainCustomRuleImportBody": "items library?",
    "IntlUploadPolicyBody": "kind filename?",
    "MainUploadPolicyBody": "kind filename",
    "UploadFormBody": "key policy StoreAccessKeyId signature file",
    "MainDismissalBody": "dismissKey",
    "MainDismissals": "keys",
    "MainDismissed": "ok",
    "MainNotices": "hits",
    "RequestIssue": "path message",
    "InvalidRequest": f"{_failure} issues?",
    "InsufficientCredits": f"{_failure} requiredCredits currentBalance",
    "Forbidden": f"{_failure} requiredPlan?",
    **{
        name: _failure
        for name in (
            "FileFailure",
            "Unauthorized",
            "NotFound",
            "MethodNotAllowed",
            "PayloadTooLarge",
            "UnsupportedMediaType",
            "RateLimited",
            "InternalError",
        )
    },
}
#: Findings with a place in the text of their check.
_placed = {"IntlTextRisk", "MainTextRisk", "CustomRisk", "ConsideredMatch"}
#: Routes that are none of a site.
_without_site = {
    # Uploads.
    "POST /uploads",
    # Where uploaded files lie: a browser's business.
    "GET /assets/{key}",
}


class Routes(unittest.TestCase):
    def test_each_route_of_the_contract_is_known_and_no_other(self) -> None:
        known = {(site, name) for site in prefixes for name in routes}
        of_contract = {(site, row["name"]) for site, _, row in _rows()}
        self.assertEqual(of_contract - known, set(), "routes that the client does not know")
        named = {name for _, name in of_contract}
        self.assertEqual(set(routes) - named, set(), "routes that the contract does not have")

    def test_each_route_is_sent_as_the_contract_has_it(self) -> None:
        queries: dict[str, set[str]] = {}
        for site, key, row in _rows():
            with self.subTest(key):
                route: Route = routes[row["name"]]
                self.assertEqual(f"{route.method} {prefixes[site]}{route.path}", key)
                self.assertEqual(route.takes_key, row["key"] == "yes")
                queries.setdefault(row["name"], set()).update(filter(None, row["query"].split(",")))
        self.assertEqual({name: set(route.query) for name, route in routes.items()}, queries)

    def test_each_route_has_a_method(self) -> None:
        folder = Path(records.__file__).parent.parent / "resources"
        source = "\n".join(path.read_text("utf-8") for path in folder.glob("*.py"))
        self.assertEqual([name for name in routes if f'"{name}"' not in source], [])


class Schemas(unittest.TestCase):
    def test_each_schema_of_the_contract_is_known_and_no_other(self) -> None:
        known = set(_by_hand) | set(_classes())
        of_contract = {name for name in _contract["schemas"] if not name.endswith("Deleted")}
        self.assertEqual(of_contract - known, set(), "schemas that the client does not know")
        self.assertEqual(known - of_contract, set(), "schemas that the contract does not have")

    def test_each_record_has_the_fields_of_the_contract(self) -> None:
        for name, cls in _classes().items():
            if issubclass(cls, records.Record):
                with self.subTest(name):
                    self.assertEqual(_fields_of_record(cls), _expected(_contract["schemas"][name]))

    def test_each_body_has_the_fields_of_the_contract(self) -> None:
        for name, cls in _classes().items():
            if not issubclass(cls, records.Record):
                with self.subTest(name):
                    # `any` stands for a field that is always refused.
                    of_contract = {
                        it: kind for it, kind in _contract["schemas"][name].items() if kind != "any"
                    }
                    self.assertEqual(_fields_of_body(cls), of_contract)

    def test_each_offset_of_the_contract_is_converted(self) -> None:
        looks_so = re.compile(r"index|offset|position|start|end$", re.IGNORECASE)
        found = {
            (name, field)
            for name, of_contract in _contract["schemas"].items()
            for field, kind in of_contract.items()
            if looks_so.search(field) and kind.startswith("integer")
        }
        places = {(name, it) for name in _placed for it in ("startIndex", "endIndex")}
        # The place of an item of a batch in its list is no place in a text.
        self.assertEqual(found, places | {("IntlBatchEntry", "index"), ("MainBatchEntry", "index")})
        for name, of_contract in _contract["schemas"].items():
            if any(kind.strip("[]") in _placed for kind in of_contract.values()):
                with self.subTest(name):
                    self.assertTrue(issubclass(_classes()[name], records.CheckedText))

    def test_what_has_no_class_has_the_fields_that_are_read_and_written(self) -> None:
        for name, names in _by_hand.items():
            with self.subTest(name):
                self.assertEqual(set(_contract["schemas"][name]), set(names.split()))
        for name, of_contract in _contract["schemas"].items():
            if name.endswith("Deleted"):
                self.assertEqual(set(of_contract), {"id", "object", "deleted"})
        self.assertEqual({it.name for it in fields(Deleted)}, {"raw", "id", "object", "deleted"})


def _rows() -> list[tuple[Site, str, dict[str, str]]]:
    """Returns the routes of the sites, each with its site."""
    found: list[tuple[Site, str, dict[str, str]]] = []
    for key, row in _contract["routes"].items():
        if key not in _without_site:
            path = key.split(" ")[1]
            # The prefix of the main site, which is the last, is the beginning of the others.
            site: Site = next(it for it in _sites if path.startswith(prefixes[it]))
            found.append((site, key, row))
    return found


def _classes() -> dict[str, type[Any]]:
    of_all = {"Record", "CheckedText", "Deleted"}
    return {
        name: getattr(module, name)
        for module in (records, bodies)
        for name in module.__all__
        if name not in of_all
    }


def _expected(of_contract: Mapping[str, str]) -> dict[str, str]:
    """Returns the types of a record's fields: what may be absent is None, and a list then empty."""
    found: dict[str, str] = {}
    for name, kind in of_contract.items():
        is_optional = name.endswith("?") and not kind.startswith("[") and not kind.endswith(" or null")
        found[name.rstrip("?")] = f"{kind} or null" if is_optional else kind
    return found


def _fields_of_record(cls: type[Any]) -> dict[str, str]:
    hints = typing.get_type_hints(cls)
    return {wire_name(it.name): _kind(hints[it.name]) for it in fields(cls) if it.name != "raw"}


def _fields_of_body(cls: type[Any]) -> dict[str, str]:
    hints = typing.get_type_hints(cls)
    required: frozenset[str] = cls.__required_keys__
    return {wire_name(it) + ("" if it in required else "?"): _kind(hint) for it, hint in hints.items()}


_plain: dict[object, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    datetime: "date-time",
}


def _kind(hint: Any) -> str:
    """Writes a type as `contract.json` does."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Union:
        return f"{_kind(next(it for it in arguments if it is not type(None)))} or null"
    if origin is typing.Literal:
        return "|".join(str(it) for it in arguments)
    if origin in (tuple, Sequence):
        return f"[{_kind(arguments[0])}]"
    if origin is Mapping:
        return "object"
    return _plain.get(hint) or str(hint.__name__)


if __name__ == "__main__":
    unittest.main()
