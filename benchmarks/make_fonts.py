"""Makes the subset fonts in templates/fonts/ from DejaVu Sans Condensed 2.37; run by hand, never by the program.

    python benchmarks/make_fonts.py FOLDER_WITH_THE_ORIGINAL_TTF_FILES

The originals come with Debian's fonts-dejavu-extra or the package rinoh-typeface-dejavusans 0.1.0. Needs fonttools.
The same originals give the same bytes: the font's own dates are kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset

FILES = ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf")
TARGET = Path(__file__).parents[1] / "templates" / "fonts"
#: Latin with the letters of Europe, Greek and Cyrillic, punctuation, currencies, №, arrows, arithmetic, shapes, kings,
#: suits, ticks.
RANGES = (
    "0020-007E,00A0-017F,0218-021B,02BC,02C6-02DD,0300-0304,0306-0308,030A-030C,0323,0327,0328,0384-03CE,0400-045F,"
    "0462,0463,0472-0475,0490-0493,049A,049B,04A2,04A3,04AE-04B1,04B6-04BB,04D8,04D9,04E8,04E9,1E9E,2010-2015,2018-201E,"
    "2020-2022,2026,2030,2032,2033,2039,203A,20AC,20B4,20B8,20BD,2116,2122,2190-2195,2211,2212,221E,2248,2260,2264,2265,"
    "25A0,25A1,25AE,25AF,25B2,25B6,25BC,25CB,25CF,2605,2606,2654-265F,2660-2667,2702,2713,2717"
)


def main(source: Path) -> None:
    """Writes a subset of each file, without hints and with what makes its letters combine."""
    for name in FILES:
        options = subset.Options()
        options.hinting = False
        options.layout_features = []
        options.recalc_timestamp = False
        options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
        font = subset.load_font(str(source / name), options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=subset.parse_unicodes(RANGES))
        subsetter.subset(font)
        subset.save_font(font, str(TARGET / name), options)
        print(name, (TARGET / name).stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
