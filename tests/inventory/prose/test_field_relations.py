"""Names of several words are found as a text speaks them; single words may be anything."""

from conformance.inventory.prose.field_relations import written_names

NAMES = frozenset(("chain_id", "pageSize", "name", "is_in"))


def test_spoken_names_are_written_as_the_schema_does() -> None:
    assert written_names("Needs the chain ID or a page size.", NAMES) == "Needs chain_id or pageSize."


def test_flags_of_a_command_line_are_names() -> None:
    assert written_names("One of --chain-id, --name and --all", NAMES) == "One of chain_id, name and --all"


def test_single_words_parts_of_words_and_words_that_belong_to_another_thing_stay() -> None:
    text = "The name is in a multi-chain id; the chain ID's owner."
    assert written_names(text, NAMES) == text
