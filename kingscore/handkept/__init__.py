"""Tables kept by hand or in a spreadsheet: read as people write them, understood, made a game of.

It says how it read a table and finds what does not come out; it keeps nothing and prints nothing.
"""

from kingscore.handkept.reading import Table, read_table
from kingscore.handkept.recognising import Wish
from kingscore.handkept.words import TableWords

__all__ = ["Table", "TableWords", "Wish", "read_table"]
