"""Tables kept by hand or in a spreadsheet: read as people write them, understood, made a game of.

It says how it read a table and finds what does not come out; it keeps nothing and prints nothing.
"""

from kingscore.importers.detect_variant import ImportRequest
from kingscore.importers.read_table import Table, read_table
from kingscore.importers.words import TableWords

__all__ = ["ImportRequest", "Table", "TableWords", "read_table"]
