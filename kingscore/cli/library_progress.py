"""The parts of ``games`` that move a whole library to another place and bring one on a server up to date."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kingscore.cli.columns import shown
from kingscore.cli.context import Context
from kingscore.cli.progress import Progress
from kingscore.model.findings import has_errors

if TYPE_CHECKING:
    from kingscore.storage import Store


def copied(context: Context, store: Store, address: str) -> int:
    """Copy the library to another address. Status 3 where a game stayed behind or the copy differs."""
    from kingscore.storage import open_store

    progress = Progress(sys.stderr, 0, lambda **values: context.language.say("shelf.copying", **values))

    def tell(done: int, total: int) -> None:
        progress.total = total
        progress.show(done - progress.done, 0)

    with progress, open_store(address) as other:
        done, place = store.copy_to(other, tell), other.database.place
    context.report(done.findings)
    context.write(context.language.say("shelf.copied", n=done.games, place=shown(place)))
    if done.already:
        context.write(context.language.say("shelf.there", n=done.already))
    if not done.findings:
        context.write(context.language.say("shelf.same"))
    told = {"place": place, "games": done.games, "already": done.already}
    context.document({**context.findings(done.findings), **told})
    return 3 if has_errors(done.findings) else int(bool(done.findings))


def upgraded(context: Context) -> int:
    """Bring the library up to date, which one on a server waits for."""
    from kingscore.storage import open_store

    with open_store(context.environ.get("KINGSCORE_DB") or None, upgrade=True) as store:
        now, place = store.database.upgraded, store.database.place
    context.write(context.language.say("shelf.upgraded" if now else "shelf.latest", place=shown(place)))
    context.document({"ok": True, "place": place, "upgraded": now})
    return 0
