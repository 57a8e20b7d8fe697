"""Bodies of requests, by the names that the OpenAPI document has for them."""

from .batches import (
    BatchImageSubmission,
    BatchVideoSubmission,
    IdBatchSubmission,
    MainBatchImageSubmission,
    MainBatchSubmission,
    UsBatchSubmission,
)
from .custom_rules import (
    CustomRuleChange,
    CustomRuleImportItem,
    IntlCustomRuleBody,
    MainCustomRuleBody,
)
from .media import (
    IdImageCheckSubmission,
    IdVideoCheckSubmission,
    MainImageCheckSubmission,
    MainVideoCheckSubmission,
    UsImageCheckSubmission,
    UsVideoCheckSubmission,
)
from .notices import (
    MainNoticeQuestion,
)
from .text_checks import (
    IdTextCheckSubmission,
    MainTextCheckSubmission,
    MainTextFixBody,
    UsTextCheckSubmission,
)
from .webhooks import (
    WebhookEndpointBody,
    WebhookEndpointChange,
)

__all__ = [
    "BatchImageSubmission",
    "BatchVideoSubmission",
    "CustomRuleChange",
    "CustomRuleImportItem",
    "IdBatchSubmission",
    "IdImageCheckSubmission",
    "IdTextCheckSubmission",
    "IdVideoCheckSubmission",
    "IntlCustomRuleBody",
    "MainBatchImageSubmission",
    "MainBatchSubmission",
    "MainCustomRuleBody",
    "MainImageCheckSubmission",
    "MainNoticeQuestion",
    "MainTextCheckSubmission",
    "MainTextFixBody",
    "MainVideoCheckSubmission",
    "UsBatchSubmission",
    "UsImageCheckSubmission",
    "UsTextCheckSubmission",
    "UsVideoCheckSubmission",
    "WebhookEndpointBody",
    "WebhookEndpointChange",
]
