"""A static web site on which decks are judged in the browser: pasted or dropped, and sent nowhere."""
