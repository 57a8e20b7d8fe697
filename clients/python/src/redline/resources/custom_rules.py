"""Words of your own, which are looked for in every check."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Generic, Optional, TypeVar

from ..bodies.custom_rules import (
    CustomRuleChange,
    CustomRuleImportItem,
    IntlCustomRuleBody,
    MainCustomRuleBody,
)
from ..choices import Library
from ..decoding import decode
from ..encoding import body_of
from ..errors import UnexpectedAnswerError
from ..json_values import as_list, as_object
from ..records.custom_rules import (
    IntlCustomRule,
    IntlCustomRuleImportResult,
    IntlCustomRuleQuota,
    IntlCustomRuleSettings,
    MainCustomRule,
    MainCustomRuleImportResult,
    MainCustomRuleQuota,
    MainCustomRuleSettings,
)
from ..records.record import Deleted, Record
from .resource import Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack

R = TypeVar("R", bound=Record)
Q = TypeVar("Q", bound=Record)
S = TypeVar("S", bound=Record)


class CustomRules(Resource, Generic[R, Q, S]):
    """Words of your own, on any site."""

    _record: type[R]
    _quota: type[Q]
    _settings: type[S]

    def list(self) -> tuple[R, ...]:
        """Returns all words of this scope, newest first."""
        data = as_object(self._transport.call("listCustomRules").data) or {}
        rules = as_list(data.get("data"))
        if rules is None:
            raise UnexpectedAnswerError("the answer has no list of custom rules")
        return tuple(decode(self._record, rule) for rule in rules)

    def update(self, id: str, **change: Unpack[CustomRuleChange]) -> R:
        """Changes what is given of a word; None takes its `replacement` or `note` away."""
        return self._send(self._record, "updateCustomRule", body_of(CustomRuleChange, change), id)

    def delete(self, id: str) -> Deleted:
        """Deletes a word for good."""
        return self._delete("deleteCustomRule", id)

    def quota(self) -> Q:
        """Returns how many words the account has and may have, over all its sites."""
        return self._get(self._quota, "getCustomRuleQuota")

    def settings(self) -> S:
        """Returns whether words are looked for at all, in the account; on the site `main` in this scope."""
        return self._get(self._settings, "getCustomRuleSettings")

    def update_settings(self, *, enabled: bool) -> S:
        """Says whether words are looked for at all, in the account; on the site `main` in this scope."""
        return self._send(self._settings, "updateCustomRuleSettings", {"enabled": enabled})


class IntlCustomRules(CustomRules[IntlCustomRule, IntlCustomRuleQuota, IntlCustomRuleSettings]):
    """Words of your own on an international site."""

    _record, _quota, _settings = IntlCustomRule, IntlCustomRuleQuota, IntlCustomRuleSettings

    def create(self, **body: Unpack[IntlCustomRuleBody]) -> IntlCustomRule:
        """Adds a word: `keyword`, and `match_type`, `replacement`, `note`, `enabled`.

        Raises InvalidRequestError if it is there already or the list is full, ForbiddenError if the
        plan has no words.
        """
        return self._send(IntlCustomRule, "createCustomRule", body_of(IntlCustomRuleBody, body))

    def import_many(self, items: Iterable[CustomRuleImportItem]) -> IntlCustomRuleImportResult:
        """Adds up to 2,000 words; those that are there already are skipped, those past the quota rejected."""
        return self._send(IntlCustomRuleImportResult, "importCustomRules", {"items": list(items)})


class MainCustomRules(CustomRules[MainCustomRule, MainCustomRuleQuota, MainCustomRuleSettings]):
    """Words of your own on the site `main`."""

    _record, _quota, _settings = MainCustomRule, MainCustomRuleQuota, MainCustomRuleSettings

    def create(self, **body: Unpack[MainCustomRuleBody]) -> MainCustomRule:
        """Adds a word: `keyword`, and `match_type`, `replacement`, `note`, `enabled`, `library`.

        Raises InvalidRequestError if it is there already or the list is full, ForbiddenError if the
        plan has no words.
        """
        return self._send(MainCustomRule, "createCustomRule", body_of(MainCustomRuleBody, body))

    def import_many(
        self, items: Iterable[CustomRuleImportItem], *, library: Optional[Library] = None
    ) -> MainCustomRuleImportResult:
        """Adds up to 2,000 words to a library, `general` by default.

        Those that are there already are skipped, those past the quota rejected.
        """
        body: dict[str, object] = {"items": [dict(item) for item in items]}
        if library is not None:
            body["library"] = library
        return self._send(MainCustomRuleImportResult, "importCustomRules", body)
