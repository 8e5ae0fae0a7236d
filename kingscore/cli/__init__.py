"""The command line: reads words, calls, prints, chooses the exit status. It never counts, judges or stores anything."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status (0 fine, 1 record, 2 usage, 3 store or file, 130 Ctrl-C)."""
    from kingscore.cli.run import run

    return run(tuple(sys.argv[1:] if argv is None else argv), os.environ)
