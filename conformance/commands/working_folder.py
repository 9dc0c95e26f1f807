"""A note on tools that name the empty folder in which their server runs: the next start has another one."""

import os
import re
import tempfile

from conformance.display import list_codes
from conformance.documents.values import JsonObject, as_array, as_object, as_text, compact_json
from conformance.systems.credentials import mask_printed
from conformance.systems.environment import SCRATCH_PREFIX
from conformance.systems.runtime import Opening


def working_folder_note(described: JsonObject, opening: Opening) -> str:
    """Return how the tools are described alike at each start, empty unless they name a folder of one start only."""
    if opening.folder is not None:
        return ""
    # A name ends with eight characters that `tempfile` makes up. A link in the path may be followed, as on macOS.
    parents = "|".join(re.escape(path) for path in (tempfile.gettempdir(), os.path.realpath(tempfile.gettempdir())))
    scratch = re.compile(rf"(?:{parents})/{SCRATCH_PREFIX}[a-z0-9_]{{8}}(?![A-Za-z0-9_-])")
    tools = [as_object(tool) for tool in as_array(described.get("tools"))]
    naming = [as_text(tool.get("name")) or "" for tool in tools if scratch.search(compact_json(tool))]
    if not naming:
        return ""
    noun, verb = ("tool", "names") if len(naming) == 1 else ("tools", "name")
    return (
        f"{noun} {list_codes([mask_printed(name) for name in naming])} {verb} the working folder, "
        "which is a new one for each start; set it with `--cwd FOLDER`, or `cwd` under `probe` in the configuration"
    )
