"""Every message is one that the provider's own SDK takes: nothing missing, nothing unknown, nothing coerced.

The SDKs come with the extra ``providers``, which ``dev`` includes; where one is absent its tests say so.
"""

from typing import Any

import pytest
from pydantic import TypeAdapter

from conformance.contract.complete_output import failure_output, success_output
from conformance.contract.envelope import Envelope, Success, ToolError
from conformance.contract.families._command_shapes import Finished
from conformance.contract.projection import project
from conformance.contract.rendering import render
from conformance.contract.transports import all_transports

WORKED = project(
    success_output("ExecCommand", "command exited with status 0", Finished(exit_status=0, stdout="caf\u00e9\n"))
)
FAILED = project(failure_output("ExecCommand", ToolError(kind="io_error", message="disk full", retryable=True)))
BINARY = project(
    success_output("ExecCommand", "command exited with status 0", Finished(exit_status=0, stdout="\udcff\x00"))
)
ENVELOPES = [WORKED, FAILED, BINARY]


def sdk(name: str) -> Any:
    """The SDK of a provider."""
    return pytest.importorskip(name, reason=f"the SDK {name} is absent: pip install 'tool-conformance[providers]'")


def written(transport: str, envelope: Envelope) -> dict[str, Any]:
    return dict(all_transports()[transport].write(envelope, render(envelope), "call_1"))


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_openai_responses_takes_the_item(envelope: Envelope) -> None:
    sdk("openai")
    from openai.types.responses.response_input_param import FunctionCallOutput

    message = written("openai_responses", envelope)
    assert TypeAdapter(FunctionCallOutput).validate_python(message, strict=True) == message


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_openai_chat_takes_the_message(envelope: Envelope) -> None:
    sdk("openai")
    from openai.types.chat import ChatCompletionToolMessageParam

    message = written("openai_chat", envelope)
    assert TypeAdapter(ChatCompletionToolMessageParam).validate_python(message, strict=True) == message


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_anthropic_takes_the_block(envelope: Envelope) -> None:
    sdk("anthropic")
    from anthropic.types import ToolResultBlockParam

    message = written("anthropic", envelope)
    assert TypeAdapter(ToolResultBlockParam).validate_python(message, strict=True) == message
    assert message["is_error"] is (envelope is FAILED)


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_gemini_takes_the_part(envelope: Envelope) -> None:
    types = sdk("google.genai").types
    message = written("gemini", envelope)
    part = types.Part.model_validate(message)
    assert part.model_dump(mode="json", by_alias=True, exclude_none=True) == message
    assert part.function_response.name == "ExecCommand"
    assert list(part.function_response.response) == ["error" if envelope is FAILED else "output"]


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_mcp_takes_the_result(envelope: Envelope) -> None:
    types = sdk("mcp").types
    message = written("mcp", envelope)
    result = types.CallToolResult.model_validate(message)
    again = result.model_dump(mode="json", by_alias=True, exclude_unset=True)
    assert {**message, **again} == message | {"content": again["content"]}
    assert [block.text for block in result.content] == [render(envelope)]
    assert message["isError"] is (envelope is FAILED)
    assert message.get("structuredContent") == (envelope.result if isinstance(envelope, Success) else None)
    assert result.model_dump_json(by_alias=True).encode()
