"""Entry point: runs the command line and turns what can go wrong into exit codes."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import Final

OK: Final = 0
ILLEGAL: Final = 1
USAGE: Final = 2
INTERNAL: Final = 3
INTERRUPTED: Final = 130
MAX_ARGUMENT_FILES: Final = 20


def main(arguments: Sequence[str] | None = None) -> None:
    """Run deckcheck and exit: 0 legal, 1 illegal or unreadable, 2 usage or data, 3 internal, 130 interrupted."""
    # pools and rules are many objects that all stay: looking through them for garbage again and again while they are
    # loaded would take a tenth of the time of a single check
    gc.set_threshold(100_000, 20, 20)
    given = list(sys.argv[1:] if arguments is None else arguments)
    code = run(given)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = _no_reader(code)
    except OSError as error:
        code = _no_reader(USAGE if code == USAGE else _say(_machine(error, "standard output"), USAGE))
    gc.freeze()  # nor at the end, where Python would look through all of them once more: a sixth of a single check
    sys.exit(code)


def run(given: list[str]) -> int:
    """Run deckcheck with these arguments and give the exit code."""
    from deckcheck.errors import DeckcheckError

    _plain_streams()
    verbose = "-v" in given or "--verbose" in given
    try:
        from deckcheck.cli.app import make_app

        arguments = expand(given)
        code = make_app(arguments)(args=arguments, prog_name="deckcheck", standalone_mode=False)
        return code if isinstance(code, int) else OK
    except DeckcheckError as error:
        for fault in error.faults:
            _say(f"error: {fault}", USAGE)
        return USAGE
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except BrokenPipeError:
        if given[:1] in (["check"], ["audit"]):  # nothing is green that was not judged to its end
            return _no_reader(_say("error: who read standard output has gone before all was said", USAGE))
        return _no_reader(OK)
    except SystemExit as error:  # how tables end where their reader has gone; its code would read as "illegal"
        if not isinstance(error.__context__, BrokenPipeError):
            raise
        return _no_reader(OK)
    except OSError as error:
        if verbose:
            _trace()
        return _say(_machine(error), USAGE)
    except Exception as error:
        return _other(error, verbose)


def _machine(error: OSError, place: str = "") -> str:
    """What to say where a file or a stream could not be read or written: full, gone, not ours, or too many open."""
    where = f'"{error.filename}"' if error.filename else place or "a file or standard output"
    return f"error: cannot use {where}: {error.strerror or error}"


def _trace() -> None:
    import traceback

    traceback.print_exc()


def _other(error: Exception, verbose: bool) -> int:
    """Faults of usage that the command line found itself; everything else is a fault of ours."""
    if type(error).__name__ == "Abort":
        return _say("interrupted", INTERRUPTED)
    if hasattr(error, "exit_code") and hasattr(error, "show"):
        error.show()
        return USAGE
    if verbose:
        _trace()
    where = "" if verbose else " (run again with -v for details)"
    return _say(f"internal error: {type(error).__name__}: {error}{where}", INTERNAL)


def expand(arguments: Sequence[str], depth: int = 0) -> list[str]:
    """Replace `@file` by the arguments that stand in the file, one or several a line. Raises UsageError."""
    found: list[str] = []
    for argument in arguments:
        if not argument.startswith("@") or len(argument) == 1:
            found.append(argument)
            continue
        import shlex

        from deckcheck.errors import UsageError

        if depth >= MAX_ARGUMENT_FILES:
            raise UsageError(f"argument files include each other: {argument}")
        try:
            with open(argument[1:], encoding="utf-8") as stream:
                words = shlex.split(stream.read(), comments=True)
        except (OSError, UnicodeDecodeError, ValueError) as error:
            raise UsageError(f"cannot read the argument file {argument[1:]!r}: {error}") from error
        found += expand(words, depth + 1)
    return found


def _plain_streams() -> None:
    """Never fail on a character the terminal cannot show."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _say(message: str, code: int) -> int:
    from deckcheck.reporters.words import visible

    try:
        sys.stderr.write(visible(message) + "\n")
    except BrokenPipeError:
        _no_reader(code)
    return code


def _no_reader(code: int) -> int:
    """Whoever read our output has gone: be silent, and keep Python from complaining at its end."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, sys.stdout.fileno())
    return code


if __name__ == "__main__":
    main()
