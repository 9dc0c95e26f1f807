"""Measures how often containment verdicts are right, wrong or unknown on labelled pairs of schemas, and the time.

Each line of the file is one pair: ``id``, ``group``, ``old``, ``new``, ``breaks_input`` and ``breaks_output``. Both
questions are asked: does new accept everything that old does, and old everything that new does? With ``--peers``, other
installed tools answer the same questions in the same run.

    python benchmarks/drift_accuracy.py [PAIRS] [--peers] [--list] [--most-unknown SHARE]
"""

import argparse
import copy
import json
import os
import signal
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.schema.containment.prover import Answer
from conformance.schema.containment.questions import Comparison

Answers = tuple[bool | None, bool | None]
"""Compatible for inputs, compatible for outputs; ``None`` means no answer."""

_SECONDS_FOR_A_PEER = 5


@dataclass(frozen=True)
class Asked:
    """The answers of one tool to one pair."""

    pair: dict[str, Any]
    answers: Answers
    seconds: float

    @property
    def outcomes(self) -> Iterator[tuple[str, str]]:
        """Yield each question with its outcome: right, wrong or unknown."""
        for question, answer in zip(("input", "output"), self.answers, strict=True):
            wanted = not self.pair[f"breaks_{question}"]
            yield question, "unknown" if answer is None else "right" if answer is wanted else "wrong"


def ours(old: Any, new: Any) -> Answers:
    """Answer with this project."""
    comparison = Comparison(old, new)
    verdicts = (comparison.forward_verdict(), comparison.backward_verdict())
    return tuple(None if v.answer is Answer.UNKNOWN else v.answer is Answer.COMPATIBLE for v in verdicts)


def jsoncompat(old: Any, new: Any) -> Answers:
    """Answer with jsoncompat: a reader of inputs deserialises, a writer of outputs serialises."""
    import jsoncompat as peer

    texts = (json.dumps(old), json.dumps(new))
    return (
        guarded(lambda: peer.check_compat(*texts, "deserializer")),
        guarded(lambda: peer.check_compat(*texts, "serializer")),
    )


def jsonsubschema(old: Any, new: Any) -> Answers:
    """Answer with jsonsubschema."""
    import jsonsubschema as peer

    return (
        guarded(lambda: peer.isSubschema(copy.deepcopy(old), copy.deepcopy(new))),
        guarded(lambda: peer.isSubschema(copy.deepcopy(new), copy.deepcopy(old))),
    )


def canonical_forms(old: Any, new: Any) -> Answers:
    """Answer with the containment of jsonschema_rs alone."""
    import jsonschema_rs

    def covers(accepted: Any, accepting: Any) -> bool | None:
        forms = [jsonschema_rs.canonicalize(s, validate_formats=False, offline=True) for s in (accepted, accepting)]
        return {"yes": True, "no": False}.get(str(forms[1].covers(forms[0])))

    return guarded(lambda: covers(old, new)), guarded(lambda: covers(new, old))


def guarded(ask: Callable[[], bool | None]) -> bool | None:
    """Return the answer; an exception or five seconds of silence count as no answer."""

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(_SECONDS_FOR_A_PEER)
    try:
        return ask()
    except Exception:  # noqa: BLE001  a peer may raise anything
        return None
    finally:
        signal.alarm(0)


PEERS: dict[str, Callable[[Any, Any], Answers]] = {
    "jsonschema_rs covers": canonical_forms,
    "jsoncompat": jsoncompat,
    "jsonsubschema": jsonsubschema,
}


def ask(tool: Callable[[Any, Any], Answers], pairs: list[dict[str, Any]]) -> list[Asked]:
    """Ask one tool about every pair."""
    found: list[Asked] = []
    for pair in pairs:
        start = time.process_time()
        answers = tool(pair["old"], pair["new"])
        found.append(Asked(pair, answers, time.process_time() - start))
    return found


def print_table(name: str, asked: list[Asked]) -> Counter[str]:
    """Print one line per group and one for the total, and return the total outcomes."""
    groups: defaultdict[str, list[Asked]] = defaultdict(list)
    for each in asked:
        groups[each.pair["group"]].append(each)
    print(
        f"\n{name}\n{'group':>8} {'pairs':>6} {'right':>6} {'wrong':>6} {'unknown':>8} {'median ms':>10} {'p95 ms':>8}"
    )
    total: Counter[str] = Counter()
    for group, members in [*sorted(groups.items()), ("all", asked)]:
        total = Counter(outcome for each in members for _, outcome in each.outcomes)
        times = sorted(each.seconds * 1000 for each in members)
        p95 = times[int(len(times) * 0.95)]
        print(
            f"{group:>8} {len(members):>6} {total['right']:>6} {total['wrong']:>6} {total['unknown']:>8}"
            f" {statistics.median(times):>10.2f} {p95:>8.2f}"
        )
    return total


def main() -> int:
    """Print the tables; the exit status is 1 for a wrong verdict, or for too many unknown ones."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    default = Path(os.environ.get("CONFORMANCE_CORPUS", ".")) / "drift-pairs.jsonl"
    parser.add_argument("pairs", nargs="?", type=Path, default=default)
    parser.add_argument("--peers", action="store_true", help="ask the other tools that are installed, too")
    parser.add_argument("--list", action="store_true", help="name every pair that is not right")
    parser.add_argument("--most-unknown", type=float, default=0.015, help="the largest share of unknown answers")
    arguments = parser.parse_args()
    if not arguments.pairs.is_file():
        parser.error(f"no pairs at {arguments.pairs}: name the file, or set CONFORMANCE_CORPUS")
    pairs = [json.loads(line) for line in arguments.pairs.read_text("utf-8").splitlines()]
    ours(pairs[0]["old"], pairs[0]["new"])  # the first question also pays for imports
    asked = ask(ours, pairs)
    total = print_table("conformance", asked)
    for each in asked if arguments.list else []:
        for question, outcome in each.outcomes:
            if outcome != "right":
                print(f"  {outcome}: {each.pair['id']} ({question})")
    for name, tool in PEERS.items() if arguments.peers else ():
        try:
            tool({}, {})
        except ImportError:
            print(f"\n{name}: not installed")
            continue
        print_table(name, ask(tool, pairs))
    return int(total["wrong"] > 0 or total["unknown"] > arguments.most_unknown * total.total())


if __name__ == "__main__":
    sys.exit(main())
