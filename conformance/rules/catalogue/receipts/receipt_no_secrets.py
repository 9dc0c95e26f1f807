"""A receipt contains no secret.

What a model has read is in every later prompt, and a receipt is kept in logs and snapshots too. A secret that the
result has as well is reported there: a runtime masks it before both are made.
"""

from collections.abc import Iterator
from itertools import islice

from conformance.callback.sensitive import secrets_in
from conformance.documents.pointers import walk
from conformance.documents.values import as_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.rules.screens import secrets_screen
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord

_MAX_REPORTED = 5


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each part of the receipt that looks like a secret and is in no text of the envelope."""
    for secret in islice(secrets_in(record.receipt, profile.message_tables.secrets), _MAX_REPORTED):
        end = secret.start + secret.length
        value = record.receipt[secret.start : end]
        if not any(value in (as_text(one) or "") for _, one in walk(record.envelope)):
            message = f"characters {secret.start + 1} to {end} of the receipt look like {secret.kind}"
            hint = "mask it before the receipt is rendered, and revoke it if the result was real"
            yield Problem(message, hint, evidence={"kind": secret.kind})


RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#security-considerations",
    quotes_nothing=True,
    screen=secrets_screen,
    good=(
        {"envelope": {}, "receipt": "No task runs\nGITHUB_TOKEN=ghp_****"},
        {"envelope": {}, "receipt": "No task runs\nServer: postgres://user:password@localhost/notes"},
    ),
    bad=(
        BadExample(
            {"envelope": {}, "receipt": f"No task runs\nToken: {'ghp_' + '0' * 36}"},
            says="characters 21 to 60 of the receipt look like a GitHub token",
        ),
        BadExample(
            {"envelope": {}, "receipt": "No task runs\n-----BEGIN RSA " + "PRIVATE KEY-----\nMIIE"},
            says="a private key",
        ),
    ),
)
