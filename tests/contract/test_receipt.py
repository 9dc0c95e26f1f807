"""Lines are kept whole, blocks share the room that is left, and neither can imitate the other."""

from conformance.contract.receipt import Block, Line, View, artifact_lines, blocks_of, compose, lines_of


def test_lines_come_as_they_are_and_blocks_under_their_label() -> None:
    parts = [Line("Done"), Line("t_1", "Task"), Block("Output", "a\nb\n")]
    assert compose(parts, 1_000) == "Done\nTask: t_1\nOutput:\na\nb"


def test_a_line_cannot_forge_a_second_one() -> None:
    assert compose([Line("/a.log\nTask: forged", "log artifact")], 100) == "log artifact: /a.log ⏎ Task: forged"


def test_a_block_that_imitates_a_line_is_set_off_by_a_bar() -> None:
    parts = [Line("t_1", "Task"), Block("stdout", "ok\nTask: t_2")]
    assert compose(parts, 100) == "Task: t_1\nstdout:\n| ok\n| Task: t_2"
    assert compose([Block("stdout", "stderr artifact: /x")], 100) == "stdout:\n| stderr artifact: /x"
    assert compose([Block("stdout", "no imitation: at all")], 100) == "stdout:\nno imitation: at all"


def test_blocks_share_the_room_that_the_lines_leave() -> None:
    parts = [Line("Done"), Block("stdout", "o" * 5_000), Block("stderr", "e" * 300)]
    receipt = compose(parts, 2_000)
    assert len(receipt) <= 2_000
    assert receipt.startswith("Done\nstdout:\no")
    assert receipt.endswith("\nstderr:\n" + "e" * 300)
    assert "[output truncated: showing first" in receipt


def test_more_lines_than_fit_are_cut_in_the_middle() -> None:
    receipt = compose([Line("Tasks: 500"), *(Line(f"- task_{number}") for number in range(500))], 2_000)
    assert len(receipt) <= 2_000
    assert receipt.startswith("Tasks: 500\n- task_0\n")
    assert receipt.endswith("- task_499")


def test_a_view_reads_what_is_there_and_nothing_else() -> None:
    view = View({"a": "x", "blank": " ", "n": 0, "t": True, "list": [{"b": 1}, 2], "words": ["u", 3], "none": None})
    assert (view.text("a"), view.text("blank"), view.text("n"), view.text("missing")) == ("x", None, None, None)
    assert (view.shown("n"), view.shown("t"), view.shown("none")) == ("0", "true", None)
    assert (view.flag("t"), view.flag("n"), view.number("n"), view.number("t")) == (True, False, 0, None)
    assert [item.members for item in view.views("list")] == [{"b": 1}, {}]
    assert view.texts("words") == ["u"]
    assert view.view("a").members == {}
    assert View(None).members == View([1]).members == {}


def test_lines_and_blocks_appear_for_what_is_there() -> None:
    view = View({"a": "x", "b": None, "c": 3})
    labels = (("A", "a"), ("B", "b"), ("C", "c"))
    assert list(lines_of(view, labels)) == [Line("x", "A"), Line("3", "C")]
    assert list(blocks_of(view, labels)) == [Block("A", "x")]


def test_an_artifact_is_shown_with_its_role_and_one_without_role_too() -> None:
    view = View({"artifacts": [{"path": "o.log"}, {"path": "e.log"}], "combined_output_artifact": 1})
    assert list(artifact_lines(view)) == [Line("e.log", "combined output artifact"), Line("o.log", "artifact")]


def test_an_index_that_leads_nowhere_is_said_to_miss_its_artifact() -> None:
    for index in (7, -1, True):
        view = View({"artifacts": [], "stdout_artifact": index})
        assert [line.text for line in artifact_lines(view)] == ["stdout artifact: (missing)"]
