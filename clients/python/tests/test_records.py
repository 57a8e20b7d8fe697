"""Records have typed fields, offsets of Python, and the JSON they come from."""

from __future__ import annotations

import unittest
from datetime import datetime, timezone
from typing import Any

from redline import UnexpectedAnswerError
from redline.decoding import decode
from redline.records import IntlImageLabel, MainVideoReport, UsTextCheck

from . import samples


class Records(unittest.TestCase):
    def test_offsets_of_all_findings_count_code_points(self) -> None:
        check = decode(UsTextCheck, samples.text_check())
        found: list[Any] = [*check.risks, *check.custom_risks, *check.considered]
        self.assertEqual([check.slice(it) for it in found], [it.matched_text for it in found])
        self.assertEqual([check.slice(it) for it in found], ["cure arthritis", "𝒜 says", "𝒜", "Drops"])

    def test_the_offsets_of_the_wire_stay_in_raw(self) -> None:
        check = decode(UsTextCheck, samples.text_check())
        first = check.risks[0]
        self.assertEqual((first.start_index, first.raw["startIndex"]), (9, 11))

    def test_a_finding_without_a_place_has_no_slice(self) -> None:
        nowhere = {**samples.risk("Drops"), "startIndex": -1, "endIndex": -1}
        check = decode(UsTextCheck, samples.text_check(risks=[nowhere]))
        self.assertEqual((check.risks[0].start_index, check.slice(check.risks[0])), (-1, None))

    def test_times_are_times(self) -> None:
        check = decode(UsTextCheck, samples.text_check())
        self.assertEqual(check.created_at, datetime(2026, 11, 29, 14, 0, 0, 123000, timezone.utc))

    def test_what_the_contract_has_added_since_is_in_raw(self) -> None:
        check = decode(UsTextCheck, samples.text_check(shine=7, riskLevel="doubtful"))
        self.assertEqual((check.raw["shine"], check.risk_level), (7, "doubtful"))

    def test_optional_fields_that_are_absent_are_none_or_empty(self) -> None:
        label = decode(IntlImageLabel, {"description": "A knife", "riskLevel": None})
        self.assertEqual((label.severity, label.boxes, label.precedents), (None, (), ()))

    def test_what_the_contract_promises_and_is_not_there_is_an_error(self) -> None:
        check = samples.text_check()
        del check["status"]
        with self.assertRaisesRegex(UnexpectedAnswerError, "UsTextCheck without status"):
            decode(UsTextCheck, check)

    def test_another_type_than_that_of_the_contract_is_an_error(self) -> None:
        changes: list[dict[str, Any]] = [{"risks": "none"}, {"summary": []}, {"createdAt": "yesterday"}]
        for change in changes:
            with self.subTest(change), self.assertRaises(UnexpectedAnswerError):
                decode(UsTextCheck, samples.text_check(**change))
        with self.assertRaises(UnexpectedAnswerError):
            decode(MainVideoReport, None)

    def test_records_are_equal_by_their_fields_and_cannot_be_changed(self) -> None:
        check, same = (decode(UsTextCheck, samples.text_check(shine=it)) for it in (1, 2))
        self.assertEqual(check, same)
        with self.assertRaises(AttributeError):
            check.id = "text_2"  # type: ignore[misc]


if __name__ == "__main__":
    unittest.main()
