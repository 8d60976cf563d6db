"""Makes src/layout/fonts from @fontsource's files: python3 -m pip install fonttools brotli, then run this."""

from pathlib import Path

from fontTools import subset

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "node_modules/@fontsource"
DIGITS = range(0x966, 0x970)
# What headings are written in; other letters fall back to Poppins.
LATIN = [*range(0x20, 0x7F), 0xA0, 0xB7, 0xD7, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0x2190, 0x2192]


def make(source: str, name: str, characters) -> None:
    options = subset.Options(flavor="woff2", layout_features=["*"], notdef_outline=True)
    font = subset.load_font(str(SOURCES / source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    subset.save_font(font, str(ROOT / "src/layout/fonts" / name), options)


for weight in (400, 500, 600):
    make(
        f"noto-sans-devanagari/files/noto-sans-devanagari-devanagari-{weight}-normal.woff2",
        f"noto-devanagari-digits-{weight}.woff2",
        DIGITS,
    )
# The button that leads from English to Nepali is all the Devanagari that most English pages have.
make("poppins/files/poppins-devanagari-500-normal.woff2", "poppins-nepali-500.woff2", map(ord, "नेपाली"))
make("inter/files/inter-latin-600-normal.woff2", "inter-latin-600.woff2", LATIN)
