"""The command line: parses the words, calls ``app``, prints the result and chooses the exit status."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

#: How many new objects pile up before Python looks for rings of dead ones; loading a program makes none.
RARELY = 200_000


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status (0 fine, 1 record, 2 usage, 3 store or file, 130 Ctrl-C)."""
    if argv is None:
        gc.set_threshold(RARELY)
    from kingscore.cli.run import run

    status = run(tuple(sys.argv[1:] if argv is None else argv), os.environ)
    if argv is None:
        gc.freeze()  # or Python would look through the whole program once more before it ends
    return status
