"""A variant file as a value: what it offers, the rules it gives for one table, and all that is wrong with it.

``content`` reads keys and notes faults, ``playing`` the facts of play, ``building`` makes rules, ``offer`` holds the
variant, ``faults`` checks a whole file. Nothing here opens a file.
"""

from kingscore.variant.content import Raw, built_on, located, merged, near
from kingscore.variant.faults import faults_of
from kingscore.variant.offer import Option, Variant
from kingscore.variant.play_facts import Play
from kingscore.variant.resolve import span_of

__all__ = [
    "Option",
    "Play",
    "Raw",
    "Variant",
    "built_on",
    "faults_of",
    "located",
    "merged",
    "near",
    "span_of",
]
