import type { Font, Glyph } from 'fontkit';
import { type PdfFile, pdfNumber } from './pdfFile.ts';

/** A glyph of a shaped text: its place in the font that is embedded, and where it stands, in points. */
interface Placed {
  code: number;
  x: number;
  y: number;
}

/** A font of a PDF, of which only the glyphs that are used are embedded. */
export interface PdfFont {
  /** Shapes a text, and returns its glyphs from x = 0 and its width in points. */
  shape(text: string, size: number): { glyphs: Placed[]; width: number };
  /** Adds the font to the file; returns its number, undefined if nothing was shaped. */
  embed(file: PdfFile): number | undefined;
}

const hex = (code: number): string => code.toString(16).padStart(4, '0');
const utf16 = (points: readonly number[]): string =>
  [...String.fromCodePoint(...points)]
    .flatMap((character) => Array.from(character, (_, n) => character.charCodeAt(n)))
    .map(hex)
    .join('');

/** What programs read when text is copied or searched. */
function toUnicode(used: ReadonlyMap<number, Glyph>): string {
  const known = [...used].filter(([, { codePoints }]) => codePoints.length > 0);
  const lines = known.map(([code, { codePoints }]) => `<${hex(code)}> <${utf16(codePoints)}>`);
  // At most a hundred lines may be in one block.
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, n) => {
    const some = lines.slice(n * 100, n * 100 + 100);
    return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/** `name` is unique in the file. */
export function newPdfFont(font: Font, name: string): PdfFont {
  const subset = font.createSubset();
  const used = new Map<number, Glyph>();
  const inThousands = (units: number): string => pdfNumber((units * 1000) / font.unitsPerEm);
  return {
    shape(text, size) {
      const scale = size / font.unitsPerEm;
      let at = 0;
      const { glyphs, positions } = font.layout(text);
      const placed = glyphs.map((glyph, n): Placed => {
        // The package's types say boolean; it is the glyph's number in the subset.
        const code = Number(subset.includeGlyph(glyph));
        if (!used.has(code)) used.set(code, glyph);
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[n] ?? {};
        const x = (at + xOffset) * scale;
        at += xAdvance;
        return { code, x, y: yOffset * scale };
      });
      return { glyphs: placed, width: at * scale };
    },
    embed(file) {
      if (used.size === 0) return undefined;
      const base = `AAAAAA+${name}`;
      const data = file.stream(subset.encode());
      const box = [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map(inThousands).join(' ');
      const descriptor = file.add(
        `<< /Type /FontDescriptor /FontName /${base} /Flags 4 /FontBBox [${box}] /ItalicAngle 0
/Ascent ${inThousands(font.ascent)} /Descent ${inThousands(font.descent)} /CapHeight ${inThousands(font.capHeight)}
/StemV 80 /FontFile2 ${data} 0 R >>`,
      );
      const widths = [...used]
        .map(([code, glyph]) => `${code} [${inThousands(glyph.advanceWidth)}]`)
        .join(' ');
      const descendant = file.add(
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${base} /CIDToGIDMap /Identity
/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>
/FontDescriptor ${descriptor} 0 R /W [${widths}] >>`,
      );
      const map = file.stream(Buffer.from(toUnicode(used), 'latin1'));
      return file.add(
        `<< /Type /Font /Subtype /Type0 /BaseFont /${base} /Encoding /Identity-H
/DescendantFonts [${descendant} 0 R] /ToUnicode ${map} 0 R >>`,
      );
    },
  };
}
