import { inflateSync } from 'node:zlib';

const unicode = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

interface PdfPage {
  /** Its lines, as a reader copies them. */
  text: string;
  /** The place of its lowest letter, from the page's lower edge. */
  lowest: number;
}

/** The pages of a PDF that server/services/money/paper.ts has made. */
export function pagesOfPdf(pdf: Buffer): PdfPage[] {
  const file = pdf.toString('latin1');
  const objects = new Map(
    [...file.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms)].map(([, number, content]) => [
      number,
      content ?? '',
    ]),
  );
  const streamOf = (number: string | undefined): string => {
    const packed = /\nstream\n(.*)\nendstream$/s.exec(objects.get(number) ?? '')?.[1] ?? '';
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
  };
  const [, kids = ''] = /\/Type \/Pages \/Kids \[(.*?)\]/.exec(file) ?? [];
  const pages = [...kids.matchAll(/(\d+) 0 R/g)].map(([, number]) => objects.get(number) ?? '');
  const fonts = new Map(
    [...(pages[0] ?? '').matchAll(/\/(\S+) (\d+) 0 R(?=[^<]*>> >> \/Contents)/g)].map(([, name, number]) => {
      const map = streamOf(/\/ToUnicode (\d+)/.exec(objects.get(number) ?? '')?.[1]);
      const letters = [...map.matchAll(/^<(\w{4})> <(\w+)>$/gm)].map(([, code, text]): [string, string] => [
        code ?? '',
        unicode(text ?? ''),
      ]);
      return [name, new Map(letters)];
    }),
  );
  const read = (page: string): PdfPage => {
    let font: ReadonlyMap<string, string> | undefined;
    let isReplaced = false;
    let text = '';
    const content = streamOf(/\/Contents (\d+)/.exec(page)?.[1]);
    for (const [line] of content.matchAll(/^.+$/gm)) {
      font = fonts.get(/^\/(\S+) .* Tf$/.exec(line)?.[1]) ?? font;
      const actual = /\/ActualText <feff(\w*)> >> BDC$/.exec(line)?.[1];
      if (actual !== undefined) text += unicode(actual);
      isReplaced = actual !== undefined || (isReplaced && line !== 'EMC');
      if (!isReplaced) text += font?.get(/<(\w+)> Tj$/.exec(line)?.[1] ?? '') ?? '';
      if (line === 'ET') text += '\n';
    }
    const heights = [...content.matchAll(/^1 0 0 1 \S+ (\S+) Tm/gm)].map(([, height]) => Number(height));
    return { text, lowest: Math.min(...heights) };
  };
  return pages.map(read);
}

/** The lines of all its pages. */
export const textOfPdf = (pdf: Buffer): string =>
  pagesOfPdf(pdf)
    .map(({ text }) => text)
    .join('');
