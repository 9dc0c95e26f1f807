"""A message holds no secret.

"Tools MUST NOT include sensitive data (credentials, tokens, internal identifiers) in results unless the operation
explicitly requires it." What a model has read is in every log and every later prompt. The finding tells the kind and
the place, never the value; an operation that has to hand out a secret is accepted by an ignore with its reason.
"""

from collections.abc import Iterator, Mapping
from itertools import islice

from conformance.callback.observed import ObservedMessage
from conformance.callback.sensitive import secrets_in
from conformance.documents.pointers import child, walk
from conformance.findings import Level, Problem
from conformance.rules.scopes import MESSAGE, BadExample
from conformance.settings.profiles import Profile

_MAX_REPORTED = 5
_HINT = "leave it out, or replace it by its last characters; revoke it if the message was real"


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each place of a message that looks like a secret."""
    patterns = profile.message_tables.secrets
    for pointer, value in walk(message.members):
        if isinstance(value, Mapping):
            for name in value:
                for secret in islice(secrets_in(name, patterns), 1):
                    told = f"the name of a member looks like {secret.kind}"
                    yield Problem(told, _HINT, child(pointer, name), {"kind": secret.kind})
        elif isinstance(value, str):
            for secret in islice(secrets_in(value, patterns), _MAX_REPORTED):
                place = f"characters {secret.start + 1} to {secret.start + secret.length}"
                yield Problem(f"{place} look like {secret.kind}", _HINT, pointer, {"kind": secret.kind})


RULE = MESSAGE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#security-considerations",
    good=(
        {"text": "password=******** was rotated; api_key = os.environ['API_KEY']"},
        {"text": "postgres://user:password@localhost/notes is the example"},
    ),
    bad=(
        BadExample(
            {"text": f"the key is {'AKIA' + 'Z' * 16}"}, says="characters 12 to 31 look like an AWS", at="/text"
        ),
        BadExample({"text": f"cloned with {'ghp_' + '0' * 36}"}, says="a GitHub token"),
        BadExample(
            {"text": "done", "ghp_" + "0" * 36: True},
            says="the name of a member looks like a GitHub token",
            also=("message_fields_known",),
        ),
        BadExample({"text": "wrote id_rsa:\n-----BEGIN RSA " + "PRIVATE KEY-----\n"}, says="a private key"),
        BadExample(
            {"text": "connected to postgres://notes:" + "s3cr3t-1" + "@db.internal/notes"}, says="a password in a URL"
        ),
        BadExample(
            {"display_as": [{"type": "text", "content": f"used {'xoxb-' + '1' * 12}"}]},
            says="a Slack token",
            at="/display_as/0/content",
        ),
    ),
)
