"""How long a text is and how many items a list has is also read in other languages."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
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


@check_each(
    "says",
    [
        *("建议不超过50", "通常最大100", "免费用户最大100", "最大100を推奨", "최대 100 권장"),
        *(
            "Empfohlen: höchstens 50",
            "In der Regel höchstens 50",
            "Maximum 100 recommandé",
            "De préférence, au plus 100",
        ),
        *("Recomenda-se no máximo 50", "Si consiglia massimo 50", "Рекомендуется не более 50"),
    ],
)
def test_advice_and_what_holds_for_some_is_no_bound(says: str) -> None:
    assert _hints({"type": "integer"}, says) == []


@check_each("says", ["最多100条，建议50", "建议50，最大100", "Recomendado 50, máximo 100", "Höchstens 100, besser 50"])
def test_a_bound_beside_advice_is_read(says: str) -> None:
    assert _hints({"type": "integer"}, says)[0].startswith('add "maximum": 100 to its schema')


@check_each(
    "says",
    [
        *("最多100条，超过部分会被截断", "最大100（超過分は切り捨て）", "Höchstens 100, darüber wird abgeschnitten"),
        *("Au plus 100, au-delà les résultats sont tronqués", "Máximo 100; si es mayor se trunca"),
        "Максимум 100, лишнее отбрасывается",
    ],
)
def test_a_bound_beyond_which_something_is_cut_off_is_an_info_without_an_edit(says: str) -> None:
    (one,) = found("bounds_in_prose_agree", {"label": {"type": "integer", "description": says}})
    assert (one.level, one.edits, "unless it accepts larger values" in one.hint) == (Level.INFO, (), True)


@check_each(
    "says",
    [
        *("最多1万条", "最大1万件", "최대 1만", "最大5千", "最多3百", "最多10亿", "范围1-10万", "最少1万"),
        *("máximo 5 mil", "máximo 2 millones", "максимум 5 тыс.", "maximal 5 Tsd.", "maximal 5 Mio", "At most 2 dozen"),
    ],
)
def test_a_number_with_a_numeral_behind_it_is_another_number(says: str) -> None:
    assert _hints({"type": "integer"}, says) == []


@check_each("says", ["最多5千克", "最大100百分比", "最多5个"])
def test_a_unit_that_begins_like_a_numeral_is_one(says: str) -> None:
    assert len(_hints({"type": "integer"}, says)) == 1


def test_values_beside_an_empty_one_are_not_all_there_are() -> None:
    says = {"label": {"type": "string", "description": "Mögliche Werte: 'a', 'b' oder leer"}}
    assert [one.edits for one in found("closed_value_set_in_prose", says) if one.level is Level.WARNING] == []
