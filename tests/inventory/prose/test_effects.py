"""What a tool changes is read where its text or its name says so, and not in what it only describes."""

from conformance.inventory.prose.effects import joins_change, may_change, stated_effect
from tests.cases import check_each


@check_each(
    "text",
    [
        "Read messages in an inbox. Auto-marks them read.",
        "Read the messages of an inbox. Messages are marked as read.",
        "Check the inbox and mark new messages as read.",
        "Get the next task and mark it as in progress.",
        "Get a note, creating it if it does not exist.",
        "Get a note. If it does not exist, it is created.",
        "Get an access token. The old one is revoked.",
        "Request a pairing code; the previous one becomes invalid.",
        "Take a screenshot and write it to a file.",
        "Read one message from the queue. The message is deleted after it was read.",
        "List orders. Also cancels expired ones.",
        "Render a page. When save=True: Saves output file to a folder.",
    ],
)
def test_a_text_says_that_the_tool_changes_something(text: str) -> None:
    assert stated_effect(text)
    assert may_change(text)


@check_each(
    "text",
    [
        "Find a text and replace it.",
        "Search a package and install it.",
        "Get a block. Also increments the block usage counter (same GET as get_block).",
        "Make a report and send it by email.",
        "Read and truncate the log.",
        "List events since the last call, and clear them.",
        "Take the next job from the queue; it is removed from the queue.",
        "List create and update operations of the log.",
        "Get a form to fill in and send it by email.",
        "Run a statement with write access.",
        "Mint a new access token.",
        "Open the page in the browser and return its text.",
        "Get the status. Also refreshes last_seen.",
        "This stub records who asked.",
        "Can modify rows.",
    ],
)
def test_an_act_that_may_be_the_answer_itself_is_possible_and_not_sure(text: str) -> None:
    assert not stated_effect(text)
    assert may_change(text)


@check_each(
    "text",
    [
        "Reads a file. Truncates the output to 2000 lines.",
        "Show the log: truncates each line to 80 characters.",
        "Get an item. Call create_item to create it if it does not exist.",
        "Get an item. If it is not found, a new one is created by create_item.",
        "Explain how tables are created if they do not exist.",
        "Get a job. It is removed from the queue after 24 hours.",
        "Get a mail. It is marked as read or unread in `flags`.",
        "Get a mail; the message is marked as read in the result if the user has seen it.",
        "Get a token. The previous token is revoked once a new one is issued with rotate_token.",
        "Get a value. The value is deleted after it was read 100 times.",
        "Deletes all tags from the given HTML and returns the text.",
        "Clears whitespace and resets all casing of the text, and returns it.",
        "Writes the rows to a file-like string and returns it.",
        "Saves you from writing to files.",
        "Take a screenshot. It saves the image to a temporary file.",
        "Installs the user made, per app.",
        "Explain how to open messages and mark them as read.",
        "Get the form of an order; you can fill it in and save it to a file.",
        "Show the diff: deletes in red, inserts in green.",
    ],
)
def test_a_sentence_that_only_may_change_something_does_not_say_so(text: str) -> None:
    assert not stated_effect(text)


@check_each(
    "text",
    [
        "Read a message. Never marks it as read.",
        "List the messages that are marked as read.",
        "Find tokens that were revoked. Deleted tokens are excluded.",
        "List deleted files. Files are deleted after 30 days.",
        "Get the cleanup job. It deletes expired rows.",
        "Get the policy of a bucket. Use `delete_bucket` before you publish the next one.",
        "Shows what would happen. Deletes nothing.",
        "Search for papers that have been downloaded and stored locally via download_paper.",
        "Query rows; INSERT and UPDATE are rejected.",
        "Get a report.",
    ],
)
def test_what_a_text_describes_or_denies_is_no_act_of_the_tool(text: str) -> None:
    assert not stated_effect(text)
    assert not may_change(text)


@check_each(
    ("name", "is_joined"),
    [
        ("get_or_create_label", True),
        ("listAndDelete", True),
        ("check_out_book", True),
        ("check_book", False),
        ("get_name_and_title", False),
        ("get_create_form", False),
    ],
)
def test_a_second_act_of_a_name_is_joined_to_the_first(name: str, is_joined: bool) -> None:
    assert joins_change(name, ("create", "delete")) == is_joined
