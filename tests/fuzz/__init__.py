"""Fuzzing: `python -m tests.fuzz --seconds 30` feeds hostile bytes to readers, conditions, the loader and reporters."""
