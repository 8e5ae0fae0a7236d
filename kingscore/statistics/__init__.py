"""Figures over many games: standings, form, who beats whom, and what a running game can still come to. Exact numbers.

``tally`` is what one game came to. This file imports nothing: keeping a game needs the tally alone.
"""
