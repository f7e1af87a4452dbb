"""Decks written in the styles of real life, and what is to be found in them: `python -m tests.styles --help`."""
