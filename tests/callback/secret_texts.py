"""A secret of each kind of the tables, and what may be around it: escapes of JSON, URLs and terminals."""

import json
from collections.abc import Callable, Mapping
from urllib.parse import quote

_BODY = "Qx7Zk2Lm9Pw4Rt6Vn8Bc3Hd5Jf1Gs0Ya2Ue"
SECRETS: Mapping[str, tuple[str, str]] = {
    "a private key": (f"-----BEGIN RSA PRIVATE KEY-----\nMIIE{_BODY}\n{_BODY}==\n-----END RSA PRIVATE KEY-----", _BODY),
    "an AWS access key id": ("AKIAQX7ZK2LM9PW4RT6V", "QX7ZK2LM9PW4RT6V"),
    "an AWS secret access key": (f"aws_secret_access_key = {_BODY}/aB3d", _BODY),
    "a GitHub token": (f"ghp_{_BODY}", _BODY),
    "a GitLab token": (f"glpat-{_BODY}", _BODY),
    "a Slack token": (f"xoxb-123456789012-{_BODY}", _BODY),
    "a Slack webhook": (f"https://hooks.slack.com/services/T12345678/B12345678/{_BODY}", _BODY),
    "an Anthropic key": (f"sk-ant-api03-{_BODY}", _BODY),
    "an OpenAI key": (f"sk-proj-{_BODY}", _BODY),
    "a Stripe key": (f"sk_live_{_BODY}", _BODY),
    "a Google API key": (f"AIza{_BODY[:35]}", _BODY[:35]),
    "a Google OAuth token": (f"ya29.{_BODY}", _BODY),
    "an npm token": (f"npm_{_BODY}a", _BODY),
    "a PyPI token": (f"pypi-AgE{_BODY}{_BODY}", _BODY),
    "a Hugging Face token": (f"hf_{_BODY}", _BODY),
    "a SendGrid key": (f"SG.{_BODY[:22]}.{_BODY}aB3dE5fG", _BODY[:22]),
    "a JSON Web Token": (f"eyJ{_BODY}.eyJ{_BODY}.{_BODY}", _BODY),
    "an Authorization header": (f"Authorization: Bearer {_BODY}", _BODY),
    "a password in a URL": (f"postgres://svc:{_BODY}@db.internal/x", _BODY),
    "a password": (f'"api_key": "{_BODY}"', _BODY),
    "an Azure account key": (f"AccountKey={_BODY}{_BODY}==", _BODY),
    "a session cookie": (f"Cookie: session_id={_BODY}", _BODY),
}
"""By its kind: a text that is a secret, and what no reader may see of it."""


def _in_json(text: str) -> str:
    return json.dumps({"log": f"line\n{text}\ttab"})


def _in_percent(text: str) -> str:
    return quote(f"a={text}&b=c", safe="")


CONTEXTS: Mapping[str, Callable[[str], str]] = {
    "plain": lambda text: f"before {text} after",
    "quoted": lambda text: f"was '{text}'",
    "at the ends": lambda text: text,
    "on a line of its own": lambda text: f"a\r\n{text}\r\nb",
    "in JSON": _in_json,
    "in JSON in JSON": lambda text: _in_json(_in_json(text)),
    "in JSON in JSON in JSON": lambda text: _in_json(_in_json(_in_json(text))),
    "behind a number": lambda text: f"k\\u003d{text}\\u0022",
    "behind a byte": lambda text: f"k\\x3d{text}\\x00",
    "behind a letter of another script": lambda text: json.dumps(f"\u4ee4\u724c{text}\u3002"),
    "behind an escape in another case": lambda text: f"%3d{text}\\u003D",
    "in a URL": lambda text: f"https://h.example/?x={quote(text, safe='')}&y=1",
    "in percent escapes": _in_percent,
    "in percent escapes twice": lambda text: quote(_in_percent(text), safe=""),
    "in percent escapes in JSON": lambda text: _in_json(_in_percent(text)),
    "in JSON in percent escapes": lambda text: _in_percent(_in_json(text)),
    "in colour": lambda text: f"a\x1b[1;31m{text}\x1b[0m",
    "in colour behind a word": lambda text: f"is\x1b[m{text}\x1b[0mend",
    "in colour in JSON": lambda text: json.dumps(f"\x1b[31m{text}\x1b[0m"),
    "in colour of a shell": lambda text: f"\\033[31m{text}\\e[0m",
    "in a marker of its own": lambda text: f"\x9b31m{text}\x9bm",
}
"""By its name: what may be around a secret."""
TOKEN_IN_PARTS = f"\x1b[01;31m\x1b[Kghp_\x1b[m\x1b[K{_BODY}"
"""A token whose prefix is coloured, as by ``grep --color``."""
