"""How long a text is and how many items a list has is also read in other languages."""

from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each
from tests.rules.judging import found

TEXTS: JsonObject = {"type": "array", "items": {"type": "string"}}


def _hints(schema: JsonObject, says: str) -> list[str]:
    label: JsonValue = {**schema, "description": says}
    return [one.hint for one in found("bounds_in_prose_agree", {"label": label})]


@check_each(
    "says",
    [
        "标题，最长 20 位",
        "标题，不超过20个字符",
        "标题，20字以内",
        "标题，最大长度 20",
        "タイトル（20文字以内）",
        "제목 (최대 20자)",
        "Título (máximo 20 caracteres)",
    ],
)
def test_the_length_of_a_text_is_read(says: str) -> None:
    assert _hints({"type": "string"}, says) == ['add "maxLength": 20 to its schema']


def test_the_number_of_items_is_read() -> None:
    assert _hints(TEXTS, "标签，最多 5 个") == ['add "maxItems": 5 to its schema']


@check_each("says", ["标签，最多 5 个字符", "时间，最多3个月", "标题，最多 10 位用户可见"])
def test_a_number_of_something_else_bounds_no_items(says: str) -> None:
    assert _hints(TEXTS, says) == []


@check_each(
    ("says", "hint"),
    [
        ("每页数量，1-50", 'add "minimum": 1, "maximum": 50 to its schema'),
        ("星期，取值 0 到 6（0 为周日）", 'add "minimum": 0, "maximum": 6 to its schema'),
        ("数量，正整数", 'add "exclusiveMinimum": 0 to its schema'),
        ("必须大于 0", 'add "exclusiveMinimum": 0 to its schema'),
        ("偏移量，非负整数", 'add "minimum": 0 to its schema'),
    ],
)
def test_a_bound_of_a_number_is_read(says: str, hint: str) -> None:
    assert _hints({"type": "integer"}, says) == [hint]


@check_each("says", ["数量，例如：1-3", "月份，2024-01", "大于0时生效"])
def test_an_example_a_date_or_a_case_is_no_bound(says: str) -> None:
    assert _hints({"type": "integer"}, says) == []
