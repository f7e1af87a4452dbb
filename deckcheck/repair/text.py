"""Suggestions in words, and as plain objects for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckcheck.repair import Answer, Suggestion
from deckcheck.repair.state import Step
from deckcheck.reporters.words import plural, visible

MAX_NAMED = 3


def lines(path: str, found: Suggestion, labels: Mapping[str, str]) -> list[str]:
    """What to tell of a deck; `labels` are the zones' names."""
    told = [f"besides, the file itself: {remark}" for remark in found.remarks]
    if found.legal:
        return [visible(f"{path}: legal, nothing to change")]
    if not found.answers:
        if not found.remarks:
            told.append("no change was found that makes it legal; the search is bounded")
        return [visible(f"{path}: {line}") for line in told]
    first = found.answers[0]
    sure = "the smallest change" if found.exact else "a change (the search was cut off, a smaller one may exist)"
    head = f"{path}: {sure} that makes it legal: {plural(first.cost, 'card')}"
    if len(found.answers) > 1:
        head += f"; {len(found.answers)} answers are equally small"
    shown = [head]
    for number, answer in enumerate(found.answers, 1):
        mark = f"{number}. " if len(found.answers) > 1 else ""
        shown += [f"  {mark if at == 0 else ' ' * len(mark)}{line}" for at, line in enumerate(steps(answer, labels))]
    return [visible(line) for line in (*shown, *told)]


def steps(answer: Answer, labels: Mapping[str, str]) -> list[str]:
    """The steps of an answer, one a line."""
    return [_step(step, labels) for step in answer.steps]


def _step(step: Step, labels: Mapping[str, str]) -> str:
    zone, to = labels.get(step.zone, step.zone), labels.get(step.to, step.to)
    copies = f'{step.cost} "{step.name}"'
    if step.what == "remove":
        slot = f", slot {step.slot}" if step.slot is not None else ""
        return f"take out {copies} ({zone}{slot})"
    if step.what == "move":
        return f"move {copies} from the {zone} to the {to}"
    if step.what == "slot":
        return f'give "{step.name}" the slot {step.slots[0]}'
    if step.what == "name":
        return f'write "{step.names[0]}" instead of "{step.name}" ({zone})'
    if step.what == "printing":
        return (
            f'name the printing {step.names[0]} of "{step.name}"'
            if step.names
            else f'leave the printing of "{step.name}" out'
        )
    return _added(step, zone)


def _added(step: Step, zone: str) -> str:
    counts: dict[str, int] = {}
    for name in step.names:
        counts[name] = counts.get(name, 0) + 1
    named = [f'{number} "{name}"' if number > 1 else f'"{name}"' for name, number in counts.items()]
    few = ", ".join(named[:MAX_NAMED]) + (" and others" if len(named) > MAX_NAMED else "")
    slots = f" for slot{'s' if len(step.slots) > 1 else ''} {', '.join(map(str, step.slots))}" if step.slots else ""
    if step.any:
        return f"add any {plural(step.cost, 'legal card')}{slots} to the {zone}, for example {few}"
    return f"add {few if len(named) <= MAX_NAMED else ', '.join(named)}{slots} to the {zone}"


def object_of(path: str, found: Suggestion) -> dict[str, Any]:
    """A suggestion for JSON."""
    return {
        "path": path,
        "legal": found.legal,
        "exact": found.exact,
        "cards_changed": found.answers[0].cost if found.answers else None,
        "remarks": list(found.remarks),
        "answers": [[step_object(step) for step in answer.steps] for answer in found.answers],
    }


def step_object(step: Step) -> dict[str, Any]:
    """One step for JSON."""
    return {
        "what": step.what,
        "cards": step.cost,
        "name": step.name or None,
        "zone": step.zone or None,
        "to": step.to or None,
        "slot": step.slot,
        "slots": list(step.slots),
        "names": list(step.names),
        "any_legal_card": step.any,
    }
