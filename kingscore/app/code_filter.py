"""Which findings are meant: chosen by code, by name or by family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kingscore.model.codes import CODES, covers, meant
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.suggest import suggest


@dataclass(frozen=True, slots=True)
class CodeFilter:
    """Codes, or letters of families: only those of ``select`` (all where it is empty), none of ``ignore``."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def keeps(self, found: Finding) -> bool:
        return (not self.select or covers(self.select, found.code)) and not covers(self.ignore, found.code)

    def split(self, findings: Iterable[Finding]) -> tuple[tuple[Finding, ...], tuple[tuple[str, int], ...]]:
        """The findings that are kept, and how many of each other code there are."""
        kept, left = [], Counter[str]()
        for one in findings:
            if self.keeps(one):
                kept.append(one)
            else:
                left[one.code] += 1
        return tuple(kept), tuple(sorted(left.items()))


def code_filter(select: Sequence[str], ignore: Sequence[str]) -> CodeFilter:
    """The filter that words with commas between them make. Refused, status 2: U813."""
    return CodeFilter(*(_codes(",".join(words).split(",")) for words in (select, ignore)))


def _codes(words: Iterable[str]) -> tuple[str, ...]:
    codes: list[str] = []
    for word in filter(None, map(str.strip, words)):
        codes += meant(word)
        if not meant(word):
            names = [name for known in CODES.values() for name in (known.code.casefold(), known.slug)]
            near = suggest(word, names)
            raise Refused(finding("U813", "near" if near else "", found=word, near=near), status=2)
    return tuple(dict.fromkeys(codes))
