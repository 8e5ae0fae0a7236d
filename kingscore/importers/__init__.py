"""Tables kept by hand or in a spreadsheet: read as people write them, understood, made a game of."""

from kingscore.importers.detect_variant import ImportRequest
from kingscore.importers.read_table import Table, read_table
from kingscore.importers.words import TableWords

__all__ = ["ImportRequest", "Table", "TableWords", "read_table"]
