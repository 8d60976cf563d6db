import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Whether an Accept-Encoding header accepts an encoding: named, and without a weight of zero. */
const takes = (header: string | undefined, encoding: string): boolean => {
  const one = new RegExp(`^${encoding}\\s*(;\\s*q=(?!0(\\.0*)?$).*)?$`, 'i');
  return (header ?? '').split(',').some((given) => one.test(given.trim()));
};

interface Encoded {
  encoding?: Encoding;
  body: Buffer;
}
type Encoding = keyof typeof compressors;

/** In order of preference. `isOnce`: the result is sent once, so it must cost little. */
const compressors = {
  br: (content: Buffer, isOnce: boolean) =>
    promisify(brotliCompress)(content, isOnce ? { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } : {}),
  gzip: (content: Buffer, isOnce: boolean) => promisify(gzip)(content, { level: isOnce ? 6 : 9 }),
};
const encodings = Object.keys(compressors) as Encoding[];

const bestOf = (accepted: string | undefined): Encoding | undefined =>
  encodings.find((encoding) => takes(accepted, encoding));

/** A page in each encoding, computed once; the best that a browser accepts. */
export async function inEncodings(page: string) {
  const content = Buffer.from(page);
  const bodies = { br: await compressors.br(content, false), gzip: await compressors.gzip(content, false) };
  return (accepted: string | undefined): Encoded => {
    const encoding = bestOf(accepted);
    return encoding ? { encoding, body: bodies[encoding] } : { body: content };
  };
}

/** A text for one answer in the best encoding that its browser accepts. */
export async function encoded(text: string, accepted: string | undefined): Promise<Encoded> {
  const content = Buffer.from(text);
  const encoding = bestOf(accepted);
  return encoding ? { encoding, body: await compressors[encoding](content, true) } : { body: content };
}
