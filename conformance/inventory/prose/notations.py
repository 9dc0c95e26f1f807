"""What texts in other languages state of cases and choices: "action=create 时必填", "obligatorio para create".

These are tables of standard notations and no translation. A clause counts only where it consists of values, names and
the words in the tables, which are then written as English texts write them; all else is a condition that nobody knows.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.cases import Kind
from conformance.inventory.prose.field_relations import Selector
from conformance.lazy_patterns import LazyPattern


class _Words(Struct, frozen=True):
    """The words of a language that puts the case first, each entry a pattern."""

    case: str
    """Behind the values of a case: "when", "operation"."""
    subject: str
    """Between the case and what is stated: "this parameter is"."""
    required: str
    only_before: str
    """Empty in a language that has no such words before the case."""
    only_behind: str
    used: str
    """What is so in the case only, where "only" is before it."""
    used_for: str
    used_in: str
    """What the text suggests to be so in the case only."""
    ignored: str


# The words of each language.
_CHINESE = _Words(
    case=r"(?:操作|动作|模式|类型)?(?:时|的时候|的情况下|下)|操作|动作|模式",
    subject=r"(?:此|该)(?:参数|字段|项)|[为是均都会将被才]",
    required=r"(?:有效且)?(?:必填|必传|必需|必须(?:提供|传入?|填写|指定))(?!其一)",
    only_before=r"(?<!不)(?:仅|只)[在当限对有]?",
    only_behind=r"专用",
    used=r"有效|生效|可用|使用|适用|需要|需传|支持",
    used_for=r"(?<![误不勿非适])(?<!不仅)用于|(?<!不)适用于",
    used_in=r"可选|使用|有效|生效|传入",
    ignored=r"忽略|无效|不(?:需要|支持|可用|生效|使用)|无需",
)
# The same.
_JAPANESE = _Words(
    case=r"の(?:場合|とき|時)|指定時|モード時?|時",
    subject=r"[はに]|のみ",
    required=r"必須",
    only_before="",
    only_behind=r"のみ|だけ|専用",
    used="",
    used_for="",
    used_in=r"に?(?:使用|有効|適用)",
    ignored=r"無視|不要",
)
# The same.
_KOREAN = _Words(
    case=r"일 때|인 경우|의 경우|모드에서|시",
    subject=r"는|에는|에",
    required=r"필수",
    only_before="",
    only_behind=r"만|에만",
    used="",
    used_for="",
    used_in=r"사용|유효|적용",
    ignored=r"무시|불필요",
)
# Letters that only texts in these languages have, which a clause may not hold once its words are written in English.
_EASTERN = LazyPattern("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
# The commas and stops of these languages, inside a set of letters.
_STOPS = r"，。；："
# A clause before what is stated, up to the comma, bracket or stop before it.
_CLAUSE = rf"(?P<clause>[^{_STOPS};()（）\n*]{{1,120}}?)\s?"
# The end of a statement that needs no verb.
_ENDS = rf"(?=\s?[{_STOPS};)）]|\.?\Z)"
# What a clause has around its values. Matches "当", "操作"; not "首次".
_FILLERS = LazyPattern(r"当|在|如果|若|仅|只|对于|对|执行|进行|选择|操作|动作|模式|类型|的|モード")
# What it says in place of "=". Matches " 为 ", "が"; not "=".
_EQUALS = LazyPattern(r"\s?(?:设置为|设为|等于|为|是|が|이(?= )|가(?= ))\s?")
# What it says in place of "or". Matches "、", " 或 ", "a/b"; not "or".
_OR = LazyPattern(r"\s?(?:、|或者?|和|与|以?及|または|か(?=[\s\w'\"])|또는)\s?|(?<=[\w'\"`])\s?/\s?(?=[\w'\"`])")
# What it quotes values with.
_QUOTES = str.maketrans("\u300c\u300d\u300e\u300f\u201c\u201d\u2018\u2019", "''''\"\"''")


class Statement(Struct, frozen=True):
    """What a text states in some cases, where, and the clause that names them, in the words of an English text."""

    kind: Kind
    clause: str
    begin: int
    end: int
    is_likely: bool


def statements_elsewhere(passage: str) -> Iterator[Statement]:
    """Yield what one sentence in another language states for some cases only."""
    if _EASTERN.search(passage):
        for kind, is_likely, pattern in _EASTERN_KINDS:
            for found in pattern.finditer(passage):
                clause = _translate(found["clause"].translate(_QUOTES), _FILLERS, _EQUALS, _OR)
                if not _EASTERN.search(clause):
                    yield Statement(kind, clause, *found.span(), is_likely)
    for kind, pattern in _WESTERN_KINDS:
        for found in pattern.finditer(passage):
            clause = _translate(found["clause"], _WESTERN_FILLERS, _WESTERN_EQUALS, _WESTERN_OR)
            yield Statement(kind, clause, *found.span(), is_likely=False)


def _translate(clause: str, fillers: LazyPattern, equals: LazyPattern, or_: LazyPattern) -> str:
    return " ".join(or_.sub(" or ", equals.sub("=", fillers.sub(" ", clause))).split())


def _eastern_kinds(words: _Words) -> Iterator[tuple[Kind, bool, LazyPattern]]:
    case, subject = rf"(?:{words.case})", rf"[，,]?\s?(?:{words.subject})*\s?"
    yield "required", False, LazyPattern(rf"{_CLAUSE}{case}?{subject}(?:{words.required})")
    yield "only", False, LazyPattern(rf"{_CLAUSE}{case}?(?:{words.only_behind})")
    if words.only_before:
        only, meant_for = rf"(?:{words.only_before})\s?", rf"(?:{words.used_for})\s?{_CLAUSE}{case}?{_ENDS}"
        yield "only", False, LazyPattern(rf"{only}{meant_for}")
        yield "only", False, LazyPattern(rf"{only}{_CLAUSE}{case}?{subject}(?:{words.used})")
        yield "only", True, LazyPattern(meant_for)
    yield "only", True, LazyPattern(rf"{_CLAUSE}{case}{subject}(?:{words.used_in})")
    yield "refused", True, LazyPattern(rf"{_CLAUSE}{case}{subject}(?:{words.ignored})")


# What is stated before or behind the cases, and whether the text only suggests it.
_EASTERN_KINDS: Sequence[tuple[Kind, bool, LazyPattern]] = tuple(
    kind for words in (_CHINESE, _JAPANESE, _KOREAN) for kind in _eastern_kinds(words)
)

# Spanish, Portuguese, Italian, French, German and Russian put the case behind what is stated.
_LINK = r"(?:para|per|pour|für|bei|si|se|cuando|quando|lorsque|quand|wenn|falls|con|com|avec|mit|en|em|для|если|при)"
# What they call a field that is needed.
_REQUIRED = (
    r"(?:(?:obligatori|obrigat[óo]ri|requerid|necess[áa]ri|necesari|obbligatori|richiest)[oa]|obligatoire"
    r"|requise?|erforderlich|notwendig|pflichtfeld|обязател(?:ьно|ен|ьна|ьный|ьное)|требуется)"
)
# What limits it to some cases.
_ONLY = r"(?:s[óo]lo|solamente|somente|apenas|[úu]nicamente|soltanto|uniquement|seulement|nur|только)"
# The case, up to the end of the clause.
_BEHIND = r"(?P<clause>[^.;,()\n]{1,80})"
# Matches "obligatorio para create", "erforderlich bei create"; "nur für create".
_WESTERN_KINDS: tuple[tuple[Kind, LazyPattern], ...] = (
    ("required", LazyPattern(rf"\b{_REQUIRED}(?: {_ONLY})? {_LINK}\b {_BEHIND}", re.IGNORECASE)),
    ("only", LazyPattern(rf"\b{_ONLY} {_LINK}\b {_BEHIND}", re.IGNORECASE)),
)
# What these clauses have around their values. Matches "der Aktion", "la"; not "laden", "tipo=".
_WESTERN_FILLERS = LazyPattern(
    r"\b(?:el|la|los|las|os|as|il|le|les|der|die|das|den|acci[óo]n(?:es)?|a[çc][ãa]o|a[çc][õo]es"
    r"|azione|aktion(?:en)?|operaci[óo]n(?:es)?|opera[çc][ãa]o|opérations?|modo|modus|tipo|действи[яй]"
    r"|операци[йи])\b(?! ?=)",
    re.IGNORECASE,
)
# What they say in place of "=". Matches " es 'a'", " ist a"; not " es".
_WESTERN_EQUALS = LazyPattern(r" (?:es|é|è|est|ist|igual a) (?=['\"`\w])", re.IGNORECASE)
# What they say in place of "or". Matches " o ", " oder ", "a/b"; not "or".
_WESTERN_OR = LazyPattern(r" (?:ou|oder|или|o|u|y|e|et|und|и) |(?<=[\w'\"`])\s?/\s?(?=[\w'\"`])", re.IGNORECASE)


# What a Chinese text states of fields before it: one of two, exactly one, at least one, not both.
_CHOICE = LazyPattern(
    r"(?P<exact>(?:二选一|(?:任)?选其一)(?!或)|(?:必须)?(?:传)?(?:且|并)?(?:只|仅)能?(?:传|填|选|提供|指定)(?:其中)?(?:一个|其一|一项))"
    r"|(?P<least>至少(?:必?需|要)?(?:传|填|提供|指定)?(?:其中)?(?:一个|其一|一项|一种))"
    r"|(?P<most>互斥|不能同时(?:使用|传入?|填写|提供|指定))"
)
# Where the clause before it begins.
_BEGINS = LazyPattern(rf"[{_STOPS};(（\n]")
# A name in it, in ASCII, as Chinese has no blanks between words. Matches "和 kind", "`kind`"; not "a.kind".
_NAME = LazyPattern(r"(?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z0-9_]*(?![A-Za-z0-9_]|\.[A-Za-z])")
# Before the other field of a choice. Next is "与 ", "可和"; not "kind 与".
_WITH = LazyPattern(r"\s?(?:可以?|需)?[与和跟同]")
# What else may be in it. Is all of " 和 ", "必须传"; not "创建时".
_BETWEEN = LazyPattern(
    r"(?:[\s、/,`'\"]|或者?|和|与|跟|同|及|参数|字段|两者|二者|必须|必填|需要?|可以?|请|传|填|提供|的)*"
)


def choices_elsewhere(passage: str, names: frozenset[str], field: str | None) -> Iterator[Selector]:
    """Yield the choices between fields that a Chinese sentence states, if it says nothing else of them."""
    for found in _CHOICE.finditer(passage):
        begin = max((stop.end() for stop in _BEGINS.finditer(passage, 0, found.start())), default=0)
        clause = passage[begin : found.start()]
        named = _NAME.findall(clause)
        is_with = field is not None and field not in named and _WITH.match(clause)
        chosen = tuple(dict.fromkeys((*((field,) if is_with and field else ()), *named)))
        if len(chosen) > 1 and names.issuperset(named) and _BETWEEN.fullmatch(_NAME.sub("", clause)):
            needs_one = found["most"] is None and "可" not in clause and "可选" not in passage
            yield Selector(chosen, needs_one, found["least"] is None, excerpt(passage, begin, found.end(), 10))


# A value, or several, or one of a named field, and what it needs. Matches "a/b 需 c", "kind=a 时应传 `c`"; not
# "a 不需要 c", "首次 a 需 c".
_NEEDS = LazyPattern(
    r"(?<![\w.\u3040-\u30ff\u4e00-\u9fff])(?<![\u3040-\u30ff\u4e00-\u9fff] )"
    r"(?P<clause>\w+(?:\s?[/、]\s?\w+)*|\w+\s?=\s?[`'\"]?[\w-]+[`'\"]?)\s?(?:操作|动作|模式)?时?[，,]?\s?"
    r"(?:需要?|必须|应)(?:提供|传入?|配合|指定)?\s?`?(?P<name>[A-Za-z_]\w*)`?(?![\w.=])",
    re.ASCII,
)


def needs_elsewhere(sentence: str, names: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    """Yield each field that a Chinese sentence says some values need, with the clause in English and the quote."""
    for found in _NEEDS.finditer(sentence):
        if found["name"] in names:
            clause = _translate(found["clause"], _FILLERS, _EQUALS, _OR)
            yield clause, found["name"], excerpt(sentence, *found.span(), 10)
