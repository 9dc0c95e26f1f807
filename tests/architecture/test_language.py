"""Names and words: functions are verbs or nouns, one class name has one meaning, and no text speaks a house dialect."""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.architecture.imports import modules, nodes_of

ROOT = Path(__file__).parents[2]

PREPOSITIONS = frozenset(
    re.split(
        r"\s+",
        "with without of in on at by for beyond around between under over into within behind beside below above after "
        "before through against among past up down out off as",
    )
)
"""No function begins with one; ``to_*`` and ``from_*`` are the two customary exceptions."""

_REGULAR_PARTICIPLE = re.compile(r"(?!(?:need|feed|seed|embed|speed|exceed|proceed)$)[a-z]+ed")
_IRREGULAR_PARTICIPLES = frozenset(
    re.split(
        r"\s+",
        "told said shown known written taken given held kept found made done gone lost met seen sent stood thought "
        "understood drawn driven chosen broken begun built bought caught dealt fed felt heard hidden laid led meant "
        "paid sold spent spoken stuck struck swept taught thrown torn won worn wound",
    )
)
"""Participles that are no verb or noun as well, as ``read``, ``set`` and ``split`` are."""

_FOLLOWERS = PREPOSITIONS | {"to", "it", "is"}

ALLOWED = frozenset({"as_object", "as_array", "as_text"})
"""Casts of a JSON value read best with the customary ``as_``."""

PUBLISHED_NAMES = frozenset({"broke_off", "ReportBrokeOff"})
"""Members of published JSON are not renamed, and neither is what carries them."""

_THINGS = (
    "name|tool|field|key|index|pattern|inventory|member|array|object|text|rule|probe|profile|value|schema|result|message|list|"
    "file|string|number|integer|type|id|call|folder|path|receipt|envelope|record"
)

DIALECT = {
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\bwithout a word\b": "silently",
    r"\bstands? (?:only )?(?:in|on|beside|for itself)\b": "is, is set on, next to, is stated only in",
    r"\b(?:can't|cannot|can not) be told\b": "undetermined",
    r"\bheld against\b": "checked against",
    r"\b(?:hold|holds|holding) (?:it |them |what \w+ )?against\b": "check against",
    r"\bcounts? no more\b": "no longer applies",
    r"\bbroke off\b": "aborted",
    r"\blast words\b": "last lines of stderr",
    r"\bgreet(?:s|ed|ing)\b": "initialize",
    r"\bits like\b": "similar",
    r"(?<!there )\bis none\b": "is not one",
    rf"(?<!there )\b(?:is|are) no (?:[a-z]+ )?(?:{_THINGS})s?\b": "is not a",
    r"\bheav(?:y|ier|iest)\b": "severe",
    r"\bweigh(?:s|ed)?\b": "severity",
    r"\bstrangers?\b": "unknown",
    r"\bspeaks? of\b": "mentions",
    r"\bnames no\b": "does not mention",
    r"\bletter for letter\b": "exactly",
    r"\b(?:un)?told\b": "reported, stated, undetermined, distinguished",
    r"(?<!the user )\bsaid\b": "reported, stated",
}
"""Words of the first edition, and what a maintainer of ruff or pytest would write instead."""

_ANY_DIALECT = re.compile("|".join(DIALECT), re.IGNORECASE)
"""Most of a hundred thousand texts have none of the words, which one search shows in half the time of one for each."""


def _definitions() -> Iterator[tuple[str, str, bool]]:
    """Yield module, name and whether it is a class, for every function and class of the package."""
    for module in modules():
        for node in nodes_of(module):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield module, node.name, isinstance(node, ast.ClassDef)


def _is_participle(word: str) -> bool:
    return _REGULAR_PARTICIPLE.fullmatch(word) is not None or word in _IRREGULAR_PARTICIPLES


def _breaks_law(name: str) -> bool:
    words = [word for word in name.split("_") if word]
    if not words or name in ALLOWED:
        return False
    bare = _is_participle(words[0]) and (len(words) == 1 or words[1] in _FOLLOWERS)
    return bare or words[0] in PREPOSITIONS


def test_functions_are_verbs_or_nouns() -> None:
    found = [f"{module}.{name}" for module, name, is_class in _definitions() if not is_class and _breaks_law(name)]
    assert found == []


def test_a_participle_or_a_preposition_is_noticed() -> None:
    assert all(map(_breaks_law, ("_told", "shown", "opened_by", "_with", "beyond_bounds", "written")))
    assert not any(map(_breaks_law, ("read_lines", "applied_rules", "to_json", "is_closed", "_seed", "split")))


def test_a_public_class_name_has_one_meaning() -> None:
    places = Counter(name for _, name, is_class in _definitions() if is_class and not name.startswith("_"))
    assert sorted(name for name, number in places.items() if number > 1) == []


def _texts() -> Iterator[tuple[str, str]]:
    """Yield a position and a text for every string, comment and new name of the package, and every page of the docs."""
    for module, path in modules().items():
        source, nodes, file = path.read_text("utf-8"), nodes_of(module), path.relative_to(ROOT)
        for line, text in (*_strings(nodes), *_comments(source), *_new_names(nodes)):
            yield f"{file}:{line}", text
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
            yield f"{page.relative_to(ROOT)}:{number}", line


def _strings(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module; a string without a space is a key or a value, and so is not for readers."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a module; those on lines below each other are one text, as a phrase may be wrapped."""
    block: list[str] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        if block and token.start[0] != last + 1:
            yield last, " ".join(block)
            block = []
        last = token.start[0]
        block.append(token.string.lstrip("# "))
    if block:
        yield last, " ".join(block)


def _new_names(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield what a module gives a name to, as words: functions, classes, arguments, variables and members."""
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                pass
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                pass
            case _:
                continue
        if name not in PUBLISHED_NAMES:
            yield node.lineno, re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").strip()


def dialect_words(text: str) -> list[str]:
    """Return the words of the house dialect in a text, each with what to write instead."""
    if not _ANY_DIALECT.search(text):
        return []
    found = ((re.search(word, text, re.IGNORECASE), better) for word, better in DIALECT.items())
    return [f"{match[0]!r}: write {better}" for match, better in found if match]


def test_no_message_docstring_comment_name_or_page_speaks_a_house_dialect() -> None:
    assert [f"{position}: {word}" for position, text in _texts() for word in dialect_words(text)] == []


def test_a_word_of_the_house_dialect_is_noticed() -> None:
    assert dialect_words("what 'wake' decides stands only in the description")
    assert dialect_words("it is no name of a header")
    assert dialect_words("takes X for Y without a word")
    assert dialect_words("there is no field 'x'") == []
    assert dialect_words("a result in a user message is what the user said") == []


def test_a_comment_and_a_name_are_read_as_well_as_a_text() -> None:
    source = """
heavy = 1  # the cases need not be
# told apart
class ToldFinding:
    def told_twice(self, untold, *, broke_off=None):
        self.was_said = {"said": "nothing"}
        return heavy
"""
    nodes = [*ast.walk(ast.parse(source))]
    for found, lines in ((_comments(source), [3]), (_new_names(nodes), [2, 4, 5, 5, 6]), (_strings(nodes), [])):
        assert sorted(line for line, text in found if dialect_words(text)) == lines
