"""The commands at the table: a game from its beginning to who pays whom, every refusal leaving it as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scorer import Said, Scorer

LITHUANIAN = "new lithuanian Ona Jonas Rasa Vytas --date 2026-11-29"
#: Six negative deals with their points, seat by seat, then the combined one, four of trumps and the layout.
EVENING = {
    "no-tricks 2 3 1 2": (-4, -6, -2, -4),
    "no-hearts -0 -16 -0 -0": (0, -16, 0, 0),
    "no-jacks-and-kings 1 3 2 _": (-2, -6, -4, -4),
    "no-queens 1 1 0 2": (-4, -4, 0, -8),
    "no-king Rasa": (0, 0, -16, 0),
    "no-last-two Ona Vytas": (-8, 0, 0, -8),
    "no-all tricks 2 3 1 2, hearts 0 1 4 3, jacks-and-kings 1 3 2 2, queens 1 1 0 2, king-of-hearts Rasa,"
    " last-two Ona Vytas": (-18, -18, -30, -30),
    "trumps by Vytas spades: 3 2 2 1": (9, 6, 6, 3),
    "trumps by Ona ♥: 4 2 1 1": (12, 6, 3, 3),
    "trumps 0 0 8 0": (0, 0, 24, 0),
    "trumps 2 2 2 2": (6, 6, 6, 6),
    "domino Rasa Ona Vytas Jonas": (36, 0, 48, 12),
}
TOTALS = tuple(map(sum, zip(*EVENING.values(), strict=True)))


def codes(said: Said) -> list[str]:
    """The codes of a refusal that was asked for as a document."""
    return [found["code"] for found in said.document["findings"]]


def totals(scorer: Scorer) -> list[int]:
    found: list[int] = scorer.fine("show --json").document["totals"]
    return found


def lines(scorer: Scorer) -> list[str]:
    """The deals of the game in play, as its file has them."""
    return scorer.fine("export --to king").out.partition("\n\n")[2].strip().splitlines()


def test_an_evening_from_new_to_who_pays_whom(scorer: Scorer, tmp_path: Path) -> None:
    begun = scorer.fine(f'{LITHUANIAN} --stake "0.05 EUR" --json').document
    assert (begun["game"], begun["next"]["dealer"], begun["next"]["contracts"]) == (
        "2026-11-29-lithuanian",
        "Vytas",
        ["no-tricks"],
    )
    running = [0, 0, 0, 0]
    for number, (line, points) in enumerate(EVENING.items(), 1):
        said = scorer.fine(["deal", *line.split(), "--json"]).document
        running = [total + more for total, more in zip(running, points, strict=True)]
        assert (said["deal"]["number"], tuple(said["points"]), said["totals"]) == (number, points, running)
        assert said["over"] == (number == len(EVENING))
    assert tuple(running) == TOTALS == (27, -32, 35, -30)
    assert scorer.fine("settle --json").document == {
        "transfers": [
            {"from": "Jonas", "to": "Rasa", "amount": "1.60", "currency": "EUR"},
            {"from": "Vytas", "to": "Rasa", "amount": "0.15", "currency": "EUR"},
            {"from": "Vytas", "to": "Ona", "amount": "1.35", "currency": "EUR"},
        ]
    }
    for form in ("xlsx", "pdf"):
        scorer.fine(f"export -o {tmp_path}/evening.{form}")
    assert (tmp_path / "evening.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "evening.xlsx").read_bytes().startswith(b"PK")


def test_a_deal_says_what_was_recorded_what_it_comes_to_and_what_comes_next(scorer: Scorer) -> None:
    scorer.fine(LITHUANIAN)
    said = scorer.fine("deal no-tricks 2 3 1 2")
    assert said.err == ""
    assert said.out.splitlines() == [
        "Deal 1: No tricks",
        "  no-tricks 2 3 1 2",
        "          Ona  Jonas  Rasa  Vytas",
        "  points   −4     −6    −2     −4",
        "  total    −4     −6    −2     −4",
        "",
        "Next: deal 2 of 12 · No hearts",
        "  Dealer: Ona · Leads: Jonas",
    ]


def test_where_players_declare_it_says_who_and_what_is_still_open_and_who_sits_out(scorer: Scorer) -> None:
    scorer.fine("new lithuanian-declared-3 Ona Jonas Rasa Vytas")
    scorer.fine("deal no-king by Ona: Rasa")
    assert scorer.fine("deal trumps x 4 3 3 --json").status == 0
    coming = scorer.fine("deal no-king Vytas --json").document["next"]
    assert (coming["number"], coming["dealer"], coming["declarer"], coming["sitting_out"]) == (
        4,
        "Rasa",
        "Vytas",
        ["Rasa"],
    )
    said = scorer.fine("deal no-queens 2 1 1").out.splitlines()
    assert said[-3:] == [
        "  Dealer: Vytas · Leads: Ona · Sitting out: Vytas",
        "  Declarer: Ona",
        "  Still open: No tricks, No hearts, No jacks and kings, No queens, No last two tricks, Trumps ×3",
    ]


def test_a_deal_that_cannot_be_is_not_written_and_shows_what_would_fix_it(scorer: Scorer) -> None:
    scorer.fine(LITHUANIAN)
    said = scorer("deal no-tricks 2 3 1 1")
    assert (said.status, said.out) == (1, "")
    assert "Error D440 · deal 1" in said.err
    assert "\n    no-tricks 2 3 1 1\n" in said.err
    assert "\n    kingscore deal no-tricks 2 3 1 2" in said.err
    assert "kingscore explain D440" in said.err
    assert totals(scorer) == [0, 0, 0, 0]
    repair = next(line.strip().split("  ")[0] for line in said.err.splitlines() if "deal no-tricks 2 3 1 2" in line)
    scorer.fine(repair.removeprefix("kingscore "))
    assert totals(scorer) == [-4, -6, -2, -4]


def test_a_line_that_is_not_understood_is_quoted_with_a_mark_under_the_place(scorer: Scorer) -> None:
    scorer.fine(LITHUANIAN)
    said = scorer("deal no-tricks 2 3 зонт 2")
    assert said.status == 1
    quoted = said.err.splitlines()
    at = quoted.index("    no-tricks 2 3 зонт 2")
    assert quoted[at + 1] == "                  ^^^^"


def test_what_the_players_agree_to_keep_is_written_and_stays_flagged(scorer: Scorer, tmp_path: Path) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine('deal no-tricks 2 3 1 1 --agreed "a card fell under the table"')
    assert totals(scorer) == [-4, -6, -2, -2]
    path = tmp_path / "game.king"
    scorer.fine(f"export -o {path}")
    found = scorer.fine(f"check {path} --json").document["files"][0]["findings"]
    assert [(one["code"], one["severity"]) for one in found] == [("D440", "warning"), ("D460", "hint")]


def test_what_there_is_to_say_of_an_amended_deal_is_said_once(scorer: Scorer) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine("deal no-tricks 2 3 1 2")
    said = scorer.fine(["amend", "1", 'no-tricks 2 3 1 1 agreed "so be it"']).err
    assert (said.count("Warning D440"), said.count("Hint D460")) == (1, 1)
    assert said.count('    no-tricks 2 3 1 1 agreed "so be it"\n') == 2


def test_the_game_in_play_is_checked_as_a_file_is(scorer: Scorer) -> None:
    """A line of JSON for it, or its errors alone and nothing where it is good."""
    scorer.fine(LITHUANIAN)
    scorer.fine("deal no-tricks 2 3 1 2")
    assert scorer.fine("check --quiet").out == ""
    line = scorer.fine("check --jsonl")
    assert (line.document["ok"], line.document["totals"]) == (True, [-4, -6, -2, -4])
    assert line.document == scorer.fine("check --json").document["files"][0]
    scorer.fine("amend 1 no-hearts 0 1 4 3")
    said = scorer("check --quiet")
    assert (said.status, said.out.startswith("Error C501"), "amend" in said.out) == (1, True, False)
    assert scorer("check --jsonl").document["ok"] is False


@pytest.mark.parametrize("row", ["-0 -16 -0 -0", "−0 −16 −0 −0", "–0 –16 –0 –0", "0 -16 0 0"])
def test_negative_numbers_are_numbers_and_no_options(scorer: Scorer, row: str) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine("deal no-tricks 2 2 2 2")
    assert scorer.fine(["deal", "no-hearts", *row.split(), "--json"]).document["points"] == [0, -16, 0, 0]


def test_positive_signs_are_understood(scorer: Scorer) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --option order=free")
    assert scorer.fine("deal trumps +9 +6 +6 +3 --json").document["points"] == [9, 6, 6, 3]


@pytest.mark.parametrize("word", ["1_0", "3.0", "٣", "1e3", "-4g", "-1_0", "0x2", "２"])
def test_what_is_no_whole_number_is_refused_as_a_number(scorer: Scorer, word: str) -> None:
    scorer.fine(LITHUANIAN)
    said = scorer(["deal", "no-tricks", word, "3", "1", "2", "--json"])
    assert (said.status, codes(said)) == (1, ["L106"])
    assert totals(scorer) == [0, 0, 0, 0]


@pytest.mark.parametrize("words", [["no-tricks 2 3 1 2"], ["no-tricks", "2 3 1 2"], ["No tricks", "2", "3", "1", "2"]])
def test_a_line_may_come_as_one_word_or_as_many(scorer: Scorer, words: list[str]) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine(["deal", *words])
    assert lines(scorer) == ["no-tricks 2 3 1 2"]


def test_a_name_with_spaces_stays_one_name(scorer: Scorer) -> None:
    scorer.fine('new lithuanian "Anna Maria" Anna "Maria Anna" Vytas --option order=free')
    assert scorer.fine('deal no-king "Anna Maria" --json').document["points"] == [-16, 0, 0, 0]
    assert scorer.fine('deal no-last-two "Maria Anna" Anna --json').document["points"] == [0, -8, -8, 0]


def test_undo_says_what_it_takes_back_and_redo_brings_it_back(scorer: Scorer) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine("deal no-tricks 2 3 1 2")
    scorer.fine("amend 1 no-tricks 2 2 2 2")
    assert scorer.fine("undo").out.startswith("Undone: deal 1 amended: No tricks\n")
    assert lines(scorer) == ["no-tricks 2 3 1 2"]
    assert scorer.fine("redo").out.startswith("Redone: deal 1 amended: No tricks\n")
    assert lines(scorer) == ["no-tricks 2 2 2 2"]
    scorer.fine("undo")
    scorer.fine("undo")
    assert lines(scorer) == []
    said = scorer("undo --json")
    assert (said.status, codes(said)) == (2, ["S708"])


def test_amending_replaces_takes_out_and_puts_in(scorer: Scorer) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine("deal no-tricks 2 3 1 2")
    scorer.fine("deal no-hearts 0 1 4 3")
    scorer.fine('amend 1 no-tricks 2 2 2 2 --why "counted again"')
    assert lines(scorer) == ["no-tricks 2 2 2 2", "no-hearts 0 1 4 3"]
    out = scorer.fine("amend 1 delete")
    assert lines(scorer) == ["no-hearts 0 1 4 3"]
    assert "C501" in out.err, "what it makes wrong elsewhere is shown"
    scorer.fine("amend 1 before no-tricks 2 3 1 2")
    assert lines(scorer) == ["no-tricks 2 3 1 2", "no-hearts 0 1 4 3"]
    told = scorer.fine("log").out
    assert "no-tricks 2 3 1 2 → no-tricks 2 2 2 2 · reason: counted again" in told
    assert [entry["change"] for entry in scorer.fine("log --json").document["log"]] == [
        *("begin", "deal", "deal", "replace", "delete", "insert")
    ]


def test_an_amendment_is_refused_for_faults_of_the_deal_itself(scorer: Scorer) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine("deal no-tricks 2 3 1 2")
    said = scorer("amend 1 no-tricks 2 3 1 1 --json")
    assert (said.status, codes(said)) == (1, ["D440"])
    assert said.document["findings"][0]["repairs"][0]["line"].startswith("kingscore amend 1 ")
    assert lines(scorer) == ["no-tricks 2 3 1 2"]


def test_two_deals_that_changed_places_can_be_amended_one_after_the_other(scorer: Scorer) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine("deal no-tricks 2 3 1 2")
    scorer.fine("deal no-hearts 0 1 4 3")
    scorer.fine("amend 1 no-hearts 0 1 4 3")
    scorer.fine("amend 2 no-tricks 2 3 1 2")
    assert lines(scorer) == ["no-hearts 0 1 4 3", "no-tricks 2 3 1 2"]


@pytest.mark.parametrize(
    ("pair", "head"),
    [
        ("Ona=Onutė", "players: Onutė, Jonas, Rasa, Vytas"),
        ("A=x=y", "players: x=y, Jonas, Rasa, Vytas"),
        ("dealer=Rasa", "dealer: Rasa"),
        ("finish=trumps", "options: finish=trumps"),
        ("date=2026-11-30", "date: 2026-11-30"),
        ("stake=5 ct", "stake: 0.05 EUR"),
        ("note=at home", "note: at home"),
    ],
)
def test_the_head_can_be_amended(scorer: Scorer, pair: str, head: str) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine(["amend", "head", pair])
    assert head in scorer.fine("export").out.splitlines()


@pytest.mark.parametrize(
    ("pair", "code"),
    [
        ("Petras=Ona", "U810"),
        ("dealer", "U810"),
        ("=Ona", "U810"),
        ("dealer=Petras", "U817"),
        ("date=yesterday", "U811"),
        ("finish=never", "V309"),
        ("Ona=Jonas", "N803"),
        ("Ona=", "N801"),
        ("stake=free", "M901"),
    ],
)
def test_a_head_that_cannot_be_is_refused(scorer: Scorer, pair: str, code: str) -> None:
    scorer.fine(LITHUANIAN)
    before = scorer.fine("export").out
    said = scorer(["amend", "head", pair, "--json"])
    assert (said.status, codes(said)) == (2, [code])
    assert scorer.fine("export").out == before


def test_a_game_that_is_over_takes_no_deal(scorer: Scorer) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    scorer.fine("finish --early")
    said = scorer('deal no-tricks 2 3 1 2 --agreed "one more" --json')
    assert (said.status, codes(said)) == (1, ["U818"])
    again = scorer("finish --json")
    assert (again.status, codes(again)) == (1, ["U819"])
    scorer.fine("undo")
    scorer.fine("deal no-tricks 2 3 1 2")


def test_a_game_with_deals_to_come_is_only_finished_early(scorer: Scorer) -> None:
    scorer.fine(LITHUANIAN)
    said = scorer("finish")
    assert (said.status, said.out) == (1, "")
    assert "--early" in said.err
    scorer.fine("finish --early")


def test_a_complete_game_takes_no_deal_beyond_its_schedule(scorer: Scorer) -> None:
    scorer.fine(LITHUANIAN)
    for line in EVENING:
        scorer.fine(["deal", *line.split()])
    said = scorer("deal no-tricks 2 3 1 2 --json")
    assert (said.status, codes(said)) == (1, ["U818"])
    scorer.fine("finish")


def test_the_same_table_again(scorer: Scorer) -> None:
    scorer.fine('new lithuanian Ona Jonas Rasa Vytas --option finish=short --dealer Ona --stake "0.05 EUR"')
    begun = scorer.fine("new --again --dealer Jonas --date 2026-12-06 --json").document
    assert begun["options"]["finish"] == "short"
    assert (begun["players"], begun["next"]["dealer"]) == (["Ona", "Jonas", "Rasa", "Vytas"], "Jonas")
    assert "stake: 0.05 EUR" in scorer.fine("export").out
    said = scorer("new lithuanian --again --json")
    assert (said.status, codes(said)) == (2, ["U814"])


def test_of_two_games_begun_in_the_same_second_the_later_is_the_last(scorer: Scorer) -> None:
    for variant in ("simple", "lithuanian", "simple"):
        scorer.fine(f"new {variant} Ona Jonas Rasa Vytas --date 2026-11-29")
        assert scorer.fine("new --again --date 2026-12-06 --json").document["variant"] == variant


def test_there_is_no_table_to_begin_again_in_an_empty_store(scorer: Scorer) -> None:
    said = scorer("new --again --json")
    assert (said.status, codes(said)) == (2, ["S704"])


@pytest.mark.parametrize("command", ["show", "log", "undo", "settle", "export", "finish", "deal no-king A", "play"])
def test_without_a_game_every_command_says_how_to_begin_one(scorer: Scorer, command: str) -> None:
    said = scorer(command)
    assert (said.status, said.out) == (2, "")
    assert "S704" in said.err
    assert "kingscore new" in said.err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("new", "U803"),
        ("new lithuanian", "U803"),
        ("new lithuanan Ona Jonas Rasa Vytas", "V301"),
        ("new lithuanian Ona Jonas Rasa", "V310"),
        ("new lithuanian Ona Jonas Rasa Vytas --option finish=never", "V309"),
        ("new lithuanian Ona Jonas Rasa Vytas --option finish", "U810"),
        ("new lithuanian Ona Jonas Rasa Vytas --option colour=red", "V308"),
        ("new lithuanian Ona Jonas Rasa Vytas --dealer Petras", "U817"),
        ("new lithuanian Ona Jonas Rasa Vytas --date 29.13.2026", "U811"),
        ("new lithuanian Ona Jonas Rasa Vytas --date 2026-02-30", "U811"),
        ("new lithuanian Ona Jonas Rasa Vytas --stake 5", "M902"),
        ("new lithuanian Ona ona Rasa Vytas", "N803"),
        ("new lithuanian Ona B B Vytas", "N803"),
        ("new lithuanian Ona '' Rasa Vytas", "N801"),
        ("new lithuanian Ona 'a\tb' Rasa Vytas", "N802"),
        ("new lithuanian B Ona Rasa Vytas", "N804"),
    ],
)
def test_a_game_that_cannot_be_is_not_begun(scorer: Scorer, words: str, code: str) -> None:
    said = scorer(f"{words} --json")
    assert said.status == 2
    assert code in codes(said)
    assert scorer.fine("games --json").document == {"games": []}


ODD = ["[/red]", "=1+1", "A&B", "<Ann>"]
ODDER = ["16", "👩‍👩‍👧", "ж" * 40, "no-king"]


@pytest.mark.parametrize("names", [ODD, ODDER, ["--help", "-4", "-o", "x y"]])
def test_odd_names_come_out_as_themselves_everywhere(scorer: Scorer, tmp_path: Path, names: list[str]) -> None:
    scorer.fine(["new", "lithuanian", "--option", "order=free", "--", *names])
    for seat, name in enumerate(names):
        quoted = '"' + name + '"'
        points = scorer.fine(["deal", "no-last-two", quoted, '"' + names[0] + '"', "--json"]) if seat else None
        assert points is None or points.document["points"][seat] == -8
        if points is not None:
            scorer.fine("undo")
    scorer.fine(["deal", "no-king", '"' + names[2] + '"'])
    for command in ("show", "log", "games", "settle", "export --to md", "export --to csv", "export --to html"):
        assert scorer.fine(command).out
    assert all(name in scorer.fine("show").out for name in names)
    for form in ("king", "json", "xlsx", "pdf"):
        scorer.fine(f"export -o {tmp_path}/odd.{form}")
    found = scorer.fine(f"check {tmp_path}/odd.king {tmp_path}/odd.json --json").document
    assert [file["totals"] for file in found["files"]] == [[0, 0, -16, 0]] * 2


def test_a_shell_word_that_is_an_odd_name_stays_one(scorer: Scorer) -> None:
    scorer.fine(["new", "lithuanian", "Вера, мл.", "a:b", "#1", "x", "--option", "order=free"])
    assert scorer.fine(["deal", "no-king", "Вера, мл.", "--json"]).document["points"] == [-16, 0, 0, 0]
    assert scorer.fine(["deal", "no-last-two", "a:b", "#1", "--json"]).document["points"] == [0, -8, -8, 0]


def test_two_spellings_of_one_name_are_refused(scorer: Scorer) -> None:
    said = scorer(["new", "lithuanian", "Zoe\u0308", "Zo\u00eb", "Rasa", "Vytas", "--json"])
    assert (said.status, codes(said)) == (2, ["N803"])


def test_games_are_chosen_by_option_by_setting_and_for_good(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    first = scorer.fine(f"{LITHUANIAN} --json").document["game"]
    second = scorer.fine("new simple Ona Jonas Rasa Vytas --date 2026-11-30 --json").document["game"]
    assert scorer.fine("show --json").document["game"] == second
    assert scorer.fine(f"--game {first} show --json").document["game"] == first
    monkeypatch.setenv("KINGSCORE_GAME", first)
    assert scorer.fine("show --json").document["game"] == first
    assert scorer.fine(f"show --json --game {second}").document["game"] == second
    monkeypatch.delenv("KINGSCORE_GAME")
    scorer.fine(f"use {first}")
    assert scorer.fine("show --json").document["game"] == first
    said = scorer("use petras --json")
    assert (said.status, codes(said)) == (2, ["S702"])


def test_games_are_listed_thrown_away_and_brought_back(scorer: Scorer) -> None:
    first = scorer.fine(f"{LITHUANIAN} --json").document["game"]
    scorer.fine("new simple Petras Jonas Rasa Vytas --date 2026-11-30")
    assert [game["variant"] for game in scorer.fine("games --json").document["games"]] == ["simple", "lithuanian"]
    assert [game["game"] for game in scorer.fine("games list --player ona --json").document["games"]] == [first]
    assert [game["current"] for game in scorer.fine("games list --variant simple --json").document["games"]] == [True]
    scorer.fine(f"games delete {first}")
    assert len(scorer.fine("games --json").document["games"]) == 1
    scorer.fine(f"games restore {first}")
    assert len(scorer.fine("games --json").document["games"]) == 2
    scorer.fine(f"games delete {first}")
    assert [game["game"] for game in scorer.fine("games list --deleted --json").document["games"]] == [first]
    said = scorer(f"games delete {first} --restore --json")
    assert (said.status, codes(said)) == (2, ["U802"])


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        ("written=-4 -6 -2 -4", "written totals: — → −4 −6 −2 −4"),
        ("written=-4,-6,-2,-4", "written totals: — → −4 −6 −2 −4"),
        ("written=-4, -6, -2, -4", "written totals: — → −4 −6 −2 −4"),
        ("running=-4 -6 -2 -4", "written totals: — → −4 −6 −2 −4"),
        ("running=-4 -6 -2 -4, 0 0 0 0", "written totals: — → −4 −6 −2 −4, 0 0 0 0"),
        ("finished=early", "Amended: game stopped by agreement"),
        ("finished=yes", "Amended: game marked as finished"),
    ],
)
def test_an_amendment_of_the_head_is_shown_as_people_write_it(scorer: Scorer, pair: str, told: str) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine("deal no-tricks 2 3 1 2")
    assert told in scorer.fine(["amend", "head", pair]).out
    assert told.removeprefix("Amended: ") in scorer.fine("log").out


def test_a_game_that_goes_on_after_all_is_told_so(scorer: Scorer) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine("finish --early")
    assert "Amended: game marked as not finished" in scorer.fine("amend head finished=").out
    assert "finished" not in scorer.fine("export").out


@pytest.mark.parametrize(
    ("word", "variant"),
    [
        ("LITHUANIAN", "lithuanian"),
        ("Lithuanian King", "lithuanian"),
        ("литовский кинг", "lithuanian"),
        ("lietuviskasis kingas", "lithuanian"),
        ("дамский преферанс", "russian-12"),
        ("дамский", "russian-12"),
        ("pref", None),
        ("self", "self-teacher"),
        ("short-k", "short-king"),
        ("short", None),
        ("lithuanian-d", None),
        ("king", None),
        ("Ona", None),
        ("sh", None),
    ],
)
def test_a_variant_answers_to_its_names_and_to_their_beginnings(scorer: Scorer, word: str, variant: str | None) -> None:
    """Never to a beginning that fits two, nor to two letters."""
    said = scorer(["rules", word, "--json"])
    if variant is None:
        assert (said.status, codes(said)) == (2, ["V301"])
        return
    assert said.status == 0
    scorer.fine(["new", word, "Ona", "Jonas", "Rasa", "Vytas"])
    assert scorer.fine("export").out.startswith(f"variant: {variant}\n")
    assert scorer.fine(["sheet", word, "--to", "king"]).out.startswith(f"variant: {variant}\n")
    assert scorer(["compare", word, "simple"]).out == scorer(["compare", variant, "simple"]).out


def test_blanks_around_a_name_are_no_part_of_it(scorer: Scorer) -> None:
    scorer.fine(["new", "lithuanian", " Ona ", "Jonas", "\tRasa", "Vytas  "])
    assert "players: Ona, Jonas, Rasa, Vytas" in scorer.fine("export").out
    assert scorer(["new", "lithuanian", "Ona", " Ona", "Rasa", "Vytas"]).status == 2


def test_show_names_the_deals_that_are_flagged(scorer: Scorer) -> None:
    """What was recorded by agreement stays flagged, and what an amendment made wrong is told until it is mended."""
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    scorer.fine("deal no-tricks 2 3 1 2")
    scorer.fine('deal no-hearts 2 3 1 1 --agreed "lost a heart"')
    assert scorer("show").out.splitlines()[-1] == "Recorded by agreement, and flagged: deal 2."
    scorer("amend 1 no-hearts 2 2 2 2")
    assert "Errors in deal 1. How to fix them: kingscore check" in scorer("show").out.splitlines()


def test_somebody_called_like_a_word_of_the_grammar_declares_as_anybody_does(scorer: Scorer) -> None:
    """After ``by`` stands a name, also where it is a word after which a note would follow."""
    scorer.fine("new lithuanian note Jonas Rasa Vytas --option order=free")
    assert "trumps by note spades: 3 2 2 1" in scorer.fine("deal trumps by note spades: 3 2 2 1").out
