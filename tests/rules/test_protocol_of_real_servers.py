"""The protocol's profile on real servers: a review that somebody would write."""

import datetime
import functools
from collections import Counter
from pathlib import Path

from conformance.commands.check import check_subject
from conformance.commands.subject import subject_of
from conformance.findings import Finding, Level
from conformance.settings.repository import Config

TODAY = datetime.date(2026, 5, 1)


@functools.cache
def _reviews(corpus: Path, profile: str = "mcp") -> dict[str, list[Finding]]:
    config = Config(profile=profile)
    subjects = [*sorted((corpus / "mcp").glob("*.json")), corpus / "toolsnaps"]
    return {path.stem: list(check_subject(subject_of(path, config), config, TODAY).findings) for path in subjects}


def test_no_real_server_is_wrong_by_the_protocol_and_each_review_is_short(corpus: Path) -> None:
    reviews = _reviews(corpus)
    assert len(reviews) == 21
    for server, findings in reviews.items():
        assert [one for one in findings if one.level is Level.ERROR] == [], server
        assert len(findings) <= 48, server


def test_what_is_said_of_all_servers_together_is_known_by_count(corpus: Path) -> None:
    counts = Counter(one.rule for findings in _reviews(corpus).values() for one in findings)
    assert counts["mcp_open_inputs"] == 21
    assert counts["mcp_annotations"] == 18
    assert counts["variant_boundaries"] == 27
    assert counts["bounds_in_prose_agree"] == 18
    assert counts["description_names_known_tools"] == 4
    assert counts["description_names_known_fields"] == 11
    assert counts["closed_value_set_in_prose"] == 13
    assert counts["discriminator_declared"] == 1
    assert counts["sibling_names_agree"] == 11
    assert counts["hidden_text"] == 0
    # Ids, levels of a tree, lines and indexes of type `number`, each a list once.
    assert counts["count_is_integer"] == 9
    assert counts["parameters_described"] <= 10
    assert sum(counts.values()) <= 266


def test_every_finding_has_a_place_in_the_file_that_was_given(corpus: Path) -> None:
    for server, findings in _reviews(corpus).items():
        for one in findings:
            assert one.location is not None, server
            assert "input_schema" not in one.pointer, server
            assert one.location.line > 0


def test_popular_servers_fail_no_request_of_openai_and_anthropic(corpus: Path) -> None:
    for profile in ("openai", "anthropic"):
        for server, findings in _reviews(corpus, profile).items():
            rules = {one.rule for one in findings if one.level is Level.ERROR}
            assert rules == set(), (profile, server)


def test_gemini_and_strict_modes_refuse_what_the_facts_say_they_refuse(corpus: Path) -> None:
    strict = _reviews(corpus, "openai_strict")
    assert "strictness" in {one.evidence.get("kind") for findings in strict.values() for one in findings}
    gemini = _reviews(corpus, "gemini")
    said = " ".join(one.message for findings in gemini.values() for one in findings)
    assert "an object without `properties`" in said
    assert "`$schema`" in said
