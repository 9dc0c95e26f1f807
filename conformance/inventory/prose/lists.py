"""Lists of names or values in a text: ``'a', 'b' (short for b) or 'c'``, ``a | b``, ``x, y and z``, or one a line."""

import re
from collections.abc import Sequence

from msgspec import Struct

from conformance.lazy_patterns import LazyPattern

# Next is "'a'", "`b c`"; not "a", "'s".
_QUOTED = LazyPattern(r"[`'\"\u201c\u2018](?P<item>[^`'\"\u201c\u201d\u2018\u2019\n]{1,60})[`'\"\u201d\u2019](?!\w)")
# Next is "dry_run", "v1.2", "default"; not "-x", "a'", "default a".
_BARE = LazyPattern(
    r"(?![Dd]efaults?(?:[:=]| (?!or\b|and\b)[\w`'\"]))"
    r"(?P<item>[A-Za-z_0-9][\w.\-]{0,60}(?<![.\-]))(?![`'\"])"
)
# A remark behind an item, which is skipped; one that is about all items is not. Next is " (short for b)"; not " b",
# " (not both)".
_ASIDE = LazyPattern(r"\s?\((?!(?:but )?(?:not|never) both\b)[^()\n]{0,160}\)")
# Between two items, also in Chinese. Next is ", or ", " and ", " | ", "/"; not " b", ".".
_JOINT = LazyPattern(
    r"\s*(?:,\s*(?:and|or|nor)\s+|,\s*|\s(?:and|or|nor|ou|oder|o|\u0438\u043b\u0438)\s+|\|\s*|/|\u6216\u8005?|[\u3001\uff0c])\s*",
    re.IGNORECASE,
)
# Words that end a list without quotes instead of being part of it: "a, b but not c".
_NO_ITEM = frozenset(("but", "plus", "not", "then", "if", "when", "never", "both", "unless", "only", "is", "are", "to"))
# "Empty" in other languages, which is a value without letters.
_EMPTY = frozenset(("leer", "vide", "vacío", "vacio", "vacía", "vazio", "vazia", "vuoto", "vuota", "пусто"))
# Two ways to answer one question, which are never one value.
_PAIRS = frozenset(("true/false", "yes/no", "on/off", "y/n", "t/f", "asc/desc"))
# A line about a field. Next is "- name: its", "* `id`", "1. **path** (str) - where", "  name: its"; not "- the name".
_LINE = LazyPattern(
    r"\s*(?:[-*\u2022+]\s+|\d{1,2}[.)]\s+)?(?P<quote>[`'\"*]{0,3})(?P<name>[A-Za-z_]\w*)(?P=quote)"
    r"(?=\s*(?:[:(,=\u2013\u2014]|- |\Z|\bor\b))"
)
ANNOUNCED_ELSEWHERE = (
    r"(?:\bvaleurs? (?:possibles?|autoris\u00e9es?|accept\u00e9es?|valides?|permises?)(?: sont)?"
    r"|\b(?:m\u00f6gliche|erlaubte|g\u00fcltige|zul\u00e4ssige) werte(?: sind)?"
    r"|\b(?:valores|valori|opciones|op\u00e7\u00f5es|opzioni) (?:posibles|poss\u00edveis|possibili|permitidos"
    r"|permitidas|v\u00e1lidos"
    r"|v\u00e1lidas|validi|ammessi|consentiti|aceptados|aceitos|disponibles|dispon\u00edveis|disponibili)(?: son"
    r"| s\u00e3o| sono)?"
    r"|\b(?:\u0434\u043e\u043f\u0443\u0441\u0442\u0438\u043c\u044b\u0435"
    r"|\u0432\u043e\u0437\u043c\u043e\u0436\u043d\u044b\u0435|\u0434\u043e\u0441\u0442\u0443\u043f\u043d\u044b\u0435)"
    r" (?:\u0437\u043d\u0430\u0447\u0435\u043d\u0438\u044f|\u0432\u0430\u0440\u0438\u0430\u043d\u0442\u044b)"
    r"|(?:\u53ef\u9009\u503c|\u53ef\u9009\u9879|\u53ef\u9009|\u53d6\u503c(?:\u8303\u56f4)?"
    r"|\u6709\u6548\u503c|\u652f\u6301\u7684\u503c|\u9009\u9879|\u9078\u629e\u80a2|\u6709\u52b9\u306a\u5024)"
    r"(?:\u4e3a|\u5305\u62ec|\u6709|\u662f)?)"
    r" ?[:\uff1a]\s*"
)
"""What announces all values in other languages, as a pattern: "Valeurs possibles : ", "M\u00f6gliche Werte: "."""

# A longer list enumerates data, not fields or the values of one.
_MOST = 60


class ItemList(Struct, frozen=True):
    """The items of a list, where it stands, the sign or word before its last item, whether all items are quoted."""

    items: tuple[str, ...]
    begin: int
    end: int
    joint: str
    quoted: bool

    @property
    def is_choice(self) -> bool:
        """Say whether one of the items is to be chosen: they are joined by ``or`` or by bars."""
        return self.joint in ("or", "|", "ou", "oder", "o", "\u0438\u043b\u0438", "\u6216", "\u6216\u8005")


def list_at(text: str, start: int, *, quoted: bool = True) -> ItemList | None:
    """Return the list that begins exactly at ``start``; where ``quoted``, an item without quotes ends it.

    A slash separates where nothing else does: "asc/desc", but "text/plain, text/html". Where some items have one and
    others none, the text can be read in two ways ("on/off, auto", "read, read/write"), and there is no list.
    """
    items: list[str] = []
    end = position = start
    joint = pending = ""
    all_quoted = True
    parts: list[list[str]] = []
    slashed = False
    while len(items) < _MOST:
        found = _item_at(text, position, quoted)
        if found is None:
            break
        is_quoted = found.re is _QUOTED.matcher
        all_quoted = all_quoted and is_quoted
        items.append(found["item"].strip())
        if slashed and not is_quoted:
            parts[-1].append(items[-1])
        else:
            parts.append([items[-1]])
        aside = _ASIDE.match(text, found.end())
        end, joint = aside.end() if aside else found.end(), pending
        joined = _JOINT.match(text, end)
        if joined is None:
            break
        # Only the joint before the last item tells a choice: "a, b or c".
        position, pending = joined.end(), joined[0].strip(" ,\n").lower()
        slashed = joined[0] == "/" and not is_quoted and aside is None
    if 1 < len(parts) < len(items):
        if any(len(one) == 1 for one in parts) or any("/".join(one).lower() in _PAIRS for one in parts):
            return None
        items = ["/".join(one) for one in parts]
    return ItemList(tuple(items), start, end, joint, all_quoted) if items else None


def list_of_names(text: str, start: int, names: frozenset[str], but: str | None = None) -> ItemList | None:
    """Return the list of names that begins at a position, if all of it are fields, and none is the field ``but``."""
    listed = list_at(text, start, quoted=False)
    return listed if listed is not None and names.issuperset(listed.items) and but not in listed.items else None


def _item_at(text: str, position: int, quoted: bool) -> re.Match[str] | None:
    bare = None if quoted else _BARE.match(text, position)
    return _QUOTED.match(text, position) or (bare if bare and bare["item"].lower() not in _NO_ITEM | _EMPTY else None)


def names_below(lines: Sequence[str]) -> Sequence[str]:
    """Return the names that the lines of a list begin with; none if one of them begins with another word."""
    named: list[str] = []
    depth: int | None = None
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if not line.strip() or (depth is not None and indent < depth):
            if named:
                break
            continue
        depth = indent if depth is None else depth
        if indent > depth:
            continue
        found = _LINE.match(line)
        if found is None:
            # A paragraph without a sign ends the list.
            return () if not named or line.lstrip()[:1] in "-*\u2022+" else tuple(dict.fromkeys(named))
        named.append(found["name"])
    return tuple(dict.fromkeys(named))
