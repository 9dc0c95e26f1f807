"""A recorded result holds no secret.

"Tools MUST NOT include sensitive data (credentials, tokens, internal identifiers) in results unless the operation
explicitly requires it." What a model has read is in every log and every later prompt. The finding tells the kind and
the place, never the value; an operation that has to hand out a secret is accepted by an ignore with its reason.
"""

from collections.abc import Iterator
from itertools import islice

from conformance.callback.sensitive import secrets_in
from conformance.findings import Level, Problem
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord

_MAX_REPORTED = 5


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each place of an envelope that looks like a secret."""
    patterns = profile.message_tables.secrets
    for pointer, text in record.texts:
        for secret in islice(secrets_in(text, patterns), _MAX_REPORTED):
            place = f"characters {secret.start + 1} to {secret.start + secret.length}"
            hint = "mask it before the result is kept, and revoke it if the result was real"
            yield Problem(f"{place} look like {secret.kind}", hint, pointer, {"kind": secret.kind})


RULE = ENVELOPE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#security-considerations",
    good=(
        {"result": {"stdout_preview": "GITHUB_TOKEN=ghp_****\npassword: ********\n"}},
        {"result": {"stdout_preview": "api_key = os.environ['API_KEY']"}},
    ),
    bad=(
        BadExample(
            {"result": {"stdout_preview": f"token {'ghp_' + '0' * 36}"}},
            says="characters 7 to 46 look like a GitHub token",
            at="/result/stdout_preview",
        ),
        BadExample(
            {"result": {"files": [{"text": "-----BEGIN RSA " + "PRIVATE KEY-----\n"}]}},
            says="a private key",
            at="/result/files/0/text",
        ),
        BadExample({"summary_text": f"listed {'AKIA' + 'Z' * 16}"}, says="an AWS access key id", at="/summary_text"),
    ),
)
