"""Each of several artifacts is named by an index in the result, under one role only.

Which file is stdout and which is stderr must not depend on the order of a list: compaction, merging or a new artifact
changes it. A file that contains both streams is the combined output.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.findings import Level, Problem
from conformance.rules.scopes import ARTIFACT_LIST, BadExample
from conformance.rules.screens import no_artifacts
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import ArtifactList, Role


def check(artifacts: ArtifactList, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each artifact without a role or with two roles, and for two lists that disagree."""
    if artifacts.conflicting_list:
        message = f"this list of artifacts differs from the one at {code_text(artifacts.conflicting_list)}"
        yield Problem(message, "remove one of the two lists", artifacts.pointer)
        return
    named: defaultdict[int, list[Role]] = defaultdict(list)
    for role in artifacts.roles:
        named[-1 if role.position is None else role.position].append(role)
    if all(0 <= index < len(artifacts.items) for index in named):
        yield from _unnamed_artifacts(artifacts, named)
    for index in range(len(artifacts.items)):
        yield from _conflicting_roles(index, named.get(index, ()))


def _unnamed_artifacts(artifacts: ArtifactList, named: Collection[int]) -> Iterator[Problem]:
    count = len(artifacts.items)
    for index in range(count) if count > 1 else ():
        if index not in named:
            message = f"artifact {index} of {count} is not named by any index in the result"
            hint = f'add its role to the result, as in `"stdout_artifact": {index}`'
            yield Problem(message, hint, child(artifacts.pointer, index))


def _conflicting_roles(index: int, roles: Sequence[Role]) -> Iterator[Problem]:
    for role in roles[1:]:
        if role.name != roles[0].name:
            message = f"artifact {index} has two roles, {code_text(roles[0].name)} and {code_text(role.name)}"
            hint = "give each role its own artifact, or set only `combined_output_artifact`"
            yield Problem(message, hint, role.pointer, max_level=Level.WARNING)


RULE = ARTIFACT_LIST.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#artifact-index-mapping",
    screen=no_artifacts,
    good=(
        {"result": {"output_preview": "ok", "artifacts": [{"path": "1.log"}]}},
        {
            "result": {"stdout_artifact": 0, "stderr_artifact": 1},
            "artifacts": [{"path": "1.log"}, {"path": "2.log"}],
        },
        {"result": {"page_artifacts": [0, 1], "artifacts": [{"path": "1.png"}, {"path": "2.png"}]}},
    ),
    bad=(
        BadExample(
            {"result": {"stdout_artifact": 0, "artifacts": [{"path": "1.log"}, {"path": "2.log"}]}},
            says="artifact 1 of 2 is not named by any index",
            at="/result/artifacts/1",
        ),
        BadExample(
            {"result": {"stdout_artifact": 0, "stderr_artifact": 0, "artifacts": [{"path": "1.log"}]}},
            says="two roles, `stdout` and `stderr`",
            at="/result/stderr_artifact",
        ),
        BadExample(
            {
                "result": {"output_artifact": 0, "artifacts": [{"path": "1.log"}]},
                "artifacts": [{"path": "2.log"}],
            },
            says="differs from the one at `/result/artifacts`",
            at="/artifacts",
        ),
    ),
)
