"""The tables by which a running system is judged: its policies, and how its errors are told from its results."""

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

UnknownFields = Literal["reject", "notice", "ignore"]
Coercion = Literal["none", "lenient"]


def _compiled(pattern: Any) -> Any:
    try:
        return re.compile(pattern, re.IGNORECASE) if isinstance(pattern, str) else pattern
    except re.error as error:
        raise ValueError(f"{pattern} is no regular expression: {error}") from error


Expression = Annotated[re.Pattern[str], BeforeValidator(_compiled)]


class ProbeTables(BaseModel):
    """What probes need to know.

    ``unknown_fields`` says what a runtime must do with a field that does not exist: ``reject`` it, accept it with a
    ``notice`` to the caller, or ``ignore`` it. ``coercion`` says whether it may take ``"5"`` for 5: ``none`` or
    ``lenient``. ``input_error_kinds`` are the error kinds, ``input_error_texts`` the texts, that blame the shape of an
    input; ``failure_texts`` are how a text begins that reports a failure, whatever its flag says.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    unknown_fields: UnknownFields = "reject"
    coercion: Coercion = "none"
    input_error_kinds: tuple[str, ...] = ("invalid_tool_input",)
    unknown_tool_kinds: tuple[str, ...] = ("unknown_tool", "tool_not_exposed_for_round")
    input_error_texts: tuple[Expression, ...] = ()
    failure_texts: tuple[Expression, ...] = tuple(
        re.compile(text, re.IGNORECASE)
        for text in (
            r"\A\W*(?:\w+ ){0,2}\w*error\b\s*[:!(]",
            r"\A\W*error \d+\b",
            r"\A\W*(?:failed|unable) to \w+",
            r"\A\W*(?:cannot|can't|could not) \w+",
            r"\A\W*(?:\w+ ){0,2}\w*exception\b\s*[:!(]",
            r"\A\W*traceback \(most recent call last\)",
            r"\A\W*(?:access|permission) denied\b",
            r"\A[^\n]{0,120}\b(?:does not exist|no such file or directory)\.?\s*\Z",
        )
    )
    longest_failure_text: int = 600
    """A text longer than this is content, however it begins."""
