"""The clients of the three sites."""

from __future__ import annotations

import os
import re
import ssl
from typing import TYPE_CHECKING, ClassVar, Literal, Optional, TypedDict, TypeVar, Union, overload

from .choices import Site
from .connections import ConnectionPool
from .records.accounts import IdAccount, MainAccount, UsAccount
from .records.uploads import IntlUploadPolicy, MainUploadPolicy
from .resources.accounts import Accounts
from .resources.batches import IdBatches, MainBatches, UsBatches
from .resources.custom_rules import IntlCustomRules, MainCustomRules
from .resources.image_checks import IdImageChecks, MainImageChecks, UsImageChecks
from .resources.notices import Notices
from .resources.reports import Reports
from .resources.text_checks import IdTextChecks, MainTextChecks, UsTextChecks
from .resources.uploads import Uploads
from .resources.video_checks import IdVideoChecks, MainVideoChecks, UsVideoChecks
from .resources.webhook_endpoints import WebhookEndpoints
from .transport import Transport, split_address

if TYPE_CHECKING:
    from typing_extensions import Unpack

C = TypeVar("C", bound="Client")

_tenant = re.compile(r"[A-Za-z0-9_.:-]{1,64}\Z")


class Client:
    """What the clients of all sites have. It may be used by any number of threads."""

    _site: ClassVar[Site]

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        end_tenant: Optional[str] = None,
        connect_timeout: float = 10.0,
        read_timeout: float = 30.0,
        max_retries: int = 3,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        key = api_key or os.environ.get("REDLINE_API_KEY")
        # REDLINE_BASE_URL is the name that the address had first.
        address = base_url or os.environ.get("REDLINE_URL") or os.environ.get("REDLINE_BASE_URL")
        if not key:
            raise ValueError("there is no key: give api_key, or set REDLINE_API_KEY")
        if not re.fullmatch(r"[\x21-\x7e]+", key):
            raise ValueError("api_key has characters that no key has; is there a line end at its end?")
        if not address:
            raise ValueError("there is no address: give base_url, or set REDLINE_URL")
        if max_retries < 0 or connect_timeout <= 0 or read_timeout <= 0:
            raise ValueError("time-outs must be greater than 0, and max_retries not less")
        origin, prefix = split_address(address)
        self._ssl_context, self._connect_timeout = ssl_context, connect_timeout
        pool = ConnectionPool(origin, connect_timeout=connect_timeout, ssl_context=ssl_context)
        self._use(
            Transport(
                pool=pool,
                prefix=prefix,
                site=self._site,
                api_key=key,
                end_tenant=_checked(end_tenant),
                read_timeout=read_timeout,
                max_retries=max_retries,
            )
        )

    def _use(self, transport: Transport) -> None:
        self._transport = transport

    @property
    def site(self) -> Site:
        """The site of its key."""
        return self._site

    def for_tenant(self: C, end_tenant: Optional[str]) -> C:
        """Returns a client of one of your own customers' scopes, with the same connections; None for yours.

        Checks, words, uploads and dismissals of a scope are seen by nobody else; credits are shared.
        `end_tenant` is 1 to 64 letters, digits and `_ . : -`, always the same for a customer.
        """
        client = object.__new__(type(self))
        client._ssl_context, client._connect_timeout = self._ssl_context, self._connect_timeout
        client._use(self._transport.in_scope(_checked(end_tenant)))
        return client

    def close(self) -> None:
        """Closes the connections that no request uses. The client may still be used, and opens new ones."""
        self._transport.pool.close()

    def __enter__(self: C) -> C:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        # The key is a secret.
        return f"{type(self).__name__}(site={self.site!r}, end_tenant={self._transport.end_tenant!r})"


class UsClient(Client):
    """A client of the site `us`: US English."""

    _site = "us"

    def _use(self, transport: Transport) -> None:
        super()._use(transport)
        self.text_checks = UsTextChecks(transport)
        self.image_checks = UsImageChecks(transport)
        self.video_checks = UsVideoChecks(transport)
        self.batches = UsBatches(transport)
        self.custom_rules = IntlCustomRules(transport)
        self.uploads = Uploads(transport, IntlUploadPolicy, self._connect_timeout, self._ssl_context)
        self.account = Accounts(transport, UsAccount)
        self.webhook_endpoints = WebhookEndpoints(transport)


class IdClient(Client):
    """A client of the site `id`: Indonesian."""

    _site = "id"

    def _use(self, transport: Transport) -> None:
        super()._use(transport)
        self.text_checks = IdTextChecks(transport)
        self.image_checks = IdImageChecks(transport)
        self.video_checks = IdVideoChecks(transport)
        self.batches = IdBatches(transport)
        self.custom_rules = IntlCustomRules(transport)
        self.uploads = Uploads(transport, IntlUploadPolicy, self._connect_timeout, self._ssl_context)
        self.account = Accounts(transport, IdAccount)
        self.webhook_endpoints = WebhookEndpoints(transport)


class MainClient(Client):
    """A client of the site `main`: Chinese."""

    _site = "main"

    def _use(self, transport: Transport) -> None:
        super()._use(transport)
        self.text_checks = MainTextChecks(transport)
        self.image_checks = MainImageChecks(transport)
        self.video_checks = MainVideoChecks(transport)
        self.reports = Reports(transport)
        self.batches = MainBatches(transport)
        self.custom_rules = MainCustomRules(transport)
        self.notices = Notices(transport)
        self.uploads = Uploads(transport, MainUploadPolicy, self._connect_timeout, self._ssl_context)
        self.account = Accounts(transport, MainAccount)
        self.webhook_endpoints = WebhookEndpoints(transport)


class ClientOptions(TypedDict, total=False):
    """What may be said of a client besides its key, address and site."""

    end_tenant: Optional[str]
    connect_timeout: float
    read_timeout: float
    max_retries: int
    ssl_context: Optional[ssl.SSLContext]


@overload
def Redline(
    api_key: Optional[str] = None,
    base_url: Optional[str] = None,
    *,
    site: Literal["us"] = "us",
    **options: Unpack[ClientOptions],
) -> UsClient: ...
@overload
def Redline(
    api_key: Optional[str] = None,
    base_url: Optional[str] = None,
    *,
    site: Literal["id"],
    **options: Unpack[ClientOptions],
) -> IdClient: ...
@overload
def Redline(
    api_key: Optional[str] = None,
    base_url: Optional[str] = None,
    *,
    site: Literal["main"],
    **options: Unpack[ClientOptions],
) -> MainClient: ...
def Redline(
    api_key: Optional[str] = None,
    base_url: Optional[str] = None,
    *,
    site: Site = "us",
    **options: Unpack[ClientOptions],
) -> Union[UsClient, IdClient, MainClient]:
    """Builds a client of a site: UsClient, IdClient or MainClient.

    `api_key` and `base_url`, the address of the installation, come from REDLINE_API_KEY and
    REDLINE_URL (or REDLINE_BASE_URL, where that is not set) if they are not given. A key belongs
    to one site. `end_tenant` keeps to the scope of one of your own customers. `connect_timeout`
    (10 seconds) is for a connection, `read_timeout` (30) for an answer. `max_retries` (3) is how
    often a request that failed in passing is sent again. `ssl_context` is for certificates of
    your own.

    Raises ValueError for what cannot be right.
    """
    classes: dict[str, type[Union[UsClient, IdClient, MainClient]]] = {
        "us": UsClient,
        "id": IdClient,
        "main": MainClient,
    }
    if site not in classes:
        raise ValueError(f"site must be us, id or main, and is {site!r}")
    return classes[site](api_key, base_url, **options)


def _checked(end_tenant: Optional[str]) -> Optional[str]:
    if end_tenant is not None and not _tenant.match(end_tenant):
        raise ValueError("end_tenant must be 1 to 64 letters, digits and _ . : -")
    return end_tenant
