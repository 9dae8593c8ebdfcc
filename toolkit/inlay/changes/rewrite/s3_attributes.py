"""What an object of S3 has beside its bytes, so that a new one in its place has it too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from inlay.ground.refusals import RefusedError

ALLOW: Final = "attributes"
FORBIDDEN: Final = 403
NOT_KNOWN: Final = (400, 404, 405, 501)
"""What stores answer that have no tags, or no ACLs."""

_KEPT: Final = (
    "CacheControl",
    "ContentDisposition",
    "ContentEncoding",
    "ContentLanguage",
    "ContentType",
    "Expires",
    "Metadata",
    "ServerSideEncryption",
    "SSEKMSKeyId",
    "BucketKeyEnabled",
    "StorageClass",
    "WebsiteRedirectLocation",
)
"""Of the answer to HeadObject: PutObject and CreateMultipartUpload take it by the same names."""

Ask = Callable[[str], "Mapping[str, Any] | int"]
"""Makes a call about the object; the HTTP status where the store refuses."""


def keep_attributes(head: Mapping[str, Any], ask: Ask) -> dict[str, Any]:
    """What goes into the call that makes the new object."""
    attributes: dict[str, Any] = {name: head[name] for name in _KEPT if head.get(name)}
    tagging = ask("get_object_tagging")
    if not isinstance(tagging, int) and (tags := tagging.get("TagSet")):
        attributes["Tagging"] = urlencode([(tag["Key"], tag["Value"]) for tag in tags])
    elif tagging == FORBIDDEN:
        attributes[ALLOW] = "its tags may not be read (s3:GetObjectTagging), and would be lost"
    return attributes


def refuse_loss(key: str, head: Mapping[str, Any], lost_tags: str | None, ask: Ask) -> None:
    """RefusedError for what a new object in the place of this one would not have."""
    losses = [*_losses(head, ask), *([lost_tags] if lost_tags else [])]
    if losses:
        raise RefusedError(ALLOW, "; ".join(losses), f"--allow {ALLOW}", key)


def _losses(head: Mapping[str, Any], ask: Ask) -> Iterator[str]:
    if head.get("ObjectLockMode") or head.get("ObjectLockLegalHoldStatus") == "ON":
        yield "it is locked (Object Lock), and a new version would not be"
    if head.get("MissingMeta"):
        yield "it has user metadata that HTTP cannot carry, and would lose it"
    acl = ask("get_object_acl")
    if not isinstance(acl, int) and _grants_to_others(acl):
        yield "its ACL grants access to others than its owner, and a new object has that of the bucket"


def _grants_to_others(acl: Mapping[str, Any]) -> bool:
    owner = acl.get("Owner", {}).get("ID")
    return any(grant.get("Grantee", {}).get("ID") != owner for grant in acl.get("Grants", ()))
