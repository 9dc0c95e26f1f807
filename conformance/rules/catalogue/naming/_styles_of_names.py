"""Names of several words that are joined in another way than most of a list: ``max-depth`` next to ``page_size``."""

from collections.abc import Iterator, Mapping, Sequence

from conformance.display import list_codes
from conformance.findings import Level, Problem
from conformance.inventory.siblings import InputField
from conformance.lazy_patterns import LazyPattern
from conformance.names import is_snake_case, words_of

# How the words of a name are joined. Is all of "labelSelector", "maxURLs"; not "label_selector", "label".
_CAMEL_CASE = LazyPattern(r"[a-z][a-z0-9]*(?:[A-Z][A-Za-z0-9]*)+")
# Is all of "label-selector"; not "label", "label_selector".
_KEBAB_CASE = LazyPattern(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_SHOWN_NAMES = 5
# So many names of several words show how a list writes them, if so many of them are written alike.
_FEWEST_NAMES, _MOST_OF = 5, 3


def mixed_styles(by_words: Mapping[tuple[str, ...], Sequence[InputField]], known: frozenset[str]) -> Iterator[Problem]:
    """Yield one problem for the names that are not written like most of a list, but for the known ones.

    Each may follow what it calls, so that it is an info.
    """
    styles: dict[str, dict[str, InputField]] = {}
    for fields in by_words.values():
        for field in fields:
            if style := style_of(field.name):
                styles.setdefault(style, {}).setdefault(field.name, field)
    usual = max(styles, key=lambda style: len(styles[style]), default="")
    total = sum(map(len, styles.values()))
    odd = [field for style, named in styles.items() if style != usual for field in named.values()]
    odd = [field for field in odd if field.name not in known]
    if odd and total >= _FEWEST_NAMES and _MOST_OF * len(styles[usual]) >= (_MOST_OF - 1) * total:
        odd.sort(key=lambda field: field.tool.index)
        names, many = list_codes([field.name for field in odd], _SHOWN_NAMES), len(odd) > 1
        yield Problem(
            f"parameter{'s' if many else ''} {names} {'are' if many else 'is'} not in {usual}, "
            f"but {len(styles[usual])} other names of the list are",
            f"write {'them' if many else 'it'} in {usual}",
            odd[0].place,
            max_level=Level.INFO,
            tools=list(dict.fromkeys(field.tool.name for field in odd)),
        )


def style_of(name: str) -> str:
    """Return how the words of a name are joined; nothing for one word, and for any other way."""
    if len(words_of(name)) < 2:
        return ""
    if is_snake_case(name):
        return "snake_case" if "_" in name else ""
    is_kebab, is_camel = (pattern.fullmatch(name) is not None for pattern in (_KEBAB_CASE, _CAMEL_CASE))
    return "kebab-case" if is_kebab else "camelCase" if is_camel else ""
