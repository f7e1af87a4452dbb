"""What somebody meant who named no command: a deck, a misspelt command, an option of `check`."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence

from deckcheck.errors import UsageError

OWN = frozenset({"--version", "--help", "-h", "--install-completion", "--show-completion"})


def check_command(arguments: Sequence[str], commands: Collection[str]) -> None:
    """Raise UsageError where the first argument is no command, with what is likely to be meant."""
    first = arguments[0] if arguments else "--help"
    if first in commands or first in OWN or first.split("=")[0] in OWN:
        return
    if first.startswith("-") and first != "-":
        if any(os.path.exists(one) for one in arguments[1:]):
            raise UsageError(f"{first} stands before any command; did you mean: {_check(arguments)}")
        return  # the options of the program itself are told by the parser
    if os.path.exists(first) or first == "-" or any(sign in first for sign in "/\\.*?"):
        raise UsageError(f'"{first}" is no command; did you mean: {_check(arguments)}')
    from deckcheck.model.nearest import nearest

    near = nearest(first, list(commands), limit=1)
    hint = f"did you mean: deckcheck {near[0]}" if near else f"commands are {', '.join(commands)}"
    raise UsageError(f'"{first}" is no command; {hint}')


def _check(arguments: Sequence[str]) -> str:
    """The call of `check` with these arguments, as a shell takes it."""
    import shlex

    return f"deckcheck check {shlex.join(arguments)}"
