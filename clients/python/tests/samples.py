"""Records as the service sends them."""

from __future__ import annotations

from typing import Any

_time = "2026-11-29T14:00:00.123Z"

#: Two emoji, four units of UTF-16, stand before the claim.
text = "😀😀 Drops cure arthritis, 𝒜 says."


def _placed(matched: str, **more: Any) -> dict[str, Any]:
    start = len(text[: text.index(matched)].encode("utf-16-le")) // 2
    end = start + len(matched.encode("utf-16-le")) // 2
    return {"matchedText": matched, "startIndex": start, "endIndex": end, **more}


def risk(matched: str) -> dict[str, Any]:
    return _placed(
        matched,
        id="r",
        kind="violation",
        severity="high",
        category="Disease claim",
        suggestion=None,
        legalRef=None,
        source="rule",
        folds=[],
        precedents=[],
    )


def text_check(id: str = "text_1", status: str = "completed", **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "object": "intl_text_check",
        "status": status,
        "failure": None,
        "platform": "dtc_us",
        "vertical": "supplement",
        "riskLevel": None if status == "processing" else "high",
        "fixStatus": None,
        "createdAt": _time,
        "updatedAt": _time,
        "text": text,
        "summary": {"violation": 1, "sceneHint": 0, "custom": 0, "semantic": 0},
        "risks": [risk("cure arthritis"), {**risk("𝒜 says"), "id": None}],
        "customRisks": [_placed("𝒜", replacement=None, note=None)],
        "semanticLabels": [],
        "considered": [_placed("Drops", ruleId="rule", reason="It is a product.")],
        "fixedText": None,
        **more,
    }


def text_item(number: int) -> dict[str, Any]:
    return {
        "id": f"text_{number}",
        "object": "intl_text_check",
        "status": "completed",
        "failure": None,
        "platform": "dtc_us",
        "vertical": None,
        "riskLevel": "safe",
        "fixStatus": None,
        "createdAt": _time,
        "preview": "…",
        "riskCount": 0,
    }


def page(number: int, items: list[Any], has_more: bool) -> dict[str, Any]:
    return {
        "object": "list",
        "page": number,
        "pageSize": 2,
        "total": 5,
        "hasMore": has_more,
        "data": items,
    }


accepted = {"id": "text_1", "object": "intl_text_check", "status": "processing", "creditCost": 2}
quote = {
    "object": "quote",
    "creditCost": 2,
    "laterCreditCost": 0,
    "currentBalance": 9,
    "isCovered": True,
    "lines": [{"item": "text_check", "quantity": 1, "creditCost": 2}],
}
