import type { Readable } from 'node:stream';
import { Problem } from './problem.ts';

const SAVE_AS =
  'In Excel choose "Save as" and the type "CSV UTF-8 (Comma delimited)", then upload that file.';

const notUtf8 = () => new Problem('unsupported_file', `The file is not UTF-8 text. ${SAVE_AS}`);
const notText = () => new Problem('unsupported_file', `The file is not a text file. ${SAVE_AS}`);

const encodingOf = (head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-8';
};

/**
 * The text of a stream of bytes, piece by piece: UTF-8, or UTF-16 with its byte order mark, without the
 * mark. Throws a Problem at the first byte that is no text.
 */
export async function* decodeText(
  stream: Readable,
): AsyncGenerator<{ text: string; bytesRead: number }, void, void> {
  let decoder: TextDecoder | undefined;
  let bytesRead = 0;
  const decode = (bytes?: Buffer): string => {
    try {
      return (decoder as TextDecoder).decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw notUtf8();
    }
  };
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    bytesRead += bytes.length;
    const text = decode(bytes);
    if (text.includes('\0')) throw notText();
    if (text) yield { text, bytesRead };
  }
  if (!decoder) return;
  const text = decode();
  if (text) yield { text, bytesRead };
}
