import { deflateSync } from 'node:zlib';

/** A number as PDF writes it: no exponent, at most three decimals. */
export const pdfNumber = (value: number): string => String(Math.round(value * 1000) / 1000);

/** A text for a PDF's own entries, such as its title: UTF-16 with its mark, in hexadecimal. */
export const pdfText = (text: string): string =>
  `<feff${[...Buffer.from(text, 'utf16le').swap16()].map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`;

/** The objects of a PDF file, numbered from 1 as they are added. */
export interface PdfFile {
  /** Reserves a number, for an object that others refer to before it is known. */
  reserve(): number;
  /** Adds an object's content; returns its number. */
  add(content: string, number?: number): number;
  /** Adds a compressed stream; `entries` are those of its dictionary besides length and filter. */
  stream(data: Uint8Array, entries?: string): number;
  /** The file, with the numbers of its catalogue and its information. */
  finish(root: number, info: number): Buffer;
}

/** A PDF 1.7 file (ISO 32000-1), written object by object. */
export function newPdfFile(): PdfFile {
  const objects: (Buffer | undefined)[] = [];
  const put = (content: Buffer, number = objects.push(undefined)): number => {
    objects[number - 1] = content;
    return number;
  };
  return {
    reserve: () => objects.push(undefined),
    add: (content, number) => put(Buffer.from(content, 'latin1'), number),
    stream(data, entries = '') {
      const packed = deflateSync(data);
      const head = `<< ${entries} /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`;
      return put(Buffer.concat([Buffer.from(head, 'latin1'), packed, Buffer.from('\nendstream', 'latin1')]));
    },
    finish(root, info) {
      // The second line's bytes above 127 tell programs that it is no text file.
      const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
      let at = (parts[0] as Buffer).length;
      const places = objects.map((content, n) => {
        const place = at;
        const whole = Buffer.concat([
          Buffer.from(`${n + 1} 0 obj\n`, 'latin1'),
          content ?? Buffer.from('null', 'latin1'),
          Buffer.from('\nendobj\n', 'latin1'),
        ]);
        parts.push(whole);
        at += whole.length;
        return `${String(place).padStart(10, '0')} 00000 n \n`;
      });
      const size = objects.length + 1;
      const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
      const end = `trailer\n<< /Size ${size} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${at}\n%%EOF\n`;
      return Buffer.concat([...parts, Buffer.from(table + end, 'latin1')]);
    },
  };
}
