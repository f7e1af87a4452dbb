"""Games that come as Python packages: every package with an entry point of the group `deckcheck.data`.

The entry point names a package, and that package's folder is the data folder: it holds formats/ and cardpools/. The
package is found, never imported: its data are read like any other folder's, and no code of it runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from deckcheck.data.guard import game_names, refuse_links
from deckcheck.errors import DataError

GROUP: Final = "deckcheck.data"


class Plugin(NamedTuple):
    """A data folder of an installed package, and the package as a person knows it (`name version`)."""

    folder: Path
    package: str


def plugins() -> list[Plugin]:
    """The data folders of installed packages, sorted. Raises DataError for a package without one."""
    found = [_plugin(point) for point in entry_points(group=GROUP)]
    return sorted(set(found), key=lambda plugin: (plugin.package, str(plugin.folder)))


def packaged_games(bundled: Iterable[str]) -> dict[str, Plugin]:
    """The games of installed packages by id. Raises DataError for a package at fault, for two packages with one game,
    and for a package with a game that comes with deckcheck."""
    taken, found = frozenset(bundled), dict[str, Plugin]()
    for plugin in plugins():
        refuse_links(plugin.folder)
        for name in game_names(plugin.folder):
            if name in taken:
                message = f"the game {name!r} of the package {plugin.package} comes with deckcheck already"
                raise DataError(message, help=_remedy(plugin.package))
            if name in found:
                message = f"the game {name!r} comes with two packages: {found[name].package} and {plugin.package}"
                raise DataError(message, help="uninstall one of them")
            found[name] = plugin
    return found


def _plugin(point: EntryPoint) -> Plugin:
    package = f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.name
    shown = f"entry point {point.name!r} of {GROUP} in the package {package}"
    try:
        spec = find_spec(point.module)
    except (ImportError, ValueError) as error:
        raise DataError(f"{shown}: {point.value!r} cannot be found: {error}", help=_remedy(package)) from error
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    for place in places:
        if (Path(place) / "formats").is_dir():
            return Plugin(Path(place), package)
    message = f"{shown}: {point.value!r} is no package with a folder formats/ in it"
    raise DataError(message, help=_remedy(package))


def _remedy(package: str) -> str:
    return f"mend the package, or uninstall it: pip uninstall {package.partition(' ')[0]}"
