"""Tests of clients of a scripted server, in which nobody waits."""

from __future__ import annotations

import unittest
from typing import Any
from unittest import mock

from redline import MainClient, UsClient


class ScriptedCase(unittest.TestCase):
    """Replaces the waiting of the client, and closes its connections after each test."""

    def setUp(self) -> None:
        patcher = mock.patch("redline.retries.sleep")
        self.sleep = patcher.start()
        self.addCleanup(patcher.stop)

    def pauses(self) -> list[float]:
        """Returns for how long the client would have waited, each time."""
        return [call.args[0] for call in self.sleep.call_args_list]

    def client(self, url: str, **options: Any) -> UsClient:
        client = UsClient("svc_live_x", url, **options)
        self.addCleanup(client.close)
        return client

    def main_client(self, url: str, **options: Any) -> MainClient:
        client = MainClient("svc_live_x", url, **options)
        self.addCleanup(client.close)
        return client
