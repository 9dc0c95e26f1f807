"""Names that are safe in a node id: unique, short, plain ASCII, and readable wherever the name allows it.

A node id is typed in a shell, split at ``::`` and ``[``, cached, sent between processes and written into XML. A tool
may be called anything. A plain name stays as it is; every other one becomes its readable part and a short digest.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable

from conformance.systems.credentials import mask_printed

_PLAIN = re.compile(r"[A-Za-z0-9_.-]{1,100}")
_PLAIN_PATH = re.compile(r"(?=.{1,100}\Z)[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*")
_OTHER = re.compile(r"[^A-Za-z0-9_.-]+")
_READABLE_LENGTH = 60


def safe_names(names: Iterable[str], reserved: Iterable[str] = (), *, keep_slashes: bool = False) -> list[str]:
    """Return one unique node name per name, in order; twins are numbered, ``reserved`` names are left to others.

    What looks like a secret is left out of a name. With ``keep_slashes``, a plain name may have parts, such as
    ``command/completed``.
    """
    plain = _PLAIN_PATH if keep_slashes else _PLAIN
    taken = frozenset(reserved)
    seen: Counter[str] = Counter()
    result: list[str] = []
    for name in names:
        is_shown = plain.fullmatch(name) and name not in taken and mask_printed(name) == name
        wanted = name if is_shown else name_with_digest(name)
        seen[wanted] += 1
        result.append(wanted if seen[wanted] == 1 else f"{wanted}~{seen[wanted]}")
    return result


def name_with_digest(name: str) -> str:
    """Return the readable part of a name and a digest of all of it."""
    return f"{slugify(mask_printed(name), _READABLE_LENGTH)}~{digest(name)}"


def slugify(name: str, length: int) -> str:
    """Return the plain characters of a name's beginning, every run of others as one dash."""
    return _OTHER.sub("-", name[:length]).strip("-") or "_"


def digest(text: str) -> str:
    """Return eight hexadecimal digits that tell two texts apart."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
