import { fontName, fontRuns, paperFonts, type Weight } from './paperFonts.ts';
import { pdfNumber as n, newPdfFile, pdfText } from './pdfFile.ts';
import { newPdfFont, type PdfFont } from './pdfFont.ts';

/** How a text is set; sizes and places are in points. */
interface Setting {
  x: number;
  /** The top of the first line, from the page's top. */
  y: number;
  width: number;
  size?: number;
  weight?: Weight;
  align?: 'start' | 'end';
  grey?: boolean;
}

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 };
/** The height of a line, and its baseline from its top, for a size of 1. */
const LINE = 1.5;
const BASELINE = 1.1;

/** How far texts are from a page's edges. */
const MARGIN = 48;
const FOOT = { x: MARGIN, y: PAGE.height - 40, width: PAGE.width - 2 * MARGIN, size: 9, grey: true } as const;

/** A4 pages that take texts in Latin letters and Devanagari, in one family of fonts. */
export interface Paper {
  /** Sets a text in lines of this width, and returns the y below it. */
  text(text: string, setting: Setting): number;
  /** A horizontal line. */
  rule(x: number, y: number, width: number): void;
  /**
   * Draws what stays on one page: from `y`, or at the top of a further page if it would end below this one. `draw` returns
   * the y below it, and may be called again, so it only draws.
   */
  together(y: number, draw: (y: number, isFurther: boolean) => number): number;
  /** The PDF file. */
  finish(): Buffer;
}

/** `language` is the document's, for readers that speak it; `foot` is set on each page of several, beside its number. */
export async function newPaper(info: {
  title: string;
  author: string;
  language: string;
  foot: string;
}): Promise<Paper> {
  const loaded = await paperFonts();
  const fonts = new Map([...loaded].map(([name, font]): [string, PdfFont] => [name, newPdfFont(font, name)]));
  /** What is drawn on each page, and on the page that is being drawn. */
  const pages: string[][] = [[]];
  let content = pages[0] as string[];
  const up = (y: number): string => n(PAGE.height - y);

  const shaped = (text: string, size: number, weight: Weight) =>
    fontRuns(text).map((part) => {
      const name = fontName(part.subset, weight);
      return { ...part, name, ...(fonts.get(name) as PdfFont).shape(part.text, size) };
    });
  const widthOf = (text: string, size: number, weight: Weight): number =>
    shaped(text, size, weight).reduce((sum, { width }) => sum + width, 0);

  /** The text's lines; a word that is wider than a line gets lines of its own. */
  function linesOf(text: string, width: number, size: number, weight: Weight): string[] {
    const lines: string[] = [];
    for (const word of text.split(/\s+/).filter(Boolean)) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
      if (lines.length > 0 && widthOf(longer, size, weight) <= width) lines[lines.length - 1] = longer;
      else lines.push(...broken(word, width, size, weight));
    }
    return lines;
  }

  function broken(word: string, width: number, size: number, weight: Weight): string[] {
    // Most words; shaping the beginnings of each takes long.
    if (widthOf(word, size, weight) <= width) return [word];
    const pieces = [''];
    // A letter with its signs stays whole.
    for (const { segment } of new Intl.Segmenter().segment(word)) {
      const longer = `${pieces.at(-1)}${segment}`;
      if (widthOf(longer, size, weight) <= width) pieces[pieces.length - 1] = longer;
      else pieces.push(segment);
    }
    return pieces.filter(Boolean);
  }

  const text: Paper['text'] = (
    text,
    { x, y, width, size = 10, weight = 400, align = 'start', grey = false },
  ) => {
    let below = y;
    for (const line of linesOf(text, width, size, weight)) {
      let at = align === 'end' ? x + width - widthOf(line, size, weight) : x;
      content.push(`BT ${grey ? '0.27 g' : '0 g'}`);
      for (const { name, subset, text, glyphs, width: advance } of shaped(line, size, weight)) {
        // Its letters are not drawn in the order in which they are written: this is what is copied, searched and read aloud.
        const isReordered = subset === 'devanagari';
        if (isReordered) content.push(`/Span << /ActualText ${pdfText(text)} >> BDC`);
        content.push(`/${name} ${n(size)} Tf`);
        for (const glyph of glyphs) {
          const place = `${n(at + glyph.x)} ${n(PAGE.height - below - size * BASELINE + glyph.y)}`;
          content.push(`1 0 0 1 ${place} Tm <${glyph.code.toString(16).padStart(4, '0')}> Tj`);
        }
        if (isReordered) content.push('EMC');
        at += advance;
      }
      content.push('ET');
      below += size * LINE;
    }
    return below;
  };

  return {
    text,
    rule(x, y, width) {
      content.push(`0.6 G 0.6 w ${n(x)} ${up(y)} m ${n(x + width)} ${up(y)} l S`);
    },
    together(y, draw) {
      const drawn = content.length;
      const below = draw(y, false);
      if (below <= PAGE.height - MARGIN) return below;
      content.length = drawn;
      content = [];
      pages.push(content);
      return draw(MARGIN, true);
    },
    finish() {
      for (const [n, page] of pages.length > 1 ? pages.entries() : []) {
        content = page;
        text(info.foot, { ...FOOT, width: FOOT.width - 60 });
        text(`${n + 1} / ${pages.length}`, { ...FOOT, align: 'end' });
      }
      const file = newPdfFile();
      const tree = file.reserve();
      const named = [...fonts].flatMap(([name, font]) => {
        const number = font.embed(file);
        return number === undefined ? [] : [`/${name} ${number} 0 R`];
      });
      const kids = pages.map((page) => {
        const drawn = file.stream(Buffer.from(page.join('\n'), 'latin1'));
        const number = file.add(
          `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}]
/Resources << /Font << ${named.join(' ')} >> >> /Contents ${drawn} 0 R >>`,
        );
        return `${number} 0 R`;
      });
      file.add(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`, tree);
      const root = file.add(`<< /Type /Catalog /Pages ${tree} 0 R /Lang (${info.language}) >>`);
      const about = file.add(`<< /Title ${pdfText(info.title)} /Author ${pdfText(info.author)} >>`);
      return file.finish(root, about);
    },
  };
}
