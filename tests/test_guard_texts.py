"""Every text that is asked for by a composed key is there, and one that is missing stops no command."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any, get_args, get_type_hints

import pytest

from kingscore.checks.misreadings import Reason
from kingscore.cli.commands import GROUPS, MODULES
from kingscore.journal import HEAD_KEYS, Kind
from kingscore.model.codes import Severity
from kingscore.model.items import ITEM_KINDS, TRICK_PLACES
from kingscore.model.language import Language
from kingscore.model.rules import FORMS, RANKS, Contract, Sale, Schedule
from kingscore.rulebook.identify import How
from kingscore.rulebook.pages import TOPICS
from kingscore.scoring.settlement import RULES, VIEWS
from kingscore.sheets.template import COLUMNS, LAYOUTS
from kingscore.statistics.chances import Chance, Chances
from kingscore.statistics.report import FIGURES
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from kingscore.variant.offer import FACTS, REMOVALS, TOLD
from kingscore.variant.resolve import TITLES
from tests import keys_asked
from tests.commands import commands, groups
from tests.scorer import Scorer

#: How texts are asked for outside the tests, where one that is missing is replaced.
SAY = Language.say
TEXTS = resources.texts
#: Commands that write, one after the other.
EVENING = (
    "new lithuanian Ona Jonas Rasa Vytas --stake '0.05 EUR' --date 2026-11-27",
    "deal no-tricks 2 3 1 2",
    "amend 1 no-tricks 2 2 2 2 --why misheard",
    "amend 1 before no-hearts 2 2 2 2",
    "amend 1 delete",
    "amend head dealer=Rasa",
    "undo",
    "redo",
    "finish --early",
    "pay Ona Jonas 5 EUR",
    "players rename Ona Onutė",
    "games delete 2026-11-27",
    "games restore 2026-11-27",
    "use 2026-11-27",
)
#: Commands that only look.
AFTERWARDS = ("show", "log", "settle", "games", "players log", "rules lithuanian", "--help", "deal --help")


def is_flag(param: Any) -> bool:
    """True for an option that takes no value."""
    return bool(getattr(param, "is_flag", False))


VARIANTS = tuple(map(variant_files.variant, variant_files.variant_ids()))
PARAMS = {
    name.replace(" ", "."): {str(one.name).rstrip("_") for one in found.params} for name, found in commands().items()
}
WITH_A_WORD = {str(one.name).rstrip("_") for found in commands().values() for one in found.params if not is_flag(one)}
COMMON = {one for name, params in PARAMS.items() for one in params if f"{name}.word.{one}" not in TEXTS("en", "cli")}


def said(fact: str) -> set[str]:
    """What a variant may say of a fact of play."""
    return set(FACTS[fact]) - {"unsaid"}


def kinds_noted() -> set[str | None]:
    """The kinds of entries in the books of people and payments."""
    return {kind for call, scope in keys_asked.calls()["noted"] for kind in _constants(call.args[0], scope)}


def _constants(expression: Any, scope: keys_asked.Scope) -> Iterable[str | None]:
    known = keys_asked.constants(expression, scope)
    return [scope.names[expression.id]] if getattr(expression, "id", "") in scope.names else known


#: What fills the gap of a composed key, where the sources beside it do not say so: the code's own tables and types.
FAMILIES: dict[str, Iterable[str | None]] = {
    "cli.word.{}": WITH_A_WORD,
    "column.{}": {*COLUMNS, "player"} - {"players", "title"},
    "combined.example.{}": (*TRICK_PLACES, "plain"),
    "common.{}": COMMON,
    "company.{}": {str(table) for variant in VARIANTS for table in variant.tables},
    "contract.hearts.{}": get_args(get_type_hints(Contract)["heart_lead"]),
    "deals.ask.{}": ("points", "places", "count"),
    "deals.repair.{}": get_args(Reason),
    "dealing.first.{}": said("first_dealer"),
    "dealing.passes.{}": FACTS["deal_passes"],
    "deck.{}": REMOVALS[1:],
    "declaring.{}": (*get_args(get_type_hints(Schedule)["declarer"]), *said("declaring")),
    "each.{}": set(ITEM_KINDS) - {"heart-pips"},
    "cli.finding.{}": get_args(Severity),
    "form.{}": set(FORMS) - {"suit"},
    "from.{}": RANKS,
    "group.{}": GROUPS,
    "log.part.{}": HEAD_KEYS,
    "log.{}": get_args(Kind),
    "owing.rule.{}": RULES,
    "owing.{}": (*VIEWS, "greedy"),
    "people.log.{}": kinds_noted() - {"pay", "terms"},
    "play.follow.{}": FACTS["follow"],
    "play.hearts.{}": FACTS["hearts"],
    "play.trump.{}": said("trumping"),
    "players.out-{}": ("1", "2"),
    "rank.{}": {rank for rank in RANKS if rank.isalpha()},
    "reading.{}": {reading for variant in VARIANTS for reading in variant.play().readings},
    "rules.identify.{}": set(get_args(How)) - {"complete", "begun", "near"},
    **dict.fromkeys(("sale.{}.offer", "sale.{}.price"), get_args(get_type_hints(Sale)["unit"])),
    "settle.{}": RULES,
    "settling.{}": said("settling"),
    "sheet.{}": (*LAYOUTS, *FACTS["writing"]),
    "source.{}": {document for variant in VARIANTS for document, _ in variant.play().sources},
    "result.library.info.{}": ("place", "games", "deleted", "players", "payments"),
    "standings.aside.{}": get_args(get_args(get_type_hints(Chances)["aside"])[0]),
    "standings.chance.{}": get_args(Chance),
    "standings.head.{}": FIGURES,
    "standings.figure.{}": FIGURES,
    **dict.fromkeys(
        ("sheets.prompt.{}", "sheets.prompt.{}.title"), ("contract", "dealer", "declarer", "buyer", "trump", "title")
    ),
    "sum.{}": ("penalty", "premium", "total", "place"),
    "talon.{}": {*said("discard"), "shown", "hidden"},
    "title.{}": TITLES,
    "result.deal.{}": ("replace", "insert"),
    "passage.{}": TOLD,
    "topic.{}": TOPICS,
    "trumps.form.{}": set(FORMS) - {"suit"},
    "trumps.naming.{}": said("naming"),
    "word.{}": WITH_A_WORD,
    "{}.examples": (*PARAMS, *groups()),
    "{}.help": (*MODULES, *PARAMS),
}
#: Composed keys that are asked for only where such a text is there, with what stands for it where there is none.
WHERE_THERE_IS_ONE = {
    "choice.{}.{}": "the word of the variant file",
    "option.{}": "the variant's own name for its option",
    "search.{}": "nothing: other words by which a rule may be searched for",
    "sheets.short.{}": "the contract's whole name",
    "terms.{}.{}": "the id",
    "{}.about": "nothing",
    "{}.notes": "nothing: a variant's notes of its own",
    "{}.word.{}": "what all commands share: common.{}",
    "cli.{}.about": "nothing",
}
#: Where a key passes through, to be looked up in one area; the code that hands it over is looked at itself.
HANDED_ON = ("cli.{}", "rules.{}", "sheets.{}", "{}.{}.message")
#: Composed names that only look like keys.
NO_TEXTS = {
    **dict.fromkeys(("{}.json", "{}.toml", "{}.king", "{}.{}.tmp", "{}.version-{}"), "a file"),
    **dict.fromkeys(("combined.{}", "deals.{}", "options.{}", "readings.{}", "sources.{}", "special.{}"), "a fact"),
    **dict.fromkeys(
        (
            *(
                "options.{}.default",
                "options.{}.choices",
                "case.when.{}",
                "schedule.{}",
                "contracts.{}",
                "contracts.{}.",
            ),
            *("contracts.{}.combines", "contracts.{}.values.{}", "{}.prizes", "{}.values", "{}.range", "{}.totals"),
            *("{}.total", "contracts.{}.prizes"),
        ),
        "a place in a variant file",
    ),
    "kingscore.cli.{}": "a name in the program",
}


def lacking(monkeypatch: pytest.MonkeyPatch, *languages: str) -> None:
    """Takes all texts of some languages away; the names of contracts and items are no texts."""

    def texts(language: str, area: str) -> Mapping[str, Any]:
        if language in languages and area != "terms":
            raise KeyError(f"{language}/{area}")
        return TEXTS(language, area)

    monkeypatch.setattr(resources, "texts", texts)
    monkeypatch.setattr(Language, "say", SAY)


@pytest.mark.parametrize("languages", [("ru",), LANGUAGES], ids=["one", "all"])
def test_no_command_stops_for_want_of_a_text(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch, languages: tuple[str, ...]
) -> None:
    lacking(monkeypatch, *languages)
    for line in (*EVENING, *AFTERWARDS):
        said = scorer(f"--lang ru {line}")
        assert said.status == 0, (line, said.err)
        assert languages == LANGUAGES or not re.search(r"(?<![\w/.])(cli|rules|sheets)\.[a-z]", said.out), line


def missing(keys: Collection[str], area: str | None) -> list[str]:
    """The keys that some language lacks; where the area is not known, of the area that has most of them."""
    return min((_missing(keys, place) for place in _areas(area)), key=len)


def _missing(keys: Collection[str], area: str) -> list[str]:
    return sorted(key for key in set(keys) if not _there(f"{area}.{key}".lstrip(".")))


def _areas(area: str | None) -> tuple[str, ...]:
    return ("", "cli", "rules", "sheets") if area is None else (area,)


def _there(key: str) -> bool:
    area, _, rest = key.partition(".")
    try:
        return all(rest in TEXTS(language, area) for language in LANGUAGES)
    except KeyError:
        return False


def test_every_text_that_is_asked_for_by_its_whole_key_is_there() -> None:
    asked = list(keys_asked.literal_keys())
    assert len(asked) > 250
    assert [(key, place) for key, area, place in asked if missing([key], area)] == []


def test_every_family_of_texts_is_known_and_whole() -> None:
    """What may fill a composed key is a closed set, from the sources or from the tables and types above."""
    families: dict[tuple[str, str | None], set[str]] = defaultdict(set)
    unknown = []
    for pattern in keys_asked.patterns():
        if pattern.text in (*NO_TEXTS, *WHERE_THERE_IS_ONE, *HANDED_ON):
            continue
        is_open = any(None in gap for gap in pattern.gaps)
        if len(pattern.gaps) != 1 or (is_open and pattern.text not in FAMILIES):
            unknown.append(f"{pattern.place}: {pattern.text}")
            continue
        filled = (*(pattern.gaps[0] - {None}), *(FAMILIES[pattern.text] if is_open else ()))
        families[pattern.text, pattern.area] |= {pattern.text.format(one) for one in filled}
    lacking = [key for (_, area), keys in families.items() for key in missing(keys, area)]
    assert (unknown, lacking) == ([], []), "\n".join((*unknown, *lacking))


def test_nobody_is_listed_who_is_asked_for_no_text() -> None:
    asked = {keys_asked.receiver_of(call) for name in keys_asked.SPEAKERS for call, _ in keys_asked.calls()[name]}
    assert set(keys_asked.AREAS) - asked == set()


def test_no_family_is_listed_that_nobody_asks_for() -> None:
    asked = {pattern.text for pattern in keys_asked.patterns()}
    assert [text for text in (*FAMILIES, *WHERE_THERE_IS_ONE, *HANDED_ON, *NO_TEXTS) if text not in asked] == []


def test_every_word_of_a_command_is_explained_in_every_language() -> None:
    own = {f"{name}.word.{one}" for name, params in PARAMS.items() for one in params - COMMON}
    assert missing(own, "cli") == []


def test_every_option_and_choice_of_a_shipped_variant_has_its_words() -> None:
    tables = [(variant, table) for variant in VARIANTS for table in variant.tables]
    # Some are offered only where another was chosen.
    offers = (variant.options(table, chosen) for variant, table in tables for chosen in variant.choices(table))
    options = {one for offered in offers for one in offered}
    assert missing({f"option.{one.key}" for one in options}, "rules") == []
    assert missing({f"choice.{one.key}.{choice}" for one in options for choice in one.choices}, "rules") == []
