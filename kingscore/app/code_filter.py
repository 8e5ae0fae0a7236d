"""Which findings somebody wants to hear of: chosen by code, by name or by family. It hides nothing unsaid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from kingscore.model.codes import covers, meant
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.frozen import dataclass
from kingscore.model.suggest import suggest


@dataclass(frozen=True, slots=True)
class Choice:
    """Codes, or letters of families: only those of ``select`` (all where it is empty), none of ``ignore``."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def wants(self, found: Finding) -> bool:
        if self.select and not covers(self.select, found.code):
            return False
        return not covers(self.ignore, found.code)

    def parted(self, findings: Iterable[Finding]) -> tuple[tuple[Finding, ...], tuple[tuple[str, int], ...]]:
        """The findings that are wanted, and how many of each other code there are."""
        kept, left = [], Counter[str]()
        for found in findings:
            if self.wants(found):
                kept.append(found)
            else:
                left[found.code] += 1
        return tuple(kept), tuple(sorted(left.items()))


def choice(select: Sequence[str], ignore: Sequence[str]) -> Choice:
    """The choice that words with commas between them make. Refused, status 2: U813."""
    return Choice(_codes(select), _codes(ignore))


def _codes(words: Sequence[str]) -> tuple[str, ...]:
    out: list[str] = []
    for word in filter(None, (part.strip() for words_ in words for part in words_.split(","))):
        codes = meant(word)
        if not codes:
            from kingscore.model.codes import CODES

            names = [name for known in CODES.values() for name in (known.code.casefold(), known.slug)]
            near = suggest(word, names)
            raise Refused(finding("U813", "near" if near else "", found=word, near=near), status=2)
        out += codes
    return tuple(dict.fromkeys(out))
