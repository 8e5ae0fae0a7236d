"""The rules in words, made from the data that scores: pages, one deal's rules, a search, a comparison.

``facts`` is what a page is made of; ``play``, ``contracts`` and ``schedule`` make the facts of each topic, ``pages``
puts them together, and ``leaflet`` lays a page out on paper.
"""

from kingscore.rulebook.facts import Book, Fact, FactTable, PageSection, RulesPage, open_book
from kingscore.rulebook.pages import contract_called, contract_page, facts, page
from kingscore.rulebook.search import Hit, search

__all__ = [
    "Book",
    "Fact",
    "FactTable",
    "Hit",
    "PageSection",
    "RulesPage",
    "contract_called",
    "contract_page",
    "facts",
    "open_book",
    "page",
    "search",
]
