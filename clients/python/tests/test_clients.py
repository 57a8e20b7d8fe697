"""A client is made for a site and a scope, and keeps its key to itself."""

from __future__ import annotations

import os
import unittest
from typing import Any
from unittest import mock

from redline import IdClient, MainClient, Redline, UsClient

from . import samples
from .scripted_case import ScriptedCase
from .server import ScriptedServer, success

_address = "http://127.0.0.1:9"

#: As a program without types calls it.
_make: Any = Redline


class Clients(ScriptedCase):
    def test_each_site_has_its_own(self) -> None:
        self.assertIsInstance(Redline("k", _address), UsClient)
        self.assertIsInstance(Redline("k", _address, site="id"), IdClient)
        self.assertIsInstance(Redline("k", _address, site="main"), MainClient)

    def test_key_and_address_may_come_from_the_environment(self) -> None:
        with ScriptedServer(success(samples.text_check())) as server:
            environment = {"REDLINE_API_KEY": "k1", "REDLINE_URL": server.url, "REDLINE_BASE_URL": _address}
            with mock.patch.dict(os.environ, environment, clear=True):
                client = Redline()
            self.addCleanup(client.close)
            client.text_checks.get("text_1")
        self.assertEqual(server.asked[0].headers["Authorization"], "Bearer k1")

    def test_the_first_name_of_the_address_is_still_read(self) -> None:
        for current in ({}, {"REDLINE_URL": ""}):
            with self.subTest(current), ScriptedServer(success(samples.text_check())) as server:
                environment = {"REDLINE_API_KEY": "k1", "REDLINE_BASE_URL": server.url, **current}
                with mock.patch.dict(os.environ, environment, clear=True):
                    client = Redline()
                self.addCleanup(client.close)
                client.text_checks.get("text_1")
                self.assertEqual(len(server.asked), 1)

    def test_what_cannot_be_right_says_what_to_give(self) -> None:
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"api_key": None}, "REDLINE_API_KEY"),
            ({"base_url": None}, "REDLINE_URL"),
            ({"api_key": "svc_live_x\n"}, "line end"),
            ({"base_url": "redline.example"}, "http"),
            ({"base_url": "https://a?b"}, "query"),
            ({"site": "fr"}, "us, id or main"),
            ({"end_tenant": "a b"}, "end_tenant"),
            ({"end_tenant": "a" * 65}, "end_tenant"),
            ({"read_timeout": 0}, "greater than 0"),
        ]
        with mock.patch.dict(os.environ, clear=True):
            for change, sentence in wrong:
                with self.subTest(change), self.assertRaisesRegex(ValueError, sentence):
                    _make(**{"api_key": "k", "base_url": _address, **change})

    def test_an_address_may_have_a_path(self) -> None:
        with ScriptedServer(success(samples.text_check())) as server:
            self.client(f"{server.url}/redline/").text_checks.get("text_1")
        self.assertEqual(server.asked[0].path, "/redline/v1/intl/us/text/checks/text_1")

    def test_a_tenant_has_its_scope_and_the_same_connections(self) -> None:
        with ScriptedServer(success(samples.text_check())) as server:
            client = self.client(server.url)
            shop = client.for_tenant("shop-1")
            shop.text_checks.get("text_1")
            client.text_checks.get("text_1")
        scopes = [it.headers.get("X-End-Tenant") for it in server.asked]
        self.assertEqual(scopes, ["shop-1", None])
        self.assertEqual(len({it.client_port for it in server.asked}), 1)

    def test_the_key_is_not_shown(self) -> None:
        client = Redline("svc_live_secret", _address, end_tenant="shop")
        self.assertEqual(repr(client), "UsClient(site='us', end_tenant='shop')")
        self.assertNotIn("svc_live_secret", repr(vars(client)))


if __name__ == "__main__":
    unittest.main()
