"""A default counts where the text states a value without a condition."""

from conformance.inventory.prose.defaults import marked_value, stated_defaults
from tests.cases import check_each


@check_each(
    ("text", "values"),
    [
        ("Per-item yield_time_ms defaults to 10_000 ms when omitted", [10000]),
        ("How many (default: 100)", [100]),
        ("How many, default 3.", [3]),
        ("Maximum rows (default 1,000)", [1000]),
        ("Default is 'circle'.", ["circle"]),
        ("Optional, defaults to 2 if not specified.", [2]),
        ("Case-insensitive search (default: true)", ["true"]),
        ("'text' (default, flattened page text), 'main' (primary content)", ["text"]),
        ("Defaults to -1.5", [-1.5]),
        ("Default is false (foreground).", ["false"]),
        ("10 by default", [10]),
        ("How many; `main` by default.", ["main"]),
        ("By default 10", [10]),
        ("If omitted, 10 is used.", [10]),
        ("If it is not given, defaults to 10.", [10]),
        ("How many, 10 if not given.", [10]),
        ("When not set, main is used.", ["main"]),
        ("Enabled by default.", ["Enabled"]),
        ("default 10KB", [10]),
        ("Defaults to 50%.", [50]),
        ("At most 20k, default 10k", [10_000]),
        ('"usage" shows where they are used (default, best to clean up), "all" lists all', ["usage"]),
        ("'a' is fast, or one of slow (default)", ["slow"]),
        ("返回条数，默认10条", [10]),
        ("查询数量(缺省：10，最大：100)", [10]),
        ("默认 60000（与命令行一致）", [60000]),
        ("默认为false（不覆盖）", ["false"]),
        ("默认 false 仅返回摘要", ["false"]),
        ("省略时默认为 /（根路径）", ["/"]),
        ("不传时默认 make all。", ["make all"]),
        ("Tempo em segundos (padrao: 14400)", [14400]),
    ],
)
def test_a_stated_default_is_read_with_its_value(text: str, values: list[object]) -> None:
    found = [claim.amount.number if claim.amount else claim.text or claim.word for claim in stated_defaults(text)]
    assert found == values


@check_each(
    "text",
    [
        "Default: the user's shell.",
        "If all is true, defaults to 1000.",
        "For images: defaults to 5.",
        "Seconds to wait; the proxy defaults to 60.",
        "Defaults to the authenticated user.",
        "Defaults to true for file searches, false for content searches",
        "Default 5 when the list is long",
        "The default `private_child` preset returns an id",
        "Represents the default fill color for areas",
        "These act as defaults for items that omit those fields",
        "If set to 0, the default timeout will be used",
        "Matching is case-sensitive by default",
        "defaults to best match",
        "Default is vertical, when the level is more than 3",
        "Set non-default 7 here",
        "Whatever default tools have",
        "The default isolation of the engine",
        "Default 3 months.",
        "Bypass the cache, which is enabled by default.",
        "Reads 2000 lines by default, from the offset.",
        "By default 10 workers share the queue",
        "可选的默认 schema",
        "普通场景用默认 fast。",
        "配置 kind 时默认 true。",
        "默认 make all。",
        "",
    ],
)
def test_a_described_or_conditional_default_is_no_value(text: str) -> None:
    assert list(stated_defaults(text)) == []


@check_each(
    ("text", "items"),
    [
        ("Markets to scan. Default: ['america']", ("america",)),
        ("Which to read (default: title, body, tags).", ("title", "body", "tags")),
        ('Sections (default: ["now", "later"]).', ("now", "later")),
        ("Maximum rows (default: 1,000)", None),
        ("Mode (default: fast, for small files)", None),
        ("Default: ['a'", None),
    ],
)
def test_a_list_is_read_as_a_default_where_it_is_all_that_follows(text: str, items: tuple[str, ...] | None) -> None:
    assert next((found.items for found in stated_defaults(text) if found.items), None) == items


def test_the_first_item_of_a_listed_default_is_not_a_default_by_itself() -> None:
    (claim,) = stated_defaults("If not provided, defaults to: title, body, tags.")
    assert (claim.items, claim.word) == (("title", "body", "tags"), None)


@check_each(
    ("text", "value"),
    [
        ("Version: v4 (random, default) or v7 (by time)", "v4"),
        ("'brief' for people (default), 'raw' for programs", "brief"),
        ("brief: for people. (default)", None),
        ("brief (default) or raw (default)", None),
    ],
)
def test_the_value_before_the_only_mark_is_the_default(text: str, value: str | None) -> None:
    found = marked_value(text, ["v4", "v7", "brief", "raw"])
    assert (found and found.text) == value


def test_an_empty_text_may_be_the_default() -> None:
    assert [one.text for one in stated_defaults("Defaults to an empty string if not provided.")] == [""]
    assert [one.text for one in stated_defaults("Defaults to an empty string for files.")] == []
