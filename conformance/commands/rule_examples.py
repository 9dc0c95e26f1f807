"""Whether the examples of a rule hold: it accepts each good one, and rejects each bad one as that says."""

from collections.abc import Iterator

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.display import code_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding
from conformance.names import suggest
from conformance.rules.catalogue import all_rules
from conformance.rules.scopes import AnyRule, BadExample
from conformance.settings.profiles import load_profile


def rule_named(name: str) -> AnyRule:
    """Return a rule by its id; raises ``ConformanceError`` without one."""
    rules = all_rules()
    if name in rules:
        return rules[name]
    hint = suggest(name, list(rules), "name its module in `plugins` of the configuration, or in an entry point")
    raise ConformanceError(ErrorKind.USAGE, f"there is no rule {code_text(name)}", hint)


def faults_of_examples(rule: AnyRule) -> Iterator[str]:
    """Yield a sentence for each example that does not hold, and for a rule that lacks good or bad ones."""
    for kind, listed in (("good", rule.good), ("bad", rule.bad)):
        if not listed:
            yield f"{code_text(rule.id)} has no {kind} example"
    for number, value in enumerate(rule.good, start=1):
        for one in _findings(rule, value, rule.profile):
            yield f"good example {number} is rejected: {one.message}"
    for number, bad in enumerate(rule.bad, start=1):
        if fault := _fault_of_bad(bad, _findings(rule, bad.value, bad.profile or rule.profile)):
            yield f"bad example {number} {fault}"


def _fault_of_bad(bad: BadExample, found: list[Finding]) -> str:
    """Return what is wrong with a bad example, empty if it is rejected as it says."""
    if not found:
        return "is accepted"
    worded = [one for one in found if bad.says in one.message]
    if not worded:
        return f"is rejected without {code_text(bad.says)}: {found[0].message}"
    if bad.at is not None and bad.at not in {one.pointer for one in found}:
        return f"is rejected at {code_text(found[0].pointer)} and not at {code_text(bad.at)}"
    return ""


def _findings(rule: AnyRule, example: object, profile_name: str) -> list[Finding]:
    profile = load_profile(profile_name)
    return list(check(rule.scope.example(example), profile, applied_rules(profile, [rule.id])).findings)  # type: ignore[arg-type]
