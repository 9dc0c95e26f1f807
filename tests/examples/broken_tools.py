"""Tools that are wrong in exactly one way, as processes: `python broken_tools.py NAME` prints the URL of one."""

import json
import sys
import threading
import time
import unicodedata
import urllib.request
from typing import Any

from examples.callback_tool import CallFailedError, Tool, serve


class WaitsForItsOwnResult(Tool):
    """Sends the result before it answers the invocation."""

    def accept(self, invocation: dict[str, Any]) -> int:
        self.work(invocation)
        return 200

    def begin(self, invocation: dict[str, Any]) -> None:
        """Everything is done already."""


class AnswersLate(Tool):
    """Answers the invocation when the limit is over."""

    def accept(self, invocation: dict[str, Any]) -> int:
        time.sleep(0.8)
        return 200


class AnswersAccepted(Tool):
    """Answers 202."""

    def accept(self, invocation: dict[str, Any]) -> int:
        return 202


class RefusesWhatFails(Tool):
    """Answers 422 where it should send an error."""

    def accept(self, invocation: dict[str, Any]) -> int:
        return 200 if invocation["operation"] == "count_words" else 422


class DropsErrors(Tool):
    """Sends nothing when the work fails."""

    def work(self, invocation: dict[str, Any]) -> None:
        if invocation["operation"] == "count_words":
            super().work(invocation)


class SendsTwice(Tool):
    """Sends two different results."""

    def send(self, url: str, message: dict[str, Any]) -> None:
        super().send(url, message)
        super().send(url, {**message, "text": "The text has some words."})


class RepeatsItself(Tool):
    """Sends the same result again although it was taken."""

    def send(self, url: str, message: dict[str, Any]) -> None:
        super().send(url, message)
        self.post(url, message)


class NeverRetries(Tool):
    """Looks at no answer."""

    def send(self, url: str, message: dict[str, Any]) -> None:
        self.post(url, message)


class RetriesRefusals(Tool):
    """Tries again whatever the answer is."""

    def send(self, url: str, message: dict[str, Any]) -> None:
        for _ in range(3):
            if self.post(url, message) == 200:
                return
            time.sleep(0.05)


class ForgetsCallId(Tool):
    """Leaves call_id out."""

    def result(self, invocation: dict[str, Any], text: str) -> dict[str, Any]:
        return super().result({**invocation, "call_id": None}, text)


class TidiesIds(Tool):
    """Writes ids in ASCII and without spaces."""

    def result(self, invocation: dict[str, Any], text: str) -> dict[str, Any]:
        tidy = {key: "".join(c for c in invocation[key] if c.isascii() and c != " ") for key in ("group_id", "id")}
        return super().result({**invocation, **tidy}, text)


class LowersIds(Tool):
    """Sends ids in small letters."""

    def send(self, url: str, message: dict[str, Any]) -> None:
        super().send(url, {**message, "id": message["id"].lower()})


class StripsIds(Tool):
    """Leaves out the blanks around ids."""

    def send(self, url: str, message: dict[str, Any]) -> None:
        super().send(url, {**message, "id": message["id"].strip()})


class CutsIds(Tool):
    """Keeps 64 characters of an id."""

    def send(self, url: str, message: dict[str, Any]) -> None:
        super().send(url, {**message, "id": message["id"][:64]})


class ComposesIds(Tool):
    """Sends ids in their composed form."""

    def send(self, url: str, message: dict[str, Any]) -> None:
        super().send(url, {**message, "id": unicodedata.normalize("NFC", message["id"])})


class CutsWideCharacters(Tool):
    """Knows only characters of the basic plane."""

    def send(self, url: str, message: dict[str, Any]) -> None:
        super().send(url, {**message, "id": "".join(one if one < "\U00010000" else "?" for one in message["id"])})


class MixesGroups(Tool):
    """Keeps one thread for each call id."""

    groups: dict[str, str] = {}

    def result(self, invocation: dict[str, Any], text: str) -> dict[str, Any]:
        group = self.groups.setdefault(invocation["id"], invocation["group_id"])
        return super().result({**invocation, "group_id": group}, text)


class OwnType(Tool):
    """Calls its result a response."""

    def result(self, invocation: dict[str, Any], text: str) -> dict[str, Any]:
        return {**super().result(invocation, text), "type": "tool_response"}


class TellsNoText(Tool):
    """Puts the outcome into a member of its own."""

    def result(self, invocation: dict[str, Any], text: str) -> dict[str, Any]:
        message = super().result(invocation, text)
        return {**message, "text": {"outcome": message["text"]}}


class PlainErrors(Tool):
    """Marks no error."""

    def send(self, url: str, message: dict[str, Any]) -> None:
        super().send(url, {**message, "text": message["text"].removeprefix("Error: ")})


class EmptyErrors(Tool):
    """Says of errors that they are errors."""

    def run(self, operation: str, arguments: dict[str, Any]) -> str:
        try:
            return super().run(operation, arguments)
        except CallFailedError:
            raise CallFailedError("something went wrong") from None


class ShowsTraces(Tool):
    """Sends the traceback of an error."""

    def run(self, operation: str, arguments: dict[str, Any]) -> str:
        try:
            return super().run(operation, arguments)
        except CallFailedError as error:
            trace = 'Traceback (most recent call last):\n  File "tool.py", line 7, in run\n'
            raise CallFailedError(f"{error}\n{trace}") from None


class TellsSecrets(Tool):
    """Says with which password it was connected."""

    def run(self, operation: str, arguments: dict[str, Any]) -> str:
        return f"{super().run(operation, arguments)} Counted by postgres://counter:{'k9' * 4}@db.internal/words."


class ClaimsSubscriptions(Tool):
    """Says of every call that it has started a subscription."""

    def result(self, invocation: dict[str, Any], text: str) -> dict[str, Any]:
        return {**super().result(invocation, text), "subscription": True}


class ShowsWhatItHides(Tool):
    """Leaves the text to the display."""

    def result(self, invocation: dict[str, Any], text: str) -> dict[str, Any]:
        message = super().result(invocation, text)
        return {**message, "text": "", "display_as": [{"type": "text", "content": message["text"][:60]}]}


class BreaksDiffs(Tool):
    """Shows a patch that is none."""

    def result(self, invocation: dict[str, Any], text: str) -> dict[str, Any]:
        diff = {"type": "diff", "content": {"path": "words.txt", "patch": "one word more"}}
        return {**super().result(invocation, text), "display_as": [diff, {"type": "text", "content": "counted"}]}


class PostsForms(Tool):
    """POSTs JSON and calls it a form."""

    def post(self, url: str, message: dict[str, Any]) -> int | None:
        request = urllib.request.Request(url, data=json.dumps(message).encode(), method="POST")
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code


class WritesLatin1(Tool):
    """POSTs bytes that are not UTF-8."""

    def post(self, url: str, message: dict[str, Any]) -> int | None:
        body = json.dumps({**message, "note": "counted in Köln"}, ensure_ascii=False).encode("latin-1", "replace")
        request = urllib.request.Request(url, data=body, headers={"Content-Type": "application/json"}, method="POST")
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status


class DiesAtWork(Tool):
    """Ends its thread in the middle of the work."""

    def begin(self, invocation: dict[str, Any]) -> None:
        threading.Thread(target=lambda: None).start()


if __name__ == "__main__":
    serve(globals()[sys.argv[1]]())
