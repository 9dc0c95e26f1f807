"""How a repository has its running system reached and probed: the table ``probe`` of its configuration."""

from pathlib import Path
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, field

from conformance.settings.profiles.probing import Coercion, UnknownFields
from conformance.settings.tables import STRICT, Table

Seconds: TypeAlias = Annotated[float, Meta(gt=0, le=1_000_000)]
"""A time limit in seconds; larger values, infinity and NaN would not limit anything."""


class ProbedTool(Table, frozen=True, kw_only=True):
    """What probes may do with one tool: ``inputs`` known to work also permit calls, ``call = false`` forbids them."""

    input: Annotated[
        dict[str, Any] | None,
        Meta(examples=['{ path = "README.md" }'], description="An input known to work; it also permits calls."),
    ] = None
    inputs: Annotated[
        tuple[dict[str, Any], ...],
        Meta(examples=['[{ path = "README.md" }]'], description="Several inputs known to work."),
    ] = ()
    call: Annotated[
        bool | None, STRICT, Meta(examples=["false"], description="Whether the tool may be called; `false` forbids it.")
    ] = None
    unknown_fields: Annotated[
        UnknownFields | None, Meta(description="What this tool must do with an unknown field.")
    ] = None
    coercion: Annotated[Coercion | None, Meta(description="Whether this tool may convert values of another type.")] = (
        None
    )


class Probing(Table, frozen=True, kw_only=True):
    """How the running system is reached and probed; every key is also an option of ``conformance probe``."""

    source: Annotated[
        str | None,
        Meta(
            examples=["'mcp-stdio:\"COMMAND\"'"], description='System to ask, such as `mcp-stdio:"npx -y some-server"`.'
        ),
    ] = None
    env: Annotated[
        tuple[str, ...],
        Meta(examples=['["HOME"]'], description="Environment variables to pass on to the system, by name."),
    ] = ()
    cwd: Annotated[Path | None, Meta(examples=['"server"'], description="Working folder of the system.")] = None
    timeout: Annotated[Seconds, Meta(description="Time limit per request, in seconds.")] = 10.0
    start_timeout: Annotated[
        Seconds | None, Meta(examples=["60"], description="Time limit for starting, in seconds.")
    ] = None
    memory_limit: Annotated[
        int,
        Meta(ge=1, description="Megabytes that the system and its children may use together before they are stopped."),
    ] = 4096
    seed: Annotated[int, Meta(description="Seed of the generated inputs.")] = 0
    max_examples: Annotated[int, Meta(ge=1, description="Valid inputs to try per tool.")] = 100
    max_time: Annotated[Seconds | None, Meta(examples=["300"], description="Time limit of the run, in seconds.")] = None
    rate: Annotated[Seconds | None, Meta(examples=["5"], description="Requests per second at most.")] = None
    open_world: Annotated[
        bool, STRICT, Meta(description="Whether tools annotated `openWorldHint` may be called with generated inputs.")
    ] = False
    headers: Annotated[
        dict[str, str],
        Meta(
            examples=["{ Authorization = 'Bearer ${API_TOKEN}' }"],
            description="Headers of each request to `mcp-http`; `${NAME}` is a variable of the environment.",
        ),
    ] = field(default_factory=dict[str, str])
    fail_on_undetermined: Annotated[
        bool, STRICT, Meta(description="Whether a run fails if a question is undetermined.")
    ] = False
    outputs: Annotated[
        tuple[Path, ...],
        Meta(
            examples=['["outputs.jsonl"]'],
            description="Files with complete outputs of the tools, one JSON object per line.",
        ),
    ] = ()
    """Files with complete outputs of the system's tools, one per line, to ask what it does with results."""
    profiles: Annotated[
        dict[str, tuple[str, ...]],
        Meta(
            examples=['{ reviewer = ["core_agent", "web"] }'],
            description="Families of tools that each agent profile may be offered, `*` for all.",
        ),
    ] = field(default_factory=dict[str, tuple[str, ...]])
    """The families of tools that each agent profile has the authority for, ``*`` for all: what its turns may offer."""
    unknown_fields: Annotated[
        UnknownFields | None, Meta(description="What the system must do with an unknown field.")
    ] = None
    coercion: Annotated[Coercion | None, Meta(description="Whether the system may convert values of another type.")] = (
        None
    )
    tools: Annotated[
        dict[str, ProbedTool],
        Meta(examples=["{ ReadFile.call = false }"], description="What probes may do with single tools, by name."),
    ] = field(default_factory=dict[str, ProbedTool])
