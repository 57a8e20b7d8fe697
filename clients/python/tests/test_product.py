"""The client against the whole product, on all three sites.

Runs where REDLINE_URL says where that is, with REDLINE_US_KEY, REDLINE_ID_KEY and
REDLINE_MAIN_KEY of accounts with credits and batches, and REDLINE_POOR_KEY of one of the site `us`
without credits. REDLINE_PICTURE and REDLINE_VIDEO (six seconds) name files; without them what needs
files is skipped.
"""

from __future__ import annotations

import os
import unittest
import uuid
from dataclasses import replace
from itertools import islice
from typing import Any, Optional

from redline import (
    AuthenticationError,
    IdClient,
    InsufficientCreditsError,
    InvalidRequestError,
    MainClient,
    NotFoundError,
    Redline,
    ReportChunk,
    ReportComplete,
    ReportDone,
    ReportStart,
    UsClient,
)

_address = os.environ.get("REDLINE_URL")
_picture, _video = os.environ.get("REDLINE_PICTURE", ""), os.environ.get("REDLINE_VIDEO", "")
_seconds = 6
_needs_files = unittest.skipUnless(_picture and _video, "REDLINE_PICTURE and REDLINE_VIDEO name no files")

_us: Any = {"platform": "dtc_us", "vertical": "supplement", "explain_locale": "en-US"}
_id: Any = {"platform": "marketplace_b", "vertical": "health", "explain_locale": "id-ID"}
_main: Any = {"platform": "shortvideo_a", "industry_vertical": "beauty"}
_claim = "😀 Fern drops, 30 ml, $12.50. They cure arthritis and smell of mint. 𝒜"
_id_claim = "😀 Sabun serai 100 gram, Rp25.000. Kapsul ini menyembuhkan diabetes dalam tiga hari."
_main_claim = "😀我家的面膜三天根治湿疹。成分温和，适合日常使用，颜色有米白和浅灰。"


@unittest.skipUnless(_address, "REDLINE_URL says of no product to ask")
class ProductCase(unittest.TestCase):
    """Clients of a scope of their own for each test."""

    def setUp(self) -> None:
        scope = f"py-{uuid.uuid4().hex}"
        self.american: UsClient = Redline(os.environ["REDLINE_US_KEY"], site="us", end_tenant=scope)
        self.indonesian: IdClient = Redline(os.environ["REDLINE_ID_KEY"], site="id", end_tenant=scope)
        self.chinese: MainClient = Redline(os.environ["REDLINE_MAIN_KEY"], site="main", end_tenant=scope)
        for client in (self.american, self.indonesian, self.chinese):
            self.addCleanup(client.close)


class Endpoints(ProductCase):
    def test_each_site_has_endpoints_that_are_made_tested_and_deleted(self) -> None:
        for client in (self.american, self.indonesian, self.chinese):
            with self.subTest(client.site):
                endpoints = client.webhook_endpoints
                made = endpoints.create(url="http://127.0.0.1:9/redline", events=["check.failed"])
                self.assertTrue(made.secret.startswith("whsec_"))
                self.assertEqual([it.id for it in endpoints.list()], [made.id])
                self.assertNotEqual(endpoints.rotate_secret(made.id).secret, made.secret)
                first, second = endpoints.test(made.id), endpoints.test(made.id)
                found = [it.id for it in endpoints.deliveries(made.id, page_size=1)]
                self.assertEqual(found, [second.id, first.id])
                self.assertEqual(endpoints.resend(made.id, first.id).event_id, first.event_id)
                self.assertEqual(endpoints.update(made.id, enabled=False).disabled_reason, "by_request")
                with self.assertRaisesRegex(InvalidRequestError, "disabled"):
                    endpoints.test(made.id)
                endpoints.delete(made.id)
                with self.assertRaises(NotFoundError):
                    endpoints.get(made.id)

    def test_a_private_address_is_refused(self) -> None:
        with self.assertRaisesRegex(InvalidRequestError, "public"):
            self.american.webhook_endpoints.create(url="https://10.0.0.1/redline")


class Texts(ProductCase):
    def test_the_us_site_gives_a_verdict_whose_offsets_are_those_of_python(self) -> None:
        check = self.american.text_checks.create(text=_claim, **_us).wait()
        self.assertEqual((check.status, check.failure, check.object), ("completed", None, "intl_text_check"))
        self.assertIn("cure arthritis", "".join(risk.matched_text for risk in check.risks))
        for risk in check.risks:
            self.assertEqual(check.slice(risk), risk.matched_text)
            # The emoji before it are one unit of UTF-16 more than code points.
            self.assertEqual(risk.raw["startIndex"], risk.start_index + 1)
        # What it cost is said in the answer to the submission alone.
        self.assertEqual(self.american.text_checks.get(check.id), replace(check, credit_cost=None))

    def test_the_other_sites_do_too(self) -> None:
        of_id = self.indonesian.text_checks.create(text=_id_claim, **_id).wait()
        self.assertEqual((of_id.status, of_id.vertical), ("completed", "health"))
        of_main = self.chinese.text_checks.create(text=_main_claim, **_main).wait()
        self.assertEqual((of_main.status, of_main.risk_level), ("completed", "REJECT"))
        self.assertEqual([risk.tier for risk in of_main.risks], ["STRICT"] * len(of_main.risks))
        for check in (of_id, of_main):
            self.assertTrue(check.risks)
            for risk in check.risks:
                self.assertEqual(check.slice(risk), risk.matched_text)
                self.assertEqual(risk.raw["startIndex"], risk.start_index + 1)

    def test_without_waiting_the_verdict_is_polled_for(self) -> None:
        submission = self.american.text_checks.create(text=_claim, **_us, wait_seconds=0)
        self.assertIsNone(submission.record)
        self.assertEqual(submission.wait(timeout=60).status, "completed")

    def test_one_idempotency_key_is_one_check_and_one_charge(self) -> None:
        key, before = uuid.uuid4().hex, self.american.account.get().credits.total
        first = self.american.text_checks.create(text=_claim, **_us, idempotency_key=key)
        again = self.american.text_checks.create(text=_claim, **_us, idempotency_key=key)
        self.assertEqual((first.id, first.is_replayed, again.is_replayed), (again.id, False, True))
        self.assertEqual(before - self.american.account.get().credits.total, first.credit_cost)
        with self.assertRaises(InvalidRequestError) as raised:
            self.american.text_checks.create(text=_claim + "!", **_us, idempotency_key=key)
        self.assertEqual(raised.exception.code, "idempotency_key_reused")

    def test_a_quote_says_what_a_submission_costs(self) -> None:
        for client, text, where in (
            (self.american, _claim, _us),
            (self.indonesian, _id_claim, _id),
            (self.chinese, _main_claim, _main),
        ):
            checks: Any = client.text_checks
            quote = checks.quote(text=text, **where)
            submission = checks.create(text=text, **where)
            self.assertEqual((quote.is_covered, quote.credit_cost), (True, submission.credit_cost))
            submission.wait()
            rewrite = checks.quote_fix(submission.id)
            self.assertEqual(rewrite.credit_cost, checks.fix(submission.id).credit_cost)

    def test_a_rewrite_of_each_site_takes_the_claim_out(self) -> None:
        check = self.american.text_checks.create(text=_claim, **_us).wait()
        fixed = self.american.text_checks.fix(check.id).wait()
        self.assertEqual(fixed.fix_status, "completed")
        self.assertNotIn("arthritis", fixed.fixed_text or "arthritis")
        of_id = self.indonesian.text_checks.create(text=_id_claim, **_id).wait()
        self.assertNotIn(
            "diabetes", self.indonesian.text_checks.fix(of_id.id).wait().fixed_text or "diabetes"
        )
        of_main = self.chinese.text_checks.create(text=_main_claim, **_main).wait()
        versions = self.chinese.text_checks.fix(of_main.id, strategy="precise", mode="ad").wait().fixes
        self.assertEqual([(it.version, it.strategy) for it in versions], [(1, "precise")])
        self.assertNotIn("湿疹", versions[0].fixed_text)

    def test_an_automatic_rewrite_can_be_waited_for(self) -> None:
        submission = self.chinese.text_checks.create(text=_main_claim, **_main, auto_fix=True)
        submission.wait()
        self.assertEqual(len(self.chinese.text_checks.wait_for_fix(submission.id).fixes), 1)

    def test_a_list_is_gone_through_over_its_pages(self) -> None:
        made = [
            self.american.text_checks.create(text=f"Soft cotton socks, number {it}.", **_us).id
            for it in range(5)
        ]
        listing = self.american.text_checks.list(page_size=2)
        self.assertEqual([it.id for it in listing], made[::-1])
        self.assertEqual([len(page.data) for page in listing.pages()], [2, 2, 1])
        self.assertEqual([it.id for it in islice(listing, 1)], made[-1:])
        found = self.chinese.text_checks.create(text=_main_claim, **_main).id
        self.assertEqual([it.id for it in self.chinese.text_checks.list(keyword="根治")], [found])
        self.assertEqual(list(self.chinese.text_checks.list(keyword="没有")), [])

    def test_what_was_deleted_is_gone(self) -> None:
        check = self.american.text_checks.create(text=_claim, **_us).wait()
        self.assertTrue(self.american.text_checks.delete(check.id).deleted)
        with self.assertRaises(NotFoundError):
            self.american.text_checks.get(check.id)

    def test_a_tenant_does_not_see_the_checks_of_another(self) -> None:
        check = self.american.text_checks.create(text=_claim, **_us).wait()
        with self.assertRaises(NotFoundError):
            self.american.for_tenant("py-another").text_checks.get(check.id)


class Errors(ProductCase):
    def test_what_is_wrong_is_named_field_by_field(self) -> None:
        wrong: Any = {"text": "short", "platform": "nowhere", "vertical": "supplement"}
        with self.assertRaises(InvalidRequestError) as raised:
            self.american.text_checks.create(**wrong)
        error = raised.exception
        self.assertEqual((error.status, error.code), (400, "invalid_request"))
        self.assertEqual({issue.path for issue in error.issues}, {"text", "platform"})
        self.assertRegex(error.request_id or "", r"^[0-9a-f-]{36}$")

    def test_a_key_of_another_site_is_refused(self) -> None:
        client = Redline(os.environ["REDLINE_ID_KEY"], site="us")
        self.addCleanup(client.close)
        with self.assertRaises(AuthenticationError):
            client.account.get()

    def test_too_few_credits_say_how_many_there_are(self) -> None:
        client = Redline(os.environ["REDLINE_POOR_KEY"], site="us")
        self.addCleanup(client.close)
        with self.assertRaises(InsufficientCreditsError) as raised:
            client.text_checks.create(text=_claim, **_us)
        self.assertEqual((raised.exception.required_credits, raised.exception.current_balance), (2, 0))


class Words(ProductCase):
    def test_words_are_added_changed_imported_and_deleted(self) -> None:
        rules = self.american.custom_rules
        rule = rules.create(keyword="mint", replacement="lemon balm")
        self.assertEqual((rule.replacement, rule.enabled), ("lemon balm", True))
        check = self.american.text_checks.create(text=_claim, **_us).wait()
        self.assertEqual([check.slice(it) for it in check.custom_risks], ["mint"])
        self.assertIsNone(rules.update(rule.id, replacement=None).replacement)
        result = rules.import_many([{"keyword": "mint"}, {"keyword": "fern", "note": "ours"}])
        self.assertEqual((result.total, result.imported, result.skipped_duplicate), (2, 1, 1))
        self.assertEqual([it.keyword for it in rules.list()], ["fern", "mint"])
        self.assertGreaterEqual(rules.quota().used, 2)
        self.assertTrue(rules.settings().enabled)
        self.assertTrue(rules.delete(rule.id).deleted)

    def test_words_of_the_main_site_have_a_library(self) -> None:
        rules = self.chinese.custom_rules
        self.assertEqual(rules.create(keyword="面膜", library="creator").library, "creator")
        self.assertEqual(rules.import_many([{"keyword": "湿疹"}], library="duanju").imported, 1)
        self.assertEqual({it.library for it in rules.list()}, {"creator", "duanju"})
        # Of this scope alone; that of the other sites is the account's.
        self.assertFalse(rules.update_settings(enabled=False).enabled)
        check = self.chinese.text_checks.create(text=_main_claim, **_main).wait()
        self.assertEqual((rules.settings().enabled, check.custom_risks), (False, ()))

    def test_notices_are_found_dismissed_and_restored(self) -> None:
        notices = self.chinese.notices
        [first, *_] = [
            it for it in notices.find(product_vertical="creator", industry="medical-beauty") if it.dismissable
        ]
        notices.dismiss(first.dismiss_key)
        self.assertEqual(notices.dismissals(), (first.dismiss_key,))
        notices.restore(first.dismiss_key)
        self.assertEqual(notices.dismissals(), ())

    def test_accounts_of_all_sites_can_be_read(self) -> None:
        self.assertEqual(
            (self.american.account.get().country, self.indonesian.account.get().country), ("us", "id")
        )
        self.assertTrue(self.chinese.account.get().subscription.is_paid)


@_needs_files
class Files(ProductCase):
    def test_an_image_is_uploaded_and_checked_on_each_site(self) -> None:
        for client, more in (
            (self.american, {"vertical": "general"}),
            (self.indonesian, {}),
            (self.chinese, {"detect_types": ["OCR"]}),
        ):
            with self.subTest(client.site):
                with open(_picture, "rb") as picture:
                    stored = client.uploads.create(picture)
                self.assertEqual(stored.size_bytes, os.path.getsize(_picture))
                checks: Any = client.image_checks
                declared: Any = {
                    "image_url": stored.url,
                    "image_title": "A picture",
                    "image_size": stored.size_bytes,
                    **more,
                }
                quote = checks.quote(**declared)
                check = checks.create(**declared)
                self.assertEqual((check.status, check.failure), ("completed", None))
                self.assertEqual((quote.credit_cost, check.credit_cost), (2, 2))
                self.assertIn("ran", [it.status for it in check.coverage if it.detector == "text"])
                self.assertEqual(checks.get(check.id).id, check.id)
                self.assertEqual([it.id for it in checks.list()], [check.id])
                self.assertTrue(checks.delete(check.id).deleted)

    def test_videos_are_waited_for_in_the_language_asked_for(self) -> None:
        for client in (self.american, self.indonesian):
            with self.subTest(client.site):
                submission = self.submitted(client, explain_locale="zh-CN")
                self.assertEqual(submission.credit_cost, _seconds)
                check = submission.wait(timeout=120)
                self.assertEqual((check.status, check.failure), ("completed", None))
                self.assertNotEqual(check.transcript_status, "processing")
                checks: Any = client.video_checks
                self.assertEqual(checks.wait(submission.id).id, check.id)
                self.assertEqual([it.id for it in checks.list(status="completed")], [check.id])
                self.assertTrue(checks.delete(check.id).deleted)

    def test_a_report_is_streamed_resumed_and_kept(self) -> None:
        id = self.submitted(self.chinese).wait(timeout=120).id
        reports = self.chinese.reports
        self.assertIsNone(reports.latest(id))
        quote, before = reports.quote(id), self.chinese.account.get().credits.total
        stream = reports.stream(id)
        seen: list[Any] = list(islice(stream, 2))
        # The connection is closed, as one that was lost.
        stream.close()
        rest: list[Any] = list(reports.stream(id, last_event_id=seen[-1].id))
        events = [*seen, *rest]
        self.assertIsInstance(events[0], ReportStart)
        self.assertIsInstance(events[-1], ReportComplete)
        [done] = [it for it in events if isinstance(it, ReportDone)]
        self.assertEqual("".join(it.chunk for it in events if isinstance(it, ReportChunk)), done.content)
        self.assertEqual(list(reports.stream(id, last_event_id=events[-1].id)), [])
        self.assertEqual(before - self.chinese.account.get().credits.total, quote.credit_cost)
        latest = reports.latest(id)
        assert latest is not None
        self.assertEqual((latest.id, latest.content), (done.report_id, done.content))

    def submitted(self, client: Any, explain_locale: Optional[str] = None) -> Any:
        stored = client.uploads.create(_video)
        more = {} if explain_locale is None else {"explain_locale": explain_locale}
        return client.video_checks.create(
            video_url=stored.url,
            video_title="A video",
            video_size=stored.size_mb,
            video_duration=_seconds,
            **more,
        )


class Batches(ProductCase):
    def test_a_batch_of_each_site_has_a_result_and_its_checks(self) -> None:
        rows: list[tuple[Any, Any, str]] = [
            (self.american, _us, _claim),
            (self.indonesian, _id, _id_claim),
            (self.chinese, {**_main, "product_vertical": "creator"}, _main_claim),
        ]
        for client, where, text in rows:
            with self.subTest(client.site):
                declared = {"name": "A batch", "texts": [text], **where}
                quote = client.batches.quote(**declared)
                submission = client.batches.create(**declared)
                self.assertEqual(quote.credit_cost, submission.credit_cost)
                batch = submission.wait(timeout=120)
                self.assertEqual(
                    (batch.status, batch.result, batch.progress.percent), ("completed", "REJECT", 100)
                )
                [item] = batch.items
                check = client.text_checks.get(item.check_id)
                self.assertEqual(
                    [check.slice(it) for it in check.risks], [it.matched_text for it in check.risks]
                )
                self.assertEqual([it.id for it in client.batches.list()], [batch.id])
                self.assertEqual(client.batches.wait(batch.id).id, batch.id)
                self.assertTrue(client.batches.delete(batch.id).deleted)


if __name__ == "__main__":
    unittest.main()
