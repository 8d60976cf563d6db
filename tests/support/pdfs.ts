import { deflateSync } from 'node:zlib';

/** A PDF with these objects, the first of which is its catalog; each may have a stream. */
export function pdfOf(objects: readonly (string | { dictionary: string; stream: Buffer })[]): Buffer {
  const pieces: Buffer[] = [];
  let size = 0;
  const add = (piece: Buffer | string) => {
    const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(piece, 'latin1');
    pieces.push(bytes);
    size += bytes.length;
  };
  add('%PDF-1.7\n');
  const offsets = objects.map((object, index) => {
    const at = size;
    add(`${index + 1} 0 obj\n`);
    if (typeof object === 'string') add(`${object}\nendobj\n`);
    else {
      const { dictionary, stream } = object;
      add(`<< ${dictionary} /Length ${stream.length} >>\nstream\n`);
      add(stream);
      add('\nendstream\nendobj\n');
    }
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = size;
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(pieces);
}

const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const page = (more: string) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 560 400] ${more} >>`;

/** One page, with additions to its catalog or page, or as objects from number 4 on. */
export const pageWith = ({
  catalog = '',
  onPage = '',
  more = [],
}: {
  catalog?: string;
  onPage?: string;
  more?: Parameters<typeof pdfOf>[0];
}): Buffer => pdfOf([`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`, PAGES, page(onPage), ...more]);

/** An object stream (ISO 32000-1, 7.5.7) with this object, compressed. */
export const objectStream = (
  object: string | Buffer,
  {
    filter = '/Filter /FlateDecode',
    type = '/Type /ObjStm',
    pack = (bytes: Buffer): Buffer => deflateSync(bytes),
  } = {},
) => {
  const head = Buffer.from('10 0 ');
  const stream = pack(Buffer.concat([head, Buffer.from(object)]));
  return { dictionary: `${type} /N 1 /First ${head.length} ${filter}`, stream };
};
