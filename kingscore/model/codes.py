"""The codes: everything that can be wrong, each with its name, family, scope and usual severity.

A code is a letter and three digits; what the letter stands for is defined here alone. Everything else asks a code or a
finding for its ``scope``, or whether it ``is_a`` fault of a name.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "hint"]

#: What a fault is about: the words of one line, a file, a player's name, a variant; one deal by itself, its place in
#: the schedule, the totals; games and books in storage, people, standings, money, a sheet; the words of a command.
Scope = Literal[
    "line", "file", "name", "variant", "deal", "schedule", "totals", "storage", "people", "standings", "money", "sheet",
    "usage",
]  # fmt: skip


class Family(NamedTuple):
    """Codes that begin with one letter: what they are about, and the area of the texts in which their messages stand.

    ``status`` is how a command ends that is refused for one, unless it says otherwise: 1 for what was to be recorded, 2
    for how it was asked, 3 for store and files. ``judged`` is what the checker says of a game; players may turn it off
    for theirs.
    """

    letter: str
    scope: Scope
    area: str
    status: int = 1
    judged: bool = False


FAMILIES = {
    family.letter: family
    for family in (
        Family("L", "line", "lines"),
        Family("F", "file", "files"),
        Family("N", "name", "names", 2),
        Family("V", "variant", "variants", 2),
        Family("D", "deal", "deals", judged=True),
        Family("C", "schedule", "course", judged=True),
        Family("T", "totals", "totals", judged=True),
        Family("S", "storage", "store", 3),
        Family("P", "people", "people", 2),
        Family("K", "standings", "standings", 3),
        Family("M", "money", "money", 2),
        Family("R", "sheet", "sheets", 2),
        Family("U", "usage", "usage", 2),
    )
}


class Code(NamedTuple):
    """A fault that has a name: its code (never reused), a slug that states the fault, its usual severity."""

    code: str
    slug: str
    severity: Severity = "error"

    @property
    def family(self) -> Family:
        return FAMILIES[self.code[0]]

    @property
    def scope(self) -> Scope:
        return self.family.scope


CODES: dict[str, Code] = {
    code.code: code
    for code in (
        # L, the words of a line
        Code("L101", "word-not-understood"),
        Code("L102", "contract-not-clear"),
        Code("L103", "unknown-player"),
        Code("L104", "player-not-clear"),
        Code("L105", "contract-needed"),
        Code("L106", "not-a-whole-number"),
        Code("L107", "number-too-long"),
        Code("L108", "wrong-number-of-entries"),
        Code("L109", "sign-missing"),
        Code("L110", "two-rests"),
        Code("L111", "rest-impossible"),
        Code("L112", "x-out-of-place"),
        Code("L113", "wrong-number-of-names"),
        Code("L114", "counts-needed"),
        Code("L115", "items-missing"),
        Code("L116", "item-twice"),
        Code("L117", "unknown-item"),
        Code("L118", "hearts-are-pips"),
        Code("L119", "items-needed"),
        Code("L120", "points-for-an-item"),
        Code("L121", "said-twice"),
        Code("L122", "clause-unfinished"),
        Code("L124", "not-in-this-contract"),
        Code("L125", "wrong-number-of-titles"),
        Code("L127", "quote-not-closed"),
        Code("L128", "place-twice"),
        Code("L130", "more-than-a-result"),
        Code("L131", "result-missing"),
        Code("L132", "empty-line"),
        Code("L133", "unknown-contract"),
        Code("L134", "line-too-long"),
        Code("L135", "control-character"),
        Code("L136", "share-twice"),
        # F, a game file, a document, a table
        Code("F201", "not-utf-8"),
        Code("F202", "not-a-text"),
        Code("F203", "file-too-large"),
        Code("F204", "empty-file"),
        Code("F205", "not-a-head-line"),
        Code("F206", "key-twice"),
        Code("F207", "key-missing"),
        Code("F208", "unknown-key", "warning"),
        Code("F209", "unknown-player"),
        Code("F210", "not-a-date"),
        Code("F212", "unknown-word"),
        Code("F213", "not-an-option"),
        Code("F214", "wrong-row"),
        Code("F216", "not-json"),
        Code("F217", "not-a-number"),
        Code("F218", "nested-too-deep"),
        Code("F219", "wrong-type"),
        Code("F221", "unknown-item"),
        Code("F222", "unknown-format"),
        Code("F223", "number-too-long"),
        Code("F224", "control-character"),
        Code("F225", "too-many-deals"),
        Code("F226", "quote-not-closed"),
        Code("F240", "table-read", "hint"),
        Code("F241", "minus-added", "hint"),
        Code("F242", "running-totals-read", "hint"),
        Code("F243", "variant-recognised", "hint"),
        Code("F244", "price-worked-out", "hint"),
        Code("F245", "row-left-out", "hint"),
        Code("F246", "table-changed", "hint"),
        Code("F247", "head-row-not-read", "warning"),
        Code("F248", "head-row-left-out", "hint"),
        Code("F249", "head-row-read", "hint"),
        Code("F250", "no-table"),
        Code("F251", "cell-not-a-number"),
        Code("F252", "no-variant-fits"),
        Code("F253", "several-variants-fit"),
        Code("F254", "deal-without-name"),
        Code("F255", "sum-does-not-come-out"),
        Code("F256", "deal-missing-by-the-totals"),
        Code("F257", "table-too-large"),
        Code("F258", "workbook-not-read"),
        Code("F259", "page-or-picture"),
        Code("F260", "rules-of-its-own", "hint"),
        Code("F261", "seat-change-not-readable"),
        # N, names of players
        Code("N801", "name-empty"),
        Code("N802", "control-character"),
        Code("N803", "names-alike"),
        Code("N804", "letter-of-another-seat"),
        Code("N805", "names-look-alike", "warning"),
        # V, a variant, its options, its table
        Code("V301", "unknown-variant"),
        Code("V302", "variant-not-toml"),
        Code("V303", "unknown-key"),
        Code("V304", "wrong-type"),
        Code("V305", "missing-key"),
        Code("V306", "does-not-add-up"),
        Code("V307", "unknown-word"),
        Code("V308", "unknown-option"),
        Code("V309", "unknown-option-value"),
        Code("V310", "wrong-number-of-players"),
        Code("V311", "base-loop"),
        Code("V312", "item-not-in-deck"),
        Code("V313", "total-not-fixed"),
        Code("V314", "variant-file-not-opened"),
        Code("V315", "variant-already-there"),
        Code("V316", "id-cannot-name-a-variant"),
        Code("V317", "contract-not-in-variant"),
        Code("V318", "nothing-to-identify"),
        Code("V319", "other-variant-brought-along"),
        # D, one deal, its counts and points
        Code("D401", "unknown-contract"),
        Code("D402", "wrong-number-of-entries"),
        Code("D403", "entry-missing"),
        Code("D404", "sitter-out-has-entry"),
        Code("D405", "item-missing"),
        Code("D406", "item-of-another-contract"),
        Code("D407", "item-twice"),
        Code("D408", "count-below-zero"),
        Code("D409", "count-above-the-deck"),
        Code("D410", "no-result"),
        Code("D411", "counts-and-points-disagree"),
        Code("D412", "places-for-counts"),
        Code("D413", "counts-for-places"),
        Code("D414", "place-shared"),
        Code("D415", "place-out-of-range"),
        Code("D416", "foul-with-counts"),
        Code("D417", "foul-without-penalty"),
        Code("D418", "seat-does-not-play"),
        Code("D420", "trump-not-here"),
        Code("D421", "form-not-here"),
        Code("D422", "form-against-trump"),
        Code("D424", "sale-not-here"),
        Code("D425", "sold-by-another"),
        Code("D426", "sold-to-the-seller"),
        Code("D427", "sale-out-of-range"),
        Code("D428", "price-off-the-step"),
        Code("D429", "bid-incomplete"),
        Code("D430", "bid-missing"),
        Code("D431", "bid-below-one"),
        Code("D432", "bid-without-suit"),
        Code("D433", "bidder-is-not-declarer"),
        Code("D434", "titles-not-here"),
        Code("D435", "titles-incomplete"),
        Code("D436", "title-above-its-ceiling"),
        Code("D437", "title-not-earned"),
        Code("D438", "rospis-in-unequal-shares"),
        Code("D440", "counts-do-not-add-up"),
        Code("D441", "points-do-not-add-up"),
        Code("D442", "points-off-the-unit"),
        Code("D443", "points-not-reachable"),
        Code("D444", "sweep-forgotten"),
        Code("D445", "doubling-forgotten"),
        Code("D446", "sign-wrong"),
        Code("D447", "counts-written-as-points"),
        Code("D448", "points-written-as-counts"),
        Code("D449", "prizes-wrong"),
        Code("D450", "counts-clash"),
        Code("D451", "price-left-out"),
        Code("D452", "sale-not-recorded"),
        Code("D460", "kept-by-agreement", "hint"),
        # C, the schedule of the game: order, quotas, declarers, the end
        Code("C501", "contract-out-of-order"),
        Code("C502", "deals-changed-places"),
        Code("C503", "deal-missing"),
        Code("C504", "deal-twice"),
        Code("C505", "deal-too-many"),
        Code("C506", "deal-after-the-end"),
        Code("C507", "declarer-out-of-turn"),
        Code("C508", "declarer-where-nobody-declares", "warning"),
        Code("C509", "first-dealer-does-not-fit"),
        Code("C510", "contract-used-up"),
        Code("C511", "finished-too-early"),
        Code("C512", "deal-after-the-limit"),
        Code("C513", "finished-before-the-limit"),
        Code("C520", "turned-off", "warning"),
        # T, totals and what somebody wrote
        Code("T601", "written-total-differs"),
        Code("T602", "written-running-total-differs"),
        Code("T603", "written-row-of-wrong-length"),
        Code("T604", "written-rows-missing"),
        Code("T605", "game-off-by-agreement", "warning"),
        # S, the store
        Code("S701", "game-has-moved-on"),
        Code("S702", "unknown-game"),
        Code("S703", "several-games-fit"),
        Code("S704", "no-game-in-play"),
        Code("S705", "other-game-of-that-id"),
        Code("S706", "game-already-here", "hint"),
        Code("S707", "game-in-the-bin"),
        Code("S708", "nothing-to-take-back"),
        Code("S709", "no-such-deal"),
        Code("S710", "unknown-kind-of-address"),
        Code("S711", "store-is-no-file"),
        Code("S712", "not-a-database"),
        Code("S713", "file-of-another-program"),
        Code("S714", "store-of-a-newer-version"),
        Code("S715", "store-damaged"),
        Code("S716", "writing-not-allowed"),
        Code("S717", "disk-full"),
        Code("S718", "store-locked"),
        Code("S719", "store-not-readable-or-writable"),
        Code("S720", "journal-not-readable"),
        Code("S721", "summary-differs", "warning"),
        Code("S722", "kept-variant-missing"),
        Code("S723", "backup-exists"),
        Code("S724", "book-has-moved-on"),
        Code("S725", "book-not-readable"),
        Code("S726", "perhaps-the-same-game", "hint"),
        Code("S727", "other-book"),
        Code("S728", "book-file-not-read"),
        Code("S729", "library-was-empty", "warning"),
        Code("S740", "extra-pg-missing"),
        Code("S741", "server-address-not-readable"),
        Code("S742", "server-not-reached"),
        Code("S743", "server-lets-nobody-in"),
        Code("S744", "server-does-not-fit"),
        Code("S745", "upgrade-waits"),
        Code("S746", "target-holds-something-else"),
        Code("S747", "no-backup-over-a-server"),
        Code("S748", "copy-differs"),
        # P, people and their names
        Code("P101", "nobody-of-that-name"),
        Code("P102", "several-people-fit"),
        Code("P103", "name-taken"),
        Code("P104", "two-who-played-together"),
        Code("P105", "no-such-change"),
        Code("P106", "change-is-built-on"),
        Code("P107", "one-person-already"),
        # K, standings and ratings
        Code("K101", "rating-needs-openskill"),
        # M, stakes and settlements
        Code("M901", "stake-not-readable"),
        Code("M902", "stake-without-currency"),
        Code("M903", "unknown-currency"),
        Code("M904", "stake-not-above-nothing"),
        Code("M905", "stake-out-of-bounds"),
        Code("M906", "less-than-a-coin"),
        Code("M907", "payment-to-oneself"),
        Code("M910", "settled-before-the-end", "warning"),
        Code("M911", "deal-without-points"),
        Code("M912", "games-not-over", "warning"),
        Code("M913", "games-without-totals", "warning"),
        Code("M914", "payments-outside", "hint"),
        Code("M915", "no-such-entry"),
        Code("M916", "paid-more-than-owed", "hint"),
        Code("M917", "same-payment-again"),
        Code("M918", "payments-of-deleted-game", "warning"),
        Code("M919", "unit-not-used-before"),
        Code("M920", "stake-not-used", "hint"),
        # R, sheets and exports
        Code("R901", "layout-does-not-fit"),
        Code("R902", "glyph-missing", "warning"),
        Code("R903", "template-key-unknown"),
        Code("R904", "template-word-unknown"),
        Code("R905", "template-value-wrong"),
        Code("R906", "template-unknown"),
        Code("R907", "template-not-toml"),
        Code("R908", "template-not-read"),
        Code("R909", "format-unknown"),
        Code("R911", "cell-not-a-number"),
        Code("R912", "png-needs-pypdfium2"),
        Code("R914", "cell-word-unknown"),
        Code("R915", "row-empty"),
        Code("R916", "paper-too-small"),
        Code("R917", "font-not-read"),
        # U, the command's own words
        Code("U801", "unknown-command"),
        Code("U802", "unknown-option"),
        Code("U803", "missing-argument"),
        Code("U804", "missing-value"),
        Code("U805", "unexpected-argument"),
        Code("U806", "unknown-language"),
        Code("U807", "words-not-understood"),
        Code("U808", "not-one-of-these"),
        Code("U809", "not-a-whole-number"),
        Code("U810", "not-key-and-value"),
        Code("U811", "not-a-date"),
        Code("U813", "unknown-code"),
        Code("U814", "words-exclude-each-other"),
        Code("U816", "option-takes-no-value"),
        Code("U817", "nobody-of-that-name"),
        Code("U818", "game-is-over"),
        Code("U819", "game-over-already"),
        Code("U820", "file-there-already"),
        Code("U821", "no-games-in-folder"),
        Code("U822", "file-must-be-named"),
        Code("U823", "option-without-effect"),
        Code("U824", "no-games-wanted"),
        Code("U825", "option-wants-all"),
        Code("U826", "folder-must-be-named"),
        Code("U827", "not-a-file-to-fix"),
        Code("U828", "address-out-of-place"),
        Code("U829", "said-twice"),
        Code("U830", "days-wrong-way-round"),
        Code("U831", "unlikely-day", "hint"),
        Code("U832", "input-stopped"),
        Code("U891", "file-trouble"),
        Code("U899", "unexpected"),
    )
}

#: The letters of the families that the players may turn off for a game.
JUDGED = tuple(family.letter for family in FAMILIES.values() if family.judged)


def meant(word: str) -> tuple[str, ...]:
    """The codes that a word means, or the letter of a family: by code, by name (several may bear it), by letter."""
    return _by_word().get(word.strip().casefold(), ())


@cache
def _by_word() -> dict[str, tuple[str, ...]]:
    words: dict[str, tuple[str, ...]] = {letter.casefold(): (letter,) for letter in FAMILIES}
    for known in CODES.values():
        words[known.code.casefold()] = (known.code,)
        words[known.slug] = (*words.get(known.slug, ()), known.code)
    return words


def covers(words: Collection[str], code: str) -> bool:
    """True if a code or its family is among such words."""
    return code in words or CODES[code].family.letter in words


def codes_of(words: Sequence[str]) -> tuple[str, ...]:
    """What a table may turn off of these words, each once, in their order."""
    codes = (code for word in words for code in meant(word))
    return tuple(
        dict.fromkeys(code for code in codes if code in JUDGED or (code in CODES and CODES[code].family.judged))
    )


def unknown_codes(words: Sequence[str]) -> tuple[str, ...]:
    """Those of the words that name nothing that a table may turn off."""
    return tuple(word for word in words if not codes_of([word]))
