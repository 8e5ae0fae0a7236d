"""kingscore: score-keeper and rules reference for the card game King and its family."""

__version__ = "0.1.0"
