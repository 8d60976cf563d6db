import { inflateSync } from 'node:zlib';

const unicode = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** The lines of a PDF that server/services/money/paper.ts has made, as a reader copies them. */
export function textOfPdf(pdf: Buffer): string {
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
  const page = [...objects.values()].find((content) => content.includes('/Type /Page ')) ?? '';
  const fonts = new Map(
    [...page.matchAll(/\/(\S+) (\d+) 0 R(?=[^<]*>> >> \/Contents)/g)].map(([, name, number]) => {
      const map = streamOf(/\/ToUnicode (\d+)/.exec(objects.get(number) ?? '')?.[1]);
      const letters = [...map.matchAll(/^<(\w{4})> <(\w+)>$/gm)].map(([, code, text]): [string, string] => [
        code ?? '',
        unicode(text ?? ''),
      ]);
      return [name, new Map(letters)];
    }),
  );
  let font: ReadonlyMap<string, string> | undefined;
  let isReplaced = false;
  let text = '';
  for (const [line] of streamOf(/\/Contents (\d+)/.exec(page)?.[1]).matchAll(/^.+$/gm)) {
    font = fonts.get(/^\/(\S+) .* Tf$/.exec(line)?.[1]) ?? font;
    const actual = /\/ActualText <feff(\w*)> >> BDC$/.exec(line)?.[1];
    if (actual !== undefined) text += unicode(actual);
    isReplaced = actual !== undefined || (isReplaced && line !== 'EMC');
    if (!isReplaced) text += font?.get(/<(\w+)> Tj$/.exec(line)?.[1] ?? '') ?? '';
    if (line === 'ET') text += '\n';
  }
  return text;
}
