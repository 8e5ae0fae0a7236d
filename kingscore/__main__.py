"""Lets ``python -m kingscore`` be the command ``kingscore``."""

import sys

from kingscore.cli import main

if __name__ == "__main__":
    sys.exit(main())
