"""A choice counts where its words are exactly those of two fields."""

from conformance.inventory.prose.worded_choices import none_is_needed, worded_choices
from tests.cases import check_each

NAMES = frozenset(("task_id", "name", "note"))


def _pairs(text: str) -> list[tuple[str, ...]]:
    return [choice.names for choice in worded_choices(text, NAMES)]


@check_each(
    ("text", "pair"),
    [
        ("Provide either a task ID or a name.", ("task_id", "name")),
        ("Requires either the name, or the task id", ("name", "task_id")),
        ("You must specify either a name or a note.", ("name", "note")),
    ],
)
def test_two_fields_in_words_are_a_choice(text: str, pair: tuple[str, ...]) -> None:
    assert _pairs(text) == [pair]


@check_each(
    "text",
    [
        "You can provide either a task ID or a name.",
        "The list is cut; use `name` or `note` to narrow.",
        "Provide either a task or a name.",
        "Provide either a name or a name.",
        "Provide either a task ID or a name of the owner.",
        "For old tasks, provide either a task ID or a name.",
    ],
)
def test_other_words_and_free_choices_are_none(text: str) -> None:
    assert _pairs(text) == []


@check_each(
    ("text", "pair"),
    [
        ("Get a task by ID or name.", ("task_id", "name")),
        ("Read one task of a list by its name or by note, with its owner.", ("name", "note")),
    ],
)
def test_a_tool_that_reads_one_thing_by_one_or_the_other_needs_one(text: str, pair: tuple[str, ...]) -> None:
    assert [choice.names for choice in worded_choices(text, NAMES, of_tool=True)] == [pair]
    assert _pairs(text) == []


@check_each(
    "text",
    [
        "Find tasks by ID or name.",
        "List all tasks by name or note.",
        "Get any task by id or name.",
        "Get it by day or name.",
    ],
)
def test_a_search_by_several_fields_needs_none_of_them(text: str) -> None:
    assert list(worded_choices(text, NAMES, of_tool=True)) == []


def test_a_short_word_of_a_name_is_what_it_stands_for() -> None:
    names = frozenset(("address", "txhash", "task_id", "list_id"))
    (choice,) = worded_choices("Get transfers by address or transaction hash.", names, of_tool=True)
    assert choice.names == ("address", "txhash")
    assert list(worded_choices("Get a task by ID or address.", names, of_tool=True)) == []  # which of the two IDs?


def test_two_pairs_of_fields_are_a_choice_between_their_first_ones() -> None:
    names = frozenset(("start", "end", "first_day", "last_day"))
    (choice,) = worded_choices("Either provide start/end OR first_day/last_day", names)
    assert choice.names == ("start", "first_day")
    assert list(worded_choices("You can provide either start/end or first_day/last_day", names)) == []


def test_words_of_which_one_field_alone_shares_one_are_that_field_where_exactly_one_is_needed() -> None:
    names = frozenset(("height", "block_id"))
    (choice,) = worded_choices("Read a block by height OR block hash (provide exactly one).", names, of_tool=True)
    assert choice.names == ("height", "block_id")
    assert list(worded_choices("Read a block by height OR block hash.", names, of_tool=True)) == []


@check_each(
    ("text", "pairs"),
    [
        ("Update the name and/or note of a task.", [("name", "note")]),
        ("Change a task's name and/or note", [("name", "note")]),
        ("Find tasks by name and/or note.", []),
        ("Update name and/or owner.", []),
    ],
)
def test_one_of_the_things_that_a_tool_changes_is_likely_needed(text: str, pairs: list[tuple[str, ...]]) -> None:
    found = list(worded_choices(text, NAMES, of_tool=True))
    assert [choice.names for choice in found] == pairs
    assert all(choice.is_likely for choice in found)


@check_each(
    ("text", "names"),
    [
        ("Select a tab by index, URL, or title.", ("index", "url", "title")),
        ("Query by ID, title, or set current=true for the one in use.", ("id", "title", "current")),
        ("Find an owner by id or title within a list.", ("id", "title")),
        ("Search the docs with title, or read one of them with url.", ("title", "url")),
        ("Search tabs by title, or retrieve a single one by id.", ("title", "id")),
        ("Pass index (up to 10) or current=true for each of them.", ("index", "current")),
        ("Use index for numbers or title for names.", ("index", "title")),
        ("Find tabs by index, URL, or title.", ()),
        ("Select a tab by index, colour, or title.", ()),
        ("You pass index or title.", ()),
        ("Search the docs with title or url.", ()),
    ],
)
def test_what_a_tool_works_by_is_likely_a_choice(text: str, names: tuple[str, ...]) -> None:
    found = list(worded_choices(text, frozenset(("index", "url", "title", "id", "current")), of_tool=True))
    assert [choice.names for choice in found if choice.is_likely] == ([names] if names else [])


@check_each(
    ("text", "chosen"),
    [
        ("Load a page by path or index.", ("path", "page_index")),
        ("Set a page by path (absolute) or index (from 0).", ("path", "page_index")),
        ("Fetch one page by repository path or page ID.", ("path", "id")),
        ("Delete pages by path, index, or clear all pages.", ("path", "page_index", "clear_all")),
        ("Get a page by ID or order ID.", ("id", "order_id")),
    ],
)
def test_what_one_thing_is_known_by_is_a_choice_in_many_words(text: str, chosen: tuple[str, ...]) -> None:
    names = frozenset(("path", "page_index", "id", "order_id", "clear_all", "width"))
    assert [choice.names for choice in worded_choices(text, names, of_tool=True)] == [chosen]


@check_each(
    "text",
    [
        "Resize an image by width or height.",
        "Search for the pages by path or index.",
        "Sort a list by path or id.",
        "Load a list of pages by path or id.",
        "Split a page by path or id.",
        "Notify the owner by path or id.",
        "Get the latest pages by path or id.",
        "Describe a page by path or id (both optional).",
    ],
)
def test_what_is_searched_by_or_changed_by_is_no_choice(text: str) -> None:
    names = frozenset(("path", "page_index", "id", "width", "height"))
    assert list(worded_choices(text, names, of_tool=True)) == []


def test_both_may_be_left_out_where_a_text_says_so() -> None:
    (choice,) = worded_choices("Specify name or note for one, or omit both to list all.", NAMES, of_tool=True)
    assert (choice.needs_one, choice.refuses_two, choice.is_likely) == (False, True, True)


@check_each(
    ("text", "is_free"),
    [
        ("If neither is given, the home page is returned.", True),
        ("Deletes all if neither name nor note is given.", True),
        ("Without arguments, opens the last one.", True),
        ("Find it by name or note (all optional).", True),
        ("Change a note, or leave all out to touch it.", True),
        ("If neither is given, the call fails.", False),
        ("All other fields are optional.", False),
        ("Omit it for the default.", False),
        ("All fields are optional. At least one is to be given.", False),
    ],
)
def test_a_text_that_allows_a_call_without_any_of_them_needs_none(text: str, is_free: bool) -> None:
    assert none_is_needed(text) is is_free
