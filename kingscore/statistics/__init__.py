"""Figures over many games: standings, form, who beats whom, chances in a running game; and their reports."""
