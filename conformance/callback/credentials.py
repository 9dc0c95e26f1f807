"""Finds credentials by the names under which they are passed: options, variables, headers, parameters of URLs.

On a command line or in a URL, almost any value of such a name is a secret. In what a program prints, the name also
occurs in code and advice (``api_key=api_key``, ``--token TOKEN``), so there the value has to look random too.
"""

import base64
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from urllib.parse import unquote, unquote_plus

from conformance.callback.masking import MASK
from conformance.callback.sensitive import join_overlaps, readings_of
from conformance.lazy_patterns import LazyPattern

# What the last part of a name means: `GITHUB_TOKEN`, `--api-key`, `clientSecret`, `X-Auth-Token`, `PGPASSWORD`.
_CERTAIN = (
    r"token|(?:api|access|secret|private|auth|account|subscription|signing|encryption|license|master)[_-]?key"
    r"|secret|passw(?:or)?d|passphrase|pwd|credentials?|authorization|cookie|connection[_-]?string"
    r"|(?-i:(?<![A-Z])KEY)"  # a variable: `OPENAI_KEY`
)
# These mean other things as well: `--sort-key name`, `--auth none`, `--tokens 5`.
_LIKELY = r"(?<![A-Za-z])(?:key|auth|pass|jwt|pat|sig|signature|code|session[_-]?id)|tokens|keys|secrets|passwords"
# Tokens of language models and of pages, keys of tables, and switches that are followed by another argument.
_OTHER = (
    r"(?:[\w.-]*[_-])?(?:max|min|num|next|page|eos|bos|pad|stop|sep|unk|mask|start|end|continuation|first|last)[_-]?tokens?"
    r"|(?:[\w.-]*[_-])?(?:sort|public|primary|foreign|partition|row|range|hash|cache|group|index|hot)[_-]?keys?"
    r"|(?:use|no|with|without|require|skip|enable|disable|allow|print|show)[_-][\w.-]*"
)
_NAME = rf"(?P<name>-{{0,2}}(?!(?:{_OTHER})(?![\w-]))[\w.-]*?(?:(?P<certain>{_CERTAIN})|{_LIKELY}))"
_OPTION = LazyPattern(rf"(?=-){_NAME}", re.IGNORECASE)
_SCHEME = r"(?:bearer|basic|token|apikey)[ \t]+"
# After a colon alone comes the tag of an image too, as in `secret:latest`.
_BETWEEN = rf"(?:=|:[ \t]+|:(?=[\"']|{_SCHEME}|\S{{12}}))"
# `name=value` and `Name: Bearer value` as a word of its own, to whose end the value goes.
_ASSIGNED_WORD = LazyPattern(
    rf"(?P<before>{_NAME}{_BETWEEN}[\"']?(?:{_SCHEME})?)(?P<value>.+?)[\"']?", re.IGNORECASE | re.DOTALL
)
# The same, and `"name": "value"`, inside a longer text.
_ASSIGNED = LazyPattern(
    rf"(?P<before>(?<![\w./-]){_NAME}[\"']?{_BETWEEN}[\"']?(?:{_SCHEME})?)(?P<value>[^\s\"'&;,#]+)", re.IGNORECASE
)
# `--token value` inside a text that is not a list of words.
_FOLLOWED = LazyPattern(rf"(?P<before>(?<![\w.-])(?=-){_NAME}[ \t]+[\"']?)(?P<value>[^\s\"'-][^\s\"']*)", re.IGNORECASE)
_BEARER = LazyPattern(r"(?P<name>(?P<before>\bbearer[ \t]+))(?P<certain>)(?P<value>[^\s\"',;]+)", re.IGNORECASE)
# "user:password@" between "//" and the host; a plain name, as in `ssh://git@host`, is no secret.
_USER_INFO = LazyPattern(r"(?<=//)(?![a-z][a-z._-]{0,14}@)[^/?#\s\"']*@")
# A long base64 text as a part of a path: some services give each user an address that is a secret.
_SECRET_PATH = LazyPattern(
    r"(?P<before>https?://[^\s\"'?#]{1,200}?/)(?P<value>(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{40,}={0,2})(?![\w-])"
)
# What a text that quotes them has, each with a value that is a secret if it looks random.
_IN_PROSE = (_SECRET_PATH, _ASSIGNED, _FOLLOWED, _BEARER)
# Parameters of a URL that mean other things elsewhere. Matches "?key=a1b2c3", "&X-Amz-Signature=a1b2"; not "?key=name",
# "sort_key=a1b2c3".
_URL_PARAMETER = LazyPattern(
    r"(?P<before>[?&](?:api)?(?:key|auth|sig|signature|jwt|pat|code|x-amz-(?:signature|credential|security-token))=)"
    r"(?P<value>(?=[^&#\s\"']*\d)[^&#\s\"'*$<{]{6,})",
    re.IGNORECASE,
)
# What stands for a value, or is where one can be found: a variable, a placeholder, a path.
_PLACEHOLDER = LazyPattern(
    r"\*+|\$.*|%\w+%|<.*|\{.*|\[.*|\.\.\.|x{3,}|your[_-].*|(?:[A-Z]+_)*(?:TOKEN|KEY|SECRET|PASSWORD)"
    r"|true|false|yes|no|on|off|none|null|(?:~|\.{1,2})?/[\w.~-]+(?:/[\w.~-]*)+|(?:~|\.{1,2})/.*"
    r"|[\w.-]*\.(?:pem|key|json|txt|ya?ml|toml|env|crt|cer|p12|py|js|ts)"
)
# A token of a machine has letters and digits; a word, a number, a version or an identifier is not one.
_RANDOM = LazyPattern(r"(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w.~+/=:@%!-]{8,}(?![(\[])")
_LONG_RANDOM = 12
# Is all of "none", "oauth2-pkce", "8080", "2026-01-31"; not "hunter2x!", "a1b2c3".
_ORDINARY = LazyPattern(r"[A-Za-z]+\d?(?:[_-][A-Za-z]+\d?)*|[\d.,:_-]+")
# What a shell reads as it is, and asterisks: a mask in quotes would look like a value.
_UNQUOTED = LazyPattern(r"[\w@%+=:,./*-]+")
# A shorter value is masked where it is passed; looked for everywhere it would be found in ordinary words.
SHORTEST_KNOWN = 6


def is_secret_name(name: str) -> bool:
    """Return whether the value of a variable or header of this name is a secret."""
    found = re.fullmatch(_NAME, name, re.IGNORECASE)
    return found is not None and found["certain"] is not None


def is_secret_variable(name: str, value: str) -> bool:
    """Return whether a variable that a program is given is a secret, also by a name such as ``AUTH`` or ``DB_PASS``.

    The value of such a name is not one where it is a word, a number or a placeholder, as in ``AUTH=none``.
    """
    found = re.fullmatch(_NAME, name, re.IGNORECASE)
    if found is None or len(value) < SHORTEST_KNOWN:
        return False
    return found["certain"] is not None or not (_PLACEHOLDER.fullmatch(value) or _ORDINARY.fullmatch(value))


def mask_words(words: Sequence[str], mask: str = MASK) -> list[str]:
    """Return the words of a command line with the values of secrets replaced by ``mask``."""
    return [
        mask if not word.startswith("-") and _is_secret_value(_OPTION.fullmatch(before), word) else _mask(word, mask)
        for before, word in zip(("", *words), words, strict=False)
    ]


def mask_url(url: str) -> str:
    """Return a URL with a password before its host, secret parameters and a secret address masked."""
    return _mask(url, MASK)


def mask_prose(text: str) -> str:
    """Return a text that may quote commands, URLs or headers with what looks like their secrets masked."""
    text = _USER_INFO.sub(f"{MASK}@", text)
    for pattern in _IN_PROSE:
        text = pattern.sub(_mask_random, text)
    return _mask_escaped_prose(text)


def _mask_escaped_prose(text: str) -> str:
    """Return the text with what looks like a secret only without the escapes of the text masked."""
    escaped = (reading for reading in readings_of(text) if reading.below is not None)
    spans = [reading.source_span(*span) for reading in escaped for span in _random_spans(reading.text)]
    for start, end in reversed(list(join_overlaps(spans))):
        text = f"{text[:start]}{MASK}{text[end:]}"
    return text


def _random_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where a text has what looks like a secret of a command, URL or header."""
    for found in _USER_INFO.finditer(text):
        if found[0] != f"{MASK}@":
            yield found.start(), found.end() - 1
    for pattern in _IN_PROSE:
        yield from (found.span("value") for found in pattern.finditer(text) if _is_random(found["value"]))


def secret_values(words: Sequence[str]) -> Iterator[str]:
    """Yield each secret of a command line that is long enough to be recognised elsewhere."""
    for word, masked in zip(words, mask_words(words), strict=True):
        yield from (one for one in _secret_parts(word, masked) if len(one) >= SHORTEST_KNOWN)


def url_secrets(url: str) -> list[str]:
    """Return each secret of a URL in all forms in which a server may repeat it: as written, decoded, as a header."""
    found = list(secret_values([url]))
    user_info = _USER_INFO.search(url)
    if user_info is not None:
        user, _, password = user_info[0][:-1].partition(":")
        pair = f"{unquote(user)}:{unquote(password)}"
        header = base64.b64encode(pair.encode()).decode()
        found += [one for one in (password, unquote(password), pair, header) if len(one) >= SHORTEST_KNOWN]
    found += [unquote_plus(one) for one in found]
    return sorted(set(found))


def header_secrets(name: str, value: str) -> list[str]:
    """Return each secret of a header in all forms in which a server may repeat it: with its scheme, alone, decoded.

    A header whose name means no secret is one as a whole, since somebody chose to send it.
    """
    found = {value}
    if is_secret_name(name) or re.match(_SCHEME, value, re.IGNORECASE):
        parts = re.split(r"[\s;,]+", re.sub(rf"\A{_SCHEME}", "", value, flags=re.IGNORECASE))
        found.update(parts, (part.partition("=")[2] for part in parts))
        for part in parts:
            with suppress(ValueError):
                pair = base64.b64decode(part, validate=True).decode()
                found.update((pair, pair.partition(":")[2]) if ":" in pair else ())
    return sorted(one for one in found if len(one) >= SHORTEST_KNOWN)


def _secret_parts(word: str, masked: str) -> Iterator[str]:
    """Yield the parts of a word for which its masked form has asterisks."""
    if word == masked:
        return
    pattern = "(.+?)".join(re.escape(part) for part in masked.split(MASK))
    found = re.fullmatch(pattern, word, re.DOTALL)
    # where quotes were lost on the way, the word as a whole must not be printed
    yield from found.groups() if found else (word,)


def _mask(word: str, mask: str) -> str:
    assigned = _ASSIGNED_WORD.fullmatch(word)
    if assigned and _is_secret_value(assigned, assigned["value"]):
        return f"{assigned['before']}{mask}"
    if any(character.isspace() for character in word) and (inner := _mask_inner(word, mask)) is not None:
        return inner
    masked = _USER_INFO.sub(f"{mask}@", word)
    for pattern in (_SECRET_PATH, _URL_PARAMETER, _ASSIGNED):
        masked = pattern.sub(lambda found: _mask_value(found, mask), masked)
    return masked


def _mask_inner(word: str, mask: str) -> str | None:
    """Return a word that is a command line of its own, as after ``sh -c``, with its secrets masked; else ``None``."""
    try:
        words = shlex.split(word)
    except ValueError:
        return None
    masked = mask_words(words, mask)
    # a header such as `Authorization: Bearer X` has no options: its parts are read together
    return join_words(masked) if len(words) > 1 and masked != words and not _ASSIGNED.search(word) else None


def join_words(words: Sequence[str]) -> str:
    """Return words as a command line, in which masks need no quotes."""
    return " ".join(word if MASK in word and _UNQUOTED.fullmatch(word) else shlex.quote(word) for word in words)


def _mask_value(found: re.Match[str], mask: str) -> str:
    is_secret = "name" not in found.re.groupindex or _is_secret_value(found, found["value"])
    return f"{found['before']}{mask}" if is_secret else found[0]


def _mask_random(found: re.Match[str]) -> str:
    return f"{found['before']}{MASK}" if _is_random(found["value"]) else found[0]


def _is_random(value: str) -> bool:
    return _RANDOM.fullmatch(value) is not None and not _PLACEHOLDER.fullmatch(value)


def _is_secret_value(name: re.Match[str] | None, value: str) -> bool:
    if name is None or _PLACEHOLDER.fullmatch(value):
        return False
    if name["certain"] is not None:
        # a number is how many tokens, or a password
        return not (name["certain"].lower() == "token" and value.isdigit() and len(value) < SHORTEST_KNOWN)
    return len(value) >= _LONG_RANDOM and _RANDOM.fullmatch(value) is not None
