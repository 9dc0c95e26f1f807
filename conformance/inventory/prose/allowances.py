"""What the text of a field names beside the bound or the values that it states: a fix must not refuse it.

A finding may rest on a phrase, and an author decides. An edit is made without asking, so it needs a text that names
nothing else: no number beyond the bound, no other value, no word that lets one in.
"""

import re
from collections.abc import Collection, Iterable, Iterator

from conformance.documents.values import JsonValue
from conformance.inventory.fields import Field
from conformance.inventory.prose.defaults import stated_defaults
from conformance.inventory.prose.passages import prose_of
from conformance.inventory.prose.quantities import NUMBER, UNIT, Amount, amount, unit_of_time
from conformance.inventory.prose.reading import examined_part, passages
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

# Every number with its unit. Matches "10", "-1", "5 ms", "10k"; not "v2", "2.0.1".
_NUMBER = LazyPattern(rf"(?<![\w.])(?P<number>{NUMBER}){UNIT.format('unit')}", re.IGNORECASE)
# An empty text has a meaning. Matches "empty for none", "or blank", "''"; not "must not be empty", "non-empty".
_EMPTY = LazyPattern(
    r"(?<!non-)(?<!non)(?<!not be )(?<!not )(?<!n't be )(?<!never be )\b(?:empty|blank)\b"
    # the same in German, French, Spanish, Portuguese, Italian, Russian, Chinese
    r"|(?:\boder|,) leer\b|\bou (?:vide|vazio|vazia)\b|\bo (?:vac[ií][oa]|vuot[oa])\b"
    r"|\bили пуст\w+|或(?:者)?(?:为|留)?空(?![格间])"
    r"|(?<![\w'])''(?![\w'])|(?<![\w\"])\"\"(?![\w\"])|``(?![\w`])|\[\s?\]",
    re.IGNORECASE,
)
# A value for all or for none of the others. Matches "Use \"all\" to search", "pass 'none' for"; not "use a".
_ORDERED = LazyPattern(
    r"\b(?:use|pass|give|specify|send|set (?:it )?to) "
    r"[`'\"](?P<value>all|any|none|auto|both|off|default|latest|\*)[`'\"] (?:to|for|if|when)\b",
    re.IGNORECASE,
)
# Words that let other values in. Matches "multiple allowed", "or a number", "prefix with -", "unless"; not "order".
_LETS_IN = LazyPattern(
    r"\b(?:multiple|several|combin\w+|more than one|one or more|list of|separated|joined|plus|any of|all of|and/or|both"
    r"|prefix\w*|suffix\w*|append\w*|prepend\w*|negat\w*|exclud\w*|wildcards?|glob|regex|pattern|unless|except"
    r"|otherwise|also|alias\w*|synonyms?|abbreviat\w*|shorthands?|short for|lower ?case|upper ?case|capital\w*|case"
    r"|legacy|deprecated|custom|others?|any|unknown|unrecogni[sz]ed|ignored|fall(?:s|ing)? ?back|treated as|translat\w*"
    r"|or an?|or the|or your|may also|as well|future|currently|for now|so far|at the moment|depend\w*|plugins?"
    r"|extensions?|extend\w*|parameteri[sz]ed|followed by|with an?|too|plus|on request|beta|preview|experimental"
    r"|accepts|supports|register\w*|null|undefined|anything|everything|whatever|more)\b"
    r"|\(\w{1,3}(?:/\w{1,3})+\)|\(or\b",
    re.IGNORECASE,
)
# Words that make a bound a matter of some cases, or of advice. Matches "usually", "but with a key", "capped"; not "but
# at most".
_SOFTENS = LazyPattern(
    r"\b(?:usually|typical\w*|normally|generally|mostly|often|commonly|recommend\w*|suggest\w*|ideally|prefer\w*|should"
    r"|roughly|approx\w*|around|about|unless|except\w*|otherwise|however|although|though|overrid\w*|admin\w*|soft|warn\w*"
    r"|configur\w*|depend\w*|treated|clamped|capped|rounded|truncat\w*|trimm\w*|shorten\w*|cut|split|ignored|dropped"
    r"|automatic\w*|padded|counted|exclud\w*|but(?! (?:at|not|no|less|more|must)\b)|for (?:now|free|most))\b",
    re.IGNORECASE,
)
# What happens beyond a bound instead of a refusal. Matches "larger values need", "values over 100 mean", "more are
# queued", "320, but 0", "10, unless"; not "larger values are rejected", "but not more".
_BEYOND = LazyPattern(
    r"(?:\b(?:(?:\w{3,}er|other) (?:values?|numbers?|ones|limits?|sizes?)"
    r"|(?:values?|numbers?|anything) (?:above|over|beyond|below|under|outside"
    r"|(?:greater|less|more|larger|smaller|higher|lower) than)"
    r"|(?:more|others?|the (?:rest|others)|further ones) (?:are|is|wait|come|go|need))\b"
    r"|[,;] (?:but \d|unless)\b)"
    r"(?![^.;]{0,25}\b(?:reject\w*|refus\w*|errors?|invalid|not|fails?|disallow\w*|forbidden)\b)"
    # another size behind the stated one: "at least 18, or 16 with consent", "3 to 50 characters, or * for all"
    r"|\d[\w%]*(?: \w+){0,2}[,;)]* \(?or (?!more\b|less\b|fewer\b|greater\b|equal|above\b|higher\b|lower\b|below\b"
    r"|larger\b|smaller\b|later\b|newer\b)"
    # what is cut off, in other languages
    r"|截断|截取|忽略|超(?:过|出)部分|切り捨て|切り詰め|無視|잘림|잘리|무시|\b(?:abgeschnitten|gekürzt|ignoriert|begrenzt"
    r"|tronqu\w+|ignorée?s?|trunca\w*|truncad\w*|ignora\w*|troncat\w*|отбрас\w*|обреза\w*|игнорир\w*)\b",
    re.IGNORECASE,
)
# What is quoted, which may be a value. Matches "'a'", "`b c`"; not "don't".
_QUOTED = LazyPattern(
    r"(?<![\w`'\"])[`'\"\u201c\u2018](?P<item>[^`'\"\u201c\u201d\u2018\u2019\n]{1,60})[`'\"\u201d\u2019](?!\w)"
)
# What is shown as an example. Matches "e.g. open,closed", "such as x"; not "for a".
_SHOWN = LazyPattern(
    r"(?:\be\.g\.?,?|\bsuch as|\bfor example,?|\bfor instance,?|\bexamples?:?|\blike)\s+[`'\"]?(?P<item>[^\s`'\");]+)",
    re.IGNORECASE,
)


def numbers_named(field: Field) -> list[float]:
    """Return all numbers that the field's description names, in the unit of the field where both are known.

    Those in quotes are parts of a value where the value is not a number.
    """
    text = examined_part(field.description)
    found = _NUMBER.finditer(text if field.is_numeric else _QUOTED.sub(" ", text))
    return _numbers_in_unit(field, (amount(each["number"], each["unit"]) for each in found))


def softens(field: Field) -> bool:
    """Say whether a text has words that may make a bound a matter of some cases, or of advice."""
    text = examined_part(field.description)
    return bool(_SOFTENS.search(text) or goes_beyond(field) or (not field.is_numeric and _EMPTY.search(text)))


def goes_beyond(field: Field) -> bool:
    """Say whether a text states what happens beyond a bound, and it is no refusal."""
    return _BEYOND.search(examined_part(field.description)) is not None


def default_numbers(field: Field) -> list[float]:
    """Return the numbers that the texts about a field state as its default, in its unit where both are known."""
    claims = [claim for passage in passages(field) for claim in stated_defaults(passage)]
    return _numbers_in_unit(field, (claim.amount for claim in claims if claim.amount is not None))


def _numbers_in_unit(field: Field, amounts: Iterable[Amount]) -> list[float]:
    own = unit_of_time(words_of(field.name), prose_of(field))
    known = ((stated, stated.to_unit(own) if own else None) for stated in amounts)
    return [stated.number if number is None else number for stated, number in known]


def defaults_named(field: Field) -> list[str]:
    """Return the texts that the description of a field states as its default."""
    claims = [claim for passage in passages(field) for claim in stated_defaults(passage)]
    found = (claim.text if claim.text is not None else claim.word for claim in claims)
    return list(dict.fromkeys(text for text in found if text and text.lower() not in _NO_DEFAULTS))


def values_for_all(field: Field) -> list[str]:
    """Return the values that a text adds to those that it lists: "Use 'all' to search everywhere"."""
    return [found["value"] for passage in passages(field) for found in _ORDERED.finditer(passage)]


def names_others(field: Field, values: Collection[JsonValue]) -> bool:
    """Say whether a text names a value that is not among those that it lists, or has words that let one in."""
    text = " ".join((examined_part(field.description), *passages(field)))
    words = (found[0].lower() for pattern in (_LETS_IN, _EMPTY) for found in pattern.finditer(text))
    listed = {value.lower() for value in values if isinstance(value, str)} - {"null", "undefined"}
    return any(word not in listed for word in words) or any(item not in values for item in _items_in(text, field))


def names_other_numbers(field: Field, numbers: Collection[int]) -> bool:
    """Say whether a text names a number that is not among those that it lists, or has words that let one in."""
    is_more = any(map(_LETS_IN.search, (examined_part(field.description), *passages(field))))
    return is_more or any(number not in numbers for number in numbers_named(field))


def _items_in(text: str, field: Field) -> Iterator[str]:
    items = (found["item"] for pattern in (_QUOTED, _SHOWN) for found in pattern.finditer(text))
    return (item.rstrip(".,") for item in items if item not in field.siblings)


# Words for what happens without a value.
_NO_DEFAULTS = frozenset(("none", "null", "nothing", "undefined", "unset", "empty"))
