"""What a receipt says in another form, or of something else, is believed, and the lie beside it is found."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found

RULES = ("receipt_values_true", "receipt_changes_true", "receipt_outcome_true", "receipt_output_true")
TEXT_RULES = (*RULES, "receipt_keeps_handles")


def _said(result: JsonObject, receipt: str, given: JsonObject | None = None) -> list[str]:
    example: JsonObject = {"envelope": {"result": result}, "receipt": receipt, "kept": {"input": given}}
    return [one.message for rule in TEXT_RULES for one in found(rule, example)]


PIPELINE: JsonObject = {
    "run_id": 31,
    "status": "failed",
    "steps": [{"name": "run", "status": "completed"}, {"name": "check", "status": "failed"}],
}
UNNAMED: JsonObject = {"conclusion": "failure", "steps": PIPELINE["steps"]}
CODES: JsonObject = {"run_id": "r_4", "steps": [{"name": "run", "exit_code": 0}, {"name": "check", "exit_code": 2}]}


@check_each(
    ("result", "receipt"),
    [
        (PIPELINE, "Run 31 (failed)\n- run (completed)\n- check (failed)"),
        (PIPELINE, "Run 31 [failed]"),
        (UNNAMED, "The run ended (failed)\n1. run (completed)\n2. check (failed)"),
        (CODES, "Run r_4 ended with exit code 2"),
        ({"steps": CODES["steps"]}, "The run ended with exit code 2\nrun: exit code 0\ncheck: exit code 2"),
    ],
)
def test_a_headline_with_the_word_of_an_item_is_not_about_the_item(result: JsonObject, receipt: str) -> None:
    assert _said(result, receipt) == []


@check_each(
    ("result", "receipt"),
    [
        (PIPELINE, "Run 31 (failed)\n- run (failed)\n- check (failed)"),
        (PIPELINE | {"run_id": 1}, "Run 1 (failed)\n1. run (failed)\n2. check (failed)"),
        (CODES, "Run r_4 ended\nrun: exit code 2\ncheck: exit code 2"),
    ],
)
def test_a_line_of_an_item_with_the_outcome_of_another_one_is_found(result: JsonObject, receipt: str) -> None:
    assert len(_said(result, receipt)) == 1


@check_each(
    ("result", "receipt"),
    [
        ({"day": "3 March 2027"}, "Day: March 3, 2027"),
        ({"day": "Tue, 3 Mar 2027 08:15:00 GMT"}, "Day: Tuesday, March 3, 2027"),
        ({"day": "3 March 2027"}, "Day: 3. März 2027"),
        ({"day": "3 March 2027"}, "Day: March 3rd, 2027"),
        ({"meeting": "20:15 on 3 March"}, "Meeting: 8:15 pm on 3 March"),
        ({"cost": "USD 7.25 per seat"}, "Cost: 7.25 USD per seat"),
        ({"author": "Grace Hopper"}, "Author: Hopper, Grace"),
        ({"author": "Grace Hopper"}, "Author: G. Hopper"),
        ({"engine": "Node 20.1"}, "Engine: 20.1 (Node)"),
        ({"severity": "1 - Critical impact"}, "Severity: Critical impact (1)"),
        ({"address": "Main Street 5, Springfield, IL, USA"}, "Address: Main St 5, Springfield, USA"),
        ({"remark": "about 56789 rows were read"}, "Remark: about 56,789 rows were read"),
        ({"length": "42 km by road"}, "Length: 42 kilometers by road"),
        ({"heading": "Tom &amp; Jerry&#39;s house"}, "Heading: Tom & Jerry's house"),
        ({"heading": "Tom & Jerry at home"}, "Heading: Tom &amp; Jerry at home"),
        ({"place": "Mu\u0308nchner Tor"}, "Place: M\u00fcnchner Tor"),
        ({"place": "S\u00e3o Paulo city"}, "Place: Sao Paulo city"),
        ({"link": "https://fr.example.org/wiki/Caf%C3%A9"}, "Link: https://fr.example.org/wiki/Café"),
        ({"body": "Thanks :tada: for all"}, "Body: Thanks 🎉 for all"),
        ({"body": "Ask <@U9> about it", "users": [{"id": "U9", "name": "grace"}]}, "Body: Ask @grace about it"),
        (
            {"container": "reg.example.org/team/web@sha256:99ff", "tag": "2.0"},
            "Container: reg.example.org/team/web:2.0",
        ),
        (
            {"link": "https://git.example.org/api/v4/projects/7/issues/3"},
            "Link: https://git.example.org/a/b/-/issues/4",
        ),
        ({"link": "https://a.example.org/rest/10", "key": "W-5"}, "Link: https://a.example.org/show/W-5"),
        ({"note": "do not delete this"}, "Note: don't delete this"),
        ({"day": "03/27/26"}, "Day: 03/27/2026"),
    ],
)
def test_a_text_in_another_notation_or_order_is_believed(result: JsonObject, receipt: str) -> None:
    assert _said(result, f"Read.\n{receipt}") == []


@check_each(
    ("result", "receipt"),
    [
        ({"day": "3 March 2027"}, "Day: March 4, 2027"),
        ({"author": "Grace Hopper"}, "Author: Hopper, Ada"),
        ({"remark": "about 56789 rows were read"}, "Remark: about 56,798 rows were read"),
        ({"heading": "Tom &amp; Jerry at home"}, "Heading: Tom & Spike at home"),
        ({"note": "do not delete this"}, "Note: do delete this"),
        ({"note": "you may delete this", "title": "not yours"}, "Note: you may not delete this"),
        ({"link": "https://fr.example.org/wiki/Caf%C3%A9"}, "Link: https://fr.example.org/wiki/Thé"),
        ({"container": "reg.example.org/team/web:2.0"}, "Container: reg.example.org/team/web:2.1"),
    ],
)
def test_a_text_with_another_word_is_found(result: JsonObject, receipt: str) -> None:
    assert len(_said(result, f"Read.\n{receipt}")) == 1


def test_words_of_the_input_are_no_change() -> None:
    result: JsonObject = {"title": "Rows of the table users"}
    shown = "Read.\nTitle: Rows of the table people"
    assert len(_said(result, shown)) == 1
    assert _said(result, shown, {"alias": "people"}) == []


RAN: JsonObject = {"exit_code": 2, "stdout": "checking a\nchecking b\n", "stderr": "no rule for target c\n"}
FINE: JsonObject = {"exit_code": 0, "stdout": "checking a\nchecking b\nall good\n", "stderr": "slow disk\n"}
PARSED: JsonObject = {"exit_code": 1, "stdout": "....F..\nFAILED test_x\n", "stderr": "", "passed": 6, "failed": ["x"]}


@check_each(
    ("result", "receipt"),
    [
        (RAN, "exit code 2"),
        (RAN, "exit code 2\nstdout:\nchecking a\nchecking b"),
        (RAN, "exit code 2\nstdout:\nchecking a\nstderr:\nno rule for target c"),
        (RAN, "exit code 2\nstdout:\nchecking a\nchecking b\nstderr: (none)"),
        (RAN, "Failed after 2 tries\nstdout:\nchecking a\nchecking b\nstderr:\nno rule for target c"),
        (RAN, "Failed in 2 s\nstdout:\nchecking a\nchecking b\nstderr:\nno rule for target c"),
        (RAN | {"exit_code": 1}, "Failed, 1 line\nstdout:\nchecking a\nchecking b\nstderr:\nno rule for target c"),
        (FINE, "exit code 0\nstdout:\nchecking a\nchecking b"),
    ],
)
def test_a_stream_under_its_own_name_is_not_hidden_nor_is_the_exit_code(result: JsonObject, receipt: str) -> None:
    assert _said(result, receipt) != []


@check_each(
    ("result", "receipt"),
    [
        (RAN, "exit code 2: no rule for target c"),
        (RAN, "Exit code 2, as there is no rule to make the target"),
        (RAN, "exit code 2\nstdout:\nchecking a\nchecking b\n1 more line on stderr"),
        (RAN, "exit code 2\nstdout: 2 lines\nstderr:\nno rule for target c"),
        (RAN, "exit code 2\nstdout (last line):\nchecking b\nstderr:\nno rule for target c"),
        (RAN, "2 (make)\nstdout:\nchecking a\nchecking b\nstderr:\nno rule for target c"),
        (RAN, "Failed: exit=2 lines=3\nstdout:\nchecking a\nchecking b\nstderr:\nno rule for target c"),
        (RAN, "The program returned 2 after 3 s\nstdout:\nchecking a\nchecking b\nstderr:\nno rule for target c"),
        (RAN, "It came to 2 back\nstdout:\nchecking a\nchecking b\nstderr:\nno rule for target c"),
        (FINE, "exit code 0"),
        (RAN, "Building broke at one place, exit code 2."),
        (RAN, "Interrupted by the user (exit code 2)."),
        (RAN, "Abgebrochen (Exit-Code 2)"),
        (FINE, "Everything is in order."),
        (FINE, "exit code 0\nstdout:\nchecking a\nchecking b\nall good"),
        (PARSED, "exit code 1: 6 tests passed, x failed"),
        (PARSED | {"stdout_preview": "FAILED test_x"}, "exit code 1\nstdout:\nFAILED test_x"),
        (RAN | {"stdout": "", "stderr": ""}, "exit code 2"),
    ],
)
def test_a_command_may_be_summed_up(result: JsonObject, receipt: str) -> None:
    assert _said(result, receipt) == []


RECORD: JsonObject = {
    "owner_email": "grace@example.org",
    "release": "3.10.4",
    "revision": "c0ffee1",
    "host": "192.168.0.7",
    "starts_at": "2027-03-03T22:30:00Z",
    "birthday": "2027-03-03",
    "tags": ["red", "blue"],
    "reviewers": ["grace@example.org", "ada@example.org"],
    "at": "10h30",
    "cell": "r0c0",
    "users": ["u_1", "u_2"],
    "cached": False,
    "size": "12.5MB",
    "arch": "arm64",
    "page": "1/5",
    "price": "$12.50",
    "short_day": "27.05.2026",
    "range": "0-9",
}


@check_each(
    "line",
    [
        "Owner email: alan@example.org",
        "Release: 3.11.4",
        "Revision: c0ffee2",
        "Host: 193.168.0.7",
        "Starts at: 2028-03-03T22:30:00Z",
        "Birthday: 2027-03-04",
        "Reviewers: grace@example.org, bob@example.org",
        "Cached: on",
        "Cached: enabled",
        "Short day: 28.05.2026",
    ],
)
def test_a_value_under_the_name_of_its_member_with_other_digits_is_found(line: str) -> None:
    assert len(_said(RECORD, f"Read.\n{line}")) == 1


@check_each(
    "line",
    [
        "Owner email: Grace@Example.org",
        "Owner email: g***e@example.org",
        "Owner: grace",
        "Release: 3.10",
        "Release: v3.10.4",
        "Release: 3.11.4 (newest), installed: 3.10.4",
        "Release: 3.11.4\nInstalled: 3.10.4",
        "Revision: c0ffee1d9b",
        "Host: 192.168.0.x",
        "Starts at: 2027-03-04T00:30:00Z",
        "Starts at: 2027-03-03 23:30",
        "Birthday: 03.03.2027",
        "Tags: Red and blue",
        "Tags: red, bl",
        "Tags: red, +1 more",
        "Tags: blue, red, and no others",
        "Cached: off",
        "Cached: disabled",
        "Cached: on request",
        "Size: 12.8MiB",
        "Size: 13.1MB",
        "Arch: aarch64",
        "Page: 2/6",
        "Price: €11.40",
        "Short day: 05/27/2026",
        "Short day: 27.05.26",
        "Range: 1-10",
        "Tags: rot, blue",
        "At: 12h30",
        "Cell: r1c1",
        "Users: ada, u_2",
    ],
)
def test_a_value_in_another_form_or_unit_is_believed(line: str) -> None:
    assert _said(RECORD, f"Read.\n{line}") == []


def test_a_value_of_the_input_or_of_two_members_is_believed() -> None:
    assert _said(RECORD, "Read.\nRelease: 3.11.4", {"wanted": "3.11.4"}) == []
    assert _said({"old": RECORD, "new": {"release": "3.12.0"}}, "Read.\nRelease: 3.13.0") == []
    assert _said({"disabled": True}, "Read.\nDisabled: disabled") == []
    assert _said({"network_down": True}, "Read.\nNetwork down: off") == []


FILES: JsonObject = {"files": ["lib/x.py", "lib/y.py"]}
HITS: JsonObject = {"matches": [{"path": "x.py", "line": 3}, {"path": "y.py", "line": 7}]}
ISSUES: JsonObject = {"issues": [{"key": "AB-1", "title": "Milk"}, {"key": "AB-2", "title": "Bread"}]}
NAMES: JsonObject = {"releases": ["v1.2", "v1.3"]}


@check_each(
    ("result", "receipt"),
    [
        (FILES, "2 files:\nlib/x.py\nlib/z.py"),
        (FILES, "Files: lib/x.py, lib/y.py and lib/z.py"),
        (HITS, "2 matches:\nx.py:3\nz.py:7"),
        (HITS, "There are 5 matches."),
        (ISSUES, "2 issues:\nAB-1 Milk\nAB-2 Bread\nAB-3 Cheese"),
        (NAMES, "Releases:\n- v1.2\n- v1.3\n- v1.4"),
    ],
)
def test_an_invented_item_or_count_of_the_only_list_is_found(result: JsonObject, receipt: str) -> None:
    assert len(_said(result, receipt)) == 1


@check_each(
    ("result", "receipt"),
    [
        (FILES, "2 files in lib:\nx.py\ny.py"),
        (FILES, "2 files:\nlib/x.py\nlib/y.py\nConfiguration:\nlib/z.toml"),
        (FILES, "2 files:\n./lib/x.py\n/home/grace/lib/y.py"),
        (FILES, "The first file:\nlib/x.py"),
        ({"files": ["x.py", "lib\\y.py", "Cafe\u0301.md"]}, "3 files:\nx.py\nlib/y.py\nCaf\u00e9.md"),
        ({**FILES, "truncated": True}, "Files:\nlib/x.py\nlib/z.py"),
        ({**FILES, "skipped": ["z"]}, "Files:\nlib/x.py\nlib/z.py"),
        (HITS, "2 matches in 2 files:\nx.py:3: import z.py\ny.py:7"),
        (HITS, "There are 2 matches."),
        (HITS, "There are 5 matches left in the archive of 2025"),
        (HITS, "Matches (2):\nx.py:3\ny.py:7"),
        (HITS, "Page (3)\nx.py:3\ny.py:7"),
        (HITS, "Matches (2026):\nx.py:3\ny.py:7"),
        (HITS, "Matches (1):\nx.py:3\n\nMore matches (1):\ny.py:7"),
        (NAMES, "Releases:\nv1.2\nv1.3\n\nNext release:\nv1.4"),
        (NAMES, "Releases:\n- v1.2\n- v1.3\nSuggested next:\n- v1.4"),
        (ISSUES, "AB-7 has 2 subtasks:\nAB-1 Milk\nAB-2 Bread"),
        (ISSUES, "AB-1 Milk\nAB-2 Bread\nAB-3 was skipped"),
        (NAMES, "v1.2\nv1.3\nv1.4 is due in May"),
        (NAMES, "- v1.2\n- v1.3\n- v1.4 (not released)"),
        (ISSUES, "AB-1 Milk\nAB-2 Bread\nAB-3 and later: see the other page"),
    ],
)
def test_what_stands_beside_the_items_of_a_list_is_believed(result: JsonObject, receipt: str) -> None:
    assert _said(result, receipt) == []


def test_a_file_or_id_of_the_input_may_stand_in_the_list() -> None:
    assert _said(FILES, "Files: lib/x.py, lib/z.py", {"paths": ["lib/z.py"]}) == []
    assert _said(NAMES, "v1.2\nv1.3\nv1.4", {"newer_than": "v1.4"}) == []


@check_each(
    ("result", "line"),
    [
        ({"status": "completed", "conclusion": "failure"}, "Status: failed"),
        ({"uri": "file:///x.py", "line": 8, "character": 0}, "Line: 9\nCharacter: 1"),
        ({"page": 0, "rows": ["a"]}, "Page: 1"),
        ({"matches": [{"file": "x.py", "lines": [4, 5]}, {"file": "y.py", "lines": [6]}]}, "Matches: 3"),
        ({"authors": ["ada", "ada", "bob"]}, "Authors: 2"),
        ({"amount": 4500, "currency": "EUR"}, "Amount: 45"),
        ({"timeout": 60000}, "Timeout: 60"),
        ({"views": 98765}, "Views: 98,800"),
    ],
)
def test_a_labelled_number_or_state_in_other_terms_is_believed(result: JsonObject, line: str) -> None:
    assert _said(result, f"Read.\n{line}") == []


@check_each(
    ("result", "line"),
    [
        ({"status": "completed", "previous_status": "failed"}, "Status: failed"),
        ({"uri": "file:///x.py", "line": 8, "character": 0}, "Line: 10"),
        ({"rows": 8}, "Rows: 9"),
        ({"matches": [{"file": "x.py", "lines": [4, 5]}, {"file": "y.py", "lines": [6]}]}, "Matches: 4"),
        ({"authors": ["ada", "ada", "bob"]}, "Authors: 4"),
        ({"amount": 4500, "currency": "EUR"}, "Amount: 46"),
        ({"bytes": 60000}, "Bytes: 60"),
        ({"timeout": 6000}, "Timeout: 60"),
        ({"views": 98765}, "Views: 98,700"),
        ({"views": 98765}, "Views: 98800"),
    ],
)
def test_another_labelled_number_or_state_is_found(result: JsonObject, line: str) -> None:
    assert len(_said(result, f"Read.\n{line}")) == 1
