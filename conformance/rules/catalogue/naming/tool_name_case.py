"""Tool names are PascalCase.

The name is the first thing a model imitates. With one case for all tools, a name in another case marks a foreign tool.
A name with invisible characters, or one too long for the providers that must carry it, is reported under every naming
convention.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.lazy_patterns import LazyPattern
from conformance.names import (
    first_non_ascii,
    has_hidden,
    is_pascal_case,
    is_snake_case,
    namespace_parts,
    pascal_case,
    snake_case,
    to_ascii,
)
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

# What a message calls each case.
_LABELS = {"pascal": "PascalCase", "snake": "snake_case", "any": "readable"}
# An all-caps name this long is shouted rather than an acronym, unless the profile lists it as one.
_LOUD = 4
# What a name can be rewritten from: ASCII words in any case, joined by spaces, dashes or underscores.
_WORDS = LazyPattern(r"[A-Za-z0-9_ -]+")


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the name is not in the profile's case; ``tool_name_namespace`` reports namespaced names."""
    name, cases = tool.name, profile.cases
    wrong = None if tool.name_fault else _objection(name, profile)
    if wrong is None or namespace_parts(name, profile.namespace_separators):
        return
    better = _rewrite(name, profile)
    wanted = f"give it a {_LABELS[cases.tool]} name of at most {cases.tool_length} ASCII letters and digits"
    hint = f"rename it to {code_text(better)}" if better else wanted
    subject = f"tool name {code_text(name)}" if name.strip() else "tool name"
    yield Problem(f"{subject} {wrong}", hint, "/name")


def _objection(name: str, profile: Profile) -> str | None:
    cases = profile.cases
    if not name.strip():
        return "is blank" if name else "is empty"
    if has_hidden(name):
        return "contains invisible characters"
    if len(name) > cases.tool_length and not _is_too_long_for_provider(name, profile):
        return f"has {len(name):,} characters, but the limit is {cases.tool_length}"
    if cases.tool == "any" or (cases.tool == "snake" and is_snake_case(name)):
        return None
    if cases.tool == "pascal" and is_pascal_case(name) and not _is_all_caps(name, cases.acronyms):
        return None
    strange = first_non_ascii(name)
    return f"is not {_LABELS[cases.tool]}" + (f" because it contains {strange}" if strange else "")


def _is_too_long_for_provider(name: str, profile: Profile) -> bool:
    """Say whether ``provider_accepts`` reports the length."""
    longest = profile.provider.name_longest if profile.provider else None
    return longest is not None and len(name) > longest


def _is_all_caps(name: str, acronyms: tuple[str, ...]) -> bool:
    return len(name) >= _LOUD and name.isalpha() and name.isupper() and name not in acronyms


def _rewrite(name: str, profile: Profile) -> str | None:
    """Return the name in the wanted case, or ``None`` when no valid name can be made of it."""
    plain = to_ascii(name[: 4 * profile.cases.tool_length])
    if not _WORDS.fullmatch(plain) or profile.cases.tool == "any":
        return None
    better = snake_case(plain) if profile.cases.tool == "snake" else pascal_case(plain)
    fits = is_snake_case(better) if profile.cases.tool == "snake" else is_pascal_case(better)
    return better if fits and better != name and len(better) <= profile.cases.tool_length else None


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tool-contract-consistency#tool-names",
    good=({"name": "GetTask"}, {"name": "XSearch"}),
    bad=(
        BadExample({"name": "list_tasks"}, says="tool name `list_tasks` is not PascalCase", at="/tools/0/name"),
        BadExample({"name": "listTasks"}, says="PascalCase"),
        BadExample({"name": "List\u200bTasks"}, says="tool name `List\\u200bTasks` contains invisible characters"),
    ),
)
