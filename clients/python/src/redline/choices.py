"""Values that fields of the contract take. The service may add some, so expect one that is not here."""

from typing import Literal

Site = Literal["us", "id", "main"]
CheckStatus = Literal["processing", "completed", "failed"]
MainCheckStatus = Literal["processing", "completed", "failed", "cancelled"]
MediaRiskLevel = Literal["PASS", "REVIEW", "REJECT"]
TextRiskLevel = Literal["safe", "low", "medium", "high"]
AnyRiskLevel = Literal["safe", "low", "medium", "high", "PASS", "REVIEW", "REJECT"]
Severity = Literal["high", "medium", "low"]
RiskKind = Literal["violation", "scene-hint"]
RiskSource = Literal["rule", "model", "custom"]
MainRiskSource = Literal["rule", "model"]
RiskTier = Literal["STRICT", "SOFT"]
BatchResult = Literal["PASS", "REJECT"]
TranscriptStatus = Literal["processing", "completed", "failed", "empty"]
DriftStatus = Literal["pending", "processing", "completed", "failed", "skipped"]
UsPlatform = Literal[
    "shortvideo_us", "marketplace_us", "dtc_us", "social_ads", "search_ads", "shortvideo_ads"
]
UsVertical = Literal[
    "general",
    "beauty",
    "health",
    "supplement",
    "weight_loss",
    "baby",
    "apparel",
    "jewelry",
    "home",
    "pet",
]
IdPlatform = Literal["shortvideo_id", "marketplace_a_id", "marketplace_b"]
IdVertical = Literal["general", "beauty", "health", "food", "fashion"]
MainPlatform = Literal[
    "shortvideo_a",
    "shortvideo_b",
    "lifestyle_community",
    "messaging_video",
    "video_community",
    "shortdrama_platform",
]
IndustryVertical = Literal["general", "beauty", "ecommerce", "finance", "health", "food", "slimming"]
ProductVertical = Literal["creator", "duanju", "touliu"]
ImageProductVertical = Literal["creator", "touliu"]
SceneMode = Literal["content", "ad"]
FixStrategy = Literal["rewrite", "precise"]
UsLocale = Literal["zh-CN", "en-US"]
IdLocale = Literal["zh-CN", "id-ID"]
MatchType = Literal["keyword", "phrase"]
Library = Literal["general", "creator", "duanju", "touliu"]
MediaKind = Literal["image", "video"]
ItemKind = Literal["text", "image", "video"]
WebhookEventType = Literal[
    "check.completed", "check.failed", "batch.completed", "report.completed", "credits.low"
]
WebhookPayload = Literal["thin", "full"]
DeliveryStatus = Literal["pending", "delivered", "failed"]
KeyMode = Literal["live", "test"]
NoticeIndustry = Literal[
    "general",
    "other",
    "beauty",
    "ecommerce",
    "finance",
    "health",
    "slimming",
    "medical-beauty",
    "drug-health",
    "legal",
    "franchise",
    "occult",
    "education",
    "recruit",
    "realestate",
    "auto",
    "alcohol",
]
NoticeMechanism = Literal["prohibited", "filing", "report-white", "qualification"]
Detector = Literal["text", "codes", "nudity", "vision", "transcription", "audio_moderation"]
ImageDetectType = Literal["AD", "OCR", "POLITICS", "VIOLENCE", "PORN", "LOGO"]
FrameType = Literal["OCR", "BEHAVIOR", "AD", "POLITICS", "VIOLENCE", "PORN", "LOGO", "PERSON"]
AudioType = Literal["POLITICAL", "PORN", "AD", "MOAN", "ABUSE"]
