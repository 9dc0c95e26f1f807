"""What a trial of a runtime reads in its transcript."""

import json

import pytest

from conformance.callback.trials import runtime

TOLD = "Straße \u2028 begins\nline 2\n"


@pytest.mark.parametrize("is_ascii", [True, False])
def test_a_transcript_is_json_or_json_lines_or_any_text(is_ascii: bool) -> None:
    first, second = (json.dumps({"role": role, "text": TOLD}, ensure_ascii=is_ascii) for role in ("user", "tool"))
    for transcript in (f"[{first}, {second}]", f"{first}\n{second}\n", f"{first}\r\n\r\n{second}"):
        assert runtime._texts(transcript).count(TOLD) == 2
    for text in (TOLD, f"{first}\nnot JSON"):
        assert runtime._texts(text) == [text]
