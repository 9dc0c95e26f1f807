"""A Markdown text without its code, for what looks for markup: in code it is displayed as it is written."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it.token import Token

_CODE = frozenset(("code_inline", "code_block", "fence"))
# A tag alone on its line that is not one of HTML's divides a prompt, as people write it, and begins no block in which
# backticks mean nothing. Is all of "<example>", "</input_format>"; not "<div>", "<p hidden>".
_DIVIDER = re.compile(
    r"^[ \t]*</?(?!(?:a|abbr|b|big|body|button|center|code|details|div|dl|em|figure|font|form|h[1-6]|head|html|i|label"
    r"|li|main|mark|nav|ol|p|pre|s|script|section|small|span|strong|style|sub|summary|sup|svg|table|td|template|tr|u"
    r"|ul)>)[a-z][\w-]{0,60}>[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
# The parser leaves out what is nested deeper, and its time grows faster than a text: such a text is taken as it is.
_DEEPEST = 20
_LONGEST = 200_000


def strip_code(text: str) -> Iterator[str]:
    """Yield the readings of a Markdown text with its markup, and an ellipsis for each piece of code.

    There are two: lines that are indented are code in a file, and in the docstring of a function they are not.
    """
    if len(text) > _LONGEST:
        yield text
        return
    from markdown_it import MarkdownIt  # costs start-up time, and nearly no text has both code and markup

    divided = _DIVIDER.sub("", text)
    for disabled in (["text_join"], ["text_join", "code"]):
        references: dict[str, Any] = {}
        parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable("table").disable(disabled)
        tokens = parser.parse(divided, references)
        yield text if any(token.level >= _DEEPEST - 1 for token in tokens) else "\n\n".join(_parts(tokens, references))


def _parts(tokens: "Sequence[Token]", references: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is written in each block, then the definitions of links, which are shown nowhere."""
    for token in tokens:
        if token.children is not None:
            yield "".join(map(_source_of, token.children))
        elif token.content or token.info:
            yield _source_of(token)
    named = references.get("references", {})
    for label, one in (*named.items(), *((each["label"], each) for each in references.get("duplicate_refs", ()))):
        yield f"[{label}]: {one['href'] or '<>'} ({one['title']})"


def _source_of(token: "Token") -> str:
    """Return a token as it is written: an escaped sign with its backslash, so that it is not taken for markup."""
    if token.type in _CODE:
        # What is written behind a fence is displayed nowhere.
        return f"`…` {token.info}" if token.info else "`…`"
    if token.type == "text_special":
        return token.markup
    return "\n" if token.type in ("softbreak", "hardbreak") else token.content
