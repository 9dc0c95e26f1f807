"""What a text states for some cases is read in the standard notations of other languages."""

from conformance.documents.values import JsonValue
from conformance.inventory.prose.conditions import conditionals
from conformance.inventory.prose.method_inputs import inputs_of_values
from conformance.inventory.prose.notations import choices_elsewhere, statements_elsewhere
from conformance.inventory.prose.tool_requirements import remarked_needs
from tests.cases import check_each

VALUES: dict[str, list[JsonValue]] = {"action": ["create", "list", "deleteItem"], "mode": ["fast", "deep"]}


def _stated(text: str) -> list[tuple[str, list[JsonValue]]]:
    found = conditionals(text, "label", VALUES)
    return [(one.kind, [value for case in one.cases for value in case.values()]) for one in found]


@check_each(
    ("text", "kind", "values"),
    [
        ("名称（action=create 时必填）", "required", ["create"]),
        ("名称，create、deleteItem 操作时必填", "required", ["create", "deleteItem"]),
        ("action=create / action=deleteItem 时必填。", "required", ["create", "deleteItem"]),
        ("当 action='create' 或 action='deleteItem' 时，此参数为必填项", "required", ["create", "deleteItem"]),
        ("仅 action=list 时有效", "only", ["list"]),
        ("仅用于 deleteItem", "only", ["deleteItem"]),
        ("只在 deep 模式下使用", "only", ["deep"]),
        ("mode=deep 时使用的深度", "only", ["deep"]),
        ("mode 为 fast 时忽略", "refused", ["fast"]),
        ("action=createの場合は必須", "required", ["create"]),
        ("deleteItem 時のみ有効", "only", ["deleteItem"]),
        ("create일 때 필수", "required", ["create"]),
        ("Obligatorio para create.", "required", ["create"]),
        ("Obrigatório quando action=create", "required", ["create"]),
        ("Obligatoire pour create ou deleteItem", "required", ["create", "deleteItem"]),
        ("Erforderlich bei der Aktion create", "required", ["create"]),
        ("Название (обязательно для create)", "required", ["create"]),
        ("Nur für deleteItem.", "only", ["deleteItem"]),
        ("Solo para mode=deep", "only", ["deep"]),
    ],
)
def test_a_case_is_read_in_other_languages(text: str, kind: str, values: list[JsonValue]) -> None:
    assert (kind, values) in _stated(text)


@check_each(
    "text",
    [
        "首次 create 时必填",
        "create 时非必填",
        "create/deleteItem 必填其一",
        "不仅用于 create",
        "请勿误用于 create",
        "创建用户时必填",
        "Obligatorio para crear usuarios",
        "Nur für create mit Namen",
    ],
)
def test_a_condition_that_holds_more_than_values_is_no_case(text: str) -> None:
    assert _stated(text) == []


def test_the_place_of_a_statement_is_kept() -> None:
    text = "名称。action=create 时必填"
    (stated,) = [one for one in statements_elsewhere(text) if one.kind == "required"]
    assert (text[stated.begin : stated.end], stated.clause) == ("action=create 时必填", "action=create")


def _needs(text: str) -> list[tuple[str, list[JsonValue]]]:
    found = remarked_needs(text, VALUES, frozenset(("label", "size", "action", "mode")))
    return [(one.field, [value for case in one.cases for value in case.values()]) for one in found]


def test_what_values_need_is_read_in_chinese() -> None:
    assert _needs("create/deleteItem 需 label，其他不用") == [("label", ["create", "deleteItem"])]
    assert _needs("mode=deep 时应传 `size`") == [("size", ["deep"])]
    assert _needs("首次 create 需 label") == []
    assert _needs("create 不需要 label") == []
    assert _needs("create 需 token") == []


def test_what_is_listed_for_a_value_is_read_in_chinese() -> None:
    text = "操作：list=列表（不需要 size），create=新建（需要提供 label 参数）"
    found = inputs_of_values(text, VALUES, frozenset(("label", "size", "action")))
    assert [(one.kind, one.field, *one.cases) for one in found] == [("required", "label", {"action": "create"})]


def _choices(text: str, field: str | None = None) -> list[tuple[tuple[str, ...], bool, bool]]:
    found = choices_elsewhere(text, frozenset(("path", "url", "kind")), field)
    return [(one.names, one.needs_one, one.refuses_two) for one in found]


def test_a_choice_between_fields_is_read_in_chinese() -> None:
    assert _choices("path和url必须传且只传其中一个") == [(("path", "url"), True, True)]
    assert _choices("读取。path、url、kind 至少提供一个") == [(("path", "url", "kind"), True, False)]
    assert _choices("路径（与 url 二选一）", "path") == [(("path", "url"), True, True)]
    assert _choices("与 `url` 互斥", "path") == [(("path", "url"), False, True)]
    assert _choices("可与 url 二选一", "path") == [(("path", "url"), False, True)]


def test_a_choice_in_one_case_or_with_something_else_is_none() -> None:
    assert _choices("创建时与 url 二选一", "path") == []
    assert _choices("path 和 token 二选一") == []
    assert _choices("与 route.url 二选一", "path") == []
