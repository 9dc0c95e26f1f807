"""Recognises files that are often passed by mistake and are not JSON, so that an error can name what they are."""

import codecs
import re

BINARY = "binary data"
"""What has bytes that no text begins with, but none of a known format."""

# First bytes of binary files and of text in other encodings.
_MAGIC = {
    b"\x1f\x8b": "gzip data",
    b"PK\x03\x04": "a zip archive",
    b"\xff\xfe": "UTF-16 or UTF-32 text",
    b"\xfe\xff": "UTF-16 text",
    b"\x00\x00\xfe\xff": "UTF-32 text",
}
# ASCII in UTF-16 or UTF-32 without a byte order mark: "{" with a NUL next to it; NUL padding is four of them.
_WIDE_ASCII = re.compile(rb"(?!\x00{4})(?:\x00+[\x09-\x7e]|[\x09-\x7e]\x00)")
# Other controls than tab, line feed and carriage return begin no text; NULs alone are the padding of a torn log.
_CONTROLS = re.compile(rb"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]")

# After blank lines and comments: `---`, `- name: x`, or `tools:` and a line that is indented, an item or another key;
# not the fragment `"a": 1,` of JSON, and not `ERROR: x` followed by any text.
_YAML = re.compile(
    r"(?:[ \t]*(?:#.*)?\r?\n)*"
    r"(?:---\s*$|%YAML |- [\w-]+:(?:\s|$)|[\w-]+:(?:[ \t].*)?\r?\n(?:[ \t]+\S|- |[\w-]+:(?:\s|$)))",
    re.MULTILINE,
)
# What a server streams, as `curl` saves it: `event: message` and `data: {...}`; not YAML with a text under `data`.
_EVENTS = re.compile(r"(?:(?:event|id|retry):[^\n]*\r?\n){0,3}data: ?[\[{]")
# What a text begins with tells its format.
_RECOGNISED = 65_536
# `<!doctype html>`, `<html>`, `<?xml ...?>`: an error page that was saved instead of an answer, most of the time.
_MARKUP = re.compile(r"\s*<[!?a-z]", re.IGNORECASE)
# How git LFS begins the file that git stores in place of a large one.
_LFS_POINTER = "version https://git-lfs.github.com/spec/"


def kind_of_bytes(head: bytes) -> str | None:
    """Return what a file with these first four bytes is, ``None`` where it may be UTF-8 text."""
    known = next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), None)
    if known or _WIDE_ASCII.match(head):
        return known or "UTF-16 or UTF-32 text"
    return BINARY if _CONTROLS.search(head) or _begins_outside_utf8(head) else None


def kind_of_text(text: str) -> tuple[str, str] | None:
    """Return what a text that is not JSON is and how to get JSON from it, ``None`` where its format is unknown."""
    # The blank lines before it tell nothing, and millions of them would cost a state of the matcher each.
    text = text.lstrip("\r\n")[:_RECOGNISED]
    if _MARKUP.match(text):
        return "HTML or XML", "save the JSON document itself; a server may have answered with an error page"
    if text.startswith(_LFS_POINTER):
        how = "run `git lfs pull`; for another version, `git cat-file --filters REVISION:PATH > old.json`"
        return "a pointer of git LFS", how
    if _EVENTS.match(text):
        return "a stream of server-sent events", "pass the JSON behind `data:`, with `sed -n 's/^data: *//p' FILE`"
    return ("YAML", "convert it first, for example with `yq -o=json . FILE`") if _YAML.match(text) else None


def _begins_outside_utf8(head: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)  # the four bytes may end inside a character
    except UnicodeDecodeError as error:
        return error.start == 0
    return False
