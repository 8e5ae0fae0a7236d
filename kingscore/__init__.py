"""kingscore: score-keeper and rules reference for the card game King and its family.

A line a room, each importing only from those above it; down to ``statistics`` they are pure:

    model       values: items, cards, rules, games, findings and their codes, languages
    scoring     points, the schedule, money, who owes whom, people, payments
    variant     a variant file read, and the rules that it makes for one table
    notation    a deal in a line, a game as a ``.king`` file and as a document
    journal     a game's changes as events, and the game that they come to
    checks      all that is wrong with a deal or a game, and what would fix it
    sheets      a score table laid out as cells and shapes by a template
    rulebook    the rules in words, from the data that scores; search, compare, identify
    statistics  figures over many games, and their reports
    storage     games and books on disk or on a server, and the data that is shipped
    render      sheets, reports and statements in each format, and on the screen
    importers   tables kept by hand or in a spreadsheet, understood and made games
    app         what a command does, as one call that a script could make
    cli         reads words, calls, prints, chooses the exit status

The way of one deal: ``cli`` takes the words as strings; ``storage`` gives the game; ``notation`` makes a deal of the
words; ``checks`` says all that is wrong, and nothing is written if anything is; ``storage`` appends one event in one
transaction and refuses if the game has moved on meanwhile; ``scoring`` adds up; ``render`` draws.
"""

__version__ = "0.1.0"
