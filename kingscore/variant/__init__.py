"""A variant file as a value: what it offers, and the rules that it gives for one table.

``resolve`` lays contents over each other and makes rules, ``offer`` holds the variant; ``models`` says what may stand
in a file and checks a whole one, and is imported only where a file is checked.
"""

from kingscore.variant.offer import Option, PlayFacts, Variant
from kingscore.variant.resolve import Raw, as_text, built_on, nameless, span_of

__all__ = ["Option", "PlayFacts", "Raw", "Variant", "as_text", "built_on", "nameless", "span_of"]
