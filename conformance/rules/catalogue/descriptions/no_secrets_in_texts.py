"""No text that a model reads contains a secret.

A description goes to every model, client and log that lists the tool, so that a key in it is known to all of them. The
finding never repeats the value.
"""

from collections.abc import Iterator

from conformance.callback.sensitive import secrets_in
from conformance.findings import Level, Problem
from conformance.rules.scopes import TEXT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.texts import ModelText


def check(text: ModelText, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for a text that contains something that looks like a secret."""
    secret = next(iter(secrets_in(text.text, profile.message_tables.secrets)), None)
    if secret is not None:
        yield Problem(f"text contains {secret.kind}", "remove it, and revoke it", location=text.location)


RULE = TEXT.rule(
    check,
    level=Level.ERROR,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=({"description": "List tasks. Pass the token that begins with ghp_."},),
    bad=(
        BadExample(
            {"description": "List tasks. Use ghp_" + "a1B2" * 9 + " to log in."},
            says="text contains a GitHub token",
            at="/tools/0/description",
        ),
        BadExample(
            {"tools": [{"name": "ListTasks"}], "guidance": "Log in with ghp_" + "a1B2" * 9 + "."},
            says="text contains a GitHub token",
        ),
    ),
)
