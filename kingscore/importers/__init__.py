"""Tables kept by hand or in a spreadsheet: read as people write them, understood, made a game of."""

from kingscore.importers.detect_variant import ImportRequest
from kingscore.importers.layout import TableWords
from kingscore.importers.read_table import ImportedTable, read_table

__all__ = ["ImportRequest", "ImportedTable", "TableWords", "read_table"]
