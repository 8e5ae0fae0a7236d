"""The variants that a store's games were begun with, each kept once, and the rules resolved from them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from kingscore.model.findings import Refused, finding
from kingscore.model.json_values import canonical
from kingscore.model.rules import Rules, rules_from_raw, rules_to_raw
from kingscore.storage.database import AnyDatabase, Connection
from kingscore.storage.resources import naming
from kingscore.storage.rows import seal

if TYPE_CHECKING:
    from kingscore.variant import Variant

#: The digest of a variant's content, so many players, and their options as canonical text.
RulesKey = tuple[str, int, str]
#: The content of a variant, without and with the names of its file, and the rules that it gives at one table.
QUESTION = (
    "SELECT variants.body, variants.seal, names.body, names.seal, rules.body, rules.seal FROM variants"
    " LEFT JOIN names ON names.digest = variants.digest"
    " LEFT JOIN rules ON rules.digest = variants.digest AND rules.players = ? AND rules.options = ?"
    " WHERE variants.digest = ?"
)
KEEP_VARIANT = "INSERT INTO variants VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
KEEP_RULES = "INSERT INTO rules VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
KEEP_NAMES = (
    "INSERT INTO names VALUES (?, ?, ?) ON CONFLICT (digest) DO UPDATE SET body = excluded.body, seal = excluded.seal"
)


class KeptRules:
    """The kept rules of one database, each read once."""

    def __init__(self, database: AnyDatabase) -> None:
        self.database = database
        #: The whole contents of the variants whose rules were read, as text.
        self.contents: dict[str, str] = {}
        #: Rules that were resolved here and are kept with the next change.
        self.resolved: dict[RulesKey, str] = {}
        self._rules: dict[RulesKey, Rules] = {}

    def rules(self, digest: str, players: int, options: Mapping[str, str]) -> Rules:
        """The rules kept under a variant's digest for so many players and these options; what was never kept is
        resolved from its content. Refused: S722 where they are missing or were altered, and as ``Variant.rules``."""
        key = (digest, players, canonical(sorted(options.items())))
        if key in self._rules:
            return self._rules[key]
        row = next(iter(self.database.rows(QUESTION, (*key[1:], digest))), (None,) * 6)
        content, content_seal, names, names_seal, body, body_seal = row
        sealed = seal(digest, content) == content_seal and (body is None or seal(*key, body) == body_seal)
        if content is None or not sealed:
            raise Refused(finding("S722", digest=digest, path=self.database.place), status=3)
        named = names is not None and seal(digest, names) == names_seal
        self.contents[digest] = names if named else content
        if body is not None:
            rules = rules_from_raw(json.loads(body), naming())
        if body is None or named:
            # Imported where a variant is really read: a game whose rules are kept needs none.
            from kingscore.storage.variant_files import from_content

            variant = from_content(self.contents[digest])
            rules = variant.rules(players, options) if body is None else variant.renamed(rules)
        if body is None:
            self.resolved[key] = canonical(rules_to_raw(rules))
        self._rules[key] = rules
        return rules

    def keep_variant(self, connection: Connection, variant: Variant) -> None:
        """A content is kept once, without the names in it; those of the file that came last are beside it."""
        from kingscore.variant import as_text, nameless

        digest, body, whole = variant.digest, as_text(nameless(variant.raw)), as_text(variant.raw)
        connection.execute(KEEP_VARIANT, (digest, body, seal(digest, body)))
        named = connection.execute("SELECT body FROM names WHERE digest = ?", (digest,)).fetchone()
        if whole != (named[0] if named else body):
            connection.execute(KEEP_NAMES, (digest, whole, seal(digest, whole)))
            self._rules.clear()

    def keep_resolved(self, connection: Connection) -> None:
        """Rules that were resolved since the last change are kept with this one; once it is on disk, clear them."""
        if self.resolved:
            rows = [(*key, body, seal(*key, body)) for key, body in self.resolved.items()]
            connection.executemany(KEEP_RULES, rows)
