"""Lists are fetched page by page, as far as they are gone through, and have each record once."""

from __future__ import annotations

from itertools import islice

from redline import UnexpectedAnswerError

from . import samples
from .scripted_case import ScriptedCase
from .server import ScriptedServer, Told, success


def _page(number: int, ids: list[int], has_more: bool) -> Told:
    return success(samples.page(number, [samples.text_item(id) for id in ids], has_more))


class Lists(ScriptedCase):
    def test_all_pages_are_gone_through(self) -> None:
        with ScriptedServer(_page(1, [5, 4], True), _page(2, [3, 2], True), _page(3, [1], False)) as server:
            checks = list(self.client(server.url).text_checks.list(page_size=2))
        self.assertEqual([it.id for it in checks], [f"text_{it}" for it in (5, 4, 3, 2, 1)])
        self.assertEqual(
            [it.path for it in server.asked],
            [f"/v1/intl/us/text/checks?page={it}&pageSize=2" for it in (1, 2, 3)],
        )

    def test_a_record_that_moved_to_the_next_page_comes_once(self) -> None:
        with ScriptedServer(_page(1, [5, 4], True), _page(2, [4, 3], False)) as server:
            checks = list(self.client(server.url).text_checks.list(page_size=2))
        self.assertEqual([it.id for it in checks], ["text_5", "text_4", "text_3"])

    def test_no_page_is_fetched_that_nobody_looks_at(self) -> None:
        with ScriptedServer(_page(1, [5, 4], True)) as server:
            listing = self.client(server.url).text_checks.list(page_size=2)
            self.assertEqual(len(server.asked), 0)
            self.assertEqual(len(list(islice(listing, 2))), 2)
        self.assertEqual(len(server.asked), 1)

    def test_an_empty_page_ends_the_list_whatever_it_says(self) -> None:
        with ScriptedServer(_page(1, [], True)) as server:
            self.assertEqual(list(self.client(server.url).text_checks.list()), [])
        self.assertEqual(len(server.asked), 1)

    def test_a_page_says_how_many_there_are(self) -> None:
        with ScriptedServer(_page(2, [3, 2], True)) as server:
            page = self.client(server.url).text_checks.list(page_size=2).page(2)
        self.assertEqual((page.page, page.total, page.has_more, len(page.data)), (2, 5, True, 2))

    def test_filters_go_into_the_query(self) -> None:
        with ScriptedServer(success(samples.page(1, [], False))) as server:
            list(
                self.main_client(server.url).text_checks.list(keyword="最好 & 第一", platform="shortvideo_a")
            )
        self.assertEqual(
            server.asked[0].path,
            "/v1/text/checks?page=1&pageSize=50&platform=shortvideo_a"
            "&keyword=%E6%9C%80%E5%A5%BD+%26+%E7%AC%AC%E4%B8%80",
        )

    def test_a_page_size_that_the_service_refuses_is_refused_here(self) -> None:
        with self.assertRaises(ValueError):
            self.client("http://127.0.0.1:9").text_checks.list(page_size=51)

    def test_an_answer_that_is_no_page_is_an_error(self) -> None:
        with ScriptedServer(success({"object": "list"})) as server, self.assertRaises(UnexpectedAnswerError):
            list(self.client(server.url).text_checks.list())
