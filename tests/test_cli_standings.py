"""stats and chances on the command line: figures by hand, filters, files, a store whose tallies are missing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from xml.dom import minidom

import pytest

from kingscore import journal
from kingscore.model.game import Game
from kingscore.statistics.tally import tally_of
from kingscore.storage import GameFilter, Store, open_store, resources, variant_files
from kingscore.storage.resources import LANGUAGES
from kingscore.storage.upkeep import verify
from tests.evenings import evening, time, tricks
from tests.generator import legal_game
from tests.scorer import Scorer

LITHUANIAN = variant_files.variant("lithuanian")
PEOPLE = ("Ona", "Jonas", "Rasa", "Vytas")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KINGSCORE_DB", str(tmp_path / "games.db"))
    return tmp_path / "games.db"


def ended(date: str, *rows: tuple[int, ...], people: tuple[str, ...] = PEOPLE, finished: str = "early") -> Game:
    """A game that was stopped after these rows of tricks: the first no tricks (−2), the others trumps (+3)."""
    game = replace(evening(players=people), date=date, finished=finished)  # type: ignore[arg-type]
    for number, row in enumerate(rows):
        game = game.with_deal(tricks(*row, contract="trumps" if number else "no-tricks"))
    return game


@pytest.fixture
def season(path: Path) -> Iterator[Store]:
    """Two games with results, one in play; in the second Ona is written ONA. Points of the first: 5 −3 4 2 (places 1 4
    2 3); of the second: −16 24 0 0 less nothing: 8 tricks each time (places 4 1 2 2)."""
    with open_store(str(path)) as store:
        store.take_in(ended("2026-01-05", (2, 3, 1, 2), (3, 1, 2, 2)), LITHUANIAN, time(1))
        store.take_in(
            ended("2026-02-05", (8, 0, 0, 0), (0, 8, 0, 0), people=("ONA", "Jonas", "Rasa", "Vytas")),
            LITHUANIAN,
            time(2),
        )
        store.take_in(ended("2026-03-05", (0, 0, 8, 0), finished=""), LITHUANIAN, time(3))
        yield store


def players(scorer: Scorer, words: str = "") -> dict[str, dict[str, object]]:
    listed = scorer.fine(f"stats {words} --json").document["players"]
    return {one["player"]: one for one in listed}


def test_the_standings_by_hand(scorer: Scorer, season: Store) -> None:
    found = players(scorer)
    assert list(found) == ["Jonas", "Ona", "Rasa", "Vytas"]
    ona = found["Ona"]
    assert {key: ona[key] for key in ("games", "unfinished", "wins", "shared", "mean_place", "form")} == {
        "games": 2,
        "unfinished": 1,
        "wins": 1,
        "shared": 0,
        "mean_place": 2.5,
        "form": [1, 4],
    }
    assert (ona["points"], ona["deals"], ona["points_per_deal"], ona["points_of_games"]) == (-11, 5, -2.2, -11)
    assert ona["worst"] == {"points": -16, "game": "2026-02-05-lithuanian", "deal": 1, "contract": "no-tricks"}
    assert (found["Jonas"]["points"], found["Rasa"]["points"]) == (21, -12)
    assert found["Jonas"]["best"] == {"points": 24, "game": "2026-02-05-lithuanian", "deal": 2, "contract": "trumps"}


def test_the_filters(scorer: Scorer, season: Store) -> None:
    assert scorer.fine("stats --since 2026-02-05 --json").document["games"] == 2
    assert scorer.fine("stats --until 2026-02-04 --json").document["games"] == 1
    assert scorer.fine("stats --variant lithuanian --json").document["games"] == 3
    assert scorer("stats --variant minsk").status == 2
    season.take_in(ended("2026-04-05", (2, 2, 2, 2), people=("Ona", "Jonas", "Zoë", "Adam")), LITHUANIAN, time(4))
    assert scorer.fine("stats --player Zoë --json").document["games"] == 1
    assert scorer.fine("stats --player Ona --player Rasa --json").document["games"] == 3
    assert scorer("stats --player Zoë --player Rasa").status == 2
    assert scorer.fine("stats Ona --player Zoë --json").document["players"][0]["games"] == 1
    assert scorer.fine("stats Ona --last 1 --json").document["players"][0]["form"] == [1]
    assert scorer("stats --last 0").status == 2


@pytest.mark.parametrize("command", ["games list", "stats", "settle", "export --all --to king -o out"])
def test_a_variant_or_a_player_that_nobody_knows_is_no_empty_answer(
    scorer: Scorer, season: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for words, code in (("--variant lithuanain", "V301"), ("--player Jonsa", "P101")):
        said = scorer(f"{command} {words} --json")
        assert (said.status, [one["code"] for one in said.document["findings"]]) == (2, [code])
    scorer.fine([*command.split(), "--variant", "Литовский Кинг"])


def test_a_variant_that_only_games_know_is_asked_for_by_its_id(scorer: Scorer, season: Store, path: Path) -> None:
    """A table's own rules, whose file is gone."""
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE games SET variant = 'ours' WHERE date = '2026-01-05'")
    assert len(scorer.fine("games list --variant ours --json").document["games"]) == 1
    assert scorer.fine("stats --variant ours --json").document["games"] == 1


def test_one_player_s_page(scorer: Scorer, season: Store) -> None:
    """Ona in the three games: no tricks −4, −16, 0, trumps 9, 0."""
    one = scorer.fine("stats ona --json").document["players"][0]
    assert [(c["contract"], c["side"], c["deals"], c["points"], c["average"]) for c in one["contracts"]] == [
        ("no-tricks", "penalty", 3, -20, -6.6667),
        ("trumps", "premium", 2, 9, 4.5),
    ]
    met = {m["player"]: (m["ahead"], m["level"], m["behind"], m["points"]) for m in one["head_to_head"]}
    assert met == {"Jonas": (1, 0, 1, 8 - 40), "Rasa": (1, 0, 1, 1 - 16), "Vytas": (1, 0, 1, 3 - 16)}
    said = scorer.fine("stats ona").out
    assert "−6.67" in said
    assert "1 game has no result" in said
    assert scorer("stats Nobody").status == 2


def test_a_merged_person_has_one_page(scorer: Scorer, season: Store) -> None:
    season.take_in(ended("2026-04-05", (2, 2, 2, 2), people=("Onutė", "Jonas", "Rasa", "Vytas")), LITHUANIAN, time(4))
    assert players(scorer)["Ona"]["games"] == 2
    scorer.fine("players merge Ona Onutė")
    assert players(scorer)["Ona"]["games"] == 3
    assert "Onutė" not in players(scorer)


def test_a_game_in_the_bin_counts_no_more(scorer: Scorer, season: Store) -> None:
    scorer.fine("games delete 2026-02-05-lithuanian")
    assert players(scorer)["Ona"]["games"] == 1


def test_every_change_of_a_game_is_in_the_figures(scorer: Scorer, path: Path) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --date 2026-05-01")
    scorer.fine("deal no-tricks 2 3 1 2")
    assert players(scorer)["Ona"]["points"] == -4
    scorer.fine("amend 1 no-tricks 8 0 0 0")
    assert players(scorer)["Ona"]["points"] == -16
    scorer.fine("undo")
    assert players(scorer)["Ona"]["points"] == -4
    scorer.fine("undo")
    assert players(scorer)["Ona"]["deals"] == 0
    scorer.fine("amend head Ona=Onutė")
    assert set(players(scorer)) == {"Onutė", "Jonas", "Rasa", "Vytas"}


def test_ratings_come_from_everybody_s_games(scorer: Scorer, season: Store) -> None:
    """A page shows the rating of the standings, although it shows fewer games."""
    season.take_in(ended("2026-01-01", (1, 2, 5, 0), people=("Zoë", "Jonas", "Rasa", "Vytas")), LITHUANIAN, time(4))
    table = {one["player"]: one["rating"] for one in scorer.fine("stats --rating --json").document["players"]}
    assert scorer.fine("stats Ona --rating --json").document["players"][0]["rating"] == table["Ona"]
    assert table["Zoë"]["games"] == 1
    assert "±" in scorer.fine("stats --rating").out


@pytest.mark.parametrize("form", ["html", "md", "csv", "xlsx"])
@pytest.mark.parametrize("words", ["stats", "stats Ona --rating"])
def test_every_form_has_the_figures(scorer: Scorer, season: Store, tmp_path: Path, form: str, words: str) -> None:
    file = tmp_path / f"made.{form}"
    scorer.fine([*words.split(), "-o", str(file)])
    content = file.read_bytes()
    if form == "xlsx":
        from openpyxl import load_workbook

        book = load_workbook(BytesIO(content))
        values = {cell.value for page in book for row in page.iter_rows() for cell in row}
        assert {-6.67, 4.5, "Jonas"} <= values
    else:
        text = content.decode("utf-8")
        assert ("-6.67" if form == "csv" else "−6.67") in text
        assert "Jonas" in text
    assert scorer([*words.split(), "-o", str(file)]).status == 3
    scorer.fine([*words.split(), "-o", str(file), "--force"])
    assert file.read_bytes() == content


def test_a_page_for_the_browser_is_one_file_with_its_pictures(scorer: Scorer, season: Store) -> None:
    season.take_in(ended("2026-06-05", (2, 2, 2, 2), people=("<b>", "Jonas", "=1+1", "Vytas")), LITHUANIAN, time(5))
    text = scorer.fine("stats --to html").out
    assert '<td class="name left"><b>' not in text
    assert "&lt;b&gt;" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "prefers-color-scheme: dark" in text
    pictures = [f"<svg{part.partition('</svg>')[0]}</svg>" for part in text.split("<svg")[1:]]
    assert len(pictures) == 1
    assert len(minidom.parseString(pictures[0]).getElementsByTagName("text")) > 5
    assert len(scorer.fine("stats Jonas --to html").out.split("<svg")) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_that_is_shown_is_explained(scorer: Scorer, season: Store, language: str) -> None:
    told = scorer.fine(f"stats --figures --lang {language}").out
    names = {line for line in told.splitlines() if not line.startswith(" ")}
    say = resources.language(language).say
    heads = scorer.fine(f"stats --rating --lang {language}").out.splitlines()[2]
    labels = {say(f"standings.head.{key}") for key in ("player", "rating", "least", "games", "form", "firsts")}
    assert {label for label in labels if label in heads} == labels
    assert labels - {say("standings.head.player")} <= names
    page = scorer.fine(f"stats Ona --rating --lang {language}").out.partition("\n\n")[2].partition("\n\n")[0]
    assert {line.strip().split("  ")[0] for line in page.splitlines()} <= names
    assert len(scorer.fine(f"stats --figures --lang {language} --json").document["figures"]) == len(names)


def test_columns_stay_straight_whatever_the_names(scorer: Scorer, path: Path) -> None:
    from kingscore.render.text_width import width

    with open_store(str(path)) as store:
        store.take_in(ended("2026-01-05", (2, 3, 1, 2), people=("Глеб", "Žydrė", "🂮 Król", "李")), LITHUANIAN, time(1))
    table = scorer.fine("stats").out.split("\n\n")[1].splitlines()
    assert len(table) == 5
    assert len({width(line) for line in table}) == 1


def test_words_that_would_change_nothing_are_refused(scorer: Scorer, season: Store) -> None:
    said = scorer("stats --dialect semicolon --json")
    assert (said.status, said.document["findings"][0]["code"]) == (2, "U823")
    assert ";Jonas;" in scorer.fine("stats --to csv --dialect semicolon").out
    assert scorer("stats --to pdf").status == 2
    assert scorer("stats --to xlsx --json").status == 2


def test_an_empty_library_says_so(scorer: Scorer, path: Path) -> None:
    said = scorer("stats --json")
    assert (said.status, [one["code"] for one in said.document["findings"]]) == (2, ["U824"])


# What is kept for speed


def test_a_tally_is_that_of_the_game_after_every_change(path: Path) -> None:
    game = legal_game(LITHUANIAN.rules(), Random(4))
    with open_store(str(path)) as store:
        name, seen = store.begin(replace(evening(), players=game.players, dealer=game.dealer), LITHUANIAN, time(0)), 1
        for number, deal in enumerate(game.deals, 1):
            seen = store.append(name, journal.dealt(deal, time(number)), seen).seen
            (played,) = store.played()
            assert played.tally == tally_of(store.load(name).game)
        assert verify(store) == ()


def test_a_tally_that_is_missing_or_wrong_is_found_and_made_anew(path: Path, season: Store, scorer: Scorer) -> None:
    right = scorer.fine("stats --json").document
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DELETE FROM tallies WHERE game LIKE '2026-01%'")
        file.execute("UPDATE tallies SET body = replace(body, '24', '25') WHERE game LIKE '2026-02%'")
    assert sorted((one.code, dict(one.values)["key"]) for one in verify(season)) == [("S721", "tally")] * 2
    assert scorer.fine("stats --json").document != right
    assert season.rebuild() == ()
    assert verify(season) == ()
    assert scorer.fine("stats --json").document == right


def test_a_tally_that_is_missing_is_worked_out(path: Path, season: Store, scorer: Scorer) -> None:
    right = scorer.fine("stats --json").document
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DELETE FROM tallies")
    assert scorer.fine("stats --json").document == right


def test_a_tally_that_cannot_be_read_is_damage(path: Path, season: Store, scorer: Scorer) -> None:
    for body in ("", "[]", "{}", "nothing", '{"contracts":[],"deals":[3]}'):
        with closing(sqlite3.connect(path)) as file, file:
            file.execute("UPDATE tallies SET body = ?", (body,))
        said = scorer("stats --json")
        assert (said.status, json.loads(said.out)["findings"][0]["code"] if said.status else "") in (
            (3, "S715"),
            (0, ""),
        )
        assert said.status == (3 if body else 0)


def test_the_figures_come_from_the_tallies_alone(season: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is replayed."""
    monkeypatch.setattr(Store, "load", None)
    assert [game.name for game in season.played(GameFilter(player="Ona"))] == [
        "2026-01-05-lithuanian",
        "2026-02-05-lithuanian",
        "2026-03-05-lithuanian",
    ]


# Who can still win


def test_chances_on_the_screen_and_for_programs(scorer: Scorer, path: Path) -> None:
    """All but the layout is dealt; its prizes are 48, 36, 12 and 0."""
    game = legal_game(LITHUANIAN.rules(), Random(1), deals=11)
    rows = [(60, -19, -25, -16), *[(0, 0, 0, 0)] * 10]
    deals = tuple(replace(d, counts=None, bid=None, points=row) for d, row in zip(game.deals, rows, strict=True))
    with open_store(str(path)) as store:
        store.take_in(replace(game, deals=deals, players=PEOPLE, finished=""), LITHUANIAN, time(1), choose=True)
    found = scorer.fine("chances --json").document
    assert (found["deals_left"], found["may_end_sooner"]) == (1, False)
    assert [(one["player"], one["chance"]) for one in found["players"]] == [
        ("Ona", "sure"),
        ("Jonas", "none"),
        ("Rasa", "none"),
        ("Vytas", "none"),
    ]
    assert found["players"][3]["needs"] == [{"player": "Ona", "points_more": 76, "at_most": 48}]
    said = scorer.fine("chances").out
    assert "Ona: certain to be first" in said
    assert "Vytas: can no longer come first" in said
    for language in LANGUAGES:
        assert "{" not in scorer.fine(f"chances --lang {language}").out


def test_chances_say_what_each_needs(scorer: Scorer, path: Path) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --date 2026-05-01")
    scorer.fine("deal no-tricks 2 3 1 2")
    said = scorer.fine("chances").out
    assert "Rasa: leads and can be caught" in said
    assert "Jonas: can still come first; to draw level: 4 points more than Rasa; 2 points more than Ona" in said
