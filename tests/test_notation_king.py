"""Game files: head and deals, comments and quotes, and everything that a broken file may hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kingscore.model.findings import Finding, Refused
from kingscore.model.game import Deal, Game, Stake, Written
from kingscore.notation import write_deal
from kingscore.notation.king import read_king, write_king
from kingscore.notation.read_game import LARGEST, MOST_DEALS, Reading, text_of_bytes
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES

WORDS = resources.words()
EVENING = """\
# Friday
variant: lithuanian
options: finish=domino   # as always
players: Ona, Jonas, "Rasa, the cook", "Vytas ""V"" #2"
dealer: Vytas
date: 2026-11-29
stake: 0.05 EUR
id: evening-1
finished: early
written: -20 -22 -2 -4
running: -4 -6 -2 -4, -4 -22 -2 -4
note: at Ona's, 5" of snow # outside

# the deals
no-tricks   2 3 1 2   # well played

no-hearts   -0 -16 -0 -0
no-king by Ona D note "a # in quotes"  # and one outside
"""


def read(text: str) -> Reading:
    return read_king(text, "evening.king", variant_files.open_rules, WORDS)


def codes(reading: Reading) -> list[tuple[str, str, int | None]]:
    return [(one.code, one.how, one.place.line if one.place else None) for one in reading.findings]


def game(reading: Reading) -> Game:
    assert reading.game is not None, reading.findings
    return reading.game


def test_a_file_says_everything_of_a_game() -> None:
    reading = read(EVENING)
    assert reading.findings == ()
    assert reading.ok
    assert reading.lines == (15, 17, 18)
    found = game(reading)
    assert found.players == ("Ona", "Jonas", "Rasa, the cook", 'Vytas "V" #2')
    assert (found.dealer, found.date, found.id, found.finished) == (3, "2026-11-29", "evening-1", "early")
    assert found.stake == Stake("0.05", "EUR")
    assert found.written == Written((-20, -22, -2, -4), ((-4, -6, -2, -4), (-4, -22, -2, -4)))
    assert found.note == "at Ona's, 5\" of snow"
    assert found.rules.option("finish") == "domino"
    assert found.deals == (
        Deal("no-tricks", counts=(("tricks", (2, 3, 1, 2)),)),
        Deal("no-hearts", points=(0, -16, 0, 0)),
        Deal("no-king", 0, counts=(("king-of-hearts", (0, 0, 0, 1)),), note="a # in quotes"),
    )


def test_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    for text in (EVENING.replace("\n", "\r\n"), EVENING.replace("\n", "\r"), "\ufeff" + EVENING):
        assert read(text) == read(EVENING)
    raw = EVENING.encode("utf-8-sig").replace(b"\n", b"\r\n")
    assert read(text_of_bytes(raw, "evening.king")) == read(EVENING)


def test_the_canonical_form_is_stable() -> None:
    text = write_king(game(read(EVENING)))
    assert read(text).game == read(EVENING).game
    assert text == (
        "variant: lithuanian\noptions: finish=domino\n"
        'players: Ona, Jonas, "Rasa, the cook", "Vytas ""V"" #2"\ndealer: "Vytas ""V"" #2"\ndate: 2026-11-29\n'
        "stake: 0.05 EUR\nid: evening-1\nfinished: early\nwritten: -20 -22 -2 -4\n"
        "running: -4 -6 -2 -4, -4 -22 -2 -4\nnote: at Ona's, 5\" of snow\n\n"
        "no-tricks 2 3 1 2\nno-hearts -0 -16 -0 -0\n"
        'no-king by Ona: "Vytas ""V"" #2" note "a # in quotes"\n'
    )


def test_a_line_that_cannot_be_read_keeps_its_number() -> None:
    """The lines after it are read with the numbers that they have, and it stands in the game as unread."""
    text = EVENING.replace("no-hearts   -0 -16 -0 -0", "no-hearts   -0 -16 -0")
    reading = read(text)
    assert codes(reading) == [("L108", "", 17)]
    assert (reading.findings[0].deal, reading.ok) == (2, False)
    assert [deal.unread for deal in game(reading).deals] == [False, True, False]
    place = reading.findings[0].place
    assert place is not None
    assert (place.file, place.text[place.start : place.end]) == ("evening.king", "-0 -16 -0")


def test_all_faults_are_told_at_once() -> None:
    text = (
        "variant: lithuanian\nplayers: Ona, Jonas, Rasa, Vytas\ndealer: Rima\ndate: 29.11.2026\nstake: much\n"
        "finished: no\nwritten: 1 2 three 4\ndate: 2026-11-29\nmood: good\njust words\n\n"
        "no-tricks 2 3\nno-hearts 1 1 1 5\n"
    )
    assert sorted(codes(read(text)), key=lambda one: one[2] or 0) == [
        ("F209", "line", 3),
        ("F210", "", 4),
        ("M901", "", 5),
        ("F212", "line", 6),
        ("F214", "", 7),
        ("F206", "line", 8),
        ("F208", "alone", 9),
        ("F205", "", 10),
        ("L108", "", 12),
    ]


HEAD = "variant: lithuanian\nplayers: Ona, Jonas, Rasa, Vytas\n"

BROKEN: tuple[tuple[str, str, str, int | None], ...] = (
    ("F202", "", HEAD + "\0", None),
    ("F203", "", "x" * (LARGEST + 1), None),
    ("F204", "", "", None),
    ("F204", "", "\ufeff \n\n", None),
    ("F205", "", HEAD + "stake 0.05 EUR\n\nno-tricks 2 3 1 2\n", 3),
    ("F205", "glued", HEAD + "no-tricks 2 3 1 2\n", 3),
    ("F205", "", HEAD + '"mood: x\n', 3),
    ("F205", "reserved", HEAD + "deals: 4\n", 3),
    ("F206", "line", HEAD + "variant: simple\n", 3),
    ("F206", "line", HEAD + "mood: a\nmood: b\n", 4),
    ("F206", "line", HEAD + "options: finish=domino, finish=trumps\n", 3),
    ("F207", "line", "variant: lithuanian\n", None),
    ("F207", "line", "players: Ona, Jonas, Rasa, Vytas\n", None),
    ("F208", "line", HEAD + "delear: Ona\n", 3),
    ("F209", "line", HEAD + "dealer: Rima\n", 3),
    ("F210", "", HEAD + "date: 2026-02-30\n", 3),
    ("F212", "line", HEAD + "finished: no\n", 3),
    ("F213", "", HEAD + "options: domino\n", 3),
    ("F214", "", HEAD + "written: 1_0 2 3 4\n", 3),
    ("F217", "", HEAD + "mood: [NaN]\n", 3),
    ("F218", "", HEAD + "mood: " + "[" * 40 + "]" * 40 + "\n", 3),
    ("F206", "", HEAD + 'mood: {"a": 1, "a": 2}\n', 3),
    ("F224", "line", HEAD + "note: a\x07b\n", 3),
    ("F224", "", HEAD + 'note: "a\\u0007b"\n', 3),
    ("F225", "", HEAD + "\n" + "no-tricks 2 3 1 2\n" * (MOST_DEALS + 1), MOST_DEALS + 4),
    ("F226", "", 'variant: lithuanian\nplayers: "Ona, Jonas, Rasa, Vytas\n', 2),
    ("F226", "", HEAD + 'note: "half\n', 3),
    ("N803", "", "variant: lithuanian\nplayers: Ona, Jonas, ona, Vytas\n", 2),
    ("N801", "", "variant: lithuanian\nplayers: Ona, , Rasa, Vytas\n", 2),
    ("V301", "near", "variant: lithuanan\nplayers: Ona, Jonas, Rasa, Vytas\n", 1),
    ("V301", "", "variant: /etc/passwd\nplayers: Ona, Jonas, Rasa, Vytas\n", 1),
    ("V308", "", HEAD + "options: robber=yes\n", 3),
    ("V310", "", "variant: lithuanian\nplayers: Ona, Jonas, Rasa\n", 2),
)


@pytest.mark.parametrize(("code", "how", "text", "line"), BROKEN)
def test_a_broken_file_is_told_with_its_line(code: str, how: str, text: str, line: int | None) -> None:
    found = codes(read(text))
    if code[0] == "V":
        assert [(one[0], one[2]) for one in found] == [(code, line)]
    else:
        assert (code, how, line) in found


def test_encodings_other_than_utf_8_are_told() -> None:
    told: list[Finding] = []
    for raw in (
        EVENING.encode("utf-16"),
        "variant: x\nplayers: Аня".encode("cp1251"),
        b"PK\x03\x04\0\0",
        b"a" * (LARGEST + 1),
    ):
        with pytest.raises(Refused) as caught:
            text_of_bytes(raw, "evening.king")
        told += caught.value.findings
    assert [(one.code, one.how) for one in told] == [("F201", "utf-16"), ("F201", ""), ("F202", ""), ("F203", "")]
    assert told[1].place is not None
    assert told[1].place.line == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_on_a_file_can_be_said(language: str) -> None:
    spoken = resources.language(language)
    for _, _, text, _ in BROKEN:
        for found in read(text).findings:
            if found.code[0] in "FN":
                area = "files" if found.code[0] == "F" else "names"
                key = f"{area}.{found.code}.message" + (f".{found.how}" if found.how else "")
                assert spoken.say(key, **dict(found.values))
    for raw in (EVENING.encode("utf-16"), "Аня".encode("cp1251")):
        with pytest.raises(Refused) as caught:
            text_of_bytes(raw, "evening.king")
        one = caught.value.findings[0]
        assert spoken.say(f"files.F201.message{'.' * bool(one.how)}{one.how}", **dict(one.values))


def test_a_file_cut_off_anywhere_is_read_as_far_as_it_goes() -> None:
    for end in range(len(EVENING)):
        reading = read(EVENING[:end])
        assert reading.game is not None or reading.findings


def test_an_unknown_key_is_kept_and_written_again() -> None:
    reading = read(HEAD + 'Mood: good # enough\n"players ": 3\ncards: {"deck": [1.50, "a"]}\n"Variant": "5"\n')
    assert [one.severity for one in reading.findings] == ["warning"] * 4
    assert game(reading).extra == (
        ("Mood", '"good"'),
        ("players ", "3"),
        ("cards", '{"deck": [1.50, "a"]}'),
        ("Variant", '"5"'),
    )
    assert read(write_king(game(reading))).game == reading.game


def test_the_dealer_left_out_is_the_last_seat() -> None:
    assert game(read(HEAD)).dealer == 3


def test_an_agreed_deal_keeps_its_reason() -> None:
    reading = read(HEAD + '\nno-tricks 2 3 1 1 agreed "a card was lost"\n')
    assert game(reading).deals[0].agreed == "a card was lost"
    assert read(write_king(game(reading))).game == reading.game


def test_what_a_line_has_no_words_for_is_kept_in_braces() -> None:
    """A row of another length, both counts and points, a number for a sitter-out."""
    base = game(read(HEAD))
    for deal in (
        Deal("no-tricks", counts=(("tricks", (2, 3, 3)),)),
        Deal("no-tricks", counts=(("tricks", (2, 3, 1, 2)),), points=(-4, -6, -2, -4)),
        Deal("no-tricks", counts=(("tricks", (2, None, 1, 2)),)),
        Deal("no-tricks", counts=(("tricks", (2, -3, 1, 2)),), note="two\nlines"),
        Deal("trumps", None, counts=(("tricks", (2, 3, 1, 2)),)),
        Deal("domino", counts=()),
        Deal("no-king", counts=(("king-of-hearts", (0, 0, 1, 0)),), note="x" * 30_000),
    ):
        whole = replace(base, deals=(deal,))
        assert write_deal(deal, whole, 1).startswith("{")
        assert read(write_king(whole)).game == whole


def test_a_table_turns_codes_off_by_code_name_or_family() -> None:
    """What is written back are the codes; a word that is none is told where it stands."""
    head = EVENING.replace("finished: early\n", "finished: early\nignore: c507, deal-missing, T\n")
    reading = read(head)
    assert reading.findings == ()
    assert game(reading).ignore == ("C507", "C503", "T")
    assert "ignore: C507, C503, T\n" in write_king(game(reading))
    assert read(write_king(game(reading))).game == game(reading)
    wrong = read(EVENING.replace("finished: early\n", "finished: early\nignore: C507, L101\n"))
    assert codes(wrong) == [("F212", "line", 10)]
    assert game(wrong).ignore == ("C507",)
