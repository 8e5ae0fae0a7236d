"""Takes passwords out of texts before anybody sees them."""

from __future__ import annotations

import re

#: What follows a user's name in an address up to the last @, or all of it where there is none and it is no port; the
#: settings of a server's address; a password as a setting. A path may have lost one of the two slashes.
#: Patterns as texts, made ready when one is needed: most commands see no address.
SECRETS = (
    (r"(\b[a-z][a-z0-9+.-]*:/+[^\s:/?#@]*):\S*@", r"\1:…@"),
    (r"(\b[a-z][a-z0-9+.-]*:/+[^\s:/?#@]*):(?!…@|\d{1,5}(?![^\s/?]))\S+", r"\1:…"),
    (r"(\bpostgres[a-z+]*:/+[^\s?]*)\?\S+", r"\1?…"),
    (r"((?:password|secret)\s*=\s*)('[^']*'|[^\s&]+)", r"\1…"),
)


def veiled(text: str) -> str:
    """A text without the passwords of addresses that stand in it."""
    if ":/" not in text and "=" not in text:
        return text
    for secret, veil in SECRETS:
        text = re.sub(secret, veil, text, flags=re.IGNORECASE)
    return text
