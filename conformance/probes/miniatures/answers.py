"""Systems whose tool lists or replies differ from what they promise."""

import itertools
from collections.abc import Sequence

from msgspec.structs import replace

from conformance.documents.values import JsonObject
from conformance.probes.miniatures import Miniature
from conformance.probes.miniatures._sound import Changes, SoundRuntime
from conformance.systems.runtime import ParseOutcome, Runtime


def _changing_tools() -> Runtime:
    listings = itertools.count(1)

    def describe(entry: JsonObject) -> JsonObject:
        return {**entry, "description": f"{entry['name']}, described for the {next(listings)}th time."}

    return SoundRuntime(Changes(tool=describe))


def _counting_receipts() -> Runtime:
    receipts = itertools.count(1)
    return SoundRuntime(Changes(render=lambda receipt: f"{receipt}\nReceipt {next(receipts)}"))


def _distrust_timers(provenance: str, names: Sequence[str]) -> Sequence[str]:
    return [name for name in names if name != "ExecCommand"] if provenance == "timer" else names


def _never_wait(_provenance: str, names: Sequence[str]) -> Sequence[str]:
    return [name for name in names if name != "WaitFor"]


MINIATURES = (
    Miniature(
        "breaks_its_result_schema",
        "Returns a count as text where its schema says integer.",
        lambda: SoundRuntime(Changes(result=lambda result: {**result, "count": "many"})),
        bites="result_matches_schema",
    ),
    Miniature(
        "changes_its_tools",
        "Lists a different description each time.",
        _changing_tools,
        bites="catalog_stable",
    ),
    Miniature(
        "ignores_the_agent_profile",
        "Offers every agent profile all tools, whatever it has the authority for.",
        lambda: SoundRuntime(Changes(agent_profile=lambda _profile: None)),
        bites="catalog_stable",
    ),
    Miniature(
        "knows_every_tool",
        "Accepts a call to a tool that does not exist.",
        lambda: SoundRuntime(Changes(unknown_tool=lambda _: ParseOutcome(accepted=True, arguments={}))),
        bites="unknown_tool_error",
    ),
    Miniature(
        "offers_what_the_runtime_owns",
        "Offers the model a tool that belongs to the runtime.",
        lambda: SoundRuntime(Changes(catalog=lambda _provenance, names: [*names, "NotifyOperator"])),
        bites="catalog_stable",
    ),
    Miniature(
        "promises_a_tool_that_no_turn_offers",
        "Has a tool in its inventory that no catalog lists.",
        lambda: SoundRuntime(Changes(catalog=_never_wait)),
        bites="catalog_stable",
    ),
    Miniature(
        "renders_a_counter",
        "Numbers its receipts.",
        _counting_receipts,
        bites="receipt_deterministic",
    ),
    Miniature(
        "returns_no_structured_content",
        "Publishes an output schema but answers with text only.",
        lambda: SoundRuntime(Changes(call=lambda outcome: replace(outcome, structured=()))),
        bites="structured_content_matches",
    ),
    Miniature(
        "returns_wrong_structured_content",
        "Returns structured content that its output schema forbids.",
        lambda: SoundRuntime(Changes(call=lambda outcome: replace(outcome, structured=({"said": "nothing"},)))),
        bites="structured_content_matches",
    ),
    Miniature(
        "shows_other_tools_to_timers",
        "Hides a tool from turns that a timer started.",
        lambda: SoundRuntime(Changes(catalog=_distrust_timers)),
        bites="catalog_stable",
    ),
)
