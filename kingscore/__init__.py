"""kingscore: score-keeper and rules reference for the card game King and its family.

A line a module, each importing only from those above it; down to ``identify`` they are pure:

    frozen     values that never change, quickly made
    language   how a language counts, and a message made of a text and its values
    codes      what can be wrong: every code with its name and its usual severity
    findings   what is wrong, as a value, and the one exception
    items      every kind of thing that a contract can count, in one table
    rules      a variant for one table as values: deck, items, contracts, schedule
    variant    a variant as its file has it, what it offers, and the rules that it makes for a table
    game       a game as a value: players, deals; a change gives a new game
    score      points: counts times values, from a game to its score table
    course     what comes next, who may still declare what, whether it is over
    money      stakes as people write them, amounts in whole coins
    transfers  exact debts to whole payments, as few as can be
    notation   a deal and a game in writing, read and written
    check      all that is wrong with a deal or a game
    settle     who pays whom, by the rule agreed on
    sheet      a score table laid out as cells by a template
    journal    a game's changes as events, and the game that they come to
    book       events that belong to no game, and which of them stand
    people     people apart from their names: renamed, known by others, two that are one
    purse      payments, and the terms for which variants are played
    owing      what is owed over many games less what was paid
    stats      figures over many games, and what a running game can still come to
    rulebook   the rules in words, told from the data that scores
    card       the rules of a variant laid out on one page of paper
    compare    what differs between two variants, topic by topic
    identify   which variants fit the totals or the names of deals
    veil       takes passwords out of texts
    library    finds and reads variants, templates and texts
    workshop   the user’s own variants: begun, checked, shown
    store      keeps the journals of all games: alone knows the database
    rating     how strong players are by their places: alone knows openskill
    report     figures laid out as tables and pictures
    render     draws a sheet: terminal, spreadsheet, paper
    statement  what is owed as files for other programs
    handkept   tables kept by hand or in a spreadsheet, understood and made a game of
    table      what a command does, as one call that a script could make
    cli        reads words, calls, prints, chooses the exit status
    __main__   ``python -m kingscore``

The way of one deal: ``cli`` takes the words as strings; ``store`` gives the game; ``notation`` makes a deal of the
words; ``check`` says all that is wrong, and nothing is written if anything is; ``store`` appends one event in one
transaction and refuses if the game has moved on meanwhile; ``score`` adds up; ``sheet`` lays out; ``render`` draws.
"""

__version__ = "0.1.0"
