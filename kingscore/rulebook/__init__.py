"""The rules in words, made from the data that scores: pages, one deal's rules, a search, a comparison.

``book`` holds what a page is made of, ``table``, ``counting``, ``trumping``, ``course`` and ``extras`` tell the facts,
``pages`` puts them together, ``writing`` sets them as text, ``searching`` finds them. Nothing here reads a file.
"""

from kingscore.rulebook.facts import Book, Fact, Grid, Page, Section, open_book
from kingscore.rulebook.pages import contract_called, contract_page, facts, page
from kingscore.rulebook.searching import Hit, search
from kingscore.rulebook.writing import markdown, plain

__all__ = [
    "Book",
    "Fact",
    "Grid",
    "Hit",
    "Page",
    "Section",
    "contract_called",
    "contract_page",
    "facts",
    "markdown",
    "open_book",
    "page",
    "plain",
    "search",
]
