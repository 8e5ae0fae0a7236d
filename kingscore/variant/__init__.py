"""A variant file as a value: what it offers, and the rules that it gives for one table.

``content`` lays contents over each other, ``resolve`` makes rules, ``offer`` holds the variant; ``models`` says what
may stand in a file and checks a whole one, and is imported only where a file is checked.
"""

from kingscore.variant.content import Raw, built_on, located
from kingscore.variant.offer import Option, PlayFacts, Variant
from kingscore.variant.resolve import span_of

__all__ = ["Option", "PlayFacts", "Raw", "Variant", "built_on", "located", "span_of"]
