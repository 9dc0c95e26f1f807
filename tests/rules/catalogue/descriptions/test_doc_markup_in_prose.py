"""Markup of comments in code is found in all texts of a list, and what only looks like it is none."""

from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each
from tests.rules.judging import found


def _tool(name: str, said: str) -> JsonValue:
    berth: JsonObject = {"type": "string", "description": said}
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": {"berth": berth}}
    return {"name": name, "description": "Work on berths.", "input_schema": schema}


@check_each(
    ("said", "is_markup"),
    [
        ("Up to [`harbour::MOST`]", True),
        ("As [`Berth`] has it", True),
        ("See [`moor()`]", True),
        ("See {@link Berth#moor the mooring}", True),
        ("A :py:class:`Berth`", True),
        ("Made by #[serde(default)]", True),
        ("z.string().optional() of it", True),
        ("Any of [`a`, `b`]", False),
        ("See [`Berth`](https://harbour.example)", False),
        ("As `harbour::MOST` says", False),
        ("Either :red: or :green:", False),
        ("In brackets: [`north`]", False),
        # samples of what the tool takes, finds or makes
        ("Behind `#[cfg(test)]` or not", False),
        ("Code such as `z.object({a: z.string()})`", False),
        ("Text, with {@link Name} for links", False),
        ("Links are written as {@link Name}", False),
        ("Query, e.g. :py:func:`open`", False),
        ("Columns, as in [`Name`]", False),
        ("Text; '{@link Name}' becomes a link", False),
        ("One of `a`, see [`Berth`]", True),
    ],
)
def test_links_roles_attributes_and_calls_are_markup(said: str, is_markup: bool) -> None:
    assert bool(found("doc_markup_in_prose", [_tool("find_berth", said)])) == is_markup


def test_all_texts_of_a_list_are_one_finding() -> None:
    (finding,) = found("doc_markup_in_prose", [_tool("find_berth", "[`Berth`]"), _tool("moor_ship", "[`Berth`]")])
    assert finding.message == "2 descriptions have markup of a comment in code"
    assert finding.evidence["quote"] == "[`Berth`]"


@check_each(
    ("said", "is_cut"),
    [
        ("Only the berths that are listed in the", True),
        ("Every berth. If there", True),
        ("The quay is used if\n", True),
        ("The quay to moor at", False),
        ("The berth that is there", False),
        ("How to join words: and/or", False),
        ("Either 'and' or 'or'", False),
        ("IF AND OR", False),
    ],
)
def test_a_text_that_ends_in_a_word_before_others_is_cut(said: str, is_cut: bool) -> None:
    messages = [one.message for one in found("doc_markup_in_prose", [_tool("moor", said)])]
    assert messages == (["a description ends in the middle of a sentence"] if is_cut else [])
